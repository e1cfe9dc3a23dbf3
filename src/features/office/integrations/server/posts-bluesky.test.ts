import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startBluesky } from '#connectors/bluesky/far-side.ts'
import { currentTime } from '#lib/clock.ts'
import { openReach } from '#platform/server/reach.ts'
import { photoWithPlace, SECRETS } from '#testing/pictures.ts'
import { posting } from '#testing/posting.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/* Posts at a double of Bluesky, through all that is between. */

let far: Awaited<ReturnType<typeof startBluesky>>
let server: TestServer
let of: ReturnType<typeof posting>
beforeAll(async () => {
  far = await startBluesky()
  const { address, key, account } = far.credentials
  server = await startTestServer({
    ...{ own: true, reach: openReach({ reach: [far.host] }), reachable: [far.host] },
    farOrigins: { bluesky: address ?? '' },
  })
  of = posting(server, { network: 'bluesky', host: far.host, address: address ?? '', settings: { apiKey: key, account } })
  await of.connect()
})
afterAll(async () => {
  await server.stop()
  await far.stop()
})
beforeEach(() => {
  far.fail(null)
  far.loseAnswers(0)
  far.records.clear()
})

/** A photo of noise, which no JPEG makes small. */
const heavy = async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width: 2400, height: 1500, channels: 3, background: '#808080', noise } })
    .withExif({ IFD0: { Copyright: 'Gareth Probert' } })
    .jpeg({ quality: 95 })
    .toBuffer()
}

test('a post is on the profile with its words and its picture, without what the camera wrote, and comes down with the consent', async () => {
  const horse = await of.addHorse()
  const post = await of.press(horse.id)
  await of.pass()
  const [there, ...more] = await far.posts()
  expect([there, more]).toMatchObject([{ text: 'Eight weeks apart', altText: 'Two hooves from the side' }, []])
  expect(SECRETS.filter((secret) => there?.bytes.includes(secret))).toEqual([])
  expect((await photoWithPlace()).includes(SECRETS[1] as string)).toBe(true)
  expect(await of.targetOf(post)).toMatchObject({ state: 'posted', url: expect.stringContaining('https://bsky.app/profile/') })
  await of.change(`/api/photo-consents/${horse.consent}`, { withdrawnAt: currentTime().toISOString() })
  await of.pass()
  expect([await far.posts(), (await of.targetOf(post))?.state]).toEqual([[], 'down'])
})

test('a picture of more bytes than it takes is made smaller', async () => {
  const horse = await of.addHorse()
  const content = await heavy()
  expect(content.length).toBeGreaterThan(1_000_000)
  const picture = await of.addPicture(horse.id, { content })
  await of.made('/api/posts', of.whole(horse.id, picture.id))
  await of.pass()
  const [there] = await far.posts()
  expect(there?.bytes.length).toBeLessThanOrEqual(1_000_000)
  expect(await sharp(there?.bytes).metadata()).toMatchObject({ format: 'jpeg' })
})

test.each([1, 2, 3])('it is there once when %i answers in a row are lost', async (lost) => {
  const horse = await of.addHorse()
  const post = await of.press(horse.id)
  far.loseAnswers(lost)
  for (let count = 0; count < 6; count += 1) await of.pass()
  expect([(await far.posts()).length, (await of.targetOf(post))?.state]).toEqual([1, 'posted'])
})

test('where the app password was deleted, the card says so, and the post goes once it is entered anew', async () => {
  const horse = await of.addHorse()
  const post = await of.press(horse.id)
  far.fail('revoked')
  await of.pass()
  expect([(await of.card()).status, (await of.targetOf(post))?.state]).toEqual(['error', 'waiting'])
  far.fail(null)
  await of.connect()
  await of.pass()
  expect([(await far.posts()).length, (await of.targetOf(post))?.state]).toEqual([1, 'posted'])
})
