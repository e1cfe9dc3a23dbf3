import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { HorsesScreen } from '#app/pages/horses/HorsesScreen.tsx'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayAndYear, dayOf, shortDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { forceSync } from '#platform/web/sync/sync.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { horseRow } from '#testing/browser/rows.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

const today = dayOf(currentTime(), 'Europe/London')
const memberId = uuidv7()
let practice: ReturnType<typeof fakePractice>
let sarah: string
let tom: string
beforeEach(async () => {
  await page.viewport(1280, 800)
  practice = fakePractice()
  sarah = practice.server.write('clients', uuidv7(), { name: 'Sarah Penrose', businessName: null, isActive: true })
  tom = practice.server.write('clients', uuidv7(), { name: 'Tom Haddon', businessName: null, isActive: true })
})
afterEach(() => practice.leave())

const horse = (name: string, change: Partial<HorseRow> = {}) =>
  practice.server.write(
    'horses',
    uuidv7(),
    horseRow({
      name,
      clientId: sarah,
      cycleDays: 42,
      owners: [{ clientId: sarah, fromOn: '2024-05-01', toOn: null }],
      lastService: addDays(today, -49),
      lastServiceType: 'Trim',
      nextDue: addDays(today, -7),
      ...change,
    }),
  )
const work = (horseId: string, workDate: string, change: object = {}) =>
  practice.server.write('work_entries', uuidv7(), {
    horseId,
    workDate,
    serviceType: 'Trim',
    description: null,
    findings: null,
    recommendations: null,
    resetsCycle: true,
    visitHorseId: null,
    memberId: uuidv7(),
    ...change,
  })

/** A link leads to the record; a test of the list covers that the list does too. */
function follow(name: string) {
  const found = [...practice.server.rows.values()].find(({ data }) => data.name === name)
  history.replaceState(null, '', `/horses?horse=${found?.id}`)
}
async function open(name: string) {
  follow(name)
  await practice.signIn({ memberId })
  const screen = await render(
    <main>
      <HorsesScreen />
      <Toaster />
    </main>,
  )
  const panel = screen.getByRole('complementary', { name: `${name} - Work History` })
  await expect.element(panel).toBeVisible()
  return { screen, panel }
}
/** The record covers the list there. */
async function openOnPhone(name: string) {
  follow(name)
  await practice.signIn()
  return render(
    <main>
      <HorsesScreen />
    </main>,
  )
}
async function turnToDesktop() {
  await page.viewport(1280, 800)
  document.documentElement.dataset.theme = 'dark'
}
type Opened = Awaited<ReturnType<typeof open>>
const choose = async ({ screen, panel }: Opened, name: string, item: RegExp) => {
  await panel.getByRole('button', { name: `More for ${name}` }).click()
  await screen.getByRole('menuitem', { name: item }).click()
}
const sent = () => practice.ops().at(-1)
const undo = ({ screen }: Opened) => screen.getByRole('button', { name: 'Undo' }).click()

test('work is written down by hand, moves the next due date at once, and can be undone', async () => {
  const id = horse('Merlin')
  work(id, addDays(today, -49))
  const opened = await open('Merlin')
  const { screen, panel } = opened
  practice.api.offline(true)
  await panel.getByRole('button', { name: 'Record work' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Work on Merlin' })
  await expect.element(dialog.getByRole('combobox', { name: 'Service' })).toHaveValue('Trim')
  await dialog.getByRole('textbox', { name: /^Findings/ }).fill('thrush, near hind')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(panel.getByText('Found: thrush, near hind')).toBeVisible()
  await expect.element(panel.getByText('in 6 weeks', { exact: false })).toBeVisible()
  await undo(opened)
  await expect.element(panel.getByText('Found: thrush, near hind')).not.toBeInTheDocument()
  await expect.element(panel.getByText('7 days over', { exact: false })).toBeVisible()
})

test('a call-out and work of one’s own name leave the cycle as it is by default', async () => {
  horse('Merlin')
  const { screen, panel } = await open('Merlin')
  await panel.getByRole('button', { name: 'Record work' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Work on Merlin' })
  const service = dialog.getByRole('combobox', { name: 'Service' })
  await service.fill('Emergency')
  await dialog.getByRole('option', { name: 'Emergency call-out' }).click()
  await expect.element(dialog.getByRole('checkbox', { name: /Starts the cycle again/ })).not.toBeChecked()
  await service.fill('Hoof boots')
  await dialog.getByRole('option', { name: /Hoof boots/ }).click()
  await expect.element(dialog.getByRole('checkbox', { name: /Starts the cycle again/ })).not.toBeChecked()
  await dialog.getByRole('checkbox', { name: /Starts the cycle again/ }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent()?.data).toMatchObject({ serviceType: 'Hoof boots', resetsCycle: true, workDate: today })
})

test('an entry is corrected and removed, each with a way back', async () => {
  const id = horse('Merlin')
  const entry = work(id, addDays(today, -49), { findings: 'risen clenches' })
  const opened = await open('Merlin')
  const { screen, panel } = opened
  await panel.getByRole('button', { name: /^Correct Trim/ }).click()
  await screen.getByRole('textbox', { name: /^Findings/ }).fill('flat in front')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(sent).toMatchObject({ action: 'UPDATE', id: entry, data: { findings: 'flat in front' } })
  await undo(opened)
  await expect.element(panel.getByText('Found: risen clenches')).toBeVisible()
  await panel.getByRole('button', { name: /^Correct Trim/ }).click()
  await screen.getByRole('button', { name: 'Remove, it was a mistake' }).click()
  await expect.element(panel.getByText('Found: risen clenches')).not.toBeInTheDocument()
  await undo(opened)
  await expect.element(panel.getByText('Found: risen clenches')).toBeVisible()
})

test('the gap learned from its work is shown next to the cycle, and one press takes it over', async () => {
  const id = horse('Merlin')
  for (const days of [-49, -99, -149]) work(id, addDays(today, days))
  const opened = await open('Merlin')
  const { panel } = opened
  await panel.getByRole('tab', { name: 'Details' }).click()
  await expect.element(panel.getByText('Actually every 7 weeks 1 day (last 2 gaps)')).toBeVisible()
  await panel.getByRole('button', { name: /^Use it: 7 weeks 1 day/ }).click()
  await expect.poll(sent).toMatchObject({ id, data: { cycleDays: 50, winterCycleDays: null } })
  await expect.element(panel.getByText('Every 7 weeks 1 day', { exact: true })).toBeVisible()
  await undo(opened)
  await expect.element(panel.getByText('Every 6 weeks', { exact: true })).toBeVisible()
})

test('a cycle has winter weeks and rules for kinds of work, and shows what they come to', async () => {
  const id = horse('Merlin')
  const { screen, panel } = await open('Merlin')
  await panel.getByRole('tab', { name: 'Details' }).click()
  await panel.getByRole('button', { name: 'Change the cycle of Merlin' }).click()
  const dialog = screen.getByRole('dialog', { name: "Merlin's cycle" })
  await expect.element(dialog.getByText(shortDay(addDays(today, -7)))).toBeVisible()
  await dialog.getByRole('button', { name: 'A different cycle after some work' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('How many weeks?')).toBeVisible()
  await dialog.getByRole('spinbutton', { name: 'Every' }).last().fill('10')
  await expect.element(dialog.getByText(shortDay(addDays(today, 21)))).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(sent).toMatchObject({ id, data: { cycleRules: [{ serviceType: 'Trim', days: 70, winterDays: null }] } })
  await expect.element(panel.getByText('After trim: 10 weeks')).toBeVisible()
})

test('a horse on box rest is not due until it is back', async () => {
  const id = horse('Merlin')
  const opened = await open('Merlin')
  const { screen, panel } = opened
  await choose(opened, 'Merlin', /^Pause/)
  const dialog = screen.getByRole('dialog', { name: 'Pause Merlin' })
  await dialog.getByRole('button', { name: 'Turned away' }).click()
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect.poll(sent).toMatchObject({ id, data: { pauses: [{ fromOn: today, untilOn: null, reason: 'Turned away' }] } })
  await expect.element(panel.getByText(`Turned away since ${dayAndYear(today)}`)).toBeVisible()
  await expect.element(screen.getByRole('row').filter({ hasText: 'Merlin' }).getByText('Turned away')).toBeVisible()
  await panel.getByRole('button', { name: 'Back again' }).click()
  await expect.poll(sent).toMatchObject({ id, data: { pauses: [] } })
  await expect.element(panel.getByText('7 days over')).toBeVisible()
})

test('a horse goes to a new owner, its past stays with the first, and the way back is one press', async () => {
  const id = horse('Merlin', { payerClientId: sarah })
  const opened = await open('Merlin')
  const { screen, panel } = opened
  practice.api.offline(true)
  await choose(opened, 'Merlin', /^New owner/)
  const dialog = screen.getByRole('dialog', { name: 'Merlin to a new owner' })
  await dialog.getByRole('button', { name: 'Change owner' }).click()
  await expect.element(dialog.getByText('Choose the new owner')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'New owner' }).fill('tom')
  await dialog.getByRole('option', { name: /Tom Haddon/ }).click()
  await dialog.getByLabelText('From').fill('2026-10-01')
  await dialog.getByRole('button', { name: 'Change owner' }).click()
  await panel.getByRole('tab', { name: 'Details' }).click()
  await expect.element(panel.getByText('1 May 2024 to 1 Oct 2026')).toBeVisible()
  await expect.element(panel.getByText('since 1 Oct 2026')).toBeVisible()
  await undo(opened)
  await expect.element(panel.getByText('since 1 May 2024')).toBeVisible()
  practice.api.offline(false)
  await forceSync()
  await expect
    .poll(() => practice.ops().map((op) => op.data))
    .toEqual([
      { clientId: tom, ownedFrom: '2026-10-01', payerClientId: null },
      { clientId: sarah, ownedFrom: '2026-10-01', payerClientId: sarah },
    ])
  expect(practice.ops()[0]?.id).toBe(id)
})

test('a horse that died is kept apart, off its coming visits, and can be brought back', async () => {
  const id = horse('Old Bess')
  const day = addDays(today, 9)
  const at = { onDay: day, localStart: '09:00', localEnd: '10:00', startTime: `${day}T09:00:00Z`, status: 'booked', isCallOnly: false }
  const visit = practice.server.write('appointments', uuidv7(), { ...at, title: 'Trim', clientId: sarah })
  const plan = { horseId: id, place: 0, plannedWork: 'Trim', clientId: sarah, payerClientId: sarah, outcome: null, completedAt: null }
  const line = practice.server.write('visit_horses', uuidv7(), { ...plan, appointmentId: visit })
  const opened = await open('Old Bess')
  const { screen, panel } = opened
  await expect.element(panel.getByText(`${shortDay(day)}, 09:00`)).toBeVisible()
  await choose(opened, 'Old Bess', /^No longer shod/)
  const dialog = screen.getByRole('dialog', { name: 'Old Bess is no longer shod' })
  await expect.element(dialog.getByRole('checkbox', { name: /coming visit/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Keep under Gone' }).click()
  await expect
    .poll(() => practice.ops().map((op) => [op.action, op.id]))
    .toEqual([
      ['UPDATE', id],
      ['DELETE', line],
    ])
  await expect.element(panel.getByText(`Deceased since ${dayAndYear(today)}`)).toBeVisible()
  await expect.element(screen.getByRole('row').filter({ hasText: 'Old Bess' })).not.toBeInTheDocument()
  await undo(opened)
  await expect.poll(sent).toMatchObject({ action: 'CREATE', entity: 'visit_horses', data: { appointmentId: visit, horseId: id } })
  await expect.element(screen.getByRole('row').filter({ hasText: 'Old Bess' })).toBeVisible()
})

test('the timeline has work, what was not done and why, owners and pauses; the rest on request', async () => {
  const pauses = [{ fromOn: '2026-01-10', untilOn: '2026-02-20', reason: 'Box rest' }]
  const id = horse('Merlin', { pauses, flags: ['kicks'], temperament: 'Hold him, no twitch.' })
  for (let n = 1; n <= 9; n++) work(id, addDays(today, -42 * n))
  const missed = { horseId: id, appointmentId: uuidv7(), clientId: sarah, payerClientId: sarah, place: 0, plannedWork: null }
  const completedAt = `${addDays(today, -3)}T12:00:00Z`
  practice.server.write('visit_horses', uuidv7(), { ...missed, outcome: 'not_done', reason: 'Lame', completedAt })
  const { panel } = await open('Merlin')
  await expect.element(panel.getByText('Not done: Lame')).toBeVisible()
  await expect.element(panel.getByText('Kicks. Hold him, no twitch.')).toBeVisible()
  await panel.getByRole('button', { name: 'Show 4 more' }).click()
  await expect.element(panel.getByText('Box rest, until Fri 20 Feb 2026')).toBeVisible()
  await expect.element(panel.getByText('has owned it since', { exact: false })).toBeVisible()
})

test('a horse entered by mistake is removed while no work is on record, and only then', async () => {
  const id = horse('Mistake')
  const opened = await open('Mistake')
  await choose(opened, 'Mistake', /^Remove/)
  await opened.screen.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(sent).toMatchObject({ action: 'DELETE', entity: 'horses', id })
  await expect.element(opened.screen.getByText('No horses yet')).toBeVisible()
})

test('an apprentice records work and changes nothing else', async () => {
  const id = horse('Merlin')
  work(id, addDays(today, -49))
  await practice.signIn({ role: 'apprentice' })
  const screen = await render(
    <main>
      <HorsesScreen />
    </main>,
  )
  await screen.getByRole('button', { name: 'View Merlin' }).click()
  await expect.element(screen.getByRole('button', { name: 'Record work' })).toBeVisible()
  for (const name of ['More for Merlin', 'Change the cycle of Merlin', 'Edit'])
    await expect.element(screen.getByRole('button', { name })).not.toBeInTheDocument()
})

test('what was photographed and spoken before work was written down goes with it', async () => {
  const id = horse('Merlin')
  const photo = { horseId: id, appointmentId: null, workEntryId: null, fileType: 'image', foot: 'NF', view: 'solar', takenOn: today }
  const about = { filedBy: memberId, fileId: null, fileName: 'x.jpg', description: null }
  const taken = practice.server.write('attachments', uuidv7(), { ...photo, ...about })
  practice.server.write('attachments', uuidv7(), { ...photo, ...about, takenOn: addDays(today, -1) })
  practice.server.write('voice_notes', uuidv7(), {
    ...{ horseId: id, visitHorseId: null, appointmentId: null, workEntryId: null, recordedAt: currentTime().toISOString() },
    transcript: 'Bit of thrush in the near fore.',
  })
  const { screen } = await open('Merlin')
  await screen.getByRole('button', { name: 'Record work' }).click()
  await expect.element(screen.getByRole('button', { name: /^NF 1 photo/ })).toBeVisible()
  await screen.getByRole('button', { name: 'Use Findings NF: thrush' }).click()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => practice.ops().map(({ entity, action }) => `${action} ${entity}`))
    .toEqual(['CREATE work_entries', 'UPDATE attachments'])
  const [work, tied] = practice.ops()
  expect(work?.data.setup).toMatchObject({ NF: { findings: ['Thrush'] } })
  expect(tied).toMatchObject({ id: taken, data: { workEntryId: work?.id } })
})

test('the feet are shown as they were left, through a call-out too', async () => {
  const id = horse('Merlin')
  const [shod, left] = [{ work: 'new', size: '5¼' }, { work: 'none' }]
  work(id, '2026-05-04', { setup: { NF: shod, OF: shod, NH: { work: 'trim' }, OH: { work: 'trim' } } })
  work(id, '2026-06-15', { serviceType: 'Emergency call-out', setup: { NF: left, OF: { work: 'new', size: '5½' }, NH: left, OH: left } })
  const { panel } = await open('Merlin')
  const feet = panel.getByRole('list', { name: 'Feet as left' })
  await expect.element(feet).toHaveTextContent('NF5¼OF5½NHTrimOHTrim')
})

test('a visit is held against the one before or an earlier one, foot by foot, on a phone and a desktop', async () => {
  await page.viewport(375, 800)
  const id = horse('Merlin')
  const trim = { work: 'trim' }
  const feet = (front: object) => ({ setup: { NF: front, OF: { work: 'new', size: '5¼' }, NH: trim, OH: trim } })
  work(id, '2026-05-04', feet({ work: 'new', size: '5', angleDegrees: 50 }))
  const middle = work(id, '2026-06-15', feet({ work: 'new', size: '5¼' }))
  const last = work(id, '2026-07-27', feet({ work: 'new', size: '5¼', angleDegrees: 52, findings: ['Thrush'] }))
  const photo = {
    horseId: id,
    appointmentId: null,
    fileType: 'image',
    foot: 'NF',
    view: null,
    takenOn: null,
    fileId: null,
    fileName: 'x.jpg',
  }
  for (const workEntryId of [middle, last]) practice.server.write('attachments', uuidv7(), { ...photo, workEntryId, description: null })
  const screen = await openOnPhone('Merlin')
  const compare = () => screen.getByRole('button', { name: /^Compare Trim of Mon 27 Jul/ }).click()
  await compare()
  const dialog = screen.getByRole('dialog', { name: 'Compare two visits' })
  const near = dialog.getByRole('region', { name: 'Near fore' })
  await expect.element(dialog.getByText('All four feet were left the same')).toBeVisible()
  await expect.element(near.getByText('Found: Thrush')).toBeVisible()
  await expect.poll(() => near.getByRole('button', { name: 'Open NF' }).elements().length).toBe(2)
  expect(dialog.getByRole('option').elements()).toHaveLength(2)
  await dialog.getByLabelText('With the visit of').selectOptions('4 May 2026, Trim')
  await expect.element(dialog.getByText('Changed: near fore', { exact: true })).toBeVisible()
  await expect.element(near.getByText('5¼, was 5', { exact: true })).toBeVisible()
  await expect.element(near.getByText('Angle: 52° (+2°)')).toBeVisible()
  await expect.element(near.getByRole('button', { name: 'Open NF' })).not.toBeInTheDocument()
  expect(await axeFindings()).toEqual([])
  await turnToDesktop()
  await compare()
  await expect.element(near.getByText('Found: Thrush')).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('axe finds nothing on the work and the cycle on a phone, and the pause, the new owner and the end on a dark desktop', async () => {
  await page.viewport(375, 800)
  const id = horse('Merlin', { payerClientId: tom })
  work(id, addDays(today, -49))
  const screen = await openOnPhone('Merlin')
  const seeDialog = async (title: string) => {
    await expect.element(screen.getByRole('dialog', { name: title })).toBeVisible()
    expect(await axeFindings(), title).toEqual([])
    await screen.getByRole('button', { name: 'Cancel' }).click()
  }
  await screen.getByRole('button', { name: 'Record work' }).click()
  await seeDialog('Work on Merlin')
  await screen.getByRole('tab', { name: 'Details' }).click()
  await screen.getByRole('button', { name: 'Change the cycle of Merlin' }).click()
  await seeDialog("Merlin's cycle")
  await turnToDesktop()
  for (const [item, title] of [
    ['Pause...', 'Pause Merlin'],
    ['New owner...', 'Merlin to a new owner'],
    ['No longer shod...', 'Merlin is no longer shod'],
  ] as const) {
    await screen.getByRole('button', { name: 'More for Merlin' }).click()
    await screen.getByRole('menuitem', { name: item }).click()
    await seeDialog(title)
  }
})
