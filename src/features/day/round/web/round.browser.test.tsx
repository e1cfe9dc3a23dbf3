import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { RoundPage } from '#features/day/round/web/RoundPage.tsx'
import { whenOn } from '#features/visits/appointments/rules.ts'
import { setClock } from '#lib/clock.ts'
import { addDays, instantOf, shortDay } from '#lib/dates.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { aRound, client, horse, leaveRound, line, next, open, practice, sent, startRound, today, visit } from '#testing/browser/round.tsx'
import { resetClock } from '#testing/set-clock.ts'

beforeEach(startRound)
afterEach(() => {
  resetClock()
  return leaveRound()
})

test('the current stop shows where, who, what, and the state of each horse', async () => {
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

test('the widget shows the progress of the round', async () => {
  const { second } = aRound()
  practice.server.write('appointments', second, { isCallComplete: true, status: 'done' })
  const screen = await open()
  for (const words of ['Route Progress', '1 of 3', '33% complete', '2 stops remaining'])
    await expect.element(screen.getByText(words)).toBeVisible()
})

test('on my way shows whom it texts, does it, and makes room for done', async () => {
  const { first } = aRound()
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: /On my way.*Texts Sarah: you're next/ }))
  await expect.element(screen.getByText(/Sarah will be told you're on your way\. Test version/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Done.*Write down 2 horses/ })).toBeVisible()
  await expect.poll(() => sent('appointments')).toHaveLength(1)
  expect(sent('appointments')[0]).toMatchObject({ id: first, data: { onMyWayAt: expect.any(String) } })
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
    .toMatchObject([{ action: 'CREATE', data: { clientId: tom, isCallOnly: true, title: 'Fern', callNumber: 4, callPeriod: 'AM' } }])
  await expect.element(screen.getByText('Tom Vaughan, number 4 of the morning. Nobody is texted.')).toBeVisible()
  await userEvent.click(screen.getByText('More on this stop'))
  await userEvent.click(screen.getByRole('button', { name: 'Add a horse here' }))
  await userEvent.type(screen.getByRole('combobox', { name: 'Horse' }), 'Fern')
  await userEvent.click(screen.getByRole('option', { name: /Fern/ }))
  await expect.element(next(screen).getByText('Fern', { exact: true })).toBeVisible()
  expect(ann).toBeTruthy()
})

test('a stop added takes the number after the last of its half of the day', async () => {
  const [tom, ann] = [client('Tom Vaughan'), client('Ann Lloyd')]
  visit(tom, 3)
  visit(ann, 7, { callPeriod: 'PM' })
  visit(ann, 8, { callPeriod: 'PM', status: 'cancelled' })
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Add a stop' }))
  await userEvent.type(screen.getByRole('combobox', { name: 'Client' }), 'Tom')
  await userEvent.click(screen.getByRole('option', { name: /Tom Vaughan/ }))
  await expect.element(screen.getByText('Tom Vaughan, number 8 of the afternoon. Nobody is texted.')).toBeVisible()
  await expect.poll(() => sent('appointments')).toMatchObject([{ data: { callNumber: 8, callPeriod: 'PM' } }])
})

test('on a phone the one next step is docked above the bottom bar, whatever the stop holds', async () => {
  const { sarah, first } = aRound()
  for (let more = 0; more < 6; more++) line(first, horse(`Horse ${more}`, sarah), sarah, 'Trim', { place: more + 2 })
  await page.viewport(375, 812)
  const screen = await open()
  const way = screen.getByRole('button', { name: /^On my way/ })
  await expect.element(way).toBeVisible()
  const within = () => {
    const row = [
      way,
      ...['Navigate', 'Call Sarah Penrose'].map((name) => screen.getByRole('link', { name })),
      screen.getByRole('button', { name: 'Done', exact: true }),
    ]
    return row.map((one) => one.element().getBoundingClientRect())
  }
  const [, ...three] = within()
  expect(within().every(({ top, bottom }) => top > 0 && bottom < 812 - 68)).toBe(true)
  expect(new Set(three.map(({ height, top }) => `${height} ${top}`))).toEqual(new Set([`48 ${three[0]?.top}`]))
  expect(new Set(three.map(({ width }) => Math.round(width))).size).toBe(1)
  await page.viewport(1280, 800)
  await expect.poll(() => way.element().getBoundingClientRect().bottom).toBeLessThan(800)
})

test('only what is due has a badge', async () => {
  const { lines, sarah, first } = aRound()
  line(first, horse('Fern', sarah, { nextDue: addDays(today, 30), lastService: addDays(today, -12) }), sarah, 'Check', { place: 2 })
  const screen = await open()
  await expect.element(next(screen).getByText('7 days over').first()).toBeVisible()
  await expect.element(next(screen).getByText('Fern', { exact: true })).toBeVisible()
  expect(next(screen).getByText('Current').elements()).toEqual([])
  expect(lines).toHaveLength(2)
})

test('a day that was left open is closed stop by stop, with no time of the night, and opened again by Undo', async () => {
  setClock(instantOf(today, '21:30', 'Europe/London'))
  const { lines, second, third } = aRound()
  const screen = await open()
  const asked = "Today's round isn't closed: 3 stops"
  await expect.element(screen.getByText(asked)).toBeVisible()
  expect(document.body.textContent).not.toMatch(/\b(2[1-3]|0[0-4]):\d\d\b/)
  await userEvent.click(screen.getByRole('button', { name: 'Close the day' }))
  const dialog = screen.getByRole('dialog', { name: 'Close the day' })
  await userEvent.click(dialog.getByRole('radiogroup', { name: 'Hollybush Farm Livery' }).getByRole('radio', { name: 'Done' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Close the day' }))
  await expect.element(screen.getByText(/^1 done, 2 moved to /)).toBeVisible()
  await expect.element(screen.getByText(asked)).not.toBeInTheDocument()
  await expect.poll(() => sent('visit_horses').map(({ id, data }) => [id, data.outcome])).toEqual(lines.map((id) => [id, 'done']))
  const daysOf = (id: string) => sent('appointments').flatMap((op) => (op.id === id ? [op.data.onDay] : []))
  await expect.poll(() => [second, third].map((id) => daysOf(id).length)).toEqual([1, 1])
  expect(daysOf(second)[0]).not.toBe(today)
  await expect.poll(() => sent('rounds').map((op) => op.data.state)).toEqual(['finished'])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await expect.element(screen.getByText(asked)).toBeVisible()
  await expect.poll(() => [second, third].map((id) => daysOf(id).at(-1))).toEqual([today, today])
  await expect.poll(() => sent('rounds').map((op) => op.data.state)).toEqual(['finished', 'running'])
})

test('a round of yesterday that was forgotten is shown until it is closed', async () => {
  const tom = client('Tom Vaughan')
  const yesterday = whenOn(addDays(today, -1), '08:00', '08:00', 'Europe/London')
  visit(tom, 1, yesterday)
  const screen = await open()
  await expect.element(screen.getByText("Yesterday's round isn't closed: 1 stop")).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Close the day' }))
  const dialog = screen.getByRole('dialog', { name: 'Close the day' })
  await userEvent.click(dialog.getByRole('radio', { name: 'Done' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Close the day' }))
  await expect.element(screen.getByText("Yesterday's round isn't closed: 1 stop")).not.toBeInTheDocument()
  await expect.poll(() => sent('appointments').map(({ data }) => data.isCallComplete)).toEqual([true])
})

test('a finished day is shown as such and a stop of it can be opened again', async () => {
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

test('before any data has come the round shows that it is loading', async () => {
  const screen = await render(
    <main>
      <RoundPage />
    </main>,
  )
  await expect.element(screen.getByText('Loading the round...')).toBeVisible()
})

test('axe finds nothing, on a phone and on a desktop, light or dark', async () => {
  const { lines } = aRound()
  practice.server.write('visit_horses', lines[1] ?? '', { outcome: 'not_done', reason: 'Not caught' })
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    const screen = await open()
    await expect.element(screen.getByText('To rebook')).toBeVisible()
    await expect.element(screen.getByText('After that')).toBeVisible()
    expect(await axeFindings()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await screen.unmount()
  }
})
