import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { HorseTasksCard } from '#features/visits/tasks/web/HorseTasksCard.tsx'
import { TasksPage } from '#features/visits/tasks/web/TasksPage.tsx'
import { ToDoCard } from '#features/visits/tasks/web/ToDoCard.tsx'
import { currentTime } from '#lib/clock.ts'
import { addDays, shortDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { forceSync } from '#platform/web/sync/sync.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { aRound, client, horse, leaveRound, memberId, next, open, practice, sent, startRound, today } from '#testing/browser/round.tsx'
import { Toaster } from '#ui/Toaster.tsx'

beforeEach(startRound)
afterEach(leaveRound)

const BLANK = { horseId: null, clientId: null, yardId: null, appointmentId: null, workEntryId: null, notes: null, dueOn: null }
const task = (title: string, change: object = {}) =>
  practice.server.write('tasks', uuidv7(), { ...BLANK, forWhom: 'farrier', memberId, doneAt: null, doneBy: null, title, ...change })
const show = async (Shown: ComponentType) => {
  await practice.signIn({ memberId })
  return render(
    <main>
      <Shown />
      <Toaster />
    </main>,
  )
}
const button = (screen: Awaited<ReturnType<typeof open>>, name: string | RegExp) => screen.getByRole('button', { name })

test('advice written at a stop becomes a task, comes back at the horse’s next stop, and is ticked off there', async () => {
  const { biscuit, first, lines } = aRound()
  const screen = await open()
  await userEvent.click(button(screen, 'More for Biscuit'))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Write down the work...' }))
  const dialog = screen.getByRole('dialog')
  await userEvent.click(dialog.getByText('Other work, findings, advice'))
  expect(dialog.getByRole('button', { name: 'Make it a task' }).elements()).toEqual([])
  await userEvent.fill(dialog.getByRole('textbox', { name: /^Recommendations/ }), 'X-ray both fronts')
  await userEvent.click(dialog.getByRole('button', { name: 'Make it a task' }))
  await expect.element(dialog.getByText('A task for the next visit')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Biscuit done, next Merlin' }))
  await expect.poll(() => sent('tasks')).toHaveLength(1)
  const [made] = sent('tasks')
  const [work] = sent('work_entries')
  expect(made?.data).toMatchObject({
    title: 'X-ray both fronts',
    horseId: biscuit,
    appointmentId: first,
    workEntryId: work?.id,
    dueOn: null,
  })
  expect(work?.data).toMatchObject({ visitHorseId: lines[0], recommendations: 'X-ray both fronts', resetsCycle: true })
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  // It came of this very visit.
  expect(screen.getByRole('region', { name: 'To do here' }).elements()).toEqual([])
  await screen.unmount()

  practice.server.write('tasks', made?.id ?? '', { appointmentId: uuidv7() })
  practice.server.write('visit_horses', lines[0] ?? '', { outcome: null, completedAt: null })
  const later = await open()
  const here = next(later).getByRole('region', { name: 'To do here' })
  await expect.element(here.getByText('X-ray both fronts')).toBeVisible()
  practice.api.offline(true)
  await userEvent.click(here.getByRole('button', { name: 'Tick off: X-ray both fronts' }))
  await expect.element(here).not.toBeInTheDocument()
  await userEvent.click(button(later, 'Undo'))
  await userEvent.click(here.getByRole('button', { name: 'Tick off: X-ray both fronts' }))
  await expect.element(here).not.toBeInTheDocument()
  practice.api.offline(false)
  await forceSync()
  await expect.poll(() => sent('tasks').at(-1)?.data).toMatchObject({ doneAt: expect.any(String) })
})

test('a horse’s record has its tasks, to add to, change and remove, each with an undo', async () => {
  const biscuit = { id: horse('Biscuit', client('Sarah Penrose')), name: 'Biscuit' }
  const screen = await show(() => <HorseTasksCard horse={biscuit} />)
  await userEvent.click(button(screen, 'Add a task'))
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Save' }))
  await expect.element(screen.getByText('Say what to do')).toBeVisible()
  await userEvent.fill(screen.getByRole('textbox', { name: /^What to do/ }), 'Wedge the hinds')
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Save' }))
  const card = screen.getByRole('region', { name: 'To do' })
  await expect.element(card.getByText('At the next visit')).toBeVisible()
  await expect.poll(() => sent('tasks')[0]?.data).toMatchObject({ title: 'Wedge the hinds', horseId: biscuit.id, dueOn: null })
  await userEvent.click(card.getByRole('button', { name: 'Change: Wedge the hinds' }))
  await userEvent.fill(screen.getByLabelText(/^Due/), addDays(today, 20))
  await userEvent.click(screen.getByRole('radio', { name: 'The owner' }))
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Save' }))
  await expect.element(card.getByText(`Due ${shortDay(addDays(today, 20))}`)).toBeVisible()
  await expect.element(card.getByText('For the owner')).toBeVisible()
  await expect.poll(() => sent('tasks')[1]?.data).toEqual({ dueOn: addDays(today, 20), forWhom: 'owner' })
  await userEvent.click(card.getByRole('button', { name: 'Change: Wedge the hinds' }))
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Remove task' }))
  await expect.element(card).not.toBeInTheDocument()
  await userEvent.click(button(screen, 'Undo'))
  await expect.element(card.getByText('Wedge the hinds')).toBeVisible()
})

test('Home shows the five that are due first, and leads to all of them', async () => {
  const biscuit = horse('Biscuit', client('Sarah Penrose'))
  for (const days of [9, -3, 0, 4, 30, 2]) task(`In ${days}`, { dueOn: addDays(today, days) })
  task('Some day', { horseId: biscuit })
  task('Of a horse that is gone', { horseId: horse('Gone', client('Tom'), { goneOn: addDays(today, -1) }), dueOn: today })
  task('Done', { doneAt: currentTime().toISOString(), doneBy: memberId, dueOn: addDays(today, -9) })
  const screen = await show(ToDoCard)
  await expect.element(screen.getByText('7 in all')).toBeVisible()
  const titles = screen
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('p')?.textContent?.trim())
  expect(titles).toEqual(['In -3', 'In 0', 'In 2', 'In 4', 'In 9'])
  await expect.element(screen.getByText(`Overdue since ${shortDay(addDays(today, -3))}`)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'All tasks' })).toHaveAttribute('href', '/tasks')
})

test('an empty list shows what it is for', async () => {
  const empty = await show(TasksPage)
  await expect.element(empty.getByText('Nothing to do')).toBeVisible()
  await userEvent.click(empty.getByRole('radio', { name: 'Done' }))
  await expect.element(empty.getByText('Nothing done yet')).toBeVisible()
})

test('many tasks are read a part at a time, and a done task is opened again', async () => {
  for (let at = 0; at < 60; at++) task(`Task ${at}`, { dueOn: addDays(today, at) })
  task('Ring the vet', { doneAt: currentTime().toISOString(), doneBy: memberId })
  const screen = await show(TasksPage)
  await expect.element(screen.getByText('Task 49')).toBeInTheDocument()
  expect(screen.getByText('Task 50').elements()).toEqual([])
  await userEvent.click(button(screen, 'Show 10 of 10 more'))
  await expect.element(screen.getByText('Task 59')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('radio', { name: 'Done' }))
  await expect.element(screen.getByText(`Done ${shortDay(today)}`)).toBeVisible()
  await userEvent.click(button(screen, 'Reopen: Ring the vet'))
  await expect.poll(() => sent('tasks').at(-1)?.data).toEqual({ doneAt: null })
})

test('the list holds up at every width, in both themes', async () => {
  const biscuit = horse('Biscuit', client('Sarah Penrose'))
  task('X-ray both fronts before the next visit', { horseId: biscuit, notes: 'Ring Marches Equine for the plates.', forWhom: 'owner' })
  task('Order heart bars', { dueOn: addDays(today, -2) })
  const screen = await show(TasksPage)
  await expect.element(screen.getByText('Order heart bars')).toBeVisible()
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    expect(await axeFindings(), `${width} ${theme}`).toEqual([])
    expect(document.documentElement.scrollWidth, String(width)).toBeLessThanOrEqual(width)
  }
})
