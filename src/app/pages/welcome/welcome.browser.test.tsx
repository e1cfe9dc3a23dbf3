import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { WelcomePage } from '#app/pages/welcome/WelcomePage.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { Yard } from '#features/records/yards/contract.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { currentMs } from '#lib/clock.ts'
import { addDays, dayOf, mondayOf, shortDay, weekdayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { makeQueryClient } from '#platform/web/queries.ts'
import { refreshSession, signOut } from '#platform/web/session/session.ts'
import { readRows } from '#platform/web/use-rows.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import '#ui/styles.css'

let user: CurrentUser

beforeEach(async () => {
  user = newOwner()
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/api/auth/user') return Response.json(user)
    // The device's copy is what is tested: the server stays out of reach for it.
    throw new TypeError('Failed to fetch')
  })
  await refreshSession()
})
afterEach(async () => {
  await cleanup()
  // The page of the next file is this one: no user is signed in on it any more.
  await signOut(() => 'forget')
  sessionStorage.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const newOwner = (): CurrentUser => ({
  id: uuidv7(),
  firstName: 'Nia',
  lastName: "O'Rourke",
  profileImageUrl: null,
  email: 'nia@example.com',
  memberId: uuidv7(),
  role: 'owner',
  initials: 'NO',
  sessionId: uuidv7(),
  isTestVersion: true,
  mapStyleUrl: null,
  hasGeocoder: false,
  hasTranscriber: false,
  practice: {
    id: uuidv7(),
    name: "Nia's Farriery",
    nation: 'england',
    zone: 'Europe/London',
    tier: 'professional',
    trialEndsOn: '2027-01-16',
    paidUntil: null,
    nextTier: null,
    isPastDue: false,
    isEnding: false,
    frcNumber: null,
    workingDays: [1, 2, 3, 4, 5],
    isDemo: false,
  },
})

async function open(Page: () => React.ReactNode, path = '/welcome') {
  const location = memoryLocation({ path, record: true })
  const screen = await render(
    <QueryClientProvider client={makeQueryClient()}>
      <Router hook={location.hook} searchHook={location.searchHook}>
        <main>
          <Page />
        </main>
      </Router>
    </QueryClientProvider>,
  )
  return { screen, at: () => location.history?.at(-1) }
}

type Screen = Awaited<ReturnType<typeof open>>['screen']
const press = (screen: Screen, name: string) => screen.getByRole('button', { name, exact: true }).click()

/** What the device holds of the first visit. */
async function booked() {
  const [clients, horses, yards, visits, lines] = await Promise.all([
    readRows<Client>('clients'),
    readRows<HorseRow>('horses'),
    readRows<Yard>('yards'),
    readRows<VisitRow>('appointments'),
    readRows<VisitHorse>('visit_horses'),
  ])
  return { clients, horses, yards, visits, lines }
}

test('two names book the first visit, at the client’s place on the next working day, and it ends on that visit in its week', async () => {
  const { screen, at } = await open(WelcomePage)
  await expect.element(screen.getByLabelText('Client', { exact: true })).toHaveFocus()
  await userEvent.keyboard("Siân O'Dwyer{Enter}")
  await expect.element(screen.getByLabelText('Horse')).toHaveFocus()
  await userEvent.keyboard('Merlin{Enter}')
  await expect.element(screen.getByRole('heading', { level: 1, name: /^Booked: / })).toBeVisible()
  const { clients, horses, yards, visits, lines } = await booked()
  const [client, horse, visit] = [clients[0], horses[0], visits[0]]
  expect(clients).toMatchObject([{ name: "Siân O'Dwyer", isOffline: true }])
  expect(horses).toMatchObject([{ name: 'Merlin', clientId: client?.id, yardId: null, cycleDays: 42 }])
  expect(yards).toEqual([])
  expect(visits).toMatchObject([
    { title: 'Merlin, Trim', clientId: client?.id, yardId: null, localStart: '09:00', localEnd: '10:00', memberId: user.memberId },
  ])
  expect(lines).toMatchObject([{ appointmentId: visit?.id, horseId: horse?.id, clientId: client?.id, plannedWork: 'Trim' }])
  const today = dayOf(currentMs(), 'Europe/London')
  expect(visit && visit.onDay > today && [1, 2, 3, 4, 5].includes(weekdayOf(visit.onDay))).toBe(true)
  const week = screen.getByRole('region', { name: 'That week' })
  await expect.element(week.getByText('Merlin, Trim')).toBeVisible()
  expect(screen.container.querySelector('[aria-current=true]')?.textContent).toBe('09:00Merlin, Trim')
  expect(
    screen
      .getByRole('list', { name: 'Next steps' })
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/settings/import', '/settings/prices', '/settings/texts'])
  await press(screen, 'Open the calendar')
  await expect.poll(at).toBe(`/calendar?date=${visit?.onDay}&visit=${visit?.id}`)
})

test('another work, a yard, a day and a time are chosen, and a Sunday is in the week it shows', async () => {
  const { screen } = await open(WelcomePage)
  const sunday = addDays(mondayOf(dayOf(currentMs(), 'Europe/London')), 13)
  await screen.getByLabelText('Client', { exact: true }).fill('Tom Haddon')
  await screen.getByLabelText('Horse').fill('Dolly')
  await press(screen, 'Other')
  await screen.getByLabelText('Work').selectOptions('Hind refit')
  await press(screen, 'A yard')
  await press(screen, 'Book it')
  await expect.element(screen.getByText('Enter a name')).toBeVisible()
  await screen.getByLabelText('Yard').fill('Hollybush Farm')
  await screen.getByLabelText(/^Postcode/).fill('HR6 0VK')
  await screen.getByLabelText('Day').fill(sunday)
  await screen.getByLabelText('Time').fill('14:30')
  await press(screen, 'Book it')
  await expect.element(screen.getByRole('heading', { level: 1, name: `Booked: ${shortDay(sunday)}, 14:30` })).toBeVisible()
  const { horses, yards, visits } = await booked()
  expect(yards).toMatchObject([{ name: 'Hollybush Farm', postcode: 'HR6 0VK' }])
  expect(horses).toMatchObject([{ name: 'Dolly', yardId: yards[0]?.id }])
  expect(visits).toMatchObject([
    { title: 'Dolly, Hind refit', onDay: sunday, yardId: yards[0]?.id, location: 'Hollybush Farm', localEnd: '15:30' },
  ])
  await expect.element(screen.getByText(shortDay(sunday), { exact: true })).toBeVisible()
})

test('an existing client or horse of that name is used, and not made twice', async () => {
  const first = await open(WelcomePage)
  await first.screen.getByLabelText('Client', { exact: true }).fill('Tom Haddon')
  await first.screen.getByLabelText('Horse').fill('Dolly')
  await press(first.screen, 'Book it')
  await expect.element(first.screen.getByRole('heading', { level: 1, name: /^Booked: / })).toBeVisible()
  await press(first.screen, 'Open the calendar')
  await expect.poll(first.at).toMatch(/^\/calendar/)
  await first.screen.unmount()
  const { screen } = await open(WelcomePage)
  await screen.getByLabelText('Client', { exact: true }).fill(' tom haddon')
  await screen.getByLabelText('Horse').fill('DOLLY')
  await press(screen, 'Book it')
  await expect.element(screen.getByRole('heading', { level: 1, name: /^Booked: / })).toBeVisible()
  const { clients, horses, visits } = await booked()
  expect([clients.length, horses.length, visits.length]).toEqual([1, 1, 2])
})

test('what is missing is shown, and what was typed is there again after a reload, as is the visit once it is booked', async () => {
  const first = await open(WelcomePage)
  await first.screen.getByLabelText('Client', { exact: true }).fill('Tom Haddon')
  await press(first.screen, 'Book it')
  await expect.element(first.screen.getByText('Enter the horse’s name')).toBeVisible()
  await first.screen.unmount()
  const second = await open(WelcomePage)
  await expect.element(second.screen.getByLabelText('Client', { exact: true })).toHaveValue('Tom Haddon')
  await second.screen.getByLabelText('Horse').fill('Dolly')
  await press(second.screen, 'Book it')
  await expect.element(second.screen.getByRole('heading', { level: 1, name: /^Booked: / })).toBeVisible()
  await second.screen.unmount()
  const { screen } = await open(WelcomePage)
  await expect.element(screen.getByRole('heading', { level: 1, name: /^Booked: / })).toBeVisible()
})

test('it can be skipped, goes on to where one was going, and offers no demo', async () => {
  const { screen, at } = await open(WelcomePage, '/welcome?next=%2Fsettings%2Fplan')
  await expect.element(screen.getByRole('link', { name: 'Import clients and horses instead' })).toHaveAttribute('href', '/settings/import')
  expect(screen.getByText(/demo/i).elements()).toEqual([])
  await press(screen, 'Skip')
  await expect.poll(at).toBe('/settings/plan')
})

test('neither step has an accessibility fault, on a phone or a desktop, light or dark', async () => {
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    const { screen } = await open(WelcomePage)
    await press(screen, 'A yard')
    expect(await axeFindings(), `form ${width} ${theme}`).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await screen.getByLabelText('Client', { exact: true }).fill('Tom Haddon')
    await screen.getByLabelText('Horse').fill('Dolly')
    await screen.getByLabelText('Yard').fill('Hollybush Farm Livery and Stud, Kingsland')
    await press(screen, 'Book it')
    await expect.element(screen.getByRole('heading', { level: 1, name: /^Booked: / })).toBeVisible()
    expect(await axeFindings(), `booked ${width} ${theme}`).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    sessionStorage.clear()
    await screen.unmount()
  }
  delete document.documentElement.dataset.theme
  await page.viewport(1280, 800)
})
