import { describe, expect, onTestFinished, test } from 'vitest'
import { facebook } from '#connectors/facebook/connector.ts'
import { facebookDouble, startGraph } from '#connectors/kit/far-graph.ts'
import { GraphFault } from '#connectors/kit/far-graph-people.ts'
import type { FarPost } from '#connectors/kit/poster.ts'
import type { Credentials } from '#connectors/kit/wire.ts'
import { answersSuite } from '#testing/answers-suite.ts'
import { posterSuite } from '#testing/poster-suite.ts'
import { wireTo } from '#testing/told-server.ts'

const { poster, manifest, check, choose } = facebook
posterSuite('Facebook, a double of it', facebook, facebookDouble)
answersSuite('Facebook', manifest, (wire) => check({ ...wire, credentials: { ...wire.credentials, account: '46' } }))

const PICTURE = { bytes: Uint8Array.from(Buffer.from('ffd8ffd9', 'hex')), width: 1608, height: 1000 }
const AT = new Date('2026-11-27T09:30:00.000Z')
const POST: FarPost = { uid: 'a', text: 'Back on his feet', altText: 'Two hooves', at: AT, picture: PICTURE, pictureUrl: null }
const GARETH = 'a long token of Gareth'
const MINUTE_MS = 60_000

async function opened() {
  const far = await startGraph('facebook')
  onTestFinished(far.stop)
  far.meta.userTokens.set(GARETH, 'long')
  const wire = (more: Partial<Credentials> = {}) => wireTo(manifest, { ...far.credentials, ...more }).wire
  /** As just after a sign-in: Gareth's own token, and no page. */
  const fresh = wireTo(manifest, { key: GARETH, address: far.address }).wire
  return { far, meta: far.meta, wire, fresh }
}

describe('Facebook', () => {
  test.for([
    [190, 460, { kind: 'sign_in', sentence: 'Sign in to Facebook again.' }],
    [102, 0, { kind: 'sign_in' }],
    [10, 0, { kind: 'not_allowed', sentence: expect.stringContaining('allow everything') }],
    [200, 0, { kind: 'not_allowed' }],
    [299, 0, { kind: 'not_allowed' }],
    [3, 0, { kind: 'not_allowed' }],
    ...[4, 17, 32, 341, 613, 80001].map((code) => [code, 0, { kind: 'later', isAnswered: true, afterMs: 15 * MINUTE_MS }] as const),
    [1, 0, { kind: 'later', isAnswered: false, afterMs: undefined }],
    [2, 0, { kind: 'later', isAnswered: false }],
    [368, 0, { kind: 'refused', sentence: expect.stringContaining('blocked posting') }],
    [506, 0, { kind: 'refused', sentence: expect.stringContaining('the very same post') }],
    [324, 0, { kind: 'refused', sentence: "Facebook can't read this photo." }],
    [100, 33, { kind: 'gone' }],
    [100, 0, { kind: 'refused', sentence: "Facebook won't have this post." }],
    [999_999, 0, { kind: 'refused' }],
  ] as const)('an error of code %i and subcode %i is the refusal it should be', async ([code, subcode, refusal]) => {
    const { meta, wire } = await opened()
    const [photo, page] = [await poster.prepare(wire(), POST), meta.pages[0]?.id]
    for (const status of [400, 403]) {
      meta.refuse(/POST .*\/feed/, new GraphFault(status, code, '(#) as they write it', { subcode }))
      await expect(poster.publish(wire(), POST, photo)).rejects.toMatchObject(refusal)
    }
    expect(meta.pagePosts()).toEqual([])
    expect((await poster.publish(wire(), POST, photo)).url).toMatch(`https://www.facebook.com/${page}/posts/`)
  })

  test('what it says to people is shown, and how long to wait is believed for a day at most', async () => {
    const { meta, wire } = await opened()
    const said = { said: 'Your page needs an address before it can post.' }
    meta.refuse(/photos/, new GraphFault(400, 100, 'Invalid parameter', said))
    await expect(poster.prepare(wire(), POST)).rejects.toThrow(`Facebook won't have this post: ${said.said}`)
    const usage = (minutes: number) => ({
      'x-business-use-case-usage': JSON.stringify({ '12': [{ type: 'pages', call_count: 100, estimated_time_to_regain_access: minutes }] }),
    })
    for (const [minutes, afterMs] of [
      [19, 19 * MINUTE_MS],
      [100_000, 24 * 60 * MINUTE_MS],
      [0, 15 * MINUTE_MS],
    ] as const) {
      meta.refuse(/photos/, new GraphFault(400, 80001, 'There have been too many calls', { headers: usage(minutes) }))
      await expect(poster.prepare(wire(), POST)).rejects.toMatchObject({ kind: 'later', isAnswered: true, afterMs })
    }
    meta.refuse(/photos/, new GraphFault(400, 80001, 'Too many', { headers: { 'x-business-use-case-usage': '{"12":' } }))
    await expect(poster.prepare(wire(), POST)).rejects.toMatchObject({ afterMs: 15 * MINUTE_MS })
  })

  test('a post whose answer was lost is found by its picture; one that is not there is not said to be missing', async () => {
    const { far, meta, wire } = await opened()
    const photo = await poster.prepare(wire(), POST)
    expect(await poster.find(wire(), POST, photo)).toBe('unknown')
    far.loseAnswers(1)
    await expect(poster.publish(wire(), POST, photo)).rejects.toMatchObject({ kind: 'later', isAnswered: false })
    const [seen] = meta.pagePosts()
    expect(await poster.find(wire(), POST, photo)).toEqual({ remoteId: seen?.remoteId, url: expect.stringContaining('/posts/') })
    meta.photos.clear()
    expect(await poster.find(wire(), POST, photo)).toBe('unknown')
  })

  test('a post that is public stays so where its address can’t be read', async () => {
    const { far, meta, wire } = await opened()
    const photo = await poster.prepare(wire(), POST)
    meta.refuse(/GET \d+_\d+/, new GraphFault(500, 2, 'An unexpected error has occurred'))
    const { url, remoteId } = await poster.publish(wire(), POST, photo)
    expect([url, remoteId]).toEqual([
      expect.stringMatching(`^https://www.facebook.com/${far.page.id}_\\d+$`),
      expect.stringMatching(`^${far.page.id}_\\d+/${photo}$`),
    ])
  })

  test('its picture goes with a post, and a page that can’t be seen any more doesn’t count as empty', async () => {
    const { far, meta, wire } = await opened()
    const { remoteId } = await poster.publish(wire(), POST, await poster.prepare(wire(), POST))
    await poster.remove(wire(), remoteId)
    expect([meta.pagePostsById.size, meta.photos.size]).toEqual([0, 0])
    await poster.remove(wire(), remoteId)
    const other = await poster.publish(wire(), POST, await poster.prepare(wire(), POST))
    far.page.id = '9'
    const yourself = { kind: 'refused', sentence: "Facebook wouldn't let us take it down. Delete it yourself, in Facebook's app." }
    await expect(poster.remove(wire(), other.remoteId)).rejects.toMatchObject(yourself)
    expect(meta.pagePostsById.size).toBe(1)
  })

  test('what it won’t take down is left to a person, and what it can’t yet is tried again', async () => {
    const { meta, wire } = await opened()
    const { remoteId } = await poster.publish(wire(), POST, await poster.prepare(wire(), POST))
    meta.scopes.delete('pages_manage_posts')
    await expect(poster.remove(wire(), remoteId)).rejects.toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('Delete it yourself'),
    })
    meta.scopes.add('pages_manage_posts')
    meta.refuse(/DELETE/, new GraphFault(400, 32, 'Page request limit reached'))
    await expect(poster.remove(wire(), remoteId)).rejects.toMatchObject({ kind: 'later' })
    await poster.remove(wire(), remoteId)
    expect(meta.pagePosts()).toEqual([])
  })

  test('a sign-in is for the one page it may post to, with that page’s own token', async () => {
    const { far, meta, fresh } = await opened()
    meta.addPage('A page that is only looked at', null, ['ANALYZE'])
    expect(await check(fresh)).toEqual({ account: far.page.name, company: far.page.id, token: far.page.token })
    expect(meta.asked.slice(-2)).toEqual(['GET /v25.0/me/permissions', 'GET /v25.0/me/accounts'])
  })

  test('of several pages one is chosen, and until then nothing is posted', async () => {
    const { far, meta, fresh } = await opened()
    const second = meta.addPage('Second page', null)
    const choices = [far.page, second].map(({ id, name }) => ({ id, name }))
    expect(await check(fresh)).toEqual({ account: 'Gareth Probert', choices })
    await expect(poster.prepare(fresh, POST)).rejects.toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('Choose the page'),
    })
    expect(await choose?.(fresh, second.id)).toEqual({ account: 'Second page', company: second.id, token: second.token })
    await expect(choose?.(fresh, '46')).rejects.toMatchObject({ kind: 'gone' })
  })

  test('no page, and a box that was left unticked, connect nothing, each with its sentence', async () => {
    const { meta, fresh, wire } = await opened()
    meta.pages = []
    await expect(check(fresh)).rejects.toMatchObject({ kind: 'gone', sentence: expect.stringContaining('no page that you may post to') })
    for (const scope of ['pages_manage_posts', 'pages_read_engagement', 'pages_show_list']) {
      meta.scopes.delete(scope)
      await expect(check(fresh)).rejects.toMatchObject({ kind: 'not_allowed' })
      meta.scopes.add(scope)
    }
    await expect(check(wire({ key: 'another' }))).rejects.toMatchObject({ kind: 'sign_in' })
  })
})
