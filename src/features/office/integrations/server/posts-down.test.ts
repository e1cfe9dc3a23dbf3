import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Erasure } from '#features/office/erasure/contract.ts'
import { eraseClients } from '#features/office/erasure/server/jobs.ts'
import type { Task } from '#features/visits/tasks/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { addFarNetwork, farNetwork as far } from '#testing/far-network.ts'
import { posting } from '#testing/posting.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/* What takes a post down, and what a person is told where it can't be. */

const HOST = 'farnet.example'
let server: TestServer
let of: ReturnType<typeof posting>
let removeNetwork: () => void
beforeAll(async () => {
  removeNetwork = addFarNetwork()
  server = await startTestServer({ own: true, reachable: [HOST] })
  of = posting(server, { network: 'farnet', host: HOST })
})
afterAll(async () => {
  removeNetwork()
  await server.stop()
})
beforeEach(async () => {
  await server.gareth.delete('/api/integrations/farnet')
  await server.gareth.inPractice((tx) => tx.deleteFrom('posts').execute())
  far.clear()
  await of.connect()
})

type Horse = Awaited<ReturnType<ReturnType<typeof posting>['addHorse']>>
const posted = async () => {
  const horse = await of.addHorse()
  const post = await of.press(horse.id)
  await of.pass()
  expect((await of.targetOf(post))?.state).toBe('posted')
  return { horse, post }
}
const withdraw = ({ consent }: Horse) => of.change(`/api/photo-consents/${consent}`, { withdrawnAt: currentTime().toISOString() })
const gone = ({ id }: Horse, goneReason: string) => of.change(`/api/horses/${id}`, { goneOn: dayOf(currentTime(), 'UTC'), goneReason })

const ENDINGS: Record<string, (horse: Horse, postId: string) => Promise<unknown>> = {
  'the owner withdraws': (horse) => withdraw(horse),
  'the horse is sold within the practice': async ({ id }) => {
    const { id: clientId } = await of.made('/api/clients', { name: 'Jane Pryce' })
    await of.change(`/api/horses/${id}`, { clientId })
  },
  'the horse is sold to someone unknown': (horse) => gone(horse, 'sold'),
  'the horse dies': (horse) => gone(horse, 'deceased'),
  'the horse is removed': ({ id }) => server.gareth.delete(`/api/horses/${id}`),
  'a member takes it down': (_, id) => of.change(`/api/posts/${id}`, { state: 'down' }),
  'a member removes it': (_, id) => server.gareth.delete(`/api/posts/${id}`),
}
test.each(Object.keys(ENDINGS))('a post is taken down once, and stays down, when %s', async (ending) => {
  const { horse, post } = await posted()
  const answer = (await ENDINGS[ending]?.(horse, post.id)) as { statusCode?: number } | undefined
  expect(answer?.statusCode ?? 200).toBeLessThan(300)
  // Said in the transaction that ended it.
  expect(await of.targetOf(post)).toMatchObject({
    state: 'removing',
    url: 'https://farnet.example/posts/1'.replace('1', far.posts[0]?.remoteId ?? ''),
  })
  await of.pass()
  expect([far.posts, (await of.targetOf(post))?.state]).toEqual([[], 'down'])
  await of.consent(horse.clientId)
  await of.pass()
  await of.pass()
  expect([far.posts, far.asked.filter((line) => line.startsWith('remove'))]).toMatchObject([[], [expect.any(String)]])
})

test('a horse that only moves away keeps its posts, and so does one of two clients who become one', async () => {
  const { horse, post } = await posted()
  await gone(horse, 'moved')
  const { id } = await of.made('/api/clients', { name: 'Sarah Penrose' })
  const { activityId } = (await server.gareth.post(`/api/clients/${id}/merge`, { otherId: horse.clientId, fields: {} })).json<{
    activityId: string
  }>()
  await of.pass()
  expect([far.posts.length, (await of.read(post)).clientId, (await of.targetOf(post))?.state]).toEqual([1, id, 'posted'])
  await server.gareth.post(`/api/activity/${activityId}/undo`)
  await of.pass()
  expect([far.posts.length, (await of.read(post)).clientId]).toEqual([1, horse.clientId])
})

test('undoing its removal brings the post back here, and it stays down there', async () => {
  const { post } = await posted()
  await server.gareth.delete(`/api/posts/${post.id}`)
  const [line] = await server.asOwner(`select id from activity where entity = 'posts' and entity_id = '${post.id}' and verb = 'removed'`)
  expect((await server.gareth.post(`/api/activity/${line?.id}/undo`)).statusCode).toBe(204)
  await of.pass()
  await of.pass()
  expect([far.posts, (await of.read(post)).state]).toEqual([[], 'down'])
})

test('withdrawn while the network is switched off, the post and the card say that it is still up, and it is taken down once it is on', async () => {
  const { horse, post } = await posted()
  const url = far.posts[0] && `https://farnet.example/posts/${far.posts[0].remoteId}`
  await of.put(false)
  await withdraw(horse)
  await of.pass()
  expect(await of.targetOf(post)).toMatchObject({
    ...{ state: 'still_up', url },
    sentence: 'Farnet is switched off, so it’s still up there. It’s taken down once it’s on again, or take it down there.',
  })
  expect((await of.card()).sentence).toBe(`1 post is still up on Farnet: take it down there. ${url}`)
  expect(far.posts).toHaveLength(1)
  await of.put(true)
  expect((await of.targetOf(post))?.state).toBe('removing')
  await of.pass()
  expect([far.posts, (await of.targetOf(post))?.state, (await of.card()).sentence]).toEqual([[], 'down', null])
})

test('withdrawn after the network was disconnected, a person takes it down by its link and says so', async () => {
  const { horse, post } = await posted()
  await server.gareth.delete('/api/integrations/farnet')
  expect((await of.targetOf(post))?.state).toBe('posted')
  await withdraw(horse)
  expect(await of.targetOf(post)).toMatchObject({
    ...{ state: 'still_up', url: expect.stringContaining('https://farnet.example/posts/') },
    sentence: 'Farnet is no longer connected, so it’s still up there. Take it down there.',
  })
  expect((await of.card()).sentence).toMatch(/^1 post is still up on Farnet: take it down there\. https:/)
  expect((await of.answer(post, 'gone')).json()).toMatchObject({ targets: { farnet: { state: 'down', url: null, sentence: null } } })
})

test('disconnected with what is there removed, every post is taken down first, and is not posted again', async () => {
  const { post } = await posted()
  await server.gareth.delete('/api/integrations/farnet?there=remove')
  await of.pass()
  expect([far.posts, (await of.targetOf(post))?.state, (await of.card()).enabled]).toEqual([[], 'down', false])
  await of.connect()
  await of.pass()
  expect(far.posts).toEqual([])
})

test('one that only a person can take down says so on the post, on the card and in a task, and it is noticed once they have', async () => {
  const { horse, post } = await posted()
  far.takesDown = false
  await withdraw(horse)
  await of.pass()
  await of.pass()
  expect(await of.targetOf(post)).toMatchObject({
    ...{ state: 'still_up', sentence: 'Take it down in the app of Farnet.', url: expect.stringContaining('farnet.example') },
  })
  expect((await of.card()).sentence).toContain('1 post is still up on Farnet: take it down there. https://farnet.example/posts/')
  const tasks = (await server.gareth.get('/api/tasks')).json<Task[]>().filter(({ title }) => title === 'A post is still up on Farnet')
  expect(tasks).toHaveLength(1)
  far.posts.length = 0
  await server.asOwner(`update connection_items set sent_when = '2020-01-01T00:00:00Z' where kind = 'by_hand'`)
  await of.pass()
  expect([(await of.targetOf(post))?.state, (await of.card()).sentence]).toEqual(['down', null])
})

test('one in doubt is looked for when it is taken down: it is removed if it is there, and a person looks where nothing tells', async () => {
  const inDoubt = async () => {
    far.canTell = false
    far.fail('publish', 'lost')
    const horse = await of.addHorse()
    const post = await of.press(horse.id)
    await of.pass()
    await of.pass()
    expect((await of.targetOf(post))?.state).toBe('doubt')
    return { horse, post }
  }
  const one = await inDoubt()
  await withdraw(one.horse)
  await of.pass()
  expect(await of.targetOf(one.post)).toMatchObject({ state: 'still_up', sentence: expect.stringContaining('it may be up there') })
  far.posts.length = 0
  const two = await inDoubt()
  await of.answer(two.post, 'there')
  far.canTell = true
  await of.change(`/api/posts/${two.post.id}`, { state: 'down' })
  await of.pass()
  expect([far.posts, (await of.targetOf(two.post))?.state]).toEqual([[], 'down'])
})

test('a network that does not answer is asked again until the post is down, and the post says why it waits', async () => {
  const { horse, post } = await posted()
  far.fail('remove', new Refusal('later'))
  await withdraw(horse)
  await of.pass()
  expect(await of.targetOf(post)).toMatchObject({ state: 'removing', sentence: 'Farnet: It is not answering. We keep trying.' })
  await of.pass()
  expect([far.posts, (await of.targetOf(post))?.state]).toEqual([[], 'down'])
})

test('the posts of an erased client are taken down; while that can’t be, their erasure lists them', async () => {
  const { horse, post } = await posted()
  const by = await posted()
  await of.put(false)
  const { id: erasureId } = await of.made(`/api/clients/${horse.clientId}/erasure`, { clientName: 'Sarah Penrose' })
  const { files, keyedHash } = server.app.setup
  const places = { db: server.db, files, dataFolder: server.filesFolder, keyedHash, origin: 'http://localhost:3000' }
  await eraseClients(places).handle({ practiceId: server.gareth.practiceId, erasureId })
  const named = async () => (await server.gareth.get(`/api/erasures/${erasureId}`)).json<Erasure>().stillNamed
  expect(await named()).toEqual(["Farnet is switched off: 1 post there still shows their horse. It's taken down when it's on again."])
  expect(await of.read(post)).toBeUndefined()
  await of.put(true)
  expect(await named()).toEqual(["Farnet: 1 post there still shows their horse. It's taken down within minutes."])
  far.takesDown = false
  await of.pass()
  expect(await named()).toEqual([
    expect.stringMatching(
      /^Farnet: 1 post there still shows their horse\. Only you can take it down\. https:\/\/farnet\.example\/posts\/\d+$/,
    ),
  ])
  far.takesDown = true
  await server.asOwner(`update connection_items set sent_when = '2020-01-01T00:00:00Z' where kind = 'by_hand'`)
  await of.pass()
  expect(await named()).toEqual([])
  expect(far.posts.map(({ uid }) => uid)).toEqual([by.post.id])
})

test('taken down on one device and posted on another that has not heard of it, it stays down', async () => {
  const horse = await of.addHorse()
  const picture = await of.addPicture(horse.id)
  const [phone, tablet] = [server.gareth.device(), server.gareth.device()]
  const id = uuidv7()
  const { horseId: _, ...whole } = of.whole(horse.id, picture.id)
  const write = (device: typeof phone, action: 'CREATE' | 'UPDATE', data: object) =>
    device.push(
      device.op({ entity: 'posts', action, id, ...(action === 'UPDATE' && { baseRev: 1 }), data: data as Record<string, unknown> }),
    )
  const draft = await write(phone, 'CREATE', { ...whole, horseId: horse.id, state: 'draft' })
  expect(draft.results).toMatchObject([{ status: 'applied' }])
  expect((await write(tablet, 'UPDATE', { state: 'down' })).results).toMatchObject([{ status: 'applied' }])
  expect((await write(phone, 'UPDATE', { state: 'posting' })).results).toMatchObject([{ status: 'rejected', code: 'post_is_down' }])
  await of.pass()
  expect([far.asked, (await of.read({ id })).state]).toEqual([[], 'down'])
})
