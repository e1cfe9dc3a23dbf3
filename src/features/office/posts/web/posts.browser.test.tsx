import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Network, type Post, postEndpoints, type Target, type TargetState } from '#features/office/posts/contract.ts'
import { PostsPanel } from '#features/office/posts/web/PostsPanel.tsx'
import { uuidv7 } from '#lib/ids.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { cutTexts } from '#testing/browser/cut-texts.ts'
import { Refusal } from '#testing/browser/fake-api.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { clientRow, horseRow } from '#testing/browser/rows.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

/* Posts and how they stand at each network. */

const AT = '2026-11-24T14:02:00.000Z'
const network = (id: string, name: string): Network => ({
  ...{ id, name, isOn: true, account: null, isRehearsed: false, text: 300, altText: 1000 },
})

let practice: ReturnType<typeof fakePractice>
let ids: { clientId: string; horseId: string }
let answers: unknown[]
beforeEach(async () => {
  await page.viewport(375, 812)
  practice = fakePractice()
  answers = []
  const clientId = practice.server.write('clients', uuidv7(), clientRow({ name: 'Sarah Penrose' }))
  ids = { clientId, horseId: practice.server.write('horses', uuidv7(), horseRow({ name: 'Biscuit', clientId })) }
  practice.api
    .on(postEndpoints.networks, () => [network('facebook', 'Facebook'), network('bluesky', 'Bluesky')])
    .on(postEndpoints.answer, ({ params, body }) => {
      answers.push({ ...params, ...body })
      return { id: params.id, ...post({}) }
    })
})
afterEach(() => practice.leave())

const target = (state: TargetState, more: Partial<Target> = {}): Target => ({ state, url: null, sentence: null, at: AT, ...more })
const post = (more: Partial<Post>): Omit<Post, 'id'> => ({
  ...{ ...ids, beforeId: null, afterId: null, pictureId: null, text: 'A good foot', altText: 'A horse’s near fore', networks: ['bluesky'] },
  ...{
    nobodyAt: AT,
    nobodyBy: null,
    state: 'posting',
    pressedAt: AT,
    pressedBy: null,
    downAt: null,
    downBy: null,
    targets: {},
    memberId: null,
  },
  ...more,
})
const write = (more: Partial<Post> = {}) => practice.server.write('posts', uuidv7(), post(more))

async function open(of: Parameters<typeof PostsPanel>[0] = {}, role: 'owner' | 'apprentice' = 'owner') {
  await practice.signIn({ role })
  await syncNow()
  return render(
    <main>
      <h1>Biscuit</h1>
      <h2>Photos</h2>
      <PostsPanel {...of} />
      <Toaster />
    </main>,
  )
}

const STATES: [state: TargetState, more: Partial<Target>, words: string, buttons: string[]][] = [
  ['waiting', { sentence: 'Bluesky isn’t answering; we keep trying.' }, 'Waiting', []],
  ['sending', {}, 'Being posted', []],
  ['rehearsed', {}, 'Test version: not sent', []],
  ['posted', { url: 'https://bsky.example/p/1' }, 'Posted', []],
  ['refused', { sentence: 'Bluesky refused the picture.' }, 'Not posted', ['Try again, Bluesky', 'Leave it out, Bluesky']],
  ['doubt', { sentence: 'The answer was lost.' }, 'In doubt', ['It’s there, Bluesky', 'Post again, Bluesky', 'Leave it out, Bluesky']],
  ['left', {}, 'Left out', []],
  ['removing', { url: 'https://bsky.example/p/1' }, 'Being taken down', []],
  ['still_up', { url: 'https://bsky.example/p/1', sentence: 'Delete it there yourself.' }, 'Still up there', ['It’s gone now, Bluesky']],
  ['down', { url: 'https://bsky.example/p/1' }, 'Taken down', []],
]
test.each(STATES)('at a network: %s', async (state, more, words, buttons) => {
  write({ targets: { bluesky: target(state, more) } })
  const screen = await open({ horseId: ids.horseId })
  const line = screen.getByRole('listitem').filter({ hasText: 'Bluesky' }).last()
  await expect.element(line.getByText(words, { exact: true })).toBeVisible()
  if (more.sentence) await expect.element(line.getByText(more.sentence)).toBeVisible()
  const link = line.getByRole('link', { name: 'See it, Bluesky' })
  if (more.url && state !== 'down') await expect.element(link).toHaveAttribute('href', more.url)
  else expect(link.query()).toBeNull()
  expect(
    line
      .getByRole('button')
      .elements()
      .map((one) => one.getAttribute('aria-label')),
  ).toEqual(buttons)
})

test('what a person saw there is told to the server; why that failed is said', async () => {
  const id = write({ targets: { bluesky: target('doubt') } })
  const screen = await open()
  await screen.getByRole('button', { name: 'It’s there, Bluesky' }).click()
  await expect.poll(() => answers).toEqual([{ id, network: 'bluesky', answer: 'there' }])
  practice.api.on(postEndpoints.answer, () => {
    throw new Refusal('post_is_down')
  })
  await screen.getByRole('button', { name: 'Post again, Bluesky' }).click()
  await expect.element(screen.getByText('Not done')).toBeVisible()
})

test('a post is taken down after a question that says where it is, and without a signal', async () => {
  write({ networks: ['facebook', 'bluesky'], targets: { facebook: target('posted'), bluesky: target('posted') } })
  const screen = await open()
  practice.api.offline(true)
  window.dispatchEvent(new Event('offline'))
  await screen.getByRole('button', { name: 'Take down' }).click()
  const asked = screen.getByRole('dialog', { name: 'Take this post down?' })
  await expect.element(asked.getByText(/deleted there: Facebook and Bluesky/)).toBeVisible()
  await asked.getByRole('button', { name: 'Take down' }).click()
  await expect.element(screen.getByText(/^Taken down, /)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Take down' })).not.toBeInTheDocument()
})

test('a draft is removed with its picture, and its photos stay', async () => {
  const file = { horseId: ids.horseId, fileId: null, fileType: 'image', mime: 'image/jpeg', fileName: 'x.jpg', takenOn: null, foot: null }
  const [pictureId, photoId] = [uuidv7(), uuidv7()].map((id) => practice.server.write('attachments', id, { ...file, view: null }))
  write({ state: 'draft', pressedAt: null, pictureId: pictureId ?? null, beforeId: photoId ?? null })
  const screen = await open()
  await screen.getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByText('Its words and its picture go. The two photos stay.')).toBeVisible()
  await screen.getByRole('button', { name: 'Remove' }).last().click()
  await expect
    .poll(() => practice.ops().map(({ action, entity, id }) => ({ action, entity, of: id === pictureId })))
    .toEqual([
      { action: 'DELETE', entity: 'posts', of: false },
      { action: 'DELETE', entity: 'attachments', of: true },
    ])
})

test('a post taken down with the consent says so', async () => {
  write({ state: 'down', downAt: AT, downBy: 'consent', targets: { bluesky: target('down') } })
  const screen = await open()
  await expect.element(screen.getByText('Taken down without the owner’s consent, 24 Nov 2026, 14:02')).toBeVisible()
})

test('many posts come a part at a time, with the horse of each; those of a network are its own', async () => {
  for (let at = 0; at < 23; at++) write({ text: `Post ${at}`, targets: { bluesky: target('posted') } })
  write({ text: 'Elsewhere', networks: ['facebook'], targets: { facebook: target('posted') } })
  const screen = await open({ network: 'bluesky' })
  await expect.element(screen.getByText('Post 22', { exact: true })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Take down' }).elements()).toHaveLength(10)
  await screen.getByRole('button', { name: 'Show more of 23' }).click()
  await screen.getByRole('button', { name: 'Show more of 23' }).click()
  await expect.element(screen.getByText('Post 0', { exact: true })).toBeVisible()
  expect(screen.getByText('Elsewhere').query()).toBeNull()
  await expect
    .element(screen.getByRole('link', { name: 'Biscuit' }).first())
    .toHaveAttribute('href', `/horses?horse=${ids.horseId}&tab=photos`)
})

test('of a horse few are shown, and what waits for a person comes first', async () => {
  write({ text: 'Begun', state: 'draft', pressedAt: null })
  write({ text: 'Refused', targets: { bluesky: target('refused') } })
  for (let at = 0; at < 4; at++) write({ text: `Post ${at}`, targets: { bluesky: target('posted') } })
  const screen = await open({ horseId: ids.horseId })
  await expect.element(screen.getByRole('button', { name: 'Show more of 6' })).toBeVisible()
  const shown = () => screen.getByText(/^(?:Refused|Begun|Post \d)$/).elements()
  expect(shown().map(({ textContent }) => textContent)).toEqual(['Refused', 'Begun', 'Post 3'])
})

test('without posts there is nothing, or what they are for', async () => {
  const screen = await open({ empty: 'None yet.' })
  await expect.element(screen.getByText('None yet.')).toBeVisible()
  await screen.unmount()
  await open()
  expect(page.getByRole('region', { name: 'Posts' }).query()).toBeNull()
})

test('an apprentice reads them, and changes nothing', async () => {
  write({ targets: { bluesky: target('doubt', { sentence: 'The answer was lost.' }) } })
  write({ state: 'draft', pressedAt: null })
  const screen = await open({}, 'apprentice')
  await expect.element(screen.getByText('The answer was lost.')).toBeVisible()
  expect(screen.getByRole('button').elements()).toEqual([])
})

test('axe finds nothing and nothing is cut, on a phone in the light and a desktop in the dark', async () => {
  for (const [state, more] of STATES)
    write({ text: `${'Well done '.repeat(40)}${'a'.repeat(60)}`, targets: { bluesky: target(state, more) } })
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 812)
    document.documentElement.dataset.theme = theme
    const screen = await open()
    await expect.element(screen.getByText('Still up there')).toBeVisible()
    expect(await axeFindings()).toEqual([])
    expect(cutTexts(screen.container)).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await screen.unmount()
  }
})
