import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type CurrentUser, type LaterQuestion, type PracticeInput, practiceEndpoints } from '#features/core/practice/contract.ts'
import { AskPanel } from '#features/core/practice/web/AskPanel.tsx'
import { noteReach } from '#platform/web/sync/reach.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { Refusal } from '#testing/browser/fake-api.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import '#ui/styles.css'

let practice: ReturnType<typeof fakePractice>
let user: CurrentUser
let sent: PracticeInput[]

beforeEach(async () => {
  practice = fakePractice()
  sent = []
  await signIn(['frcNumber', 'nation', 'workingDays'])
})
afterEach(async () => {
  noteReach(true)
  await practice.leave()
  await page.viewport(1280, 800)
})

async function signIn(toAsk: LaterQuestion[], change: Partial<CurrentUser> = {}) {
  const anybody = await practice.signIn()
  user = await practice.signIn({ ...anybody, practice: { ...anybody.practice, toAsk }, ...change })
  practice.api.on(practiceEndpoints.updatePractice, ({ body }) => {
    sent.push(body)
    const answered = [...Object.keys(body), ...(body.asked ?? [])]
    user = { ...user, practice: { ...user.practice, toAsk: (user.practice.toAsk ?? []).filter((one) => !answered.includes(one)) } }
    practice.api.on(practiceEndpoints.user, () => user)
    return user
  })
}

const show = (what: LaterQuestion) =>
  render(
    <main>
      <h1>Diary</h1>
      <AskPanel what={what} />
    </main>,
  )

test('each question is shown until it is answered', async () => {
  const number = await show('frcNumber')
  await expect.element(number.getByRole('button', { name: 'Save' })).toBeDisabled()
  await number.getByLabelText('Your FRC number').fill(' D4711 ')
  await number.getByRole('button', { name: 'Save' }).click()
  await expect.element(number.getByRole('region', { name: 'FRC number' })).not.toBeInTheDocument()
  await number.unmount()
  const nation = await show('nation')
  await nation.getByRole('button', { name: 'Scotland' }).click()
  await expect.element(nation.getByRole('region', { name: 'Nation' })).not.toBeInTheDocument()
  await nation.unmount()
  const days = await show('workingDays')
  await days.getByLabelText('Sat').click()
  await days.getByRole('button', { name: 'Save' }).click()
  await expect.element(days.getByRole('region', { name: 'Working days' })).not.toBeInTheDocument()
  expect(sent).toEqual([{ frcNumber: 'D4711' }, { nation: 'scotland' }, { workingDays: [1, 2, 3, 4, 5, 6] }])
})

test('a question that is skipped is not shown again, and changes nothing', async () => {
  const screen = await show('nation')
  await screen.getByRole('button', { name: 'Skip' }).click()
  await expect.element(screen.getByRole('region', { name: 'Nation' })).not.toBeInTheDocument()
  expect(sent).toEqual([{ asked: ['nation'] }])
})

test('a refusal by the server is shown, and what was typed stays', async () => {
  practice.api.on(practiceEndpoints.updatePractice, () => {
    throw new Refusal('busy')
  })
  const screen = await show('frcNumber')
  await screen.getByLabelText('Your FRC number').fill('D4711')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(screen.getByRole('status'))
    .toHaveTextContent('The server is too busy just now. Nothing was saved. Try again in a moment.')
  await expect.element(screen.getByLabelText('Your FRC number')).toHaveValue('D4711')
})

test('only an owner sees a question, with a signal, and while one is open', async () => {
  const screen = await show('nation')
  await expect.element(screen.getByRole('region', { name: 'Nation' })).toBeVisible()
  noteReach(false)
  await expect.element(screen.getByRole('region', { name: 'Nation' })).not.toBeInTheDocument()
  noteReach(true)
  await expect.element(screen.getByRole('region', { name: 'Nation' })).toBeVisible()
  await signIn(['nation'], { role: 'farrier' })
  await expect.element(screen.getByRole('region', { name: 'Nation' })).not.toBeInTheDocument()
  await signIn([])
  await expect.element(screen.getByRole('region', { name: 'Nation' })).not.toBeInTheDocument()
})

test('no question has an accessibility fault, on a phone or a desktop, light or dark', async () => {
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    for (const what of ['frcNumber', 'nation', 'workingDays'] as const) {
      const screen = await show(what)
      await expect.element(screen.getByRole('button', { name: 'Skip' })).toBeVisible()
      expect(await axeFindings(), `${what} ${width} ${theme}`).toEqual([])
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
      await screen.unmount()
    }
  }
})
