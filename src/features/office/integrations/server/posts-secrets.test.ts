import { afterEach, expect, test } from 'vitest'
import { startBluesky } from '#connectors/bluesky/far-side.ts'
import { startGraph } from '#connectors/kit/far-graph.ts'
import { APP } from '#connectors/kit/far-graph-people.ts'
import { exchangePractice } from '#features/office/integrations/server/exchange.ts'
import { pictureToPost } from '#features/office/integrations/server/post-picture.ts'
import { currentTime } from '#lib/clock.ts'
import { takeExchanges } from '#platform/server/database/exchanges.ts'
import { openReach } from '#platform/server/reach.ts'
import { everywhere, foundIn, keptLog } from '#testing/left-behind.ts'
import { posting } from '#testing/posting.ts'
import { formsOf } from '#testing/secret-forms.ts'
import { startTestServer } from '#testing/server.ts'

/* What a network is posted to with, looked for wherever it could have been left. */

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

type FarSide = Awaited<ReturnType<typeof startGraph>> | Awaited<ReturnType<typeof startBluesky>>

/** A practice at a network, before it is connected. */
async function at(network: string, far: FarSide) {
  const { log, written } = keptLog()
  const address = `http://${far.host}`
  const farOrigins = { [network]: address, [`${network}:sign-in`]: address }
  const places = { reach: openReach({ reach: [far.host] }), reachable: [far.host], farOrigins }
  const server = await startTestServer({ own: true, ...places, oauthApps: { FACEBOOK: APP }, log })
  stops.push(far.stop, server.stop)
  const answers: string[] = []
  const noted = async <A extends { body: string }>(asked: Promise<A>): Promise<A> => {
    const answer = await asked
    answers.push(answer.body)
    return answer
  }
  const put = (enabled: boolean, settings: object = {}) => noted(server.gareth.put(`/api/integrations/${network}`, { enabled, settings }))
  const pass = async () => {
    await server.asOwner('update connections set next_at = clock_now() where next_at is not null')
    await takeExchanges(server.db, new Date(currentTime().getTime() + 48 * 3_600_000))
    const { files, vault } = server.app.setup
    const pictures = (sha256: string, most: number) => pictureToPost(files, sha256, most)
    const run = { ...places, db: server.db, vault, pictures, isTestVersion: true, origin: 'http://localhost:3000', log }
    await exchangePractice(run, server.gareth.practiceId)
  }
  const of = posting(server, { network, host: far.host })
  return { server, put, pass, of, noted, answers, written }
}
type World = Awaited<ReturnType<typeof at>>

/** A post that goes, one that doesn't, and all a member can look at meanwhile. */
async function useIt({ server: { gareth }, of, pass, put, noted }: World, far: FarSide) {
  const horse = await of.addHorse()
  await of.press(horse.id)
  await pass()
  expect(await far.posts()).toHaveLength(1)
  await of.press(horse.id)
  for (const fault of ['broken', 'revoked'] as const) {
    far.fail(fault)
    await pass()
  }
  const { id } = await of.card()
  for (const path of ['', `/${id}/log`, `/${id}/rehearsal`]) await noted(gareth.get(`/api/integrations${path}`))
  for (const path of ['/api/posts', '/api/posts/networks', '/api/notices']) await noted(gareth.get(path))
  far.fail(null)
  await put(false)
}

async function expectNowhere({ server, answers, written }: World, account: string, secrets: readonly string[]) {
  const places = await everywhere({ server, members: [server.gareth], written, answers })
  // What is there is found: the name of its account.
  expect(foundIn(places, [account]).length).toBeGreaterThan(0)
  expect(foundIn(places, secrets.flatMap(formsOf))).toEqual([])
}

test('the app password of Bluesky is found nowhere, after success and failure, and switched off', async () => {
  const far = await startBluesky()
  const world = await at('bluesky', far)
  const { key, account } = far.credentials
  const wrong = 'zyxw-vuts-rqpo-7g8h'
  expect((await world.put(true, { apiKey: wrong, account })).json()).toMatchObject({ code: 'key_refused' })
  expect((await world.put(true, { apiKey: key, account })).json()).toMatchObject({ enabled: true })
  await useIt(world, far)
  await expectNowhere(world, account, [key, wrong])
})

test.each(['facebook', 'instagram'] as const)(
  'what signing in for %s is made of is found nowhere, nor is the token of a page',
  async (network) => {
    const far = await startGraph(network)
    const second = far.meta.addPage('Probert at the forge', 'probertforge')
    const world = await at(network, far)
    const { server, noted, put } = world
    far.meta.fetch = async (url) => {
      const { statusCode, headers, rawPayload } = await server.app.inject({ url: new URL(url).pathname })
      return new Response(new Uint8Array(rawPayload), { status: statusCode, headers: { 'content-type': String(headers['content-type']) } })
    }
    const { url } = (await server.gareth.post(`/api/integrations/${network}/sign-in`, {})).json<{ url: string }>()
    const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '')
    await noted(server.app.inject({ url: `${back.pathname}${back.search}`, cookies: server.gareth.cookies }))
    const { choices = [] } = await world.of.card()
    expect(choices).toHaveLength(2)
    const chosen = choices.find(({ name }) => name.includes('orge'))
    expect((await put(true, { pageId: chosen?.id })).statusCode).toBe(200)
    await useIt(world, far)
    const { code, state } = Object.fromEntries(back.searchParams)
    const tokens = [...far.meta.userTokens.keys(), far.page.token, second.token]
    expect(tokens).toHaveLength(4)
    await expectNowhere(world, chosen?.name ?? '', [APP.secret, String(code), String(state), ...tokens])
  },
)
