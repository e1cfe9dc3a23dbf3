import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startGraph } from '#connectors/kit/far-graph.ts'
import { APP } from '#connectors/kit/far-graph-people.ts'
import type { FarPost } from '#connectors/kit/poster.ts'
import { POSTERS } from '#connectors/registry.ts'
import type { Integration } from '#features/office/integrations/contract.ts'
import { wireOf } from '#features/office/integrations/server/far-wire.ts'
import { tokensOf } from '#features/office/integrations/server/oauth-tokens.ts'
import type { ConnectionRow } from '#features/office/integrations/server/queries.ts'
import { currentMs, setClock } from '#lib/clock.ts'
import { openReach } from '#platform/server/reach.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'

/* Signing in to Facebook: there is nothing to renew by, and a page of one's own to post to, or one of several to choose. */

const POST: Omit<FarPost, 'at'> = {
  ...{ uid: 'a', text: 'Back on his feet', altText: 'Two hooves', pictureUrl: null },
  picture: { bytes: Uint8Array.from(Buffer.from('ffd8ffd9', 'hex')), width: 1608, height: 1000 },
}
const DAY_MS = 86_400_000

describe('signing in to Facebook', () => {
  let far: Awaited<ReturnType<typeof startGraph>>
  let server: TestServer
  beforeEach(async () => {
    far = await startGraph('facebook')
    server = await startTestServer({ own: true, ...setup() })
  })
  afterEach(async () => {
    resetClock()
    await server.stop()
    await far.stop()
  })

  function setup() {
    const ids = Object.keys(POSTERS).flatMap((id) => [id, `${id}:sign-in`])
    const farOrigins = Object.fromEntries(ids.map((id) => [id, far.address]))
    return { reach: openReach({ reach: [far.host] }), reachable: [far.host], farOrigins, oauthApps: { FACEBOOK: APP } }
  }
  const signIn = async (id = 'facebook') => {
    const { url } = (await server.gareth.post(`/api/integrations/${id}/sign-in`, {})).json<{ url: string }>()
    const there = await fetch(url, { redirect: 'manual' })
    const back = new URL(there.headers.get('location') ?? '')
    const { headers } = await server.app.inject({ url: `${back.pathname}${back.search}`, cookies: server.gareth.cookies })
    return headers.location
  }
  const card = async (id = 'facebook') => {
    const all = (await server.gareth.get('/api/integrations')).json<Integration[]>()
    return all.find((each) => each.id === id) as Integration
  }
  const put = (body: object, id = 'facebook') => server.gareth.put(`/api/integrations/${id}`, body)
  const choose = (pageId: string) => put({ enabled: true, settings: { pageId } })
  const rowNow = async (): Promise<ConnectionRow> =>
    server.gareth.inPractice((tx) => tx.selectFrom('connections').selectAll().executeTakeFirstOrThrow())
  const wire = async () => wireOf({ db: server.db, vault: server.app.setup.vault, isTestVersion: true, ...setup() }, await rowNow())
  const post = async () => {
    const [by, of] = [await wire(), { ...POST, at: new Date(currentMs()) }]
    return POSTERS.facebook?.poster.prepare(by, of).then((photo) => POSTERS.facebook?.poster.publish(by, of, photo))
  }

  test('leads back connected to the page, whose own token is what is kept and posted by', async () => {
    expect(await signIn()).toBe('/integrations?tab=social&connected=facebook')
    expect(await card()).toMatchObject({ enabled: true, status: 'connected', account: far.page.name, sentence: null })
    expect(await card()).not.toHaveProperty('choices')
    expect([...far.meta.userTokens.values()]).toEqual(['short', 'long'])
    expect(tokensOf(server.app.setup.vault, await rowNow())).toEqual({
      ...{ access: far.page.token, refresh: null, untilMs: null },
      company: far.page.id,
    })
    await post()
    expect(await far.posts()).toMatchObject([{ text: POST.text, altText: POST.altText }])
    const shown = (await server.gareth.get('/api/integrations')).body
    for (const secret of [far.page.token, far.page.id, APP.secret, ...far.meta.userTokens.keys()]) expect(shown).not.toContain(secret)
  })

  test('lasts for years, and once it is revoked there asks to sign in again, without a request to renew it', async () => {
    await signIn()
    setClock(new Date(currentMs() + 700 * DAY_MS))
    await post()
    await far.revoke()
    far.meta.asked.length = 0
    await expect(post()).rejects.toMatchObject({ kind: 'sign_in', sentence: 'Sign in to Facebook again.' })
    far.fail('expired')
    await expect(post()).rejects.toMatchObject({ kind: 'sign_in', sentence: 'Sign in to Facebook again.' })
    expect(far.meta.asked.filter((path) => path.includes('oauth'))).toEqual([])
    expect((await rowNow()).renewing_until).toBeNull()
  })

  test('of several pages the card asks for one, once, and stays with it when signed in to again', async () => {
    const second = far.meta.addPage('Second page', null)
    expect(await signIn()).toBe('/integrations?tab=social&connected=facebook')
    const choices = [far.page, second].map(({ id, name }) => ({ id, name }))
    expect(await card()).toMatchObject({
      status: 'connected',
      account: 'Gareth Probert',
      choices,
      sentence: expect.stringContaining('Choose'),
    })
    await expect(post()).rejects.toMatchObject({ kind: 'refused', sentence: expect.stringContaining('Choose the page') })
    expect((await choose('46')).statusCode).toBe(422)
    expect((await choose(second.id)).json()).toMatchObject({ account: 'Second page', sentence: null })
    expect(await card()).not.toHaveProperty('choices')
    expect((await card()).settings).toEqual({})
    await post()
    expect([...far.meta.pagePostsById.values()].map(({ pageId }) => pageId)).toEqual([second.id])
    expect((await choose(far.page.id)).json()).toMatchObject({ code: 'bad_request', message: expect.stringContaining('sign in again') })
    await signIn()
    expect(await card()).toMatchObject({ account: 'Second page', sentence: null })
    expect(await card()).not.toHaveProperty('choices')
  })

  test('a choice that is put off for two months needs another sign-in', async () => {
    far.meta.addPage('Second page', null)
    await signIn()
    setClock(new Date(currentMs() + 61 * DAY_MS))
    expect((await choose(far.page.id)).json()).toMatchObject({ message: 'Sign in to Facebook again.' })
  })

  test('a box left unticked, no page and no Instagram account connect nothing, each with its reason', async () => {
    far.meta.scopes.delete('pages_manage_posts')
    expect(await signIn()).toBe('/integrations?tab=social&refused=facebook&why=partial')
    far.meta.scopes.add('pages_manage_posts')
    Object.assign(far.page, { ig: null })
    expect(await signIn('instagram')).toBe('/integrations?tab=social&refused=instagram&why=nothing')
    far.meta.pages = []
    expect(await signIn()).toBe('/integrations?tab=social&refused=facebook&why=nothing')
    expect(await card()).toMatchObject({ enabled: false, status: 'disconnected' })
    far.fail('broken')
    const again = await signIn().catch(() => 'their page is broken too')
    expect(again).toBe('their page is broken too')
  })

  test('Instagram is signed in to by the same app, as a connection of its own', async () => {
    expect(await signIn('instagram')).toBe('/integrations?tab=social&connected=instagram')
    expect([(await card('instagram')).account, (await card()).enabled]).toEqual(['@probertfarriery', false])
    expect((await wire()).credentials.account).toBe(far.page.ig?.id)
    await put({ enabled: false }, 'instagram')
    expect((await put({ enabled: true }, 'instagram')).json()).toMatchObject({ status: 'connected', account: '@probertfarriery' })
  })

  test('without this server’s app neither is on, and the cards say so', async () => {
    Object.assign(server.app.setup.oauthApps ?? {}, { FACEBOOK: undefined })
    for (const id of ['facebook', 'instagram']) {
      expect(await card(id)).toMatchObject({ enabled: false, asks: { by: 'oauth', vendor: 'Facebook', isReady: false } })
      expect((await server.gareth.post(`/api/integrations/${id}/sign-in`, {})).json()).toMatchObject({ code: 'sign_in_not_set_up' })
    }
  })

  test('only the owner connects them', async () => {
    const farrier = await server.gareth.addMember('Nia Colleague', 'farrier')
    expect((await farrier.post('/api/integrations/facebook/sign-in', {})).statusCode).toBe(403)
    expect((await farrier.put('/api/integrations/facebook', { enabled: true, settings: { pageId: far.page.id } })).statusCode).toBe(403)
  })
})
