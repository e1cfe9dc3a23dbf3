import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ConversationView, MessageFormView, MessagesView, NewMessageView } from '#app/my/messages-view.ts'
import type { VisitsView, VisitView } from '#app/my/visits-view.ts'
import { MyConversationPage, MyNewMessagePage } from '#app/pages/my/MyConversationPage.tsx'
import { MyMessagesPage } from '#app/pages/my/MyMessagesPage.tsx'
import { MyVisitPage } from '#app/pages/my/MyVisitPage.tsx'
import { MyVisitsPage } from '#app/pages/my/MyVisitsPage.tsx'
import { uuidv7 } from '#lib/ids.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import '#ui/styles.css'

const AT = { slug: 'probert', practice: 'Probert Farriery', yard: 'Hollybush Farm Livery', board: null }
const visits: VisitsView = {
  page: 'visits',
  hasCancelled: true,
  severalPractices: true,
  coming: [
    { ...AT, id: uuidv7(), when: 'Thursday 26 November at 09:00', horses: ['Biscuit', 'Dolly'], status: 'booked' },
    {
      ...AT,
      id: uuidv7(),
      when: 'Friday 4 December in the morning',
      horses: ['Biscuit'],
      practice: 'Griffiths & Daughter',
      status: 'cancelled',
    },
    {
      ...{ ...AT, id: uuidv7(), when: 'Friday 4 December in the afternoon', horses: ['Merlin', 'Seren', 'Taran'] },
      ...{ status: 'booked', board: '/my/at/probert/yards/y1' },
    },
  ],
  past: [
    { ...AT, id: uuidv7(), when: 'Thursday 15 October at 09:00', horses: ['Biscuit', 'Dolly'], status: 'done' },
    { ...AT, id: uuidv7(), when: 'Thursday 3 September at 09:00', horses: [], yard: null, status: 'no_show' },
  ],
}
const visit: VisitView = {
  page: 'visit',
  answers: 'all',
  pushAsk: null,
  slug: 'probert',
  shown: {
    ...{ today: '2026-11-25', practiceName: 'Probert Farriery', picture: null, farrierName: 'Gareth Probert', ownerName: 'Sarah' },
    ...{
      title: 'Biscuit, full set refit; Dolly, trim',
      when: 'Thursday 26 November at 09:00',
      yardName: 'Hollybush Farm Livery',
      isOff: false,
    },
    horses: [
      { id: uuidv7(), name: 'Biscuit' },
      { id: uuidv7(), name: 'Dolly' },
    ],
    others: [],
    ...{ kinds: ['Trim'], prepLine: null, standing: null },
    said: [{ id: '1', words: 'You asked for another time: Mornings', isSeen: true }],
  },
  outcome: {},
  cancelling: {
    isAtOnce: false,
    horses: 'Biscuit and Dolly',
    lines: [
      'It’s less than 24 hours away, so your farrier decides. Until you hear, the visit stays as it is.',
      'Your farrier may charge for it: up to £62.50, and nothing if somebody else takes the time.',
      'Other owners’ horses stay on the visit.',
    ],
  },
  closed: null,
  others: [],
}
const form: MessageFormView = {
  formId: uuidv7(),
  emergencyPrice: '£50 and 1.75x the usual rates',
  isEmergency: false,
  hasSaid: false,
  closed: null,
}
const messages: MessagesView = {
  page: 'messages',
  practices: [
    { slug: 'probert', name: 'Probert Farriery' },
    { slug: 'griffiths', name: 'Griffiths & Daughter' },
  ],
  threads: [
    {
      id: uuidv7(),
      slug: 'probert',
      practice: 'Probert Farriery',
      subject: 'Dolly’s near fore',
      isEmergency: true,
      when: 'Tue 24 Nov, 18:52',
      last: 'I can be with you at eight.',
      isLastTheirs: false,
      unread: 2,
    },
    {
      id: uuidv7(),
      slug: 'griffiths',
      practice: 'Griffiths & Daughter',
      subject: 'Dates',
      isEmergency: false,
      when: 'Mon 2 Nov, 08:10',
      last: 'Friday is fine, thank you',
      isLastTheirs: true,
      unread: 0,
    },
  ],
}
const said = { isAutoReply: false, replyTo: null, isOnItsWay: false, files: [] }
const conversation: ConversationView = {
  page: 'conversation',
  path: '/my/at/probert/messages/1',
  shown: {
    ...{ practiceName: 'Probert Farriery', picture: null, subject: 'Dolly’s near fore', price: null },
    messages: [
      { ...said, id: '1', isTheirs: true, content: 'She’s lost the near fore.', when: 'Tue 24 Nov, 18:40' },
      { ...said, id: '2', isTheirs: false, content: 'I can be with you at eight.', when: 'Tue 24 Nov, 18:52' },
    ],
  },
  form,
}
const asked: MessageFormView = {
  ...form,
  hasSaid: true,
  unsent: {
    content: 'Emergency! He has pulled a shoe',
    fault: 'That reads like an emergency. If it is one, tick the box; if not, press Send again.',
  },
}
const fresh: NewMessageView = {
  page: 'new-message',
  practice: 'Probert Farriery',
  subject: 'Max',
  clients: [
    { id: 'a', name: 'Sarah Penrose' },
    { id: 'b', name: 'Penrose Stables' },
  ],
  clientId: 'b',
  form: asked,
}

const PAGES = {
  visits: <MyVisitsPage {...visits} />,
  visit: <MyVisitPage {...visit} />,
  messages: <MyMessagesPage {...messages} />,
  conversation: <MyConversationPage {...conversation} />,
  fresh: <MyNewMessagePage {...fresh} />,
}

test('a visit’s forms post to the page itself, and what a cancellation may cost is read before its button', async () => {
  const screen = await render(<MyVisitPage {...visit} />)
  // The foot of every page signs out.
  const forms = () => [...document.forms].filter((one) => one.getAttribute('action') === null)
  const kinds = forms().map(
    (one) => `${one.method} ${one.getAttribute('action')} ${one.querySelector<HTMLInputElement>('[name=kind]')?.value}`,
  )
  expect(kinds).toEqual(['confirmed', 'move', 'add_horse', 'box_rest', 'gate_code', 'cancel'].map((kind) => `post null ${kind}`))
  await userEvent.click(screen.getByText('Cancel my horses', { exact: true }))
  const button = screen.getByRole('button', { name: 'Ask to cancel Biscuit and Dolly' })
  await expect.element(button).toBeVisible()
  const cost = screen.getByText(/up to £62.50/).element()
  expect(cost.compareDocumentPosition(button.element()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await screen.rerender(
    <MyVisitPage
      {...visit}
      outcome={{ fault: { kind: 'cancel', sentence: 'Ring or text your farrier to cancel.', typed: { words: 'Lame' } } }}
    />,
  )
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Ring or text your farrier to cancel.')
  await screen.rerender(<MyVisitPage {...visit} closed="Your farrier takes nothing here at the moment. Ring or text them." />)
  expect(forms()).toEqual([])
})

test('past visits lead to their cards, those to come to their answers, one at a yard they manage to its board, and what is off leads nowhere', async () => {
  const screen = await render(<MyVisitsPage {...visits} />)
  const [booked, done] = [visits.coming[0]?.id, visits.past[0]?.id]
  const hrefs = screen
    .getByRole('listitem')
    .elements()
    .flatMap((item) => [...item.querySelectorAll('a')].map((link) => link.getAttribute('href')))
  expect(hrefs).toEqual([`/my/at/probert/visits/${booked}`, '/my/at/probert/yards/y1', `/my/at/probert/visits/${done}/card`])
  await screen.rerender(<MyVisitsPage {...visits} coming={[]} past={[]} hasCancelled={false} />)
  await expect.element(screen.getByText('No visit is booked. Your farrier tells you when one is.')).toBeVisible()
})

test('a refused message stays in its field, with what an emergency costs beside its box', async () => {
  const screen = await render(<MyNewMessagePage {...fresh} />)
  await expect.element(screen.getByLabelText('Message')).toHaveValue('Emergency! He has pulled a shoe')
  await expect.element(screen.getByText(/An emergency now costs £50/)).toBeVisible()
  await userEvent.click(screen.getByLabelText('This is an emergency'))
  expect(Object.fromEntries(new FormData(document.forms[0]))).toMatchObject({
    hasSaid: 'yes',
    isEmergency: 'yes',
    subject: 'Max',
    clientId: 'b',
  })
})

test('visits and messages hold up at every width, in both themes', async () => {
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    for (const [name, shown] of Object.entries(PAGES)) {
      const screen = await render(shown)
      for (const details of document.querySelectorAll('details')) details.open = true
      expect(await axeFindings(), name).toEqual([])
      expect(document.documentElement.scrollWidth, name).toBeLessThanOrEqual(width)
      await screen.unmount()
    }
  }
})
