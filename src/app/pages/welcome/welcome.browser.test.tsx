import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
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
import { dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { makeQueryClient } from '#platform/web/queries.ts'
import { refreshSession, signOut } from '#platform/web/session/session.ts'
import { readRows } from '#platform/web/use-rows.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import '#ui/styles.css'

let user: CurrentUser
let changes: object[] = []
let isServerUp = true

beforeEach(async () => {
  user = newOwner()
  changes = []
  isServerUp = true
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/api/auth/user') return Response.json(user)
    // The device's copy is what is tested: the server stays out of reach for it.
    if (!isServerUp || url.startsWith('/api/sync/')) throw new TypeError('Failed to fetch')
    if (url === '/api/auth/options') return Response.json({ emailLink: false, demo: true })
    if (url !== '/api/practice') throw new Error(`no answer for ${url}`)
    const change = JSON.parse(String(init.body)) as object
    changes.push(change)
    user = { ...user, practice: { ...user.practice, ...change } }
    return Response.json(user)
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
const heading = (screen: Screen, name: string) => expect.element(screen.getByRole('heading', { name, exact: true })).toBeVisible()

test('a practice, a client, a horse, a yard and a visit are there after six short steps', async () => {
  const { screen, at } = await open(WelcomePage)
  await screen.getByLabelText(/^FRC number/).fill('D4711')
  await screen.getByLabelText('Nation').selectOptions('wales')
  await screen.getByLabelText('Sat').click()
  await press(screen, 'Next')
  await heading(screen, 'How would you like to begin?')
  expect(changes).toEqual([{ name: "Nia's Farriery", frcNumber: 'D4711', nation: 'wales', workingDays: [1, 2, 3, 4, 5, 6] }])
  await press(screen, 'Add a first client by hand')
  await screen.getByLabelText('Name').fill("Siân O'Dwyer")
  await screen.getByLabelText(/^Phone/).fill('07700 900118')
  await press(screen, 'Next')
  await heading(screen, 'Their horse')
  await screen.getByLabelText('Name').fill('Merlin')
  await press(screen, 'Next')
  await heading(screen, 'Where it stands')
  await screen.getByLabelText('Yard').fill('Hollybush Farm')
  await screen.getByLabelText(/^Gate code/).fill('4471')
  await press(screen, 'Next')
  await heading(screen, 'Your first visit')
  await press(screen, 'Finish')
  await expect.poll(at).toBe('/')

  const [client] = await readRows<Client>('clients')
  const [yard] = await readRows<Yard>('yards')
  const [horse] = await readRows<HorseRow>('horses')
  const [visit] = await readRows<VisitRow>('appointments')
  const [line] = await readRows<VisitHorse>('visit_horses')
  expect(client).toMatchObject({ name: "Siân O'Dwyer", phone: '07700 900118', isOffline: true })
  expect(horse).toMatchObject({ name: 'Merlin', clientId: client?.id, yardId: yard?.id, cycleDays: 42 })
  expect(visit).toMatchObject({
    title: 'Merlin, Trim',
    clientId: client?.id,
    yardId: yard?.id,
    localStart: '09:00',
    memberId: user.memberId,
  })
  expect(visit && visit.onDay > dayOf(currentMs(), 'Europe/London')).toBe(true)
  expect(line).toMatchObject({ appointmentId: visit?.id, horseId: horse?.id, clientId: client?.id, plannedWork: 'Trim' })
})

test('what was typed stays when the server cannot be reached, and the step can wait', async () => {
  isServerUp = false
  const { screen } = await open(WelcomePage)
  await screen.getByLabelText('Practice name').fill('Teme Valley Farriery')
  await press(screen, 'Next')
  await expect.element(screen.getByRole('status')).toHaveTextContent('No connection. Try again when you have signal.')
  await expect.element(screen.getByLabelText('Practice name')).toHaveValue('Teme Valley Farriery')
  await press(screen, 'Skip')
  await heading(screen, 'How would you like to begin?')
})

test('a reload goes on at the step one had come to, with what was made so far, and one can go back and correct it', async () => {
  const first = await open(WelcomePage)
  await press(first.screen, 'Skip')
  await press(first.screen, 'Add a first client by hand')
  await first.screen.getByLabelText('Name').fill('Tom Haddon')
  await press(first.screen, 'Next')
  await heading(first.screen, 'Their horse')
  await first.screen.unmount()
  const { screen } = await open(WelcomePage)
  await heading(screen, 'Their horse')
  await press(screen, 'Back')
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Tom Haddon')
  await screen.getByLabelText('Name').fill('Thomas Haddon')
  await press(screen, 'Next')
  await heading(screen, 'Their horse')
  const clients = await readRows<Client>('clients')
  expect(clients.map((client) => client.name)).toEqual(['Thomas Haddon'])
})

test('one can begin with what one has, with the demo practice, or with nothing', async () => {
  const { screen, at } = await open(WelcomePage)
  await press(screen, 'Skip')
  await expect.element(screen.getByRole('link', { name: 'Bring what you have' })).toHaveAttribute('href', '/settings/import')
  await expect.element(screen.getByRole('button', { name: 'Open the demo practice' })).toBeVisible()
  await press(screen, 'Go to the diary')
  await expect.poll(at).toBe('/')
})

test('no step has an accessibility fault, on a phone or a desktop, light or dark', async () => {
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    for (const step of ['practice', 'start', 'client', 'horse', 'yard', 'visit']) {
      sessionStorage.setItem('pritchel.welcome', JSON.stringify({ step }))
      const { screen } = await open(WelcomePage)
      await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await axeFindings(), `${step} ${width} ${theme}`).toEqual([])
      expect(document.documentElement.scrollWidth, step).toBeLessThanOrEqual(width)
      await screen.unmount()
    }
  }
  delete document.documentElement.dataset.theme
  await page.viewport(1280, 800)
})
