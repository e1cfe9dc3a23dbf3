import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CareNotesCard } from '#features/visits/care/web/CareNotesCard.tsx'
import { CareToDoPanel } from '#features/visits/care/web/CareToDoPanel.tsx'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayAndYear, shortDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { forceSync } from '#platform/web/sync/sync.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { aRound, client, horse, leaveRound, memberId, next, open, practice, sent, startRound, today } from '#testing/browser/round.tsx'
import { Toaster } from '#ui/Toaster.tsx'

beforeEach(startRound)
afterEach(leaveRound)

const PLAN = { NF: { wedgeTenths: 30, pad: 'Leather pad' }, OF: { wedgeTenths: 30, pad: 'Leather pad' } }
const note = (horseId: string, change: object = {}) =>
  practice.server.write('care_notes', uuidv7(), {
    ...{ horseId, authorName: 'Mia Bevan', authorRole: 'vet', kind: 'plan', replyToId: null, body: 'Broken back axis', plan: PLAN },
    ...{ figures: { NF: { palmarAngleTenths: 5 } }, filmId: null, reviewOn: addDays(today, 42), ownerSeesFrom: null },
    ...{ saidAt: currentTime().toISOString(), memberId: null, takenAt: null, takenBy: null, withdrawnAt: null },
    ...change,
  })
const show = async (Shown: ComponentType, who: object = {}) => {
  await practice.signIn({ memberId, ...who })
  return render(
    <main>
      <Shown />
      <Toaster />
    </main>,
  )
}
const Both = ({ horseId }: { horseId: string }) => (
  <>
    <h1>Seren</h1>
    <CareToDoPanel />
    <CareNotesCard horseId={horseId} />
  </>
)
const seren = () => horse('Seren', client('Ffion Rees'))

test('a plan is shown at the horse’s stop, without signal it is accepted from the list, and the server has it once', async () => {
  const { biscuit } = aRound()
  note(biscuit)
  const screen = await open()
  const here = next(screen)
  const words = `Biscuit, vet’s plan: near fore, off fore: 3° wedge, leather pad; review ${shortDay(addDays(today, 42))}`
  await expect.element(here.getByText(words)).toBeVisible()
  await screen.unmount()
  const list = await show(() => <CareToDoPanel />)
  await expect.element(list.getByText(/a shoeing plan by Mia Bevan/)).toBeVisible()
  practice.api.offline(true)
  await userEvent.click(list.getByRole('button', { name: 'Accept' }))
  await expect.element(list.getByRole('button', { name: 'Accept' })).not.toBeInTheDocument()
  expect(sent('care_notes')).toEqual([])
  practice.api.offline(false)
  await forceSync()
  await expect.poll(() => sent('care_notes')).toMatchObject([{ action: 'UPDATE', data: { takenAt: expect.any(String) } }])
})

test('a plan is answered without signal; the answer is shown below it, and is withdrawn', async () => {
  const horseId = seren()
  const id = note(horseId)
  const screen = await show(() => <CareNotesCard horseId={horseId} />)
  await expect.element(screen.getByText('Broken back axis')).toBeVisible()
  practice.api.offline(true)
  await userEvent.click(screen.getByRole('button', { name: 'Answer' }))
  const dialog = screen.getByRole('dialog')
  await userEvent.click(dialog.getByRole('button', { name: 'Answer' }))
  await expect.element(dialog.getByText('Write your answer')).toBeVisible()
  await userEvent.fill(dialog.getByRole('textbox', { name: /^Your answer/ }), 'No wedge, the heel won’t bear it')
  await userEvent.click(dialog.getByRole('button', { name: 'Answer' }))
  await expect.element(screen.getByText('No wedge, the heel won’t bear it')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await expect.element(screen.getByText('No wedge, the heel won’t bear it')).not.toBeInTheDocument()
  practice.api.offline(false)
  await forceSync()
  await expect.poll(() => sent('care_notes').map(({ action }) => action)).toEqual(['CREATE', 'UPDATE'])
  expect(sent('care_notes')[0]?.data).toMatchObject({ replyToId: id, body: 'No wedge, the heel won’t bear it', saidAt: expect.any(String) })
  expect(Object.keys(sent('care_notes')[0]?.data ?? {}).toSorted()).toEqual(['body', 'replyToId', 'saidAt'])
})

test('a horse with a plan shows it where all are recorded as last time, until its feet are as planned', async () => {
  const { biscuit } = aRound()
  note(biscuit)
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Done', exact: true }))
  const dialog = screen.getByRole('dialog')
  const row = dialog.getByRole('region', { name: 'Biscuit' })
  await expect.element(row.getByText('Vet’s plan, not used yet')).toBeVisible()
  expect(dialog.getByText('Vet’s plan, not used yet').elements()).toHaveLength(1)
  await userEvent.click(row.getByText('Vet’s plan, not used yet'))
  await userEvent.click(dialog.getByRole('button', { name: 'Use the plan' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Biscuit done, next Merlin' }))
  await expect.element(dialog.getByText('1 of 2 done')).toBeVisible()
  expect(dialog.getByText('Vet’s plan, not used yet').elements()).toEqual([])
})

test('using the plan fills the feet, names what changed, and keeps all else as last time', async () => {
  const { biscuit, lines } = aRound()
  const shoe = { work: 'refit', shoe: 'Fullered', size: '5¼' }
  practice.server.write('work_entries', uuidv7(), {
    ...{ horseId: biscuit, visitHorseId: null, memberId, workDate: addDays(today, -49), serviceType: 'Full set refit' },
    ...{ setup: { NF: shoe, OF: shoe, NH: shoe, OH: shoe }, description: null, findings: null, recommendations: null, resetsCycle: true },
  })
  note(biscuit)
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'More for Biscuit' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Write down the work...' }))
  const dialog = screen.getByRole('dialog')
  await userEvent.click(dialog.getByRole('button', { name: 'Use the plan' }))
  await expect.element(dialog.getByText('The feet are as planned')).toBeVisible()
  await expect.element(dialog.getByText('As last time, with 2 changes')).toBeVisible()
  await expect.element(dialog.getByText(/NF: 3° wedge, leather pad added/).first()).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Biscuit done, next Merlin' }))
  const left = { ...shoe, pad: '3° wedge, leather pad' }
  await expect
    .poll(() => sent('work_entries')[0]?.data)
    .toMatchObject({
      ...{ horseId: biscuit, visitHorseId: lines[0], serviceType: 'Full set refit' },
      setup: { NF: left, OF: left, NH: shoe, OH: shoe },
    })
})

test('what was withdrawn is neither at the stop nor on the list, and can’t be accepted; an apprentice reads and accepts nothing', async () => {
  const { biscuit } = aRound()
  note(biscuit, { withdrawnAt: currentTime().toISOString() })
  const screen = await show(() => <Both horseId={biscuit} />)
  await expect.element(screen.getByText(/^Withdrawn/)).toBeVisible()
  expect(screen.getByRole('button', { name: /Accept|Answer/ }).elements()).toEqual([])
  expect(screen.getByRole('list', { name: 'From vets and para-professionals' }).elements()).toEqual([])
  await screen.unmount()
  const horseId = seren()
  note(horseId)
  const shown = await show(() => <CareNotesCard horseId={horseId} />, { role: 'apprentice' })
  await expect.element(shown.getByText('Near fore: palmar angle 0.5°')).toBeVisible()
  expect(shown.getByRole('button', { name: /Accept|Answer/ }).elements()).toEqual([])
})

test('many notes show the last three first; axe finds nothing at either width, in either theme', async () => {
  const horseId = seren()
  for (const at of [1, 2, 3, 4, 5])
    note(horseId, { kind: 'note', plan: null, figures: null, reviewOn: null, body: `Note ${at} ${'of a longer text '.repeat(20)}` })
  const plan = note(horseId, { takenAt: currentTime().toISOString(), takenBy: memberId, ownerSeesFrom: addDays(today, 14) })
  note(horseId, {
    kind: 'answer',
    replyToId: plan,
    plan: null,
    figures: null,
    reviewOn: null,
    body: 'Will do',
    authorName: 'Gareth',
    memberId,
  })
  const screen = await show(() => <Both horseId={horseId} />)
  await expect.element(screen.getByRole('button', { name: 'Show 3 more' })).toBeVisible()
  await expect.element(screen.getByText('Will do')).toBeVisible()
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    expect(await axeFindings(), `${width} ${theme}`).toEqual([])
    expect(document.documentElement.scrollWidth, String(width)).toBeLessThanOrEqual(width)
  }
})

test('what a vet keeps from the owner is marked for the farrier, until its day', async () => {
  const id = seren()
  note(id, { body: 'Kissing spines', ownerSeesFrom: addDays(today, 9) })
  note(id, { body: 'Told already', ownerSeesFrom: today })
  const screen = await show(() => <CareNotesCard horseId={id} />)
  await expect.element(screen.getByText('Kissing spines')).toBeVisible()
  const words = `Kept from the owner until the vet has spoken to them, ${dayAndYear(addDays(today, 9))} at the latest`
  expect(
    screen
      .getByText(/^Kept from the owner/)
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([words])
})
