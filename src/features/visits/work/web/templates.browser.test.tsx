import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { TemplatesPage } from '#features/visits/work/web/TemplatesPage.tsx'
import { WorkDialog } from '#features/visits/work/web/WorkDialog.tsx'
import { addDays } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { aRound, leaveRound, memberId, open as openRound, practice, sent, startRound, today } from '#testing/browser/round.tsx'
import { Toaster } from '#ui/Toaster.tsx'

beforeEach(startRound)
afterEach(leaveRound)

const BAR = { work: 'new', shoe: 'Heart bar', pad: 'Leather pad' }
const TRIM = { work: 'trim' }
const template = (name: string, change: object = {}) =>
  practice.server.write('work_templates', uuidv7(), {
    ...{ name, serviceType: 'Front shoes new', setup: { NF: BAR, OF: BAR, NH: TRIM, OH: TRIM } },
    ...{ description: 'Heart bars in front', recommendations: 'X-ray before next time', resetsCycle: false },
    ...change,
  })
const worn = (horseId: string) =>
  practice.server.write('work_entries', uuidv7(), {
    ...{ horseId, visitHorseId: null, memberId, workDate: addDays(today, -49), serviceType: 'Front shoes new' },
    ...{ setup: { NF: { ...BAR, size: '5¼' }, OF: { work: 'new', size: '5¼' }, NH: TRIM, OH: TRIM } },
    ...{ description: null, findings: null, recommendations: null, resetsCycle: true },
  })

async function showPage(change: Partial<CurrentUser> = {}) {
  const user = await practice.signIn({ memberId, ...change })
  const screen = await render(
    <main>
      <TemplatesPage />
      <Toaster />
    </main>,
  )
  return { screen, user }
}

test('a template fills work written down by hand, in the horse’s own sizes, and the work can be kept as another', async () => {
  const { biscuit } = aRound()
  worn(biscuit)
  template('Heart bars')
  await practice.signIn({ memberId })
  const screen = await render(
    <main>
      <WorkDialog horse={{ id: biscuit, name: 'Biscuit' }} serviceType="Trim" onClose={() => {}} />
      <Toaster />
    </main>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Use a template' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Heart bars' }))
  const dialog = screen.getByRole('dialog', { name: 'Work on Biscuit' })
  await expect.element(dialog.getByRole('combobox', { name: 'Service' })).toHaveValue('Front shoes new')
  await expect.element(dialog.getByRole('checkbox', { name: /Starts the cycle again/ })).not.toBeChecked()
  await expect.element(dialog.getByRole('button', { name: /^NF 5¼ heart bar, leather pad/ })).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Make it a task' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save as template...' }))
  const kept = screen.getByRole('dialog', { name: 'New template' })
  await userEvent.click(kept.getByRole('button', { name: 'Save template' }))
  await expect.element(kept.getByText('Give it a name')).toBeVisible()
  await userEvent.fill(kept.getByRole('textbox', { name: /^Name/ }), 'As Biscuit')
  await userEvent.click(kept.getByRole('button', { name: 'Save template' }))
  await expect
    .poll(() => sent('work_templates')[0]?.data)
    .toMatchObject({ name: 'As Biscuit', serviceType: 'Front shoes new', setup: { NF: BAR, OF: BAR, NH: TRIM }, resetsCycle: false })
  await userEvent.click(dialog.getByRole('button', { name: 'Save', exact: true }))
  await expect.poll(() => sent('tasks')[0]?.data).toMatchObject({ title: 'X-ray before next time', horseId: biscuit, dueOn: null })
  expect(sent('work_entries')[0]?.data).toMatchObject({
    ...{ serviceType: 'Front shoes new', resetsCycle: false, description: 'Heart bars in front' },
    setup: { NF: { ...BAR, size: '5¼' }, OF: { ...BAR, size: '5¼' } },
  })
})

test('in the closeout one press fills the current horse, and the cycle carries on as the template sets it', async () => {
  aRound()
  template('Heart bars')
  const screen = await openRound()
  await userEvent.click(screen.getByRole('button', { name: 'More for Biscuit' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Write down the work...' }))
  const dialog = screen.getByRole('dialog')
  await userEvent.click(dialog.getByRole('button', { name: 'Use a template' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Heart bars' }))
  await expect.element(dialog.getByText('By template: Heart bars')).toBeVisible()
  await expect.element(dialog.getByText('the cycle carries on')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Biscuit done, next Merlin' }))
  await expect
    .poll(() => sent('work_entries')[0]?.data)
    .toMatchObject({ serviceType: 'Front shoes new', resetsCycle: false, recommendations: 'X-ray before next time' })
  expect(sent('tasks')).toEqual([])
})

test('templates are added, changed and removed with an undo; the empty page shows what they are for', async () => {
  const { screen } = await showPage()
  await expect.element(screen.getByText('No templates yet')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Add template' }))
  const dialog = screen.getByRole('dialog')
  await userEvent.fill(dialog.getByRole('textbox', { name: /^Name/ }), 'First trim of a foal')
  await userEvent.click(dialog.getByRole('button', { name: 'Save template' }))
  const row = screen.getByRole('button', { name: /^First trim of a foal/ })
  await userEvent.click(row)
  await userEvent.click(dialog.getByRole('checkbox', { name: /Starts the cycle again/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save template' }))
  await expect.element(row.getByText('Trim. NF, OF, NH, OH: Trim. The cycle carries on')).toBeVisible()
  await expect.poll(() => sent('work_templates')[1]?.data).toEqual({ resetsCycle: false })
  await userEvent.click(row)
  await userEvent.click(dialog.getByRole('button', { name: 'Remove template' }))
  await expect.element(row).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await expect.element(row).toBeVisible()
})

test('a plan without templates shows that plainly; existing ones can be seen, used and removed, but none added', async () => {
  for (let at = 0; at < 56; at++) template(`Other ${at}`)
  const full = await showPage({ isTestVersion: false })
  await expect.element(full.screen.getByRole('button', { name: 'Add template' })).toBeVisible()
  await expect.element(full.screen.getByRole('button', { name: 'Show 6 of 6 more' })).toBeInTheDocument()
  await full.screen.unmount()
  await leaveRound()
  await startRound()
  template('Heart bars')
  const { screen } = await showPage({ isTestVersion: false, practice: { ...full.user.practice, tier: 'essential' } })
  await expect.element(screen.getByRole('region', { name: 'Work templates: part of Professional' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add template' }).elements()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Remove Heart bars' }))
  await expect.poll(() => sent('work_templates').map((op) => op.action)).toEqual(['DELETE'])
})

test('the page holds up at every width, in both themes', async () => {
  template('Heart bars and a name that goes on for rather longer than most')
  const { screen } = await showPage()
  await expect.element(screen.getByText(/^Heart bars/)).toBeVisible()
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    expect(await axeFindings(), `${width} ${theme}`).toEqual([])
    expect(document.documentElement.scrollWidth, String(width)).toBeLessThanOrEqual(width)
  }
})
