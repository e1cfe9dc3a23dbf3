import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OfferPage } from '#features/day/gaps/offer-page.ts'
import { SlotOfferPage } from '#features/day/gaps/page/SlotOfferPage.tsx'
import type { AnswerPage } from '#features/visits/answers/answer-page.ts'
import type { VisitAnswer } from '#features/visits/answers/contract.ts'
import { VisitAnswerPage } from '#features/visits/answers/page/VisitAnswerPage.tsx'
import { ToDoCard } from '#features/visits/tasks/web/ToDoCard.tsx'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { aRound, leaveRound, memberId, next, open, practice, sent, startRound } from '#testing/browser/round.tsx'
import { Toaster } from '#ui/Toaster.tsx'

/** Where the page is; its owner has no calendar yet. */
const OWN = { path: '/answer/abc', calendar: null }

beforeEach(startRound)
afterEach(leaveRound)

const asked: AnswerPage = {
  today: '2026-11-25',
  practiceName: 'Probert Farriery',
  picture: null,
  farrierName: 'Gareth Probert',
  ownerName: 'Sarah',
  title: 'Biscuit, full set refit; Merlin, trim',
  when: 'Thursday 26 November at 09:00',
  yardName: 'Hollybush Farm Livery',
  isOff: false,
  horses: [
    { id: uuidv7(), name: 'Biscuit' },
    { id: uuidv7(), name: 'Merlin' },
  ],
  others: [{ id: uuidv7(), name: 'Dolly' }],
  kinds: ['Trim', 'Full set new'],
  prepLine: 'Caught, dry legs, hard standing please',
  standing: null,
  said: [],
}
const offer: OfferPage = {
  practiceName: 'Probert Farriery',
  picture: null,
  ownerName: 'Sarah',
  when: 'Thursday 26 November at 14:00',
  yardName: null,
  horses: [{ name: 'Biscuit', work: 'Trim' }],
  standing: 'open',
  until: '13:00',
  prepLine: null,
}

test('the owner’s page has one question first, opens a form for each of the others, and shows what happens next', async () => {
  const screen = await render(<VisitAnswerPage {...OWN} page={asked} outcome={{}} />)
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Thursday 26 November at 09:00' })).toBeVisible()
  const forms = () =>
    [...document.forms].map(
      (form) => `${form.method} ${form.querySelector<HTMLInputElement>('[name=kind]')?.value ?? form.getAttribute('action')}`,
    )
  expect(forms()).toEqual(['post confirmed', 'post move', 'post add_horse', 'post box_rest', 'post gate_code', 'post /answer/abc/calendar'])
  await userEvent.click(screen.getByText('Add a horse', { exact: true }))
  await userEvent.selectOptions(screen.getByLabelText('Which of yours?'), 'Dolly')
  await userEvent.selectOptions(screen.getByLabelText(/^What does it need/), 'Trim')
  expect(Object.fromEntries(new FormData(document.forms[2]))).toMatchObject({
    kind: 'add_horse',
    horseId: asked.others[0]?.id,
    work: 'Trim',
  })
  const said = [{ id: '1', words: 'You asked for another time: Mornings', isSeen: true }]
  await screen.rerender(<VisitAnswerPage {...OWN} page={{ ...asked, standing: 'move', said }} outcome={{ given: 'move' }} />)
  await expect.poll(() => screen.getByRole('status').query()?.textContent).toMatch(/will send you another time.*the visit stays as it is/)
  await expect.element(screen.getByText('(seen by your farrier)')).toBeVisible()
  const fault = { kind: 'gate_code', sentence: 'Type the code.', typed: {} } as const
  await screen.rerender(<VisitAnswerPage {...OWN} page={asked} outcome={{ fault }} />)
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Type the code.')
  await screen.rerender(<VisitAnswerPage {...OWN} page={{ ...asked, isOff: true }} outcome={{}} />)
  expect(forms()).toEqual(['post /answer/abc/calendar'])
})

test('an offer is taken with one press, and the page shows when it has gone', async () => {
  const screen = await render(<SlotOfferPage page={offer} />)
  await expect.element(screen.getByRole('button', { name: 'Yes, book it' })).toBeVisible()
  for (const [standing, words] of [
    ['yours', 'It’s yours, Sarah. The visit is booked.'],
    ['gone', 'This slot has gone.'],
    ['ended', 'This offer has ended.'],
  ] as const) {
    await screen.rerender(<SlotOfferPage page={{ ...offer, standing }} />)
    await expect.element(screen.getByText(words)).toBeVisible()
    expect([...document.forms]).toEqual([])
  }
})

test('what owners answered is at the stop and in the to-do list, and one press does what they request', async () => {
  const { sarah, tom, biscuit, first, second } = aRound()
  const visitStart = currentTime().toISOString()
  const say = (change: Partial<VisitAnswer>) =>
    practice.server.write('visit_answers', uuidv7(), {
      ...{ appointmentId: first, clientId: sarah, horseId: null, horseName: null, work: null, untilOn: null, words: null },
      ...{ visitStart, saidAt: visitStart, seenAt: null, seenBy: null },
      ...change,
    })
  say({ kind: 'gate_code', words: '1881' })
  say({ kind: 'box_rest', horseId: biscuit })
  say({ kind: 'confirmed', appointmentId: second, clientId: tom })
  say({ kind: 'move', appointmentId: second, clientId: tom, words: 'Mornings' })
  const round = await open()
  const panel = next(round).getByRole('region', { name: "Owners' answers" })
  await userEvent.click(panel.getByRole('button', { name: 'Save it to Hollybush Farm Livery' }))
  await expect.poll(() => sent('yards')[0]?.data).toEqual({ gateCode: '1881' })
  await expect.poll(() => sent('visit_answers')[0]?.data).toEqual({ seenAt: expect.any(String) })
  await userEvent.click(panel.getByRole('button', { name: 'Pause Biscuit' }))
  await expect.poll(() => sent('horses')[0]?.data).toMatchObject({ pauses: [{ reason: 'Box rest', untilOn: null }] })
  expect(panel.getByRole('button', { name: 'Dealt with' }).elements()).toEqual([])
  round.getByText('After that').element().scrollIntoView()
  await expect.element(round.getByText('Asks to move')).toBeInTheDocument()
  await round.unmount()

  practice.api.offline(true)
  await practice.signIn({ memberId })
  const list = await render(
    <main>
      <ToDoCard />
      <Toaster />
    </main>,
  )
  await expect.element(list.getByText('Tom Vaughan: Asks to move: Mornings')).toBeVisible()
  await userEvent.click(list.getByRole('button', { name: /^Dealt with: Tom Vaughan/ }))
  await expect.element(list.getByText('Nothing to do. Advice you turn into a task appears here.')).toBeVisible()
})

test('the owner’s pages hold up at every width, in both themes', async () => {
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    const screen = await render(<VisitAnswerPage {...OWN} page={{ ...asked, standing: 'confirmed' }} outcome={{ given: 'confirmed' }} />)
    for (const details of document.querySelectorAll('details')) details.open = true
    expect(await axeFindings()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await screen.rerender(<SlotOfferPage page={offer} />)
    expect(await axeFindings()).toEqual([])
    await screen.unmount()
  }
})
