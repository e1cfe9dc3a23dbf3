import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PosterConnector } from '#connectors/kit/connector.ts'
import type { FarFault } from '#connectors/kit/far-server.ts'
import type { FarPost } from '#connectors/kit/poster.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Credentials, Wire } from '#connectors/kit/wire.ts'
import { openWire } from '#features/office/integrations/server/wire.ts'
import { openReach } from '#platform/server/reach.ts'

/** A post as those see it who look at the profile. */
type SeenPost = { remoteId: string; text: string; altText: string; bytes: Uint8Array }

/** A network that runs for a test. */
type PosterFarSide = {
  host: string
  credentials: Credentials
  /** What `check` names. */
  account: string
  posts: () => Promise<SeenPost[]>
  fail: (fault: FarFault | null) => void
  /** Carries out the next writes, this many, and ends the connection instead of answering. */
  loseAnswers: (count: number) => void
  /** The key is deleted there, for good. */
  revoke: () => Promise<void>
  /** Only a person can take a post down there. */
  isTakenDownByHand?: true
  stop: () => Promise<void>
}
export type PosterStarter = { missing: string | null; start: () => Promise<PosterFarSide> }

const [PATIENT_MS, IMPATIENT_MS] = [20_000, 400]
const HARD = [
  'D\'Arcy & <b>Söns</b> "Ltd"',
  'Tŷ’r Felin: before and after. 馬の名 🐴🇬🇧 نور',
  '=cmd|x\n\n{{name}} %s \\n',
  'Shod today https://probert.example/a?b=c&d=(e). #farrier #Horses!',
  ' two  spaces\tand a tab ',
  '👩‍👩‍👧‍👦'.repeat(7),
  '',
]
let next = 1

/** What every social network does, at one that runs. */
export function posterSuite(name: string, { poster, check, manifest }: PosterConnector, { missing, start }: PosterStarter) {
  describe.skipIf(missing !== null)(`${name}${missing ? ` (missing: ${missing})` : ''}`, () => {
    let far: PosterFarSide
    let wire: Wire
    let pictures: Awaited<ReturnType<typeof startPictures>>
    let mostMs = PATIENT_MS
    const wireWith = (more: Partial<Credentials> = {}): Wire =>
      openWire({
        fetch: (...asked) => openReach({ reach: [far.host], mostMs })(...asked),
        manifest: { pace: { atOnce: 1, perMinute: 100_000 } },
        credentials: { ...far.credentials, ...more },
        ...(manifest.asks.by === 'oauth' && { authorization: `Bearer ${more.key ?? far.credentials.key}` }),
      })
    const refusal = (asking: Promise<unknown>) =>
      asking.then(
        (answer) => ({ answer }),
        (error: unknown) => (error instanceof Refusal ? { kind: error.kind, afterMs: error.afterMs, sentence: error.sentence } : { error }),
      )
    const postOf = async (more: Partial<FarPost> = {}): Promise<FarPost> => {
      const nth = next++
      const uid = `019f2a1c-${nth.toString(16).padStart(4, '0')}-7000-8000-000000000000`
      const picture = { bytes: await drawn(nth), width: 640, height: 400 }
      const pictureUrl = manifest.posts?.fetchesPicture ? pictures.hold(uid, picture.bytes) : null
      return { uid, text: `Back on his feet, ${nth}`, altText: 'Two hooves side by side', at: AT, picture, pictureUrl, ...more }
    }
    const publish = async (post: FarPost) => poster.publish(wire, post, await poster.prepare(wire, post))
    const there = async (remoteId: string) => (await far.posts()).filter((seen) => seen.remoteId === remoteId)
    const countOf = async ({ text }: FarPost) => (await far.posts()).filter((seen) => seen.text === text).length
    const remove = (remoteId: string) =>
      poster.remove(wire, remoteId).catch((error: unknown) => {
        if (!far.isTakenDownByHand) throw error
        expect(error).toMatchObject({ kind: 'refused', sentence: expect.stringMatching(/^.{10,}/) })
      })

    beforeAll(async () => {
      far = await start()
      pictures = await startPictures()
    }, 120_000)
    beforeEach(() => {
      far.fail(null)
      far.loseAnswers(0)
      mostMs = PATIENT_MS
      wire = wireWith()
    })
    afterAll(async () => {
      await far?.stop()
      await pictures?.stop()
    })

    test('names its account', async () => {
      expect((await check(wire)).account).toBe(far.account)
    })

    test('a post is there with its words, its description and its picture, byte for byte', async () => {
      const post = await postOf()
      const { remoteId, url } = await publish(post)
      const [seen, ...others] = await there(remoteId)
      expect(seen).toMatchObject({ text: post.text, altText: post.altText })
      expect(Buffer.compare(seen?.bytes ?? Buffer.alloc(0), post.picture.bytes)).toBe(0)
      expect(others).toEqual([])
      expect(url).toMatch(/^https:\/\/[\w.-]+\/\S+$/)
      expect(JSON.stringify(await far.posts())).not.toContain(post.uid)
    })

    test('what is prepared is seen by nobody, however often', async () => {
      const before = (await far.posts()).length
      const post = await postOf()
      await poster.prepare(wire, post)
      const prepared = await poster.prepare(wire, post)
      expect((await far.posts()).length).toBe(before)
      await poster.publish(wire, post, prepared)
      expect(await countOf(post)).toBe(1)
    })

    test('a post is prepared in one pass and published in the next', async () => {
      const post = await postOf()
      const prepared = await poster.prepare(wireWith(), post)
      const { remoteId } = await poster.publish(wireWith(), post, prepared)
      expect(await there(remoteId)).toHaveLength(1)
    })

    test('a post that was never published is not found', async () => {
      const post = await postOf()
      const prepared = await poster.prepare(wire, post)
      expect(await poster.find(wire, post, prepared)).not.toMatchObject({ url: expect.anything() })
    })

    test('an answer that was lost makes no second post', async () => {
      const post = await postOf()
      far.loseAnswers(1)
      expect(await refusal(poster.prepare(wire, post))).toMatchObject({ kind: 'later' })
      const prepared = await poster.prepare(wire, post)
      far.loseAnswers(1)
      expect(await refusal(poster.publish(wire, post, prepared))).toMatchObject({ kind: 'later' })
      // As the engine goes on: another pass, which looks first, and asks a person where it can't be seen.
      const found = await poster.find(wireWith(), post, prepared)
      if (found === null) await poster.publish(wireWith(), post, prepared)
      expect(await countOf(post)).toBe(1)
      if (found && found !== 'unknown') expect(await there(found.remoteId)).toHaveLength(1)
    })

    test('what is found after a lost answer is the post itself, to be taken down by it', async () => {
      const post = await postOf()
      const posted = await publish(post)
      const found = await poster.find(wireWith(), post, await poster.prepare(wire, post))
      if (found && found !== 'unknown') expect(found).toEqual(posted)
    })

    test.each(HARD)('the words and the description %j arrive as they are', async (words) => {
      const post = await postOf({ text: words, altText: `${words}?` })
      const { remoteId } = await publish(post)
      expect(await there(remoteId)).toMatchObject([{ text: words, altText: `${words}?` }])
    })

    test('words and a description as long as they may be arrive whole', async () => {
      const { text = 0, altText = 0 } = manifest.posts ?? {}
      const post = await postOf({ text: 'é'.repeat(Math.min(text, 5000)), altText: 'ü'.repeat(altText) })
      const { remoteId } = await publish(post)
      expect(await there(remoteId)).toMatchObject([{ text: post.text, altText: post.altText }])
    })

    test('a post is taken down, and again', async () => {
      const [post, stays] = [await postOf(), await postOf()]
      const { remoteId } = await publish(post)
      await publish(stays)
      for (let times = 0; times < 2; times++) {
        await remove(remoteId)
        expect(await there(remoteId)).toHaveLength(far.isTakenDownByHand ? 1 : 0)
      }
      expect(await countOf(stays)).toBe(1)
    })

    test('taking down whose answer was lost is done again', async () => {
      const { remoteId } = await publish(await postOf())
      far.loseAnswers(1)
      if (!far.isTakenDownByHand) expect(await refusal(poster.remove(wire, remoteId))).toMatchObject({ kind: 'later' })
      far.loseAnswers(0)
      await remove(remoteId)
      expect(await there(remoteId)).toHaveLength(far.isTakenDownByHand ? 1 : 0)
    })

    test('all of an account is forgotten there, post by post', async () => {
      for (const { remoteId } of await far.posts()) await remove(remoteId)
      expect(far.isTakenDownByHand ? [] : await far.posts()).toEqual([])
    })

    test.each(['wrong', '', 'with a space', 'ключ', 'line\nbreak'])('the wrong key %j is refused in a sentence', async (key) => {
      const post = await postOf()
      // A key that no header can hold never leaves; the wire sends those of a sign-in.
      if (manifest.asks.by === 'oauth' && !/^[\x20-\x7e]+$/.test(key)) return
      const said = { kind: 'sign_in', ...(manifest.asks.by === 'key' && { sentence: expect.stringMatching(/refused|app password/i) }) }
      expect(await refusal(check(wireWith({ key })))).toMatchObject(said)
      expect(await refusal(poster.prepare(wireWith({ key }), post))).toMatchObject(said)
    })

    test.each([
      ['expired', { kind: 'sign_in' }],
      ['revoked', { kind: 'sign_in' }],
      ['busy', { kind: 'later', afterMs: undefined }],
      ['busy for 2 minutes', { kind: 'later', afterMs: 120_000 }],
      ['broken', { kind: 'later', afterMs: undefined }],
      ['hanging', { kind: 'later' }],
      ['cut', { kind: 'later' }],
      ['nonsense', { kind: 'later' }],
      ['another shape', { kind: 'later' }],
      ['huge', { kind: 'refused' }],
    ] as const)('a network that is %s is a refusal and nothing else, and well again afterwards', async (fault, as) => {
      const post = await postOf()
      const { remoteId } = await publish(await postOf())
      const prepared = await poster.prepare(wire, post)
      /** Whoever was signed in before it failed, and who signs in now. */
      const [signedIn, anew] = [wireWith(), wireWith()]
      await check(signedIn)
      far.fail(fault)
      if (fault === 'hanging') mostMs = IMPATIENT_MS
      for (const by of [signedIn, anew]) {
        expect(await refusal(poster.prepare(by, post))).toMatchObject(as)
        expect(await refusal(poster.publish(by, post, prepared))).toMatchObject(as)
        if (!far.isTakenDownByHand) expect(await refusal(poster.remove(by, remoteId))).toMatchObject(as)
      }
      expect(await refusal(check(anew))).toMatchObject(as)
      far.fail(null)
      mostMs = PATIENT_MS
      expect(await countOf(post)).toBe(0)
      await publish(post)
      expect(await countOf(post)).toBe(1)
    })

    test('after the key is deleted there, nothing is done with it any more', async () => {
      const post = await postOf()
      const { remoteId } = await publish(await postOf())
      await far.revoke()
      await far.revoke()
      for (const ask of [() => check(wireWith()), () => poster.prepare(wireWith(), post), () => poster.remove(wireWith(), remoteId)])
        expect(await refusal(ask())).toMatchObject({ kind: 'sign_in' })
      expect(await countOf(post)).toBe(0)
    })
  })
}

const AT = new Date('2026-11-27T09:30:00.000Z')

/** A photo that no other is like. */
async function drawn(nth: number): Promise<Uint8Array<ArrayBuffer>> {
  const background = { r: nth % 256, g: (nth * 7) % 256, b: (nth * 31) % 256 }
  const jpeg = await sharp({ create: { width: 640, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer()
  // What follows the end of a JPEG belongs to no pixel, and has to arrive all the same.
  return Uint8Array.from([...jpeg, ...Buffer.from(`<${nth}>\r\n\0`)])
}

/** Where a network that fetches pictures itself finds them. */
async function startPictures() {
  const held = new Map<string, Uint8Array>()
  const server = createServer(({ url = '' }, answer) => {
    const bytes = held.get(url)
    if (bytes) answer.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes)
    else answer.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    hold(uid: string, bytes: Uint8Array) {
      held.set(`/${uid}.jpg`, bytes)
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/${uid}.jpg`
    },
    stop: () => new Promise<unknown>((done) => server.close(done)),
  }
}
