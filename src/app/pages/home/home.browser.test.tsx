import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { FirstFetch } from '#app/frame/FirstFetch.tsx'
import { ActivityPage } from '#app/pages/home/ActivityPage.tsx'
import { HomePage } from '#app/pages/home/HomePage.tsx'
import { settingsFrom, withWorkingDays } from '#features/core/practice/rules.ts'
import { roundEndpoints } from '#features/day/round/contract.ts'
import { whenOn } from '#features/visits/appointments/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, longDay, shortDay, weekdayOf } from '#lib/dates.ts'
import { explain } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { makeQueryClient } from '#platform/web/queries.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { Refusal } from '#testing/browser/fake-api.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { clientRow } from '#testing/browser/rows.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

const ZONE = 'Europe/London'
const today = dayOf(currentTime(), ZONE)
const memberId = uuidv7()
let practice: ReturnType<typeof fakePractice>
beforeEach(async () => {
  await page.viewport(1280, 800)
  practice = fakePractice()
})
afterEach(() => practice.leave())

const PRACTICE = {
  ...{ id: uuidv7(), name: 'Probert Farriery', nation: 'wales' as const, zone: ZONE, tier: 'professional' as const },
  ...{ trialEndsOn: null, paidUntil: null, nextTier: null, isPastDue: false, isEnding: false, frcNumber: null, isDemo: false },
}
const ACTIVITY = {
  ...{ id: uuidv7(), title: 'Biscuit, trim done', description: 'by Gareth Probert' },
  ...{ time: currentTime().toISOString(), canUndo: true },
}

const REFUSED = uuidv7()

const client = (name: string, change: object = {}) => practice.server.write('clients', uuidv7(), clientRow({ name, ...change }))
const horse = (name: string, clientId: string, dueIn: number, change: object = {}) =>
  practice.server.write('horses', uuidv7(), {
    ...{
      name,
      clientId,
      flags: [],
      birthYear: null,
      breed: null,
      yardId: null,
      cycleDays: 42,
      pauses: [],
      goneOn: null,
      color: 'bay',
    },
    ...{ lastService: addDays(today, dueIn - 42), nextDue: addDays(today, dueIn) },
    ...change,
  })
const visit = (onDay: string, title: string, clientId: string | null, change: object = {}) => {
  const { startTime, endTime, localStart, localEnd } = whenOn(onDay, '09:00', '10:00', ZONE)
  return practice.server.write('appointments', uuidv7(), {
    ...{ title, clientId, memberId, yardId: null, description: null, location: null, notes: null, zone: ZONE, onDay },
    ...{ startTime, endTime, localStart, localEnd, isCallOnly: false, callNumber: 1, callPeriod: 'AM', roundRank: null },
    ...{ status: 'booked', statusReason: null, tariff: 'standard', isCallComplete: false, completedAt: null, asWas: null },
    ...change,
  })
}

/** Signed in on a day that is, or is not, one of the working week. */
async function open({ isWorkingDay = true } = {}) {
  const workingDays = [0, 1, 2, 3, 4, 5, 6].filter((day) => isWorkingDay || day !== weekdayOf(today))
  practice.decides({ workingHours: withWorkingDays(settingsFrom(undefined), workingDays) })
  await practice.signIn({ memberId, practice: { ...PRACTICE, workingDays } })
  return home()
}

/** Home with all its cards: what is below the fold comes when it is near the screen, or at the first key. */
async function home() {
  const screen = await render(
    <QueryClientProvider client={makeQueryClient()}>
      <main>
        <FirstFetch>
          <HomePage />
        </FirstFetch>
        <Toaster />
      </main>
    </QueryClientProvider>,
  )
  // On a phone they are folded.
  const last = matchMedia('(width < 48rem)').matches ? 'Horses' : 'Recent horse records'
  await expect.element(screen.getByRole('heading', { name: last })).toBeInTheDocument()
  // The page listens once it is painted; a key before that is not heard.
  for (let frames = 0; frames < 3; frames++) {
    await new Promise(requestAnimationFrame)
    await userEvent.keyboard('{Shift}')
  }
  return screen
}
const stat = (screen: Awaited<ReturnType<typeof open>>, label: string) => screen.getByRole('link', { name: new RegExp(`^${label}`) })

test('four figures are counted on the device, as the server counts them', async () => {
  const sarah = client('Sarah Penrose')
  client('Away', { isActive: false })
  horse('Biscuit', sarah, -7)
  horse('Merlin', sarah, 3)
  horse('Gone', sarah, -50, { goneOn: '2026-01-01', goneReason: 'deceased' })
  horse('Resting', sarah, -50, { pauses: [{ fromOn: addDays(today, -1), untilOn: addDays(today, 30), reason: null }] })
  visit(today, 'Trim', sarah)
  visit(today, 'Done', sarah, { isCallComplete: true, status: 'done' })
  visit(today, 'Off', sarah, { status: 'cancelled' })
  visit(today, 'Dentist', null)
  const screen = await open()
  await expect.element(stat(screen, "Today's Appointments")).toHaveTextContent("Today's Appointments21 done, 1 to go")
  await expect.element(stat(screen, 'Active Clients')).toHaveTextContent('Active Clients1')
  await expect.element(stat(screen, 'Horses Managed')).toHaveTextContent('Horses Managed31 due in the next week')
  await expect.element(stat(screen, 'Overdue Services')).toHaveTextContent('Overdue Services1of 1 owner')
})

test('tomorrow shows client, place, time and notes, but no time for a stop without one', async () => {
  const sarah = client('Sarah Penrose')
  const tomorrow = addDays(today, 1)
  visit(tomorrow, 'Four broodmares', sarah, { location: 'Upper Court', notes: 'Stocks needed' })
  visit(tomorrow, 'Just a stop', null, { isCallOnly: true, callNumber: 2, callPeriod: 'PM' })
  const screen = await open()
  const card = screen.getByRole('region', { name: "Tomorrow's Schedule" })
  await expect.element(card.getByText('Four broodmares')).toBeVisible()
  await expect.element(card.getByText('Sarah Penrose, 09:00 to 10:00, Upper Court')).toBeVisible()
  await expect.element(card.getByText('Stocks needed')).toBeVisible()
  await expect.element(card.getByText('Booked').first()).toBeVisible()
  await expect.element(card.getByText(/^N\/A, Stop #2, PM/)).toBeVisible()
})

test('a change in the user’s own calendar is raised once, with a round or without one', async () => {
  const onDay = addDays(today, 4)
  const dentist = visit(onDay, 'Dentist', null)
  practice.server.write('calendar_changes', uuidv7(), {
    ...{ memberId, appointmentId: dentist, kind: 'deleted', calendar: 'Apple and CalDAV', state: 'open', decidedAt: null },
    ...{ wasDay: onDay, wasStart: null, wasEnd: null, nowDay: null, nowStart: null, nowEnd: null },
  })
  for (const isWorkingDay of [true, false]) {
    const screen = await open({ isWorkingDay })
    await expect.element(screen.getByText(`Dentist, ${shortDay(onDay)}: deleted in your calendar.`)).toBeVisible()
    expect(screen.getByRole('region', { name: 'Changes in your calendar' }).elements()).toHaveLength(1)
    await screen.unmount()
  }
})

test('an empty practice shows that card by card', async () => {
  practice.api.on(roundEndpoints.activity, () => [])
  const screen = await open()
  for (const words of ['No appointments scheduled for tomorrow', 'No recent activity', 'No horses found', 'No stops today'])
    await expect.element(screen.getByText(words)).toBeVisible()
  await expect.element(screen.getByRole('heading', { level: 1, name: longDay(today) })).toBeVisible()
})

test('the round comes first on a working day, and on any day with a stop on it', async () => {
  const idle = await open({ isWorkingDay: false })
  await expect.element(idle.getByText('No horses found')).toBeVisible()
  await expect.element(idle.getByRole('heading', { name: "Today's round" })).not.toBeInTheDocument()
  await idle.unmount()
  await practice.leave()
  practice = fakePractice()
  visit(today, 'Trim', client('Sarah Penrose'))
  const busy = await open({ isWorkingDay: false })
  await expect.element(busy.getByRole('heading', { name: "Today's round" }).first()).toBeVisible()
})

test('recent activity is the server’s, and without signal the last this device received', async () => {
  practice.api.on(roundEndpoints.activity, () => [ACTIVITY])
  const first = await open()
  await expect.element(first.getByText('Biscuit, trim done')).toBeVisible()
  await first.unmount()
  practice.api.offline(true)
  const again = await home()
  const card = again.getByRole('region', { name: 'Recent Activity' })
  await expect.element(card.getByText('Biscuit, trim done')).toBeVisible()
  await expect.element(card.getByText(/^as at/)).toBeVisible()
  await expect.element(card.getByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
})

test('an action is undone from its row, and a refusal shows why', async () => {
  const undone: string[] = []
  practice.api.on(roundEndpoints.activity, () =>
    undone.length
      ? [
          { ...ACTIVITY, canUndo: false },
          { ...ACTIVITY, id: REFUSED, title: 'Moved Sarah' },
        ]
      : [ACTIVITY],
  )
  practice.api.on(roundEndpoints.undo, ({ params }) => {
    if (params.id === REFUSED) throw new Refusal('text_has_gone')
    undone.push(params.id)
    return undefined
  })
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Undo: Biscuit, trim done' }))
  await expect.element(screen.getByText('Undone', { exact: true })).toBeVisible()
  expect(undone).toEqual([ACTIVITY.id])
  await userEvent.click(screen.getByRole('button', { name: 'Undo: Moved Sarah' }))
  await expect.element(screen.getByText(explain('text_has_gone').message)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'View all activity' })).toHaveAttribute('href', '/reports')
})

test('all activity is read page by page, of one kind if chosen', async () => {
  const asked: unknown[] = []
  practice.api.on(roundEndpoints.activity, ({ query }) => {
    asked.push(query)
    const { kind, after } = query
    const title = kind ? `Of ${kind}` : after ? 'Long ago' : 'Just now'
    return Array.from({ length: kind || after ? 1 : 40 }, (_, at) => ({ ...ACTIVITY, id: uuidv7(), title: `${title} ${at}` }))
  })
  await practice.signIn({ memberId, practice: { ...PRACTICE, workingDays: [1] } })
  const screen = await render(
    <QueryClientProvider client={makeQueryClient()}>
      <main>
        <ActivityPage />
      </main>
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText('Just now 39')).toBeInTheDocument()
  expect(await axeFindings()).toEqual([])
  await page.viewport(320, 800)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await page.viewport(1280, 800)
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }))
  await expect.element(screen.getByText('Long ago 0')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Horses' }))
  await expect.element(screen.getByText('Of horses 0')).toBeVisible()
  await expect.element(screen.getByText('Just now 0')).not.toBeInTheDocument()
})

test('an apprentice is offered nothing they may not do', async () => {
  horse('Biscuit', client('Sarah Penrose'), -7)
  await practice.signIn({ memberId, role: 'apprentice', practice: { ...PRACTICE, workingDays: [0, 1, 2, 3, 4, 5, 6] } })
  const screen = await home()
  const card = screen.getByRole('region', { name: 'Quick Actions' })
  await expect.element(card.getByRole('link', { name: 'View Calendar' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'View Biscuit' })).toBeVisible()
  for (const name of [/Edit Biscuit/, /New Appointment/]) expect(screen.getByRole('button', { name }).elements()).toEqual([])
  expect(card.getByRole('link', { name: 'Add Horse' }).elements()).toEqual([])
})

test('quick actions lead to screens that are there, and a new appointment opens at once', async () => {
  const screen = await open()
  const card = screen.getByRole('region', { name: 'Quick Actions' })
  await expect.element(card.getByRole('link', { name: 'Schedule Visit' })).toHaveAttribute('href', '/calendar')
  await expect.element(card.getByRole('link', { name: 'Add Horse' })).toHaveAttribute('href', '/horses')
  await expect.element(card.getByRole('link', { name: 'View Calendar' })).toHaveAttribute('href', '/calendar')
  await userEvent.click(card.getByRole('button', { name: 'New Appointment' }))
  await expect.element(screen.getByRole('dialog', { name: 'Schedule New Appointment' })).toBeVisible()
})

test('a voice note is recorded for the current stop’s horse, chosen where it has several', async () => {
  const sarah = client('Sarah Penrose')
  const stop = visit(today, 'Trim', sarah)
  const at = (horseId: string, place: number) =>
    practice.server.write('visit_horses', uuidv7(), {
      ...{ appointmentId: stop, horseId, clientId: sarah, payerClientId: sarah, place, plannedWork: null },
      ...{ outcome: null, reason: null, completedAt: null },
    })
  const [biscuit, merlin] = [horse('Biscuit', sarah, 3), horse('Merlin', sarah, 3)]
  const lines = [at(biscuit, 0), at(merlin, 1)]
  const screen = await open()
  const speak = () => userEvent.click(screen.getByRole('region', { name: 'Quick Actions' }).getByRole('button', { name: 'Voice Note' }))
  practice.api.offline(true)
  await speak()
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Merlin' }))
  // Which second is seen is the machine's affair.
  await expect.poll(() => screen.getByRole('timer').query()?.textContent).toMatch(/^0:\d*[1-9]/)
  expect(await axeFindings()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Stop', exact: true }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  practice.api.offline(false)
  await speak()
  await userEvent.click(screen.getByRole('button', { name: 'Another horse' }))
  await expect.element(screen.getByRole('combobox', { name: 'Horse' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))

  practice.server.write('visit_horses', lines[1] ?? '', { outcome: 'done', completedAt: currentTime().toISOString() })
  await syncNow()
  // The recorder keeps to the round as the screen has it when it is opened.
  const row = screen.getByRole('article').getByRole('listitem').filter({ hasText: 'Merlin' })
  await expect.element(row.getByText('Done', { exact: true })).toBeVisible()
  await speak()
  const queue = await currentStore()?.queue.toArray()
  expect(queue?.find(({ entity }) => entity === 'voice_notes')?.data).toMatchObject({
    horseId: merlin,
    appointmentId: stop,
    visitHorseId: lines[1],
  })
  await expect.element(screen.getByRole('region', { name: 'Voice note for Biscuit' }).getByRole('timer')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await screen.unmount()
})

test('recent horses come with owner, dates and a status that is computed', async () => {
  const sarah = client('Sarah Penrose')
  horse('Biscuit', sarah, -7)
  horse('Merlin', sarah, 30)
  const screen = await open()
  const table = screen.getByRole('table')
  for (const head of ['Horse', 'Owner', 'Last Service', 'Next Due', 'Status', 'Actions'])
    await expect.element(table.getByRole('columnheader', { name: head, exact: true })).toBeVisible()
  const rows = table.getByRole('row')
  for (const words of ['Merlin', 'Sarah Penrose', 'Current']) await expect.element(rows.nth(1).getByText(words)).toBeVisible()
  for (const words of ['Biscuit', 'Sarah Penrose', 'Overdue']) await expect.element(rows.nth(2).getByText(words)).toBeVisible()
  await userEvent.click(table.getByRole('button', { name: 'Edit Biscuit' }))
  await expect.element(screen.getByRole('dialog', { name: 'Edit Horse' })).toBeVisible()
})

test('on a day off the head of the screen is never replaced a moment later, with a stop or without', async () => {
  await page.viewport(375, 800)
  for (const hasStop of [false, true]) {
    if (hasStop) visit(today, 'Trim', client('Sarah Penrose'))
    const seen = new Set<string>()
    const look = () => {
      for (const head of document.querySelectorAll('h1')) if (head.checkVisibility()) seen.add(head.textContent)
    }
    const watcher = new MutationObserver(look)
    watcher.observe(document.body, { childList: true, subtree: true })
    const screen = await open({ isWorkingDay: false })
    await expect.element(screen.getByRole('button', { name: /^Tomorrow/ })).toBeInTheDocument()
    const heads = () => {
      look()
      return [...seen].filter((head) => head !== 'Fetching your practice')
    }
    await expect.poll(heads).toEqual([hasStop ? shortDay(today) : longDay(today)])
    watcher.disconnect()
    await screen.unmount()
    await practice.leave()
    practice = fakePractice()
  }
})

test('on a phone what follows the stops is folded to a line each with its count, and opens by a press', async () => {
  await page.viewport(375, 812)
  const sarah = client('Sarah Penrose')
  visit(today, 'Trim', sarah)
  visit(addDays(today, 1), 'Full set', sarah)
  visit(addDays(today, 1), 'Refit', sarah)
  const screen = await open()
  const tomorrow = screen.getByRole('button', { name: 'Tomorrow 2' })
  await expect.element(tomorrow).toHaveAttribute('aria-expanded', 'false')
  await expect.element(screen.getByText("Tomorrow's Schedule")).not.toBeInTheDocument()
  for (const name of ['Messages', 'Money', 'To do', 'Week', 'Quick Actions', 'Activity', 'Horses'])
    await expect.element(screen.getByRole('button', { name, exact: true })).toBeVisible()
  await tomorrow.click()
  await expect.element(screen.getByRole('region', { name: "Tomorrow's Schedule" }).getByText('Full set')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await tomorrow.click()
  await expect.element(screen.getByText("Tomorrow's Schedule")).not.toBeInTheDocument()
})

test('the money to deal with is one press away, for those who see money', async () => {
  const screen = await open()
  const money = screen.getByRole('region', { name: 'Money' })
  await expect.element(money.getByRole('link', { name: /^To invoice/ })).toHaveAttribute('href', '/money?tab=to-invoice')
  await expect.element(money.getByRole('link', { name: /^Overdue/ })).toHaveAttribute('href', '/money?tab=owed')
})

test('a new practice has its first steps above the cards, until the first visit is booked', async () => {
  const empty = await open()
  const steps = empty.getByRole('region', { name: 'First steps' })
  await expect.element(steps.getByRole('link', { name: /^Import/ })).toHaveAttribute('href', '/settings/import')
  await steps.getByRole('button', { name: /^Add a client/ }).click()
  await expect.element(empty.getByRole('dialog', { name: 'Add New Client' })).toBeVisible()
  await empty.unmount()
  await practice.leave()
  practice = fakePractice()
  visit(today, 'Trim', client('Sarah Penrose'))
  const begun = await open()
  await expect.element(begun.getByRole('heading', { name: "Today's round" }).first()).toBeVisible()
  await expect.element(begun.getByRole('region', { name: 'First steps' })).not.toBeInTheDocument()
})
