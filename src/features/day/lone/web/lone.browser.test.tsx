import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { AskPage } from '#features/day/lone/ask-page.ts'
import { type LoneTimer, type LoneWorker, loneEndpoints } from '#features/day/lone/contract.ts'
import { LoneAskPage } from '#features/day/lone/page/LoneAskPage.tsx'
import { sendKeptAnswer } from '#features/day/lone/web/kept-answer.ts'
import { RoundPage } from '#features/day/round/web/RoundPage.tsx'
import { setClock } from '#lib/clock.ts'
import { instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { Refusal } from '#testing/browser/fake-api.ts'
import { aRound, leaveRound, memberId, practice, startRound, today } from '#testing/browser/round.tsx'
import { resetClock } from '#testing/set-clock.ts'

const at = (time: string) => instantOf(today, time, 'Europe/London').toISOString()
const CONTACT = { name: 'Jo Probert', phone: '+447700900119', askedAt: at('09:00'), agreedAt: null, refusedAt: null, ask: 'sent' as const }
const AGREED = { ...CONTACT, agreedAt: at('09:30') }
const timer = (change: Partial<LoneTimer> = {}): LoneTimer => ({
  id: uuidv7(),
  visitId: uuidv7(),
  ringAt: at('16:30'),
  textAt: at('16:40'),
  contactName: 'Jo Probert',
  answeredAt: null,
  text: { state: 'queued', at: at('10:00'), tries: 0 },
  ...change,
})

/** What the server in memory has. */
let lone: LoneWorker
let set: { visitId: string; ringAt: string }[]
let answered: string[]
beforeEach(async () => {
  await startRound()
  lone = { whyNot: null, contact: null, timer: null, rings: { devices: 1, phone: false } }
  set = []
  answered = []
  practice.api
    .on(loneEndpoints.mine, () => lone)
    .on(loneEndpoints.ask, ({ body }) => {
      lone = { ...lone, contact: { ...CONTACT, name: body.name } }
      return lone
    })
    .on(loneEndpoints.set, ({ body }) => {
      set.push(body)
      lone = { ...lone, timer: timer({ visitId: body.visitId }) }
      return lone
    })
    .on(loneEndpoints.answer, ({ params }) => {
      if (lone.timer?.id !== params.id) throw new Refusal('lone_timer_not_found')
      answered.push(params.id)
      lone = { ...lone, timer: { ...lone.timer, answeredAt: at('16:32'), text: { ...lone.timer.text, state: 'cancelled' } } }
      return lone
    })
})
afterEach(() => {
  practice.api.offline(false)
  resetClock()
  return leaveRound()
})

/** The round on a server that texts, with what else the stop has unfolded. */
async function openMore(change: Parameters<typeof practice.signIn>[0] = { isTestVersion: false }) {
  const of = aRound()
  await practice.signIn({ memberId, ...change })
  // Without a query client around it, as in the app.
  const screen = await render(
    <main>
      <RoundPage />
    </main>,
  )
  await userEvent.click(screen.getByText('More on this stop'))
  return { ...of, screen, row: screen.getByRole('button', { name: /^Lone-worker timer/ }) }
}
type Screen = Awaited<ReturnType<typeof render>>
const dialog = (screen: Screen) => screen.getByRole('dialog', { name: 'Lone-worker timer' })
const okOf = (screen: Screen) => screen.getByRole('button', { name: "I'm OK" })

test('in the test version it shows why it is not offered, and requests nothing', async () => {
  const { screen, row } = await openMore({ isTestVersion: true })
  await expect.element(screen.getByText(/isn’t offered in the test version: no text leaves it/)).toBeVisible()
  expect(row.elements()).toEqual([])
  expect(practice.api.requests.filter((each) => each.includes('lone-timer'))).toEqual([])
})

test.each([
  ['no_texts', /isn’t offered because this server sends no texts/],
  ['plan_ended', /isn’t offered because your plan has ended/],
] as const)('where it can’t be kept (%s) one sentence says why', async (whyNot, words) => {
  lone = { ...lone, whyNot }
  const { screen, row } = await openMore()
  await expect.element(screen.getByText(words)).toBeVisible()
  expect(row.elements()).toEqual([])
})

test('the contact gets the question by text, and until their yes no time can be set', async () => {
  const { screen, row } = await openMore()
  await expect.element(row.getByText('Off', { exact: true })).toBeVisible()
  await userEvent.click(row)
  await userEvent.click(dialog(screen).getByRole('button', { name: 'Text them to ask' }))
  await expect.element(dialog(screen).getByText('Type a name.')).toBeVisible()
  await userEvent.type(dialog(screen).getByLabelText('Who is texted'), 'Jo Probert')
  await userEvent.type(dialog(screen).getByLabelText('Their mobile'), '07700 900119')
  await userEvent.click(dialog(screen).getByRole('button', { name: 'Text them to ask' }))
  await expect.element(dialog(screen).getByText('Waiting for Jo Probert to say yes')).toBeVisible()
  expect(dialog(screen).getByLabelText('Ring me at').elements()).toEqual([])
})

test('it is on once the server has confirmed it', async () => {
  lone = { ...lone, contact: AGREED }
  const { screen, row, first } = await openMore()
  await userEvent.click(row)
  const time = dialog(screen).getByLabelText('Ring me at')
  await userEvent.fill(time, '16:30')
  await userEvent.click(dialog(screen).getByRole('button', { name: 'Turn it on' }))
  await expect.element(row.getByText('On, rings at 16:30', { exact: true })).toBeVisible()
  expect(set).toEqual([{ visitId: first, ringAt: '16:30' }])
})

test('without signal it is not on, shows that, and nothing is kept to be set later', async () => {
  lone = { ...lone, contact: AGREED }
  const { screen, row } = await openMore()
  await userEvent.click(row)
  await expect.element(dialog(screen).getByLabelText('Ring me at')).toBeVisible()
  practice.api.offline(true)
  await userEvent.click(dialog(screen).getByRole('button', { name: 'Turn it on' }))
  await expect.element(dialog(screen).getByText('Not on: no signal')).toBeVisible()
  practice.api.offline(false)
  await sendKeptAnswer()
  expect(set).toEqual([])
})

test('a device that never had a response shows that it is not on', async () => {
  practice.api.on(loneEndpoints.mine, () => {
    throw new TypeError('Failed to fetch')
  })
  const { row } = await openMore()
  await expect.element(row.getByText('Not on: no signal', { exact: true })).toBeVisible()
})

test('that nothing can ring is shown before it is turned on', async () => {
  lone = { ...lone, contact: AGREED, rings: { devices: 0, phone: false } }
  const { screen, row } = await openMore()
  await userEvent.click(row)
  await expect.element(dialog(screen).getByText(/None of your devices can ring/)).toBeVisible()
})

test('while it rings, one press on top of the round answers', async () => {
  lone = { ...lone, contact: AGREED, timer: timer() }
  setClock(at('16:31'))
  const { screen } = await openMore()
  await expect.element(screen.getByText('Ringing: Jo Probert is texted at 16:40').first()).toBeVisible()
  await userEvent.click(okOf(screen))
  await expect.poll(() => answered).toEqual([lone.timer?.id])
  await expect.poll(() => okOf(screen).elements()).toEqual([])
})

test('an answer without signal is kept, warns that the text may still go, and goes once there is signal', async () => {
  lone = { ...lone, contact: AGREED, timer: timer() }
  setClock(at('16:31'))
  const { screen } = await openMore()
  await expect.element(okOf(screen)).toBeVisible()
  practice.api.offline(true)
  await userEvent.click(okOf(screen))
  await expect.element(screen.getByText(/the text to Jo Probert may still go, at 16:40/)).toBeVisible()
  expect(answered).toEqual([])
  practice.api.offline(false)
  window.dispatchEvent(new Event('online'))
  expect(await sendKeptAnswer()).toBeNull()
  expect(answered).toContain(lone.timer?.id)
  const times = answered.length
  await sendKeptAnswer()
  expect(answered).toHaveLength(times)
})

test('a text that has gone is shown with its delivery until it is answered', async () => {
  lone = { ...lone, contact: AGREED, timer: timer({ text: { state: 'delivered', at: at('16:40'), tries: 1 } }) }
  setClock(at('16:45'))
  const { screen } = await openMore()
  await expect.element(screen.getByText('Text sent to Jo Probert at 16:40, delivered').first()).toBeVisible()
  await expect.element(okOf(screen)).toBeVisible()
})

test.each(LOOKS)('axe finds nothing on a round with a timer, nor in its dialog, at %i px in the %s', async (width, theme) => {
  await page.viewport(width, 800)
  document.documentElement.dataset.theme = theme
  lone = { ...lone, contact: AGREED, timer: timer() }
  const { screen, row } = await openMore()
  await expect.element(okOf(screen)).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await userEvent.click(row)
  await expect.element(dialog(screen).getByRole('button', { name: 'Change the time' })).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

const asked: AskPage = {
  practiceName: 'Probert Farriery',
  picture: null,
  memberName: 'Gareth Probert',
  contactName: 'Jo',
  standing: 'open',
}

test('the contact’s page has a yes and a no, and later the other of them', async () => {
  const screen = await render(<LoneAskPage page={asked} />)
  const buttons = () => [...document.querySelectorAll('button')].map(({ name, value, textContent }) => `${name} ${value}: ${textContent}`)
  await expect
    .element(screen.getByRole('heading', { level: 1 }))
    .toHaveTextContent('May a text come to you if Gareth Probert doesn’t answer?')
  expect(buttons()).toEqual(['says yes: Yes, text me', 'says no: No, thank you'])
  expect(await axeFindings()).toEqual([])
  await screen.rerender(<LoneAskPage page={{ ...asked, standing: 'agreed' }} />)
  await expect.element(screen.getByText('Thank you. You said yes.')).toBeVisible()
  expect(buttons()).toEqual(['says no: No, not any more'])
  await screen.rerender(<LoneAskPage page={{ ...asked, standing: 'refused' }} />)
  await expect.element(screen.getByText('You said no.')).toBeVisible()
  expect(buttons()).toEqual(['says yes: Yes, text me'])
})
