import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { instagram } from '#connectors/instagram/connector.ts'
import { instagramDouble, startGraph } from '#connectors/kit/far-graph.ts'
import { GraphFault } from '#connectors/kit/far-graph-people.ts'
import type { FarPost } from '#connectors/kit/poster.ts'
import { currentTime } from '#lib/clock.ts'
import { answersSuite } from '#testing/answers-suite.ts'
import { posterSuite } from '#testing/poster-suite.ts'
import { wireTo } from '#testing/told-server.ts'

const { poster, manifest, check, choose } = instagram
posterSuite('Instagram, a double of it', instagram, instagramDouble)
answersSuite('Instagram', manifest, (wire) => check({ ...wire, credentials: { ...wire.credentials, account: '46' } }))

const GARETH = 'a long token of Gareth'
const MINUTE_MS = 60_000

async function opened() {
  const far = await startGraph('instagram')
  onTestFinished(far.stop)
  far.meta.userTokens.set(GARETH, 'long')
  const fresh = wireTo(manifest, { key: GARETH, address: far.address }).wire
  return { far, meta: far.meta, wire: wireTo(manifest, far.credentials).wire, fresh, post: await postWith(await jpeg()) }
}

const drawn = (width = 160, height = 100) => sharp({ create: { width, height, channels: 3, background: '#765' } })
const jpeg = (width?: number, height?: number) => drawn(width, height).jpeg().toBuffer()

/** A post whose picture lies where anyone may fetch it. */
async function postWith(bytes: Buffer, more: Partial<FarPost> = {}): Promise<FarPost> {
  const server = createServer((_, answer) => answer.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const pictureUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/picture.jpg`
  const picture = { bytes: Uint8Array.from(bytes), width: 160, height: 100 }
  return { uid: 'a', text: 'Back on his feet', altText: 'Two hooves', at: currentTime(), picture, pictureUrl, ...more }
}

describe('Instagram', () => {
  test('a picture that is still being looked at is published later, once, by what was prepared', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 2000 })
    onTestFinished(() => void vi.useRealTimers())
    const { meta, wire, post } = await opened()
    const container = await poster.prepare(wire, post)
    meta.lookedAt = 4
    const publishing = poster.publish(wire, post, container)
    await expect(publishing).rejects.toMatchObject({ kind: 'later', isAnswered: true, afterMs: MINUTE_MS })
    expect(meta.media.size).toBe(0)
    meta.lookedAt = 2
    await poster.publish(wire, post, container)
    expect(meta.media.size).toBe(1)
  })

  test('an account that has posted its fill gets nothing handed over, and its post later', async () => {
    const { far, meta, wire, post } = await opened()
    const container = await poster.prepare(wire, post)
    meta.quota = 0
    const later = { kind: 'later', isAnswered: true, afterMs: 60 * MINUTE_MS }
    const before = meta.containers.size
    await expect(poster.prepare(wire, post)).rejects.toMatchObject({
      ...later,
      sentence: expect.stringContaining('takes 0 posts in 24 hours'),
    })
    expect(meta.containers.size).toBe(before)
    await expect(poster.publish(wire, post, container)).rejects.toMatchObject(later)
    meta.quota = 50
    await poster.publish(wire, post, container)
    expect(meta.used(far.page.ig?.id ?? '')).toBe(1)
  })

  test('what was prepared a day ago is gone, and what it couldn’t make a post of is refused', async () => {
    const { meta, wire, post } = await opened()
    const container = await poster.prepare(wire, post)
    const held = meta.containers.get(container)
    if (!held) throw new Error('no container')
    held.status = 'EXPIRED'
    await expect(poster.publish(wire, post, container)).rejects.toMatchObject({ kind: 'gone' })
    expect(await poster.find(wire, post, container)).toBeNull()
    held.status = 'ERROR'
    await expect(poster.publish(wire, post, container)).rejects.toMatchObject({
      kind: 'refused',
      sentence: expect.stringMatching(/photo/),
    })
    expect(await poster.find(wire, post, container)).toBeNull()
  })

  test('published twice, it is one post', async () => {
    const { meta, wire, post } = await opened()
    const container = await poster.prepare(wire, post)
    const posted = await poster.publish(wire, post, container)
    expect(await poster.publish(wire, post, container)).toEqual(posted)
    expect(meta.media.size).toBe(1)
  })

  test('a post whose answer was lost is found by its words, also with names and once its container is forgotten', async () => {
    const { far, meta, wire, post } = await opened()
    const named = { ...post, text: 'Shod with @kerckhaert steel, for @penrose' }
    const container = await poster.prepare(wire, named)
    far.loseAnswers(1)
    await expect(poster.publish(wire, named, container)).rejects.toMatchObject({ kind: 'later', isAnswered: false })
    const [id] = meta.media.keys()
    expect(await poster.find(wire, named, container)).toMatchObject({ remoteId: id })
    meta.containers.clear()
    expect(await poster.find(wire, named, container)).toMatchObject({ remoteId: id })
    for (const media of meta.media.values()) media.at -= 3_600_000
    expect(await poster.find(wire, named, container)).toBe('unknown')
  })

  test('one without words is not looked for by them: what stands there may be somebody’s own photo', async () => {
    const { far, meta, wire, post } = await opened()
    const wordless = { ...post, text: ' ' }
    const container = await poster.prepare(wire, wordless)
    far.loseAnswers(1)
    await expect(poster.publish(wire, wordless, container)).rejects.toMatchObject({ kind: 'later' })
    expect([await poster.find(wire, wordless, container), meta.media.size]).toEqual(['unknown', 1])
    await expect(poster.publish(wire, wordless, container)).rejects.toMatchObject({ kind: 'later', isAnswered: false })
  })

  test('while it is still at it, it is looked at again later', async () => {
    const { meta, wire, post } = await opened()
    const container = await poster.prepare(wire, post)
    meta.lookedAt = 9
    await expect(poster.find(wire, post, container)).rejects.toMatchObject({ kind: 'later', isAnswered: true })
  })

  test.for([
    new GraphFault(400, 100, 'Unsupported get request', { subcode: 33 }),
    new GraphFault(400, 4, 'Application request limit reached'),
    new GraphFault(500, 2, 'An unexpected error has occurred'),
  ])('what was published and whose address can’t be read is looked up, not published again: %#', async (fault) => {
    const { meta, wire, post } = await opened()
    const container = await poster.prepare(wire, post)
    meta.refuse(new RegExp(`^GET (?!${container}$)\\d+$`), fault)
    await expect(poster.publish(wire, post, container)).rejects.toMatchObject({ kind: 'later', isAnswered: false })
    expect(await poster.find(wire, post, container)).toMatchObject({ remoteId: [...meta.media.keys()][0] })
  })

  test.for([
    ['it takes JPEGs', () => drawn().png().toBuffer()],
    ['this narrow or this wide', () => jpeg(100, 160)],
    ['it takes 8 MB', async () => Buffer.alloc(9_000_000)],
  ] as const)('a picture it fetches and won’t have is refused in words: %s', async ([words, picture]) => {
    const { wire } = await opened()
    await expect(poster.prepare(wire, await postWith(await picture()))).rejects.toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining(words),
    })
  })

  test('a picture it can’t fetch is for whoever runs the server; without an address, or too wide, nothing is asked', async () => {
    const { meta, wire, post } = await opened()
    await expect(poster.prepare(wire, { ...post, pictureUrl: 'http://127.0.0.1:9/picture.jpg' })).rejects.toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('Whoever runs it'),
    })
    meta.asked.length = 0
    const wide = { ...post, picture: { ...post.picture, width: 1920 } }
    for (const each of [{ ...post, pictureUrl: null }, wide, { ...wide, picture: { ...post.picture, height: 1000 } }])
      await expect(poster.prepare(wire, each)).rejects.toMatchObject({ kind: 'refused', sentence: expect.stringMatching(/^.{20,}/) })
    expect(meta.asked).toEqual([])
  })

  test.for([
    [9, 2207042, { kind: 'later', isAnswered: true, afterMs: 60 * MINUTE_MS }],
    [9007, 2207027, { kind: 'later', isAnswered: true, afterMs: MINUTE_MS }],
    [-1, 2207032, { kind: 'later', isAnswered: false }],
    [-2, 2207003, { kind: 'later', isAnswered: false }],
    [24, 2207008, { kind: 'gone' }],
    [25, 2207050, { kind: 'refused', sentence: expect.stringContaining('Open its app') }],
    [4, 2207051, { kind: 'refused', sentence: expect.stringContaining('took this for spam') }],
    [36004, 2207010, { kind: 'refused', sentence: expect.stringContaining('30 hashtags') }],
    [80002, 0, { kind: 'later', isAnswered: true }],
  ] as const)('an error of code %i and subcode %i is the refusal it should be', async ([code, subcode, refusal]) => {
    const { meta, wire, post } = await opened()
    const container = await poster.prepare(wire, post)
    meta.refuse(/media_publish/, new GraphFault(400, code, 'as they write it', { subcode }))
    await expect(poster.publish(wire, post, container)).rejects.toMatchObject(refusal)
    expect(meta.media.size).toBe(0)
  })

  test('what it won’t take down is left to a person: without the permission, and where it fails there', async () => {
    const { meta, wire, post } = await opened()
    const { remoteId } = await poster.publish(wire, post, await poster.prepare(wire, post))
    const yourself = { kind: 'refused', sentence: "Instagram wouldn't let us take it down. Delete it yourself, in Instagram's app." }
    meta.scopes.delete('instagram_manage_contents')
    await expect(poster.remove(wire, remoteId)).rejects.toMatchObject(yourself)
    meta.scopes.add('instagram_manage_contents')
    for (const subcode of [2207073, 2207085]) {
      meta.refuse(/DELETE/, new GraphFault(400, -1, 'Fatal', { subcode }))
      await expect(poster.remove(wire, remoteId)).rejects.toMatchObject(yourself)
    }
    meta.refuse(/DELETE/, new GraphFault(400, 100, 'Unsupported delete request', { subcode: 33 }))
    await expect(poster.remove(wire, remoteId)).rejects.toMatchObject(yourself)
    await poster.remove(wire, remoteId)
    expect(meta.media.size).toBe(0)
  })

  test('a sign-in is for the account that is linked to a page; of several one is chosen', async () => {
    const { far, meta, fresh } = await opened()
    const { ig } = far.page
    meta.addPage('A page without an account', null)
    expect(await check(fresh)).toEqual({ account: '@probertfarriery', company: ig?.id, token: far.page.token })
    const second = meta.addPage('Forge', 'probertforge')
    const choices = [ig, second.ig].map((each) => ({ id: each?.id, name: `@${each?.username}` }))
    expect(await check(fresh)).toEqual({ account: 'Gareth Probert', choices })
    expect(await choose?.(fresh, second.ig?.id ?? '')).toEqual({ account: '@probertforge', company: second.ig?.id, token: second.token })
    meta.pages = meta.pages.filter((page) => page.ig === null)
    await expect(check(fresh)).rejects.toMatchObject({ kind: 'gone', sentence: expect.stringContaining('Instagram professional account') })
  })

  test.for(manifest.asks.by === 'oauth' ? manifest.asks.scopes : [])('is not connected without %s', async (scope) => {
    const { meta, fresh } = await opened()
    meta.scopes.delete(scope)
    await expect(check(fresh)).rejects.toMatchObject({ kind: 'not_allowed' })
  })
})
