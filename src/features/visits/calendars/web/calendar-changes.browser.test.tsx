import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { whenOn } from '#features/visits/appointments/rules.ts'
import type { CalendarChange } from '#features/visits/calendars/contract.ts'
import { addDays, shortDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { forceSync } from '#platform/web/sync/sync.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { client, horse, leaveRound, line, memberId, open, practice, sent, startRound, today, visit } from '#testing/browser/round.tsx'
import { resetClock } from '#testing/set-clock.ts'

beforeEach(startRound)
afterEach(() => {
  resetClock()
  return leaveRound()
})

const [TUE, THU] = [addDays(today, 3), addDays(today, 5)]
const at = (day: string, from: string, to: string) => whenOn(day, from, to, 'Europe/London')
const [was, now] = [at(TUE, '09:00', '10:00'), at(THU, '14:30', '15:30')]
const booked = (clientId: string | null, change: object = {}) => visit(clientId, 1, { ...was, isCallOnly: false, ...change })
const changed = (appointmentId: string, change: Partial<CalendarChange> = {}) =>
  practice.server.write('calendar_changes', uuidv7(), {
    ...{ memberId, appointmentId, kind: 'moved', calendar: 'Apple and CalDAV', state: 'open', decidedAt: null },
    ...{ wasDay: TUE, wasStart: was.startTime, wasEnd: was.endTime, nowDay: THU, nowStart: now.startTime, nowEnd: now.endTime },
    ...change,
  })
const DELETED = { kind: 'deleted', nowDay: null, nowStart: null, nowEnd: null } as const
const ADDED = { kind: 'new', wasDay: null, wasStart: null, wasEnd: null } as const
/** Sarah's visit with two horses. */
function sarahsVisit() {
  const sarah = client('Sarah Penrose', { phone: '07700 900118', phoneE164: '+447700900118' })
  const id = booked(sarah)
  for (const name of ['Biscuit', 'Merlin']) line(id, horse(name, sarah), sarah, 'Trim')
  return id
}

type Screen = Awaited<ReturnType<typeof open>>
const panel = (screen: Screen) => screen.getByRole('region', { name: 'Changes in your calendar' })
const press = (screen: Screen, name: string | RegExp) => userEvent.click(panel(screen).getByRole('button', { name }))
const labels = (screen: Screen) =>
  panel(screen)
    .getByRole('button')
    .elements()
    .map((button) => button.textContent)
const states = () => sent('calendar_changes').map(({ id, data }) => [id, data])

test('a visit that was moved there is moved here with a text by one press, without a signal, and undone', async () => {
  const id = sarahsVisit()
  const change = changed(id)
  const screen = await open()
  const words = `Sarah Penrose, 2 horses: moved in your calendar from ${shortDay(TUE)}, 09:00 to ${shortDay(THU)}, 14:30.`
  await expect.element(panel(screen).getByText(words)).toBeVisible()
  await expect.element(panel(screen).getByText('A text would go to Sarah.')).toBeVisible()
  expect(labels(screen)).toEqual(['Move and text', 'Move without texting', 'Put back'])
  practice.api.offline(true)
  await press(screen, /^Move and text/)
  await expect.element(panel(screen)).not.toBeInTheDocument()
  await expect.element(screen.getByText(/moved to .*, 14:30\. Sarah will be/)).toBeVisible()
  expect(practice.ops()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await expect.element(panel(screen).getByText(words)).toBeVisible()
  await press(screen, /^Move and text/)
  practice.api.offline(false)
  await forceSync()
  await expect
    .poll(() => sent('appointments').at(-1))
    .toMatchObject({
      id,
      data: { startTime: now.startTime, endTime: now.endTime, onDay: THU, roundRank: null, sendSmsNotification: true },
    })
  expect(states().at(-1)).toEqual([change, { state: 'applied' }])
})

test('it is moved without a text, or put back, which leaves the visit alone', async () => {
  const [first, second] = [sarahsVisit(), sarahsVisit()]
  const one = changed(first)
  const screen = await open()
  await press(screen, /^Move without texting/)
  await expect.poll(() => sent('appointments')[0]).toMatchObject({ id: first, data: { onDay: THU, sendSmsNotification: false } })
  await expect.poll(states).toEqual([[one, { state: 'applied' }]])
  const two = changed(second)
  await forceSync()
  await press(screen, /^Put back/)
  await expect
    .element(screen.getByText(`It stays on ${shortDay(TUE)}, 09:00. Your calendar shows it there again in a few minutes.`))
    .toBeVisible()
  await expect.poll(() => states().at(-1)).toEqual([two, { state: 'put_back' }])
  expect(sent('appointments')).toHaveLength(1)
})

test('where no one would be texted there is one way to move: own entries, lengths, untimed stops of clients without a phone', async () => {
  const entry = booked(null, { title: 'Dentist' })
  const longer = sarahsVisit()
  const stop = visit(client('Ann Lloyd'), 2, { ...at(TUE, '08:00', '08:00') })
  changed(entry)
  changed(longer, { nowDay: TUE, nowStart: was.startTime, nowEnd: at(TUE, '09:00', '10:30').endTime })
  changed(stop, { wasStart: null, wasEnd: null, nowStart: null, nowEnd: null })
  const screen = await open()
  await expect.element(panel(screen).getByText(/^Dentist: moved/)).toBeVisible()
  await expect.poll(() => labels(screen)).toEqual(['Move', 'Put back', 'Move', 'Put back', 'Move', 'Put back'])
  await press(screen, 'Move: Ann Lloyd')
  await expect.poll(() => sent('appointments')[0]).toMatchObject({ id: stop, data: { onDay: THU, sendSmsNotification: false } })
  await expect.element(panel(screen).getByText('Sarah Penrose, 2 horses: now ends at 10:30 in your calendar, not 10:00.')).toBeVisible()
  await press(screen, 'Move: Sarah Penrose, 2 horses')
  await expect.poll(() => sent('appointments')[1]?.data).toMatchObject({ startTime: was.startTime, sendSmsNotification: false })
})

test('what was deleted there is cancelled with one press, with the text it names, or put back', async () => {
  const [id, entry] = [sarahsVisit(), booked(null, { title: 'Dentist' })]
  const change = changed(id, DELETED)
  const other = changed(entry, DELETED)
  const screen = await open()
  await expect.element(panel(screen).getByText(`Sarah Penrose, 2 horses, ${shortDay(TUE)}, 09:00: deleted in your calendar.`)).toBeVisible()
  await expect.element(panel(screen).getByText('Cancelling it texts Sarah.')).toBeVisible()
  expect(labels(screen).toSorted()).toEqual(['Cancel the entry', 'Cancel the visit', 'Put it back', 'Put it back'])
  await press(screen, /^Cancel the visit/)
  await expect.element(screen.getByText(/^It stays in the diary, crossed out\. Sarah will be texted/)).toBeVisible()
  await expect.poll(() => sent('appointments')[0]).toMatchObject({ id, data: { status: 'cancelled', sendSmsNotification: true } })
  await expect.poll(states).toEqual([[change, { state: 'applied' }]])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await expect.poll(() => sent('appointments')[1]?.data).toMatchObject({ status: 'booked', sendSmsNotification: true })
  await press(screen, 'Put it back: Dentist')
  await expect.poll(() => states().at(-1)).toEqual([other, { state: 'put_back' }])
})

test('a new entry is made a visit in its form, or kept as it is', async () => {
  client('Sarah Penrose')
  const [vet, school] = [booked(null, { title: 'Vet at Clun', ...now }), booked(null, { title: 'School run', ...now })]
  const one = changed(vet, ADDED)
  const two = changed(school, ADDED)
  const screen = await open()
  await expect.element(panel(screen).getByText(`“Vet at Clun” was added in your calendar: ${shortDay(THU)}, 14:30.`)).toBeVisible()
  await press(screen, 'Keep as it is: School run')
  await expect.poll(states).toEqual([[two, { state: 'applied' }]])
  await press(screen, 'Make it a visit: Vet at Clun')
  const dialog = screen.getByRole('dialog', { name: 'Edit Appointment' })
  await dialog.getByRole('combobox', { name: /^Client/ }).fill('sarah')
  await userEvent.click(screen.getByRole('option', { name: /Sarah Penrose/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await expect.poll(() => states().at(-1)).toEqual([one, { state: 'applied' }])
  await expect.element(panel(screen)).not.toBeInTheDocument()
  expect(sent('appointments').at(-1)).toMatchObject({ id: vet })
})

test('no one sees changes in another member’s calendar, nor any that are over or answered', async () => {
  changed(sarahsVisit(), { memberId: uuidv7() })
  changed(booked(null, { title: 'Of yesterday', ...at(addDays(today, -1), '09:00', '10:00') }))
  changed(booked(null, { title: 'Of this morning', ...at(today, '09:00', '10:00') }))
  changed(booked(null, { title: 'Off', status: 'cancelled' }), DELETED)
  changed(booked(null, { title: 'There already', ...now }))
  changed(booked(null, { title: 'Answered' }), { state: 'put_back' })
  changed(booked(null, { title: 'Still to answer' }))
  const screen = await open()
  await expect.element(panel(screen).getByText(/^Still to answer/)).toBeVisible()
  expect(panel(screen).getByRole('listitem').elements()).toHaveLength(1)
})

test('of many the three soonest are shown, and the others on request', async () => {
  for (const days of [9, 2, 7, 4, 3]) {
    const there = at(addDays(today, days), '09:00', '10:00')
    changed(booked(null, { title: `In ${days}`, ...there }), { ...DELETED, wasDay: there.onDay, wasStart: null, wasEnd: null })
  }
  const screen = await open()
  const rows = () =>
    panel(screen)
      .getByRole('listitem')
      .elements()
      .map((row) => row.textContent?.slice(0, 4))
  await expect.poll(rows).toEqual(['In 2', 'In 3', 'In 4'])
  await press(screen, 'Show 2 more')
  await expect.poll(rows).toEqual(['In 2', 'In 3', 'In 4', 'In 7', 'In 9'])
})

test('an apprentice, who plans no visits, may put back in their own calendar', async () => {
  changed(sarahsVisit())
  const screen = await open({ role: 'apprentice' })
  await expect.poll(() => labels(screen)).toEqual(['Put back'])
})

test('the questions hold up at every width, in both themes', async () => {
  changed(sarahsVisit())
  changed(sarahsVisit(), DELETED)
  changed(booked(null, { title: 'Vet at Clun', ...now }), ADDED)
  const screen = await open()
  await expect.element(panel(screen).getByText(/Vet at Clun/)).toBeVisible()
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    expect(await axeFindings(), `${width} ${theme}`).toEqual([])
    expect(document.documentElement.scrollWidth, String(width)).toBeLessThanOrEqual(width)
  }
})
