import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { startGraph } from '#connectors/kit/far-graph.ts'
import { APP, GraphFault } from '#connectors/kit/far-graph-people.ts'
import { openReach } from '#platform/server/reach.ts'
import { SECRETS } from '#testing/pictures.ts'
import { posting } from '#testing/posting.ts'
import { startTestServer } from '#testing/server.ts'

/* From signing in to Facebook to a post that is up there, and down again; Instagram fetches the picture from this server. */

async function connected(network: 'facebook' | 'instagram') {
  const far = await startGraph(network)
  const farOrigins = { [network]: far.address, [`${network}:sign-in`]: far.address }
  const places = { reach: openReach({ reach: [far.host] }), reachable: [far.host], farOrigins }
  const server = await startTestServer({ own: true, ...places, oauthApps: { FACEBOOK: APP } })
  onTestFinished(async () => {
    await server.stop()
    await far.stop()
  })
  const fetched: string[] = []
  /** As anyone on the internet: without a session. */
  far.meta.fetch = async (url) => {
    fetched.push(url)
    const { statusCode, headers, rawPayload } = await server.app.inject({ url: new URL(url).pathname })
    return new Response(new Uint8Array(rawPayload), { status: statusCode, headers: { 'content-type': String(headers['content-type']) } })
  }
  const { url } = (await server.gareth.post(`/api/integrations/${network}/sign-in`, {})).json<{ url: string }>()
  const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '')
  await server.app.inject({ url: `${back.pathname}${back.search}`, cookies: server.gareth.cookies })
  return { far, server, fetched, of: posting(server, { network, host: far.host, address: far.address }) }
}

test.each(['facebook', 'instagram'] as const)(
  'a post goes to %s once, with a picture that tells nothing, and comes down',
  async (network) => {
    const { far, fetched, server, of } = await connected(network)
    const { id } = await of.addHorse()
    const post = await of.press(id)
    await of.pass()
    await of.pass()
    const [there, ...more] = await far.posts()
    expect([there?.text, there?.altText, more]).toEqual([post.text, post.altText, []])
    expect(await sharp(there?.bytes).metadata()).toMatchObject({ format: 'jpeg' })
    expect(SECRETS.filter((secret) => there?.bytes.includes(secret))).toEqual([])
    expect(await of.targetOf(post)).toMatchObject({
      state: 'posted',
      url: expect.stringMatching(/^https:\/\/www\.(facebook|instagram)\.com\//),
    })
    expect(fetched).toHaveLength(network === 'instagram' ? 1 : 0)
    // The address was good until it was fetched and the post was up.
    for (const url of fetched) expect((await server.app.inject({ url: new URL(url).pathname })).statusCode).toBe(404)
    await of.change(`/api/posts/${post.id}`, { state: 'down' })
    await of.pass()
    expect(await far.posts()).toEqual([])
    expect(await of.targetOf(post)).toMatchObject({ state: 'down' })
  },
)

test('what Instagram’s limit keeps goes as soon as it takes more, and what it won’t take down is told with the link', async () => {
  const { far, of } = await connected('instagram')
  far.meta.quota = 0
  const post = await of.press((await of.addHorse()).id)
  await of.pass()
  expect([await far.posts(), (await of.targetOf(post))?.state]).toEqual([[], 'waiting'])
  expect((await of.card()).sentence).toMatch(/^Instagram takes 0 posts in 24 hours/)
  far.meta.quota = 50
  await of.pass()
  expect((await of.targetOf(post))?.state).toBe('posted')
  far.meta.scopes.delete('instagram_manage_contents')
  await of.change(`/api/posts/${post.id}`, { state: 'down' })
  await of.pass()
  expect(await of.targetOf(post)).toMatchObject({
    state: 'still_up',
    url: expect.stringContaining('instagram.com'),
    sentence: expect.stringContaining("Instagram's app"),
  })
})

test.each([
  { text: 'Eight weeks apart', leaves: 1, ends: 'down' },
  { text: '', leaves: 2, ends: 'still_up' },
])('taken down after its answer was lost, only a post with our words is: "$text"', async ({ text, leaves, ends }) => {
  const { far, of } = await connected('instagram')
  far.meta.refuse(/media_publish/, new GraphFault(400, 9007, 'Media ID is not available', { subcode: 2207027 }))
  const post = await of.press((await of.addHorse()).id, { text })
  await of.pass()
  far.loseAnswers(1)
  await of.pass()
  const [[, ours] = []] = far.meta.media
  if (!ours) throw new Error('nothing was published')
  // Gareth's own, posted there by hand a moment later.
  far.meta.media.set(far.meta.newId(), { ...ours, caption: '', at: ours.at + 1000 })
  await of.change(`/api/posts/${post.id}`, { state: 'down' })
  await of.pass()
  expect([far.meta.media.size, (await of.targetOf(post))?.state]).toEqual([leaves, ends])
  expect([...far.meta.media.values()].at(-1)?.at).toBe(ours.at + 1000)
})
