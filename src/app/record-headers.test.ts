import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import type { ServedRoute } from '#platform/server/http/http.ts'
import { makeSamples, type Samples } from '#testing/samples.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let samples: Samples
/** A colleague: one sample ends gareth's own session. */
let nia: Pick<TestServer['gareth'], 'send'>
let routes: ServedRoute[]
beforeAll(async () => {
  server = await startTestServer()
  samples = await makeSamples(server.gareth)
  nia = await server.gareth.addMember('Nia Colleague', 'owner')
  routes = server.app.routeTable.filter((route) => route.audience === 'member' && route.method !== 'HEAD')
})
afterAll(() => server.stop())

type Headers = Record<string, string>
const nameOf = (route: ServedRoute) => `${route.method} ${route.path}`
const send = (route: ServedRoute, headers: Headers, body: unknown = samples.of(nameOf(route)).body) => {
  const { url, id, contentType } = samples.of(nameOf(route))
  const sent = contentType ? { ...headers, 'content-type': contentType } : headers
  return nia.send(route.method as 'PUT', url.replace(/\/id(?=\/|$)/, `/${id}`), body as object | undefined, { headers: sent })
}

/** All that a write may leave behind in the practice: its place in the order, its line in the journal, its texts. */
const ledger = async () =>
  server.gareth.inPractice(async (tx) => {
    const counter = await tx.selectFrom('sync_counters').select('seq').executeTakeFirstOrThrow()
    const count = async (table: 'activity' | 'notices' | 'clients') =>
      (
        await tx
          .selectFrom(table)
          .select((eb) => eb.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n
    return [counter.seq, await count('activity'), await count('notices'), await count('clients')]
  })

/** Writes of synced records that take no key, and why that is safe. */
const WITHOUT_KEY: Record<string, string> = {
  'POST /api/sync/push': 'each op has its own',
  'PUT /api/auth/user': 'says the whole name: twice is once',
  'POST /api/activity/:id/undo': 'a second undo is refused: undone_already',
  'POST /api/imports/:id/undo': 'an import is taken back once',
  'POST /api/slot-offers': 'a second offer of the same time is refused: already_offered',
  'POST /api/slot-offers/:id/withdraw': 'an offer is taken back once',
  'POST /api/clients/:id/portal/invite': 'invites, and asked again invites again: the outbox shows both',
  'POST /api/photo-consents/ask': 'asks, and asked again sends the same question again: the outbox shows both',
  'POST /api/gdpr-requests/send-sms': 'one a day of each kind and client',
  'POST /api/bank-lines/:id/accept': 'a second is refused: bank_line_taken',
  'POST /api/bank-lines/accept-sure': 'a line is accepted once',
  'POST /api/bank-lines/:id/reopen': 'a line that is open stays open',
  'POST /api/messaging/settings': 'says what holds: twice is once',
  'POST /api/grants/:id/answer': 'a second is refused: care_answered',
  'POST /api/grants/:id/end': 'what has ended is ended: twice is once',
  'POST /api/invoices/:id/send': 'says that it went, and asked again sends again: the outbox shows both',
  'POST /api/invoices/:id/link': 'a link more, and the first stays good',
  'POST /api/accounts/proposals/:id/accept': 'a second is refused: proposal_not_found',
  'POST /api/accounts/proposals/:id/dismiss': 'a second is refused: proposal_not_found',
}

describe('every write of a synced record', () => {
  test('on a revision it does not have is refused with 412, returns the revision and does nothing', async () => {
    const wrong: string[] = []
    const before = String(await ledger())
    const changes = routes.filter(({ method, schema }) => (method === 'PUT' || method === 'DELETE') && schema?.headers)
    for (const route of changes) {
      const answer = await send(route, { 'if-match': '"999999"' })
      if (answer.statusCode !== 412 || answer.headers.etag !== `"${answer.json().rev}"`)
        wrong.push(`${nameOf(route)}: ${answer.statusCode} ${answer.headers.etag} ${answer.body.slice(0, 200)}`)
      if (String(await ledger()) !== before) wrong.push(`${nameOf(route)} did something`)
    }
    expect(changes.length).toBeGreaterThan(15)
    expect(wrong).toEqual([])
  })

  test('sent twice under one Idempotency-Key is done once and answered alike (I1)', async () => {
    const wrong: string[] = []
    const writes = routes.filter((route) => route.method !== 'GET').map(nameOf)
    let withKey = 0
    for (const name of samples.inOrder(writes)) {
      const route = routes.find((each) => nameOf(each) === name)
      if (!route) continue
      const headers = { 'idempotency-key': uuidv7() }
      const before = await ledger()
      const first = await send(route, headers)
      const after = await ledger()
      if (!route.schema?.headers) {
        if (after[0] !== before[0] && !WITHOUT_KEY[name]) wrong.push(`${name} writes synced records and takes no key`)
        continue
      }
      withKey += 1
      const second = await send(route, headers)
      if (second.statusCode !== first.statusCode || second.body !== first.body || second.headers.etag !== first.headers.etag)
        wrong.push(`${name}: ${first.statusCode} ${first.body.slice(0, 200)}, then ${second.statusCode} ${second.body.slice(0, 200)}`)
      if (String(await ledger()) !== String(after)) wrong.push(`${name} was done twice`)
    }
    expect(withKey).toBeGreaterThan(30)
    expect(wrong).toEqual([])
  })

  test('reports that a key has been used for another request, and that one is no key', async () => {
    const route = { method: 'POST', path: '/api/clients' } as ServedRoute
    const headers = { 'idempotency-key': uuidv7() }
    expect((await send(route, headers, { name: 'Ann', phone: '07700 900118' })).statusCode).toBe(201)
    // The order of fields doesn't matter.
    expect((await send(route, headers, { phone: '07700 900118', name: 'Ann' })).statusCode).toBe(201)
    const reused = await send(route, headers, { name: 'Ben' })
    expect([reused.statusCode, reused.json().code]).toEqual([409, 'key_reuse'])
    expect((await send(route, { 'idempotency-key': 'mine' }, { name: 'Ben' })).statusCode).toBe(400)
  })
})

const client = async () => {
  const made = await server.gareth.post('/api/clients', { name: 'Ann' })
  return { url: `/api/clients/${made.json<{ id: string }>().id}`, etag: String(made.headers.etag) }
}
const put = (url: string, body: object, headers: Headers = {}) => server.gareth.send('PUT', url, body, { headers })

test('a record’s ETag is its revision, on reads and on writes', async () => {
  const { url, etag } = await client()
  expect(etag).toBe('"1"')
  expect((await server.gareth.get(url)).headers.etag).toBe('"1"')
  expect((await put(url, { name: 'Anne' })).headers.etag).toBe('"2"')
  expect((await put(url, { name: 'Anne' })).headers.etag).toBe('"2"')
  expect((await server.gareth.get('/api/clients')).headers.etag).toBeUndefined()
})

test('a write on a revision that has moved on does nothing, and returns the current record', async () => {
  const { url, etag } = await client()
  await put(url, { name: 'Anne' })
  const stale = await put(url, { phone: '07700 900118' }, { 'if-match': etag })
  expect(stale.statusCode).toBe(412)
  expect(stale.json()).toMatchObject({ code: 'conflict', rev: 2, row: { name: 'Anne', phone: null } })
  expect(stale.headers.etag).toBe('"2"')
  expect((await server.gareth.send('DELETE', url, undefined, { headers: { 'if-match': 'W/"1"' } })).statusCode).toBe(412)
  expect((await put(url, { phone: '07700 900118' }, { 'if-match': '"1", "2"' })).json()).toMatchObject({ phone: '07700 900118' })
  expect((await server.gareth.send('DELETE', url, undefined, { headers: { 'if-match': '*' } })).statusCode).toBe(204)
  expect((await put(url, { name: 'Gone' }, { 'if-match': '"4"' })).statusCode).toBe(404)
})

test('of two writes on one revision at once, one is done', async () => {
  const { url, etag } = await client()
  const both = await Promise.all(['Anne', 'Anna'].map((name) => put(url, { name }, { 'if-match': etag })))
  expect(both.map((answer) => answer.statusCode).sort()).toEqual([200, 412])
})

test('of two requests with one key at once, one is done', async () => {
  const headers = { 'idempotency-key': uuidv7() }
  const send = () => server.gareth.send('POST', '/api/clients', { name: 'Once' }, { headers })
  const [one, two] = await Promise.all([send(), send()])
  expect([one.statusCode, two.statusCode]).toEqual([201, 201])
  expect(one.json()).toEqual(two.json())
})

test('a repeated write with If-Match is answered, not refused for its own effect', async () => {
  const { url, etag } = await client()
  const headers = { 'if-match': etag, 'idempotency-key': uuidv7() }
  expect((await put(url, { name: 'Anne' }, headers)).statusCode).toBe(200)
  expect((await put(url, { name: 'Anne' }, headers)).statusCode).toBe(200)
})

test('what is named by its key and not by an id can be matched too, also before it is there', async () => {
  const { url } = await client()
  const preferences = `${url}/sms-preferences`
  expect((await server.gareth.get(preferences)).headers.etag).toBe('"0"')
  expect((await put(preferences, { enableReminders: false }, { 'if-match': '"0"' })).statusCode).toBe(200)
  expect((await put(preferences, { enableReminders: true }, { 'if-match': '"0"' })).statusCode).toBe(412)
  const settings = await server.gareth.get('/api/settings')
  expect((await put('/api/settings', { travelBufferMinutes: 25 }, { 'if-match': String(settings.headers.etag) })).statusCode).toBe(200)
  expect((await put('/api/settings', { travelBufferMinutes: 30 }, { 'if-match': String(settings.headers.etag) })).statusCode).toBe(412)
})

test('another practice learns nothing by a key or a revision', async () => {
  const { url } = await client()
  const key = uuidv7()
  const ours = await put(url, { name: 'Anne' }, { 'idempotency-key': key })
  expect(ours.statusCode).toBe(200)
  for (const headers of [{ 'idempotency-key': key }, { 'if-match': '"9"' }, { 'if-match': '*' }]) {
    expect((await server.other.send('PUT', url, { name: 'Anne' }, { headers })).statusCode).toBe(404)
  }
})
