import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { RehearsedEntry } from '#features/office/integrations/contract.ts'
import { resumeConnections } from '#features/office/integrations/server/restored.ts'
import type { Network } from '#features/office/posts/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addFarNetwork, farNetwork as far } from '#testing/far-network.ts'
import { photoWithPlace, SECRETS } from '#testing/pictures.ts'
import { posting } from '#testing/posting.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/* What goes to a social network: once, under a live consent, and what a person is asked where nothing tells. */

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
const publishes = () => far.asked.filter((line) => line.startsWith('publish')).length

test('a post goes once, with its words and a picture that has nothing of what the camera wrote, no larger than the network takes', async () => {
  const horse = await of.addHorse()
  const post = await of.press(horse.id)
  expect(post).toMatchObject({ state: 'posting', clientId: horse.clientId, nobodyBy: server.gareth.memberId })
  await of.pass()
  await of.pass()
  const [there, ...more] = far.posts
  expect(more).toEqual([])
  expect(there).toMatchObject({ uid: post.id, text: 'Eight weeks apart', altText: 'Two hooves from the side' })
  expect(there?.at.toISOString()).toBe(post.pressedAt)
  const bytes = Buffer.from(there?.bytes ?? [])
  expect(bytes.length).toBeLessThanOrEqual(30_000)
  expect(SECRETS.filter((secret) => bytes.includes(secret))).toEqual([])
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg' })
  expect(await of.targetOf(post)).toMatchObject({ state: 'posted', url: 'https://farnet.example/posts/1', sentence: null })
  expect(await of.card()).toMatchObject({ status: 'connected', sentence: null, entries: 1, account: 'gareth.farnet' })
  expect(await of.log()).toEqual([['added', 1]])
})

test('without a live consent of the present owner nothing is posted, and nothing leaves', async () => {
  const horse = await of.addHorse()
  const picture = await of.addPicture(horse.id)
  await of.change(`/api/photo-consents/${horse.consent}`, { withdrawnAt: currentTime().toISOString() })
  const refused = await server.gareth.post('/api/posts', of.whole(horse.id, picture.id))
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'post_no_consent'])
  await of.made('/api/photo-consents', { clientId: horse.clientId, uses: ['card'], how: 'said', wordingVersion: 1 })
  expect((await server.gareth.post('/api/posts', of.whole(horse.id, picture.id))).statusCode).toBe(422)
  const consent = await of.consent(horse.clientId)
  const post = await of.made('/api/posts', of.whole(horse.id, picture.id))
  await of.change(`/api/photo-consents/${consent}`, { withdrawnAt: currentTime().toISOString() })
  await of.pass()
  expect(far.asked).toEqual([])
  expect(await of.read(post)).toMatchObject({ state: 'down', downBy: 'consent', targets: { farnet: { state: 'down' } } })
})

test('withdrawn while its picture is handed over, it is not made public', async () => {
  const horse = await of.addHorse()
  const post = await of.press(horse.id)
  // Past all that would say so: the engine asks for itself.
  far.before.prepare = () =>
    server.asOwner(`update photo_consents set withdrawn_at = given_at, withdrawn_by = 'owner' where id = '${horse.consent}'`)
  await of.pass()
  await of.pass()
  expect([far.posts, publishes(), (await of.targetOf(post))?.state]).toEqual([[], 0, 'down'])
})

test('what a post lacks is told when it is pressed, each in its own words', async () => {
  const horse = await of.addHorse()
  const picture = await of.addPicture(horse.id)
  const faults = [
    [{ pictureId: null }, 'post_no_picture', 'There is no picture yet.'],
    [{ altText: ' ' }, 'post_no_alt_text', 'Say what is in the picture, for those who can’t see it.'],
    [{ networks: [] }, 'post_no_networks', 'Choose where to post it.'],
    [{ text: `${'🐴'.repeat(300)}ab` }, 'post_too_long', 'Farnet takes 300 characters: shorten the words by 2 characters.'],
    [{ nobodyAt: null }, 'post_nobody_unconfirmed', 'Look at the picture and confirm that no person can be recognised.'],
  ] as const
  for (const [more, code, message] of faults) {
    const answer = await server.gareth.post('/api/posts', of.whole(horse.id, picture.id, more as object))
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { code, message }])
  }
  const other = await of.addPicture((await of.addHorse('Jane Pryce')).id)
  expect((await server.gareth.post('/api/posts', of.whole(horse.id, other.id))).json()).toMatchObject({ code: 'attachment_not_found' })
  await of.put(false)
  const off = await server.gareth.post('/api/posts', of.whole(horse.id, picture.id))
  expect(off.json()).toMatchObject({ code: 'network_not_connected', message: expect.stringContaining('Farnet isn’t connected') })
  expect((await server.gareth.get('/api/posts/networks')).json<Network[]>().find(({ id }) => id === 'farnet')).toEqual({
    ...{ id: 'farnet', name: 'Farnet', isOn: false, account: 'gareth.farnet', isRehearsed: false, text: 300, altText: 1000 },
  })
})

test('a draft may be changed until it is posted, another picture needs its confirmation anew, and what is down stays down', async () => {
  const horse = await of.addHorse()
  const [picture, another] = [await of.addPicture(horse.id), await of.addPicture(horse.id)]
  const { id } = await of.made('/api/posts', of.whole(horse.id, picture.id, { state: 'draft' }))
  const change = async (body: object) => {
    const answer = await of.change(`/api/posts/${id}`, body)
    return answer.statusCode === 200 ? answer.json() : answer.json<{ code: string }>().code
  }
  expect(await change({ pictureId: another.id })).toMatchObject({ nobodyAt: null, nobodyBy: null })
  expect(await change({ state: 'posting' })).toBe('post_nobody_unconfirmed')
  expect(await change({ nobodyAt: currentTime().toISOString(), state: 'posting' })).toMatchObject({ state: 'posting' })
  expect(await change({ text: 'Other words' })).toBe('post_is_out')
  expect(await change({ state: 'down' })).toMatchObject({ state: 'down', downBy: 'member' })
  expect(await change({ state: 'posting' })).toBe('post_is_down')
})

test('a picture that has not been made yet is waited for', async () => {
  const horse = await of.addHorse()
  const picture = await of.addPicture(horse.id, { isMade: false, content: await photoWithPlace(900, 700) })
  const post = await of.made('/api/posts', of.whole(horse.id, picture.id))
  await of.pass()
  expect([far.asked, (await of.targetOf(post))?.state]).toEqual([[], 'sending'])
  await picture.make()
  await of.pass()
  expect(far.posts).toHaveLength(1)
})

test.each([
  ['lost', 1],
  ['cut', 2],
] as const)('a publishing whose answer is %s is looked for, and the post is there once', async (fault, most) => {
  const horse = await of.addHorse()
  far.fail('publish', fault)
  const post = await of.press(horse.id)
  await of.pass()
  expect(await of.targetOf(post)).toMatchObject({ state: 'waiting', sentence: 'Farnet: It is not answering. We keep trying.' })
  await of.pass()
  await of.pass()
  expect([far.posts.length, publishes(), (await of.targetOf(post))?.state]).toEqual([1, most, 'posted'])
})

test('a worker that dies while it publishes posts nothing twice, and a lost answer to what is only handed over does no harm', async () => {
  const horse = await of.addHorse()
  far.fail('prepare', 'lost')
  far.fail('publish', 'killed')
  const post = await of.press(horse.id)
  await of.pass()
  await expect(of.pass()).rejects.toMatchObject({ err: { message: 'killed' } })
  await of.pass()
  expect([far.posts.length, publishes(), (await of.targetOf(post))?.state]).toEqual([1, 1, 'posted'])
})

test('lost twice and not to be found, or where nothing tells, it waits for a person, and never goes again by itself', async () => {
  const horse = await of.addHorse()
  far.fail('publish', 'cut', 'cut', 'cut')
  const post = await of.press(horse.id)
  for (let count = 0; count < 4; count += 1) await of.pass()
  expect([publishes(), (await of.targetOf(post))?.state]).toEqual([2, 'doubt'])
  expect(await of.card()).toMatchObject({ status: 'connected', sentence: '1 post may be there or not: open it and say.' })
  expect((await of.answer(post, 'there')).json()).toMatchObject({ targets: { farnet: { state: 'posted', url: null } } })
  far.canTell = false
  far.fail('publish', 'lost')
  const other = await of.press(horse.id)
  for (let count = 0; count < 4; count += 1) await of.pass()
  expect([publishes(), far.posts.length, (await of.targetOf(other))?.state]).toEqual([3, 1, 'doubt'])
  await of.answer(other, 'again')
  await of.pass()
  expect([publishes(), far.posts.length, (await of.targetOf(other))?.state]).toEqual([4, 2, 'posted'])
  expect((await of.answer(other, 'again')).json()).toMatchObject({ targets: { farnet: { state: 'posted' } } })
})

test('a definite no is no doubt: too busy goes later, and what is refused says why until a person sends it again or leaves it out', async () => {
  const horse = await of.addHorse()
  far.fail('publish', new Refusal('later', { isAnswered: true, afterMs: 1000 }))
  const busy = await of.press(horse.id)
  await of.pass()
  await of.pass()
  expect([far.asked.filter((line) => line.startsWith('find')), (await of.targetOf(busy))?.state]).toEqual([[], 'posted'])
  far.fail('publish', new Refusal('refused', { sentence: 'Farnet takes no hooves today.' }))
  far.fail('prepare', new Refusal('refused', { sentence: 'Farnet takes no such picture.' }))
  const [one, two] = [await of.press(horse.id), await of.press(horse.id)]
  await of.pass()
  expect(await of.targetOf(one)).toMatchObject({ state: 'refused', sentence: 'Farnet takes no such picture.' })
  expect(await of.targetOf(two)).toMatchObject({ state: 'refused', sentence: 'Farnet takes no hooves today.' })
  expect((await of.card()).sentence).toBe('Farnet refused 2 posts: open them to see why.')
  await of.answer(one, 'leave')
  await of.answer(two, 'again')
  await of.pass()
  expect([(await of.targetOf(one))?.state, (await of.targetOf(two))?.state]).toEqual(['left', 'posted'])
})

test('a sign-in that fails while it publishes stops the network, and the post goes once it works again', async () => {
  const horse = await of.addHorse()
  far.fail('publish', new Refusal('sign_in'))
  const post = await of.press(horse.id)
  await of.pass()
  expect([(await of.card()).status, await of.targetOf(post)]).toMatchObject(['error', { state: 'waiting' }])
  await server.gareth.post('/api/integrations/farnet/check', {})
  await of.pass()
  expect([far.posts.length, (await of.targetOf(post))?.state]).toEqual([1, 'posted'])
})

test('the picture has an address for the network alone, while the post is on its way, for an hour, and only under a live consent', async () => {
  const horse = await of.addHorse()
  const open = async () => {
    const { pathname } = new URL(far.handed?.pictureUrl ?? '')
    return server.app.inject({ url: pathname })
  }
  const seen: Awaited<ReturnType<typeof open>>[] = []
  far.before.publish = async () => {
    seen.push(await open())
    await server.asOwner(`update photo_consents set withdrawn_at = given_at, withdrawn_by = 'owner' where id = '${horse.consent}'`)
    seen.push(await open())
  }
  const post = await of.press(horse.id)
  await of.pass()
  expect(seen.map(({ statusCode }) => statusCode)).toEqual([200, 404])
  expect(seen[0]?.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-robots-tag': 'noindex', 'cache-control': 'private, no-store' })
  const bytes = seen[0]?.rawPayload ?? Buffer.alloc(0)
  expect((await sharp(bytes).metadata()).format).toBe('jpeg')
  expect(SECRETS.filter((secret) => bytes.includes(secret))).toEqual([])
  // It was published by then, so it comes down again.
  await of.pass()
  expect([far.posts, (await of.targetOf(post))?.state]).toEqual([[], 'down'])
  await of.consent(horse.clientId)
  far.clear()
  far.fail('publish', 'cut')
  await of.press(horse.id)
  await of.pass()
  expect((await open()).statusCode).toBe(200)
  const [link] = await server.asOwner(
    `select dies_at from directory.links where kind = 'post' and revoked_at is null order by dies_at desc`,
  )
  const minutes = (Number(link?.dies_at) - Number(currentTime())) / 60_000
  expect([minutes > 55, minutes <= 60]).toEqual([true, true])
  await server.asOwner(`update directory.links set dies_at = '2020-01-01' where kind = 'post'`)
  expect((await open()).statusCode).toBe(404)
})

test('in the test version nothing leaves, and the card shows word for word what would', async () => {
  const horse = await of.addHorse()
  const post = await of.press(horse.id)
  await of.pass([])
  expect([far.asked, (await of.targetOf(post))?.state]).toEqual([[], 'rehearsed'])
  const shown = (await server.gareth.get('/api/integrations/farnet/rehearsal')).json<RehearsedEntry[]>()
  expect(shown).toMatchObject([{ uid: post.id, title: 'Eight weeks apart', place: 'Two hooves from the side' }])
  await of.change(`/api/posts/${post.id}`, { state: 'down' })
  await of.pass([])
  expect([far.asked, (await of.targetOf(post))?.state]).toEqual([[], 'down'])
})

test('after a restore a post that was to go waits for a person: it may have gone since the backup', async () => {
  const horse = await of.addHorse()
  const post = await of.press(horse.id)
  await server.gareth.inPractice((tx) => resumeConnections(tx, { practiceId: server.gareth.practiceId } as never))
  await of.pass()
  expect([far.asked, (await of.targetOf(post))?.state]).toEqual([[], 'doubt'])
})

test('an apprentice sees posts and makes none, and another practice neither sees nor changes them', async () => {
  const horse = await of.addHorse()
  const post = await of.press(horse.id)
  const apprentice = await server.gareth.addMember('An apprentice', 'apprentice')
  expect((await apprentice.get('/api/posts')).json()).toHaveLength(1)
  expect((await apprentice.put(`/api/posts/${post.id}`, { state: 'down' })).statusCode).toBe(403)
  expect((await apprentice.post(`/api/posts/${post.id}/networks/farnet`, { answer: 'leave' })).statusCode).toBe(403)
  expect((await server.other.get('/api/posts')).json()).toEqual([])
  for (const [path, body] of [
    [`/api/posts/${post.id}`, { state: 'down' }],
    [`/api/posts/${post.id}/networks/farnet`, { answer: 'leave' }],
  ] as const)
    expect((await (body.state ? server.other.put(path, body) : server.other.post(path, body))).statusCode).toBe(404)
})
