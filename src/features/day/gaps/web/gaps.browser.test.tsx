import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { gapEndpoints, type NewSlotOffers } from '#features/day/gaps/contract.ts'
import { FillGapPage } from '#features/day/gaps/web/FillGapPage.tsx'
import { whenOn } from '#features/visits/appointments/rules.ts'
import { addDays } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { client, horse, leaveRound, line, memberId, practice, startRound, today, visit } from '#testing/browser/round.tsx'
import { Toaster } from '#ui/Toaster.tsx'

beforeEach(startRound)
afterEach(leaveRound)

const DAY = addDays(today, 2)
const agreed = { marketingConsentAt: '2026-10-01T08:00:00.000Z', marketingConsentHow: 'said' }
const reached = (number: number) => ({ phone: '07700 900118', phoneE164: `+4477009001${number}` })
const due = (days: number) => ({ nextDue: addDays(DAY, days), lastService: addDays(DAY, days - 42), lastServiceType: 'Trim' })

/** A visit on Thursday was cancelled; clients with due horses are near or far, reachable or not. */
function aGap() {
  const when = whenOn(DAY, '14:00', '15:00', 'Europe/London')
  const sarah = client('Sarah Penrose', { ...reached(18), ...agreed, lat: 52.2, lng: -2.8 })
  const cancelled = visit(sarah, 1, { ...when, isCallOnly: false, status: 'cancelled', title: 'Biscuit, full set' })
  line(cancelled, horse('Biscuit', sarah, due(-3)), sarah, 'Full set new')
  const near = client('Ann Lloyd', { ...reached(19), ...agreed, lat: 52.21, lng: -2.8 })
  horse('Fen', near, due(-2))
  horse('Moss', near, due(0))
  const far = client('Tom Vaughan', { ...reached(20), ...agreed, lat: 52.9, lng: -2.8 })
  horse('Jet', far, due(-1))
  horse('Not due', far, due(20))
  const silent = client('Ivy Pugh', { ...reached(21) })
  horse('Pip', silent, due(-9))
  const booked = client('Huw Rees', { ...reached(22), ...agreed })
  const coming = visit(booked, 1, { ...whenOn(addDays(DAY, 1), '09:00', '10:00', 'Europe/London'), isCallOnly: false })
  line(coming, horse('Bramble', booked, due(-9)), booked, 'Trim')
  return { cancelled, near, far }
}

async function show(search: string) {
  history.replaceState(null, '', `/gap?${search}`)
  await practice.signIn({ memberId })
  return render(
    <main>
      <FillGapPage />
      <Toaster />
    </main>,
  )
}

test('a slot that came free is offered to the nearest clients with due horses, with every text read before it goes', async () => {
  const { cancelled, near } = aGap()
  let asked: NewSlotOffers | undefined
  practice.api.on(gapEndpoints.offer, ({ body }) => {
    asked = body
    return { offers: [], outcomes: [{ noticeId: uuidv7(), state: 'queued' as const, goesAt: null }] }
  })
  const screen = await show(`visit=${cancelled}`)
  const list = screen.getByRole('list', { name: 'Who you could ask' })
  await expect.element(list.getByText('Ann Lloyd')).toBeVisible()
  const names = () =>
    list
      .getByRole('checkbox')
      .elements()
      .map((box) => box.closest('label')?.querySelector('b')?.textContent)
  // What is fetched arrives one kind of record after the other.
  await expect.poll(names).toEqual(['Ann Lloyd', 'Tom Vaughan'])
  await expect
    .poll(() => screen.getByRole('list', { name: "Can't be texted" }).query()?.textContent)
    .toMatch(/Ivy Pugh.*Hasn't agreed to offers/)
  await expect.element(screen.getByText('Bramble')).not.toBeInTheDocument()
  await userEvent.click(list.getByRole('checkbox', { name: /Ann Lloyd/ }))
  const texts = screen.getByRole('region', { name: 'Texts' })
  await expect.poll(() => texts.query()?.textContent).toMatch(/at 14:00 for Fen and Moss\..*STOP/s)
  await userEvent.click(screen.getByRole('button', { name: 'Offer it to 1' }))
  await expect.element(screen.getByText('Offered to 1')).toBeVisible()
  expect(asked).toMatchObject({
    memberId,
    onDay: DAY,
    offers: [{ clientId: near, startTime: '14:00', endTime: '15:00', horses: [{ plannedWork: 'Trim' }, { plannedWork: 'Trim' }] }],
  })
})

test('without a signal the list is there and the sending waits; the server decides who has it', async () => {
  const { cancelled, near, far } = aGap()
  const slot = {
    gapId: uuidv7(),
    memberId,
    onDay: DAY,
    localStart: '14:00',
    localEnd: '15:00',
    zone: 'Europe/London',
    yardId: null,
    horses: [],
  }
  const at = {
    startTime: `${DAY}T14:00:00.000Z`,
    endTime: `${DAY}T15:00:00.000Z`,
    expiresAt: `${DAY}T13:00:00.000Z`,
    stateAt: `${today}T08:00:00.000Z`,
  }
  const offered = (clientId: string, state: string) =>
    practice.server.write('slot_offers', uuidv7(), { ...slot, ...at, clientId, state, appointmentId: null, askedBy: memberId })
  offered(near, 'taken')
  offered(far, 'gone')
  const screen = await show(`visit=${cancelled}`)
  await expect
    .poll(() => screen.getByRole('list', { name: 'Offered at 14:00' }).query()?.textContent)
    .toMatch(/Ann LloydGot it.*Tom VaughanTold it's gone/)
  practice.api.offline(true)
  await userEvent.click(screen.getByRole('checkbox', { name: /Ann Lloyd/ }))
  window.dispatchEvent(new Event('offline'))
  await expect.element(screen.getByText(/You need signal to offer it/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Offer it to 1' })).toBeDisabled()
})

test('an empty slot of a day is its longest free stretch; the page holds up at every width, in both themes', async () => {
  aGap()
  await page.viewport(1280, 900)
  const screen = await show(`day=${DAY}`)
  await expect.element(screen.getByRole('textbox', { name: 'From' })).toHaveValue('09:00')
  await userEvent.click(screen.getByRole('checkbox', { name: /Ann Lloyd/ }))
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    await expect.element(screen.getByRole('region', { name: 'Texts' })).toBeVisible()
    expect(await axeFindings()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  }
})

test('a busy time of a calendar is no part of an empty slot', async () => {
  aGap()
  const { startTime, endTime } = whenOn(DAY, '08:00', '12:15', 'Europe/London')
  practice.server.write('busy_blocks', uuidv7(), { memberId, source: 'Family', isAllDay: false, startTime, endTime })
  practice.server.write('busy_blocks', uuidv7(), { memberId: uuidv7(), source: 'Another’s', isAllDay: false, startTime, endTime })
  const screen = await show(`day=${DAY}`)
  await expect.element(screen.getByRole('textbox', { name: 'From' })).toHaveValue('12:15')
})
