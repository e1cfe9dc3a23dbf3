import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCREEN_PATHS } from '#app/screen-paths.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { LONG_PATHS, longPath, shortPath } from '#lib/short-links.ts'
import { addPaperLink, addQueueLink, addTriageLink } from '#platform/server/links.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../scripts/build.mjs'

let server: TestServer
let client: string
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer()
  client = (await server.gareth.post('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118' })).json<{ id: string }>().id
})
afterAll(() => server.stop())

const get = (url: string) => server.app.inject({ url })
/** A page as it is read: what it says, and under which headers. */
const opened = async (url: string) => {
  const { statusCode, body, headers } = await get(url)
  const { 'cache-control': cache, 'referrer-policy': referrer, 'x-robots-tag': robots } = headers
  return { statusCode, body: body.replaceAll(/"asAt":"[^"]+"/g, ''), cache, referrer, robots }
}
const soon = () => new Date(currentTime().getTime() + 60_000)
const tokens = () =>
  server.gareth.inPractice(async (tx, actor) => ({
    queue: await addQueueLink(tx, actor, client, dayOf(currentTime(), actor.zone)),
    triage: await addTriageLink(tx, { clientId: client, diesAt: soon() }),
    statement: await addPaperLink(tx, 'statement', {
      subjectId: client,
      clientId: client,
      fromDay: addDays('2026-11-24', -40),
      diesAt: soon(),
    }),
  }))

test('a short path is no screen, no route and no file of ours, and leads to a page that is there', () => {
  const firsts = [...SCREEN_PATHS, ...server.app.routeTable.map(({ path }) => path)].map((path) => path.split('/')[1])
  const files = readdirSync('dist/web').map((name) => name.split('.')[0])
  const pages = new Set(server.app.routeTable.map(({ path }) => path))
  for (const [letter, long] of Object.entries(LONG_PATHS)) {
    expect(firsts, letter).not.toContain(letter)
    expect(files, letter).not.toContain(letter)
    expect([...pages], long).toContain(long.endsWith('/') ? `${long}:token` : long.split('?')[0])
  }
})

test('a page opens by its short path as by its long one; a link that is dead or unknown looks the same by both', async () => {
  const { queue, triage, statement } = await tokens()
  const paths = [`/call-status?client=${queue}`, `/lost-shoe/${triage}`, `/statement/${statement}`]
  for (const long of paths) {
    const [short, unknown] = [await opened(shortPath(long)), await opened(shortPath(`${long}x`))]
    expect(shortPath(long)).not.toBe(long)
    expect(short).toEqual({ ...(await opened(long)), body: short.body })
    expect(short.statusCode).toBe(200)
    expect(short.body).toContain(long.startsWith('/call') ? 'queue' : 'Sarah')
    await server.asOwner(`update directory.links set dies_at = clock_now() - interval '1 second' where client_id = '${client}'
      and token_hash = sha256('${long.split(/[/=]/).at(-1)}')`)
    if (long.startsWith('/call')) continue
    const dead = await opened(shortPath(long))
    expect([dead, dead]).toEqual([await opened(long), unknown])
    expect(dead.statusCode).toBe(404)
  }
})

test('the token of a link is twelve letters that are not taken for one another, and only its hash is kept', async () => {
  const made = await Promise.all([tokens(), tokens(), tokens(), tokens()])
  const all = made.flatMap((one) => Object.values(one))
  expect(new Set(all).size).toBe(12)
  for (const token of all) expect(token).toMatch(/^[1-9A-HJ-NP-Za-km-z]{12}$/)
  const kept = await server.asOwner(`select encode(token_hash, 'escape') as hash from directory.links where client_id = '${client}'`)
  for (const { hash } of kept) for (const token of all) expect(hash).not.toContain(token)
})

test('a token opens one kind of page, and a raw id of a client opens no page but the queue of the test version', async () => {
  const { triage } = await tokens()
  for (const letter of Object.keys(LONG_PATHS).filter((one) => one !== 'q' && one !== 'l'))
    for (const token of [triage, client]) expect((await get(`/${letter}/${token}`)).statusCode, letter).toBe(404)
  expect((await get(`/l/${client}`)).statusCode).toBe(404)
  expect(longPath(`/q/${client}`)).toBe(`/call-status?client=${client}`)
})
