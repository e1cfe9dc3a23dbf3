import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { whenOn } from '#features/appointments/rules.ts'
import { RoundPage } from '#features/round/web/RoundPage.tsx'
import { addDays, dayOf, shortDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { makeQueryClient } from '#platform/web/queries.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#app/styles.css'

const ZONE = 'Europe/London'
const today = dayOf(new Date(), ZONE)
const memberId = uuidv7()
let practice: ReturnType<typeof fakePractice>
beforeEach(async () => {
  await page.viewport(375, 800)
  practice = fakePractice()
})
afterEach(() => {
  vi.restoreAllMocks()
  return practice.leave()
})

const PERSON = {
  email: null,
  phone: null,
  phoneE164: null,
  businessName: null,
  isBusiness: false,
  address: null,
  postcode: null,
  notes: null,
  lat: null,
  lng: null,
  positionSource: null,
}
const client = (name: string, change: object = {}) =>
  practice.server.write('clients', uuidv7(), {
    ...PERSON,
    ...{ name, isActive: true, preferredChannel: 'sms', tags: [], marketingConsentAt: null, stoppedAt: null },
    ...change,
  })
const yard = (name: string) =>
  practice.server.write('yards', uuidv7(), {
    name,
    address: 'Kingsland',
    postcode: 'HR6 0VK',
    lat: 52.2,
    lng: -2.8,
    gateCode: '4471',
    accessNotes: null,
  })
const horse = (name: string, clientId: string, change: object = {}) =>
  practice.server.write('horses', uuidv7(), {
    ...{
      name,
      clientId,
      flags: [],
      birthYear: null,
      yardId: null,
      cycleDays: 42,
      pauses: [],
      goneOn: null,
      color: 'bay',
      payerClientId: null,
    },
    ...{ lastService: addDays(today, -49), nextDue: addDays(today, -7) },
    ...change,
  })
const visit = (clientId: string | null, number: number, change: object = {}) => {
  const { startTime, endTime, onDay, localStart, localEnd } = whenOn(today, '08:00', '08:00', ZONE)
  return practice.server.write('appointments', uuidv7(), {
    ...{ title: 'Trim', clientId, memberId, yardId: null, description: null, location: null, notes: null, zone: ZONE },
    ...{ startTime, endTime, onDay, localStart, localEnd, isCallOnly: true, callNumber: number, callPeriod: 'AM', roundRank: null },
    ...{ status: 'booked', statusReason: null, isCallComplete: false, completedAt: null, asWas: null },
    ...change,
  })
}
const line = (appointmentId: string, horseId: string, clientId: string, plannedWork: string | null, change: object = {}) =>
  practice.server.write('visit_horses', uuidv7(), {
    ...{ appointmentId, horseId, clientId, payerClientId: clientId, place: 0, plannedWork, outcome: null, reason: null, completedAt: null },
    ...change,
  })

async function open(change: Parameters<typeof practice.signIn>[0] = {}) {
  await practice.signIn({ memberId, ...change })
  return render(
    <QueryClientProvider client={makeQueryClient()}>
      <main>
        <RoundPage />
        <Toaster />
      </main>
    </QueryClientProvider>,
  )
}
type Screen = Awaited<ReturnType<typeof open>>

/** Sarah's two horses at Hollybush, then Tom, then Ann. */
function aRound() {
  const sarah = client('Sarah Penrose', { phone: '07700 900118', phoneE164: '+447700900118' })
  const tom = client('Tom Vaughan')
  const ann = client('Ann Lloyd')
  const yardId = yard('Hollybush Farm Livery')
  const biscuit = horse('Biscuit', sarah)
  const merlin = horse('Merlin', sarah, { flags: ['kicks'] })
  const first = visit(sarah, 1, { yardId })
  const lines = [line(first, biscuit, sarah, 'Full set refit'), line(first, merlin, sarah, 'Trim', { place: 1 })]
  return { sarah, tom, ann, biscuit, merlin, first, lines, second: visit(tom, 2), third: visit(ann, 3) }
}
const next = (screen: Screen) => screen.getByRole('article', { name: /./ })
const sent = (entity: string) => practice.ops().filter((op) => op.entity === entity)

test('the stop at hand says where, who, what, and how each horse stands', async () => {
  aRound()
  const screen = await open()
  await expect.element(screen.getByRole('heading', { level: 1, name: shortDay(today) })).toBeVisible()
  for (const words of [
    'Next',
    'Stop 1 of 3',
    'AM, stop only',
    'Kingsland, HR6 0VK',
    'Gate 4471',
    'Biscuit',
    'Full set refit',
    'Merlin: kicks',
  ])
    await expect.element(next(screen).getByText(words, { exact: true })).toBeVisible()
  await expect.element(next(screen).getByText('7 days over').first()).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Call Sarah Penrose' })).toHaveAttribute('href', 'tel:+447700900118')
  await expect.element(screen.getByRole('link', { name: 'Navigate' })).toHaveAttribute('href', expect.stringContaining('52.2%2C-2.8'))
})

test('the widget says how far the route is', async () => {
  const { second } = aRound()
  practice.server.write('appointments', second, { isCallComplete: true, status: 'done' })
  const screen = await open()
  for (const words of ['Route Progress', '1 of 3', '33% complete', '2 stops remaining'])
    await expect.element(screen.getByText(words)).toBeVisible()
})

test('on my way says whom it texts, does it, and makes room for done', async () => {
  const { first } = aRound()
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: /On my way.*Texts Sarah: you're next/ }))
  await expect.element(screen.getByText(/Sarah will be told that you are on your way\. Test version/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Done.*Records 2 horses/ })).toBeVisible()
  await expect.poll(() => sent('appointments')).toHaveLength(1)
  expect(sent('appointments')[0]).toMatchObject({ id: first, data: { onMyWayAt: expect.any(String) } })
})

test('done records every horse as planned, finishes the stop, and can be taken back', async () => {
  const { first, lines, biscuit } = aRound()
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  await expect.element(screen.getByRole('heading', { name: 'Tom Vaughan' })).toBeVisible()
  await expect.element(screen.getByText('1 of 3')).toBeVisible()
  await expect.poll(() => sent('appointments')).toHaveLength(1)
  expect(sent('visit_horses')).toMatchObject(lines.map((id) => ({ id, data: { outcome: 'done', completedAt: expect.any(String) } })))
  expect(sent('work_entries').map((op) => op.data)).toMatchObject([
    { horseId: biscuit, visitHorseId: lines[0], serviceType: 'Full set refit', workDate: today },
    { serviceType: 'Trim', workDate: today },
  ])
  expect(sent('appointments')[0]).toMatchObject({ id: first, data: { isCallComplete: true } })
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await expect.element(screen.getByRole('heading', { name: 'Hollybush Farm Livery' })).toBeVisible()
  await expect.poll(() => sent('work_entries').map((op) => op.action)).toEqual(['CREATE', 'CREATE', 'DELETE', 'DELETE'])
  expect(sent('visit_horses').slice(2)).toMatchObject(lines.map((id) => ({ id, data: { reopen: true } })))
})

test('works without signal: done shows at once and is sent later', async () => {
  aRound()
  const screen = await open()
  await expect.element(screen.getByText('0 of 3')).toBeVisible()
  practice.api.offline(true)
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  await expect.element(screen.getByText('1 of 3')).toBeVisible()
  expect(practice.ops()).toEqual([])
})

test('a horse that is not done gives its reason and waits to be rebooked', async () => {
  const { lines } = aRound()
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'More for Merlin' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Not done because...' }))
  await userEvent.selectOptions(screen.getByLabelText('Reason'), 'Lame, vet first')
  await userEvent.type(screen.getByLabelText(/More about it/), 'near fore')
  await userEvent.click(screen.getByRole('button', { name: 'Not done', exact: true }))
  const card = screen.getByRole('region', { name: 'To rebook' })
  await expect.element(card.getByText('Merlin')).toBeVisible()
  await expect.element(card.getByText(/Lame, vet first: near fore/)).toBeVisible()
  await expect
    .poll(() => sent('visit_horses'))
    .toMatchObject([{ id: lines[1], data: { outcome: 'not_done', reason: 'Lame, vet first: near fore' } }])
  expect(sent('appointments')).toEqual([])
  await userEvent.click(card.getByRole('button', { name: 'Book again: Merlin' }))
  await expect.element(screen.getByRole('dialog', { name: 'Schedule New Appointment' })).toBeVisible()
})

test('other work than planned is recorded as what it was', async () => {
  aRound()
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'More for Biscuit' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Other work...' }))
  await userEvent.selectOptions(screen.getByLabelText('Service'), 'Front refit')
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Done', exact: true }))
  await expect.poll(() => sent('work_entries').map((op) => op.data.serviceType)).toEqual(['Front refit'])
})

test('a later stop is moved up by its arrow, and takes the number of its new place', async () => {
  await page.viewport(375, 1400)
  const { first, second, third } = aRound()
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Ann Lloyd earlier' }))
  const rows = screen.getByRole('region', { name: 'After that' }).getByRole('listitem')
  await expect.poll(() => rows.elements().map((row) => row.querySelector('b')?.textContent)).toEqual(['Ann Lloyd', 'Tom Vaughan'])
  await expect.poll(() => sent('appointments').map((op) => op.id)).toEqual([first, third, second])
  expect(sent('appointments').map((op) => op.data.callNumber)).toEqual([undefined, 2, 3])
  await expect.element(screen.getByRole('button', { name: 'Tom Vaughan later' })).toBeDisabled()
})

test('a stop and a horse are added in two taps each', async () => {
  const { ann, tom } = aRound()
  horse('Fern', tom)
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Add a stop' }))
  await userEvent.type(screen.getByRole('combobox', { name: 'Client' }), 'Tom')
  await userEvent.click(screen.getByRole('option', { name: /Tom Vaughan/ }))
  await expect.element(screen.getByText('0 of 4')).toBeVisible()
  await expect
    .poll(() => sent('appointments'))
    .toMatchObject([{ action: 'CREATE', data: { clientId: tom, isCallOnly: true, title: 'Fern' } }])
  await userEvent.click(screen.getByRole('button', { name: 'Add a horse here' }))
  await userEvent.type(screen.getByRole('combobox', { name: 'Horse' }), 'Fern')
  await userEvent.click(screen.getByRole('option', { name: /Fern/ }))
  await expect.element(next(screen).getByText('Fern', { exact: true })).toBeVisible()
  expect(ann).toBeTruthy()
})

test('running late shows every text before it goes, tells whom to ring, and sends once', async () => {
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
  await expect.element(screen.getByText(/Traffic\. Owners who look are told\./)).toBeVisible()
  await expect
    .poll(() => sent('rounds').map((op) => op.data))
    .toMatchObject([{ state: 'late', lateMinutes: 60, reason: 'Traffic', memberId, tell: [{ appointmentId: second, clientId: tom }] }])
  await userEvent.click(screen.getByRole('button', { name: 'On time again' }))
  await expect.element(screen.getByText(/Traffic\. Owners who look/)).not.toBeInTheDocument()
})

test('stopping here leaves what is not reached to be rebooked', async () => {
  const { tom, second, third } = aRound()
  const fern = line(second, horse('Fern', tom), tom, 'Trim')
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Running late' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Stop here' }))
  await expect.element(screen.getByText(/2 stops after Hollybush Farm Livery will not be reached: Tom Vaughan, Ann Lloyd/)).toBeVisible()
  await userEvent.selectOptions(screen.getByLabelText('Reason'), 'Weather')
  await userEvent.click(screen.getByRole('button', { name: 'Say so, text nobody' }))
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

test('ordering the round shows what it saves, and is taken or left', async () => {
  const { stops } = alongARoad()
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Order the round' }))
  const dialog = screen.getByRole('dialog', { name: 'Order the round' })
  await expect.element(dialog.getByText('Saves 18.0 miles')).toBeVisible()
  await expect.element(dialog.getByText('1 stop has no position: put it in by hand.')).toBeVisible()
  const order = () => dialog.getByRole('region', { name: 'New order' }).getByRole('listitem')
  const names = () =>
    order()
      .elements()
      .map((row) => row.querySelector('b')?.textContent)
  expect(names()).toEqual(['Near', 'Middle', 'Far', 'Nowhere'])
  await expect.element(dialog.getByText('was stop 3')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Nowhere earlier' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Order the rest again' }))
  expect(names()).toEqual(['Near', 'Middle', 'Nowhere', 'Far'])
  await userEvent.click(dialog.getByRole('button', { name: 'Take this order' }))
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
  await userEvent.click(screen.getByRole('button', { name: 'Say where Nowhere is' }))
  await userEvent.fill(screen.getByLabelText(/Paste a position/), '52.30000, -2.80000')
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }))
  await expect.poll(() => sent('clients')).toMatchObject([{ id: nowhere, data: { lat: 52.3, lng: -2.8, positionSource: 'pasted' } }])
})

test('the phone says where it is, and how exactly', async () => {
  alongARoad()
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((found) =>
    found({ coords: { latitude: 52.5, longitude: -2.8, accuracy: 11.7 } } as GeolocationPosition),
  )
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Order the round' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Here' }))
  await expect.element(screen.getByText('From where this phone is, to about 12 m.')).toBeVisible()
  const rows = screen.getByRole('region', { name: 'New order' }).getByRole('listitem')
  expect(rows.elements()[0]?.querySelector('b')?.textContent).toBe('Far')
})

test('the map shows the stops there are positions for, and leads to each', async () => {
  alongARoad()
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Map', exact: true }))
  await expect.element(screen.getByRole('figure', { name: 'Map of the round' })).toBeVisible()
  await expect.element(screen.getByText('1 stop has no position and is not on the map.')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Navigate to Middle' }))
    .toHaveAttribute('href', expect.stringContaining('52.2%2C-2.8'))
})

test('each stop says when it is likely to be reached', async () => {
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

test('an apprentice finishes work, but adds no stop and texts nobody', async () => {
  aRound()
  const screen = await open({ role: 'apprentice' })
  await expect.element(screen.getByRole('button', { name: 'Done', exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Add a stop' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Add a horse here' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Running late' }))
  await expect.element(screen.getByRole('button', { name: 'Say so, text nobody' })).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'Texts' })).not.toBeInTheDocument()
})

test('a finished day says so and a stop of it can be opened again', async () => {
  const tom = client('Tom Vaughan')
  visit(tom, 1, { isCallComplete: true, status: 'done' })
  const screen = await open()
  await expect.element(screen.getByText('All stops completed').first()).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Reopen Tom Vaughan' }))
  await expect.element(screen.getByText('Stop 1 of 1')).toBeVisible()
  await expect.poll(() => sent('appointments')[0]?.data).toMatchObject({ status: 'booked' })
})

test('an empty day holds the button that starts it', async () => {
  const screen = await open()
  await expect.element(screen.getByText('No stops today')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Add a stop' })).toBeVisible()
})

test('before anything has come the round says it is loading', async () => {
  const screen = await render(
    <main>
      <RoundPage />
    </main>,
  )
  await expect.element(screen.getByText('Loading the round...')).toBeVisible()
})

test.each(['light', 'dark'])('axe finds nothing in %s, on a phone and on a desktop', async (theme) => {
  const { lines } = aRound()
  practice.server.write('visit_horses', lines[1] ?? '', { outcome: 'not_done', reason: 'Not caught' })
  document.documentElement.dataset.theme = theme
  for (const [width, height] of [
    [320, 800],
    [1280, 800],
  ] as const) {
    await page.viewport(width, height)
    const screen = await open()
    await expect.element(screen.getByText('To rebook')).toBeVisible()
    await expect.element(screen.getByText('After that')).toBeVisible()
    expect(await axeFindings()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await screen.unmount()
  }
})
