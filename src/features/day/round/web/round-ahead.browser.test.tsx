import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { TravelTable } from '#features/day/round/contract.ts'
import { tableId } from '#features/day/round/rules.ts'
import { setClock } from '#lib/clock.ts'
import { instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import {
  aRound,
  client,
  horse,
  leaveRound,
  line,
  memberId,
  next,
  open,
  practice,
  sent,
  startRound,
  today,
  visit,
} from '#testing/browser/round.tsx'

beforeEach(startRound)
afterEach(leaveRound)

test('running late shows every text before it goes, shows whom to ring, and sends once', async () => {
  const { tom, second } = aRound()
  practice.server.write('clients', tom, { phoneE164: '+447700900119' })
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Running late' }))
  await userEvent.selectOptions(screen.getByLabelText('Reason'), 'Traffic')
  const dialog = screen.getByRole('dialog', { name: 'Running late' })
  await expect.element(dialog.getByText(/^Hi Tom, I'm running about 30 minutes late today \(Trim\)\. Traffic\./)).toBeVisible()
  await expect.element(dialog.getByText(/Ann Lloyd.*no way to text them\. Ring them\./)).toBeVisible()
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Sarah Penrose' }))
  await userEvent.click(dialog.getByRole('radio', { name: '+60' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Send 1 text' }))
  await expect.element(screen.getByText(/Traffic\. Owners see it on their page\./)).toBeVisible()
  await expect
    .poll(() => sent('rounds').map((op) => op.data))
    .toMatchObject([{ state: 'late', lateMinutes: 60, reason: 'Traffic', memberId, tell: [{ appointmentId: second, clientId: tom }] }])
  await userEvent.click(screen.getByRole('button', { name: 'On time again' }))
  await expect.element(screen.getByText(/Traffic\. Owners who look/)).not.toBeInTheDocument()
})

test.each([
  ['as a rule', 1, '10:00', "Hollybush Farm Livery is finished. Tom will be told: you're next."],
  ['not when they want to hear of nothing', 0, '10:00', 'Hollybush Farm Livery is finished.'],
  ['not at night', 1, '22:30', "Hollybush Farm Livery is finished. It's late: Tom won't be told."],
  ['when the night is over', 1, '06:00', "Hollybush Farm Livery is finished. Tom will be told at 08:00: you're next."],
])('done says who is told that they are next: %s', async (_, nextStopsBefore, time, words) => {
  setClock(instantOf(today, time, 'Europe/London'))
  const { tom } = aRound()
  practice.server.write('clients', tom, { phoneE164: '+447700900119' })
  practice.server.write('sms_preferences', uuidv7(), { clientId: tom, enableUpdates: true, nextStopsBefore })
  const screen = await open()
  if (time === '22:30') await userEvent.click(screen.getByRole('button', { name: "I'm still out" }))
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: /^All \d/ }))
  await expect.element(screen.getByText(words, { exact: true })).toBeVisible()
})

test('stopping here leaves the stops not reached to be rebooked', async () => {
  const { tom, second, third } = aRound()
  const fern = line(second, horse('Fern', tom), tom, 'Trim')
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Running late' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Stop here' }))
  await expect.element(screen.getByText(/2 stops after Hollybush Farm Livery won't be reached: Tom Vaughan, Ann Lloyd/)).toBeVisible()
  await userEvent.selectOptions(screen.getByLabelText('Reason'), 'Weather')
  await userEvent.click(screen.getByRole('button', { name: 'Set it, text nobody' }))
  const card = screen.getByRole('region', { name: 'To rebook' })
  await expect.element(card.getByText('Fern', { exact: true })).toBeVisible()
  await expect.element(card.getByText(/Ann Lloyd, Not reached: weather/)).toBeVisible()
  await expect.element(screen.getByText('The round has ended early')).toBeVisible()
  await expect.poll(() => sent('visit_horses')).toMatchObject([{ id: fern, data: { outcome: 'not_done', reason: 'Not reached: weather' } }])
  expect(sent('appointments').find((op) => op.id === third)?.data).toMatchObject({
    status: 'cancelled',
    statusReason: 'Not reached: weather',
  })
  expect(sent('rounds')[0]?.data).toMatchObject({ state: 'finished', reason: 'Weather' })
})

/** Three stops along a road, in a bad order; the last nowhere. */
function alongARoad() {
  const at = (name: string, lat: number | null) => client(name, { lat, lng: lat && -2.8, positionSource: lat && 'pin' })
  const [near, far, middle, nowhere] = [at('Near', 52.1), at('Far', 52.4), at('Middle', 52.2), at('Nowhere', null)]
  const stops = [visit(near, 1), visit(far, 2), visit(middle, 3), visit(nowhere, 4)]
  return { stops, middle, nowhere }
}

test('with road times of the day the round is ordered by road, without a signal too, and their source is shown', async () => {
  alongARoad()
  // Near lies beyond a river: by road it is the last.
  const places: TravelTable['places'] = [
    [52.1, -2.8],
    [52.2, -2.8],
    [52.4, -2.8],
  ]
  const legs: TravelTable['legs'] = [
    [
      [0, 0],
      [90, 100],
      [60, 70],
    ],
    [
      [90, 100],
      [0, 0],
      [22, 25],
    ],
    [
      [60, 70],
      [22, 25],
      [0, 0],
    ],
  ]
  practice.server.write('travel_tables', tableId(memberId, today), {
    ...{ memberId, onDay: today, engine: 'openrouteservice', places, legs },
    madeAt: `${today}T03:00:00.000Z`,
  })
  practice.decides({ base: { lat: 52.2, lng: -2.8 } })
  const screen = await open()
  await expect.element(screen.getByRole('button', { name: 'Order the round' })).toBeVisible()
  practice.api.offline(true)
  await userEvent.click(screen.getByRole('button', { name: 'Order the round' }))
  const dialog = screen.getByRole('dialog', { name: 'Order the round' })
  await expect.element(dialog.getByText('By road. © openrouteservice.org by HeiGIT | © OpenStreetMap contributors')).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('ordering the round shows what it saves, and is taken or left', async () => {
  const { stops } = alongARoad()
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Order the round' }))
  const dialog = screen.getByRole('dialog', { name: 'Order the round' })
  await expect.element(dialog.getByText(/^Saves \d+ min, 18 miles less$/)).toBeVisible()
  await expect.element(dialog.getByText('1 stop has no position: place it by hand.')).toBeVisible()
  const order = () => dialog.getByRole('region', { name: 'New order' }).getByRole('listitem')
  const names = () =>
    order()
      .elements()
      .map((row) => row.querySelector('b')?.textContent)
  expect(names()).toEqual(['Near', 'Middle', 'Far', 'Nowhere'])
  await expect.element(dialog.getByText('was stop 3')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Nowhere earlier' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Order the rest again' }))
  await expect.poll(names).toEqual(['Near', 'Middle', 'Nowhere', 'Far'])
  await userEvent.click(dialog.getByRole('button', { name: 'Use this order' }))
  await expect.poll(() => sent('appointments').map((op) => op.id)).toEqual([stops[0], stops[2], stops[3], stops[1]])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await expect
    .poll(() =>
      sent('appointments')
        .slice(4)
        .map((op) => op.data.roundRank),
    )
    .toEqual([null, null, null, null])
})

test('a stop without a position is given one on the spot, at its client', async () => {
  const { nowhere } = alongARoad()
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Order the round' }))
  await userEvent.click(screen.getByRole('button', { name: 'Set place for Nowhere' }))
  await userEvent.fill(screen.getByLabelText(/Paste a position/), '52.30000, -2.80000')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => sent('clients')).toMatchObject([{ id: nowhere, data: { lat: 52.3, lng: -2.8, positionSource: 'pasted' } }])
})

test('a stop that is known by its postcode alone is given a position by the member at it', async () => {
  const sarah = client('Sarah', { lat: 52.1, lng: -2.8, positionSource: 'postcode', address: 'Mill Lane', postcode: 'HR6 0VK' })
  visit(sarah, 1)
  const screen = await open()
  await userEvent.click(next(screen).getByText('More on this stop'))
  await userEvent.click(screen.getByRole('button', { name: "Postcode centre only: I'm here" }))
  await userEvent.fill(screen.getByLabelText(/Paste a position/), '52.30000, -2.80000')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => sent('clients')).toMatchObject([{ id: sarah, data: { lat: 52.3, lng: -2.8, positionSource: 'pasted' } }])
  await expect.element(screen.getByRole('button', { name: "Postcode centre only: I'm here" })).not.toBeInTheDocument()
})

test('the phone gives its position, and how exact it is', async () => {
  alongARoad()
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((found) =>
    found({ coords: { latitude: 52.5, longitude: -2.8, accuracy: 11.7 } } as GeolocationPosition),
  )
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Order the round' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Here' }))
  await expect.element(screen.getByText('From where this phone is, to about 12 m.')).toBeVisible()
  const rows = screen.getByRole('region', { name: 'New order' }).getByRole('listitem')
  await expect.poll(() => rows.elements()[0]?.querySelector('b')?.textContent).toBe('Far')
})

test('the map shows the stops there are positions for, and leads to each', async () => {
  alongARoad()
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Map', exact: true }))
  await expect.element(screen.getByRole('figure', { name: 'Map of the round' })).toBeVisible()
  await expect.element(screen.getByText("1 stop has no position and isn't on the map.")).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Navigate to Middle' }))
    .toHaveAttribute('href', expect.stringContaining('52.2%2C-2.8'))
})

test('each stop shows when it is likely to be reached', async () => {
  await page.viewport(375, 1400)
  aRound()
  const screen = await open()
  const rows = screen.getByRole('region', { name: 'After that' }).getByRole('listitem')
  await expect.element(rows.first().getByText(/^\d\d:[0134][05] to \d\d:[0134][05]$/)).toBeVisible()
})

test('the vet of a horse can be rung from the stop', async () => {
  const { merlin } = aRound()
  practice.server.write('horses', merlin, { vetName: 'Ludlow Vets', vetPhone: '01584 900100' })
  const screen = await open()
  await userEvent.click(next(screen).getByText('More on this stop'))
  await expect.element(next(screen).getByText('Vet of Merlin:')).toBeVisible()
  await expect.element(next(screen).getByRole('link', { name: '01584 900100' })).toHaveAttribute('href', 'tel:01584900100')
})

test('two farriers have two rounds', async () => {
  const { tom } = aRound()
  const other = uuidv7()
  for (const [id, name] of [
    [memberId, 'Gareth Probert'],
    [other, 'Ned Smith'],
  ] as const)
    practice.server.write('members', id, { personId: uuidv7(), name, role: 'farrier', initials: 'XX', isActive: true })
  visit(tom, 1, { memberId: other, title: 'Ned’s' })
  const screen = await open()
  await expect.element(screen.getByText('Stop 1 of 3')).toBeVisible()
  await userEvent.selectOptions(screen.getByLabelText('Whose round'), 'Ned Smith')
  await expect.element(screen.getByText('Stop 1 of 1')).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Tom Vaughan' })).toBeVisible()
})

test('an apprentice finishes work, but adds no stop and texts no one', async () => {
  aRound()
  const screen = await open({ role: 'apprentice' })
  await expect.element(screen.getByRole('button', { name: 'Done', exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Add a stop' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Add a horse here' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Running late' }))
  await expect.element(screen.getByRole('button', { name: 'Set it, text nobody' })).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'Texts' })).not.toBeInTheDocument()
})

test.each(['light', 'dark'])('axe finds nothing in any of its dialogs in %s, and none scrolls sideways', async (theme) => {
  await page.viewport(320, 800)
  document.documentElement.dataset.theme = theme
  alongARoad()
  const screen = await open()
  for (const name of ['Order the round', 'Running late', 'Map'] as const) {
    await userEvent.click(screen.getByRole('button', { name, exact: true }))
    await expect.element(screen.getByRole('dialog')).toBeVisible()
    expect(await axeFindings(), name).toEqual([])
    expect(document.documentElement.scrollWidth, name).toBeLessThanOrEqual(320)
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  }
})
