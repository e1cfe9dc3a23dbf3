import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bluesky } from '#connectors/bluesky/connector.ts'
import { blueskyServer, startPds } from '#connectors/bluesky/far-pds.ts'
import { blueskyDouble, startBluesky } from '#connectors/bluesky/far-side.ts'
import { facetsOf, keyOf } from '#connectors/bluesky/record.ts'
import type { FarPost } from '#connectors/kit/poster.ts'
import type { Credentials } from '#connectors/kit/wire.ts'
import { openWire } from '#features/office/integrations/server/wire.ts'
import { openReach } from '#platform/server/reach.ts'
import { answersSuite } from '#testing/answers-suite.ts'
import { posterSuite } from '#testing/poster-suite.ts'

posterSuite('A double of Bluesky', bluesky, blueskyDouble)
posterSuite('A real server of Bluesky', bluesky, blueskyServer)
answersSuite('Bluesky', bluesky.manifest, bluesky.check)

type Far = { host: string; credentials: Credentials }
const wireTo = ({ host, credentials }: Far, more: Partial<Credentials> = {}) =>
  openWire({
    fetch: openReach({ reach: [host] }),
    manifest: { pace: { atOnce: 1, perMinute: 100_000 } },
    credentials: { ...credentials, ...more },
  })

const JPEG = Uint8Array.from(Buffer.from('/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==', 'base64'))
/** 121 letters of 25 bytes. */
const FAMILIES = '👩‍👩‍👧‍👦'.repeat(121)
/** A picture that is on no server. */
const GONE = { $type: 'blob', ref: { $link: `bafkrei${'a'.repeat(52)}` }, mimeType: 'image/jpeg', size: 9 }
let next = 1
const postOf = (more: Partial<FarPost> = {}): FarPost => ({
  uid: `019f2a1c-1111-7000-8000-${String(next++).padStart(12, '0')}`,
  ...{ text: 'Shod', altText: 'A hoof', at: new Date('2026-11-27T09:30:00Z'), pictureUrl: null },
  picture: { bytes: JPEG, width: 640, height: 400 },
  ...more,
})
const { prepare, publish, remove } = bluesky.poster

describe('of Bluesky alone, at its double', () => {
  let far: Awaited<ReturnType<typeof startBluesky>>
  beforeAll(async () => {
    far = await startBluesky()
  })
  afterAll(() => far.stop())

  test('a pass signs in once, and again when its token has run out', async () => {
    const [wire, before] = [wireTo(far), far.signIns()]
    const prepared = await prepare(wire, postOf())
    await publish(wire, postOf(), prepared)
    expect(far.signIns()).toBe(before + 1)
    far.expireTokens()
    await publish(wire, postOf(), prepared)
    expect(far.signIns()).toBe(before + 2)
  })

  test('a picture that is gone again is handed over again', async () => {
    const [wire, post] = [wireTo(far), postOf({ picture: { bytes: Uint8Array.from([...JPEG, 1]), width: 1, height: 1 } })]
    const prepared = await prepare(wire, post)
    far.dropBlobs()
    const { remoteId } = await publish(wire, post, prepared)
    expect((await far.posts()).find((seen) => seen.remoteId === remoteId)?.bytes).toEqual(Buffer.from(post.picture.bytes))
  })

  test.each([
    ['301 letters', '🐴'.repeat(301)],
    ['more than 3,000 bytes', FAMILIES],
  ])('words of %s are refused before anything leaves', async (_, text) => {
    const before = far.signIns()
    await expect(prepare(wireTo(far), postOf({ text }))).rejects.toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('300'),
    })
    expect(far.signIns()).toBe(before)
  })

  test('a picture of more than a million bytes is refused in a sentence', async () => {
    const picture = { bytes: new Uint8Array(1_000_001), width: 1, height: 1 }
    await expect(prepare(wireTo(far), postOf({ picture }))).rejects.toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('too large'),
    })
  })

  test('a handle is known as it is copied from a profile', async () => {
    expect(await bluesky.check(wireTo(far, { account: '\u202a@Gareth.bsky.social\u202c ' }))).toEqual({ account: far.account })
  })

  test('a post on another account is not touched', async () => {
    const remoteId = `at://did:plc:another/app.bsky.feed.post/${keyOf('x')}`
    await expect(remove(wireTo(far), remoteId)).rejects.toMatchObject({ kind: 'refused', sentence: expect.stringContaining('another') })
  })

  test('an account that is closed is told from a wrong key', async () => {
    far.close()
    await expect(bluesky.check(wireTo(far))).rejects.toMatchObject({ kind: 'not_allowed', sentence: expect.stringContaining('closed') })
  })
})

describe.skipIf(blueskyServer.missing !== null)('of Bluesky alone, at a real server and at its double', () => {
  let real: Awaited<ReturnType<typeof startPds>>
  let double: Awaited<ReturnType<typeof startBluesky>>
  beforeAll(async () => {
    real = await startPds()
    double = await startBluesky()
  }, 120_000)
  afterAll(() => Promise.all([real?.stop(), double?.stop()]))

  test('its own lexicons find our records valid, with links, hashtags and signs of several bytes', async () => {
    const wire = wireTo(real)
    for (const text of ['Tŷ’r Felin 🐴 https://probert.example/a, #farrier #Tŷ.', '', '馬'.repeat(300)]) {
      const post = postOf({ text })
      await publish(wire, post, await prepare(wire, post))
    }
    expect(real.statuses).toEqual(['valid', 'valid', 'valid'])
  })

  test('a picture that was never there is handed over', async () => {
    const { remoteId } = await publish(wireTo(real), postOf(), JSON.stringify(GONE))
    expect((await real.posts()).find((seen) => seen.remoteId === remoteId)?.bytes).toEqual(Buffer.from(JPEG))
  })

  test('a repeat changes nothing', async () => {
    const [wire, post] = [wireTo(real), postOf()]
    const prepared = await prepare(wire, post)
    const before = await real.posts()
    const first = await publish(wire, post, prepared)
    expect(await publish(wireTo(real), post, await prepare(wire, post))).toEqual(first)
    expect(await real.posts()).toHaveLength(before.length + 1)
  })

  test('the password of the account itself is not wanted', async () => {
    const sentence = expect.stringContaining('Make an app password')
    await expect(bluesky.check(wireTo(real, { key: real.password }))).rejects.toMatchObject({ kind: 'sign_in', sentence })
  })

  /** What a record is sent with, and what of it is wrong. */
  type Wrong = { body?: object; record?: object; image?: object }
  const bodyOf = (repo: string, blob: object, { body, record, image }: Wrong) => {
    const images = [{ alt: 'A hoof', image: blob, aspectRatio: { width: 640, height: 400 }, ...image }]
    const right = { $type: 'app.bsky.feed.post', text: 'Shod', createdAt: '2026-11-27T09:30:00.000Z', langs: ['en'] }
    const whole = { ...right, embed: { $type: 'app.bsky.embed.images', images }, ...record }
    return { repo, collection: 'app.bsky.feed.post', rkey: keyOf('good'), record: whole, ...body }
  }
  /** What a server answers to it, straight. */
  const answerOf = async ({ credentials: { address = '', account: identifier, key: password } }: Far, wrong: Wrong) => {
    const ask = async (procedure: string, token: string, body: string | Uint8Array<ArrayBuffer>, type = 'application/json') => {
      const headers = { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) }
      const answer = await fetch(`${address}/xrpc/com.atproto.${procedure}`, { method: 'POST', headers, body })
      return [answer.status, (await answer.json()) as { error?: string; accessJwt: string; did: string; blob: object }] as const
    }
    const [, { accessJwt, did }] = await ask('server.createSession', '', JSON.stringify({ identifier, password }))
    const [, { blob }] = await ask('repo.uploadBlob', accessJwt, JPEG, 'image/jpeg')
    const [status, { error }] = await ask('repo.putRecord', accessJwt, JSON.stringify(bodyOf(did, blob, wrong)))
    return { status, error }
  }

  test.each<[string, number, Wrong]>([
    ['nothing wrong', 200, {}],
    ['a key that is no TID', 400, { body: { rkey: 'our-own-id' } }],
    ['301 letters', 400, { record: { text: 'é'.repeat(301) } }],
    ['more than 3,000 bytes', 400, { record: { text: FAMILIES } }],
    ['no time', 400, { record: { createdAt: '' } }],
    ['a fourth language', 400, { record: { langs: ['en', 'cy', 'fr', 'de'] } }],
    ['no description', 400, { image: { alt: undefined } }],
    ['a side that is no number of pixels', 400, { image: { aspectRatio: { width: 0, height: 400 } } }],
    ['a picture that is not there', 400, { image: { image: GONE } }],
    ["another's account", 403, { body: { repo: 'did:plc:3jzfcijpj2z2a4pdagfkkaaa' } }],
  ])('the double answers as the real one to a record with %s', async (_, status, wrong) => {
    const really = await answerOf(real, wrong)
    expect(really.status).toBe(status)
    expect(await answerOf(double, wrong)).toEqual(really)
  })
})

test('the key of a post is a TID of its own, and the same each time', () => {
  const uids = Array.from({ length: 2000 }, (_, nth) => `019f2a1c-${nth.toString(16).padStart(4, '0')}-7000-8000-000000000000`)
  const keys = uids.map(keyOf)
  expect(new Set(keys).size).toBe(2000)
  expect(keys).toEqual(uids.map(keyOf))
  for (const key of [...keys, keyOf('anything'), keyOf('')])
    expect(key).toMatch(/^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/)
  expect(keyOf('019f2a1c-0000-7000-8000-000000000000') < keyOf('019f2a1c-0001-7000-8000-000000000000')).toBe(true)
})

test.each<[string, ...[words: string, feature: Record<string, string>][]]>([
  ['Nothing here: 1 # 2, #1, http:// ftp://x.y @me'],
  ['Tŷ 🐴 https://a.example/b?c=d#e.', ['https://a.example/b?c=d#e', { uri: 'https://a.example/b?c=d#e' }]],
  ['(www.probert.example), see', ['www.probert.example', { uri: 'https://www.probert.example' }]],
  ['#farrier #Tŷ, #a-b!', ['#farrier', { tag: 'farrier' }], ['#Tŷ', { tag: 'Tŷ' }], ['#a-b', { tag: 'a-b' }]],
  [`#${'a'.repeat(65)} ##x`, ['##x', { tag: '#x' }]],
])('links and hashtags of %j are pointed out by their bytes', (text, ...wanted) => {
  const bytes = Buffer.from(text)
  const found = facetsOf(text).map(({ index: { byteStart, byteEnd }, features: [feature] }) => {
    const { $type: _, ...rest } = feature as { $type: string }
    return [bytes.subarray(byteStart, byteEnd).toString(), rest]
  })
  expect(found).toEqual(wanted)
})
