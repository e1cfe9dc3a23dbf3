import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ApiKey, MadeApiKey } from '#features/core/api-keys/contract.ts'
import { MOST_KEYS } from '#features/core/api-keys/rules.ts'
import { currentMs, setClock } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { SCOPES } from '#lib/scopes.ts'
import { deletePracticeRows } from '#platform/server/database/copy-practice.ts'
import { KEY_PER_MINUTE } from '#platform/server/http/api-key.ts'
import { FRESH_MS } from '#platform/server/http/session.ts'
import { keyFor } from '#testing/api-keys.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'

let server: TestServer
let gareth: FixturePractice
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
beforeEach(async () => {
  gareth = await makeFixturePractice(server.app, 'Gareth Probert')
})
afterEach(resetClock)
afterAll(() => server.stop())

const INPUT = { name: 'Website form', scopes: ['clients:read', 'clients:write'], days: 90 }
const make = async (input: object = INPUT) => (await asks(gareth, input)).json<MadeApiKey>()
/** From an address of its own: few keys are made a minute from one. */
const asks = (who: Pick<FixturePractice, 'send'>, input: object) =>
  who.send('POST', '/api/api-keys', input, { remoteAddress: nextAddress() })
const listed = async () => (await gareth.get('/api/api-keys')).json<ApiKey[]>()

let addresses = 0
const nextAddress = () => `10.6.${Math.floor(++addresses / 250)}.${addresses % 250}`
/** A program's request: no cookie, from an address of its own. */
const by = (
  key: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  more: { body?: object; headers?: object; cookies?: Record<string, string> } = {},
) =>
  server.app.inject({
    method,
    url,
    remoteAddress: nextAddress(),
    headers: { authorization: `Bearer ${key}`, ...more.headers },
    ...(more.body ? { payload: more.body } : {}),
    ...(more.cookies ? { cookies: more.cookies } : {}),
  })
const codeOf = (answer: { statusCode: number; body: string }) => [
  answer.statusCode,
  answer.body.startsWith('{') ? JSON.parse(answer.body).code : undefined,
]
/** What was revoked is looked up again at the latest after this. */
const forgotten = (key: string) => server.app.apiKeys.forget(key)

describe('a key that is made', () => {
  test('is shown once, kept as a hash, and listed with what it is for', async () => {
    const { key, apiKey } = await make()
    expect(key).toMatch(/^prt_[\w-]{43}$/)
    const [only, ...others] = await listed()
    expect([only, others]).toEqual([apiKey, []])
    expect(only).toMatchObject({ name: 'Website form', scopes: INPUT.scopes, madeBy: 'Gareth Probert', isExpired: false, lastUsedOn: null })
    const rows = await server.asOwner(
      `select a.*, d.key_hash from api_keys a join directory.api_keys d on d.id = a.id where a.id = '${apiKey.id}'`,
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify([rows, only])).not.toContain(key.slice(4, 20))
    expect((await make()).key).not.toBe(key)
  })

  test('acts for its maker, and the journal says by which key', async () => {
    const { key, apiKey } = await make()
    const added = await by(key, 'POST', '/api/clients', { body: { name: 'Sarah Penrose' } })
    expect(added.statusCode).toBe(201)
    await gareth.post('/api/clients', { name: 'Tom Hughes' })
    const [first, second, third] = (await gareth.get('/api/dashboard/activity')).json<{ title: string; description: string }[]>()
    expect([first?.title, first?.description]).toEqual(['Added client Tom Hughes', 'by Gareth Probert'])
    expect([second?.title, second?.description]).toEqual(['Added client Sarah Penrose', 'by key Website form'])
    expect([third?.title, third?.description]).toEqual(['Made the API key Website form', 'by Gareth Probert'])
    await gareth.delete(`/api/api-keys/${apiKey.id}`)
    const [revoked, , still] = (await gareth.get('/api/dashboard/activity')).json<{ title: string; description: string }[]>()
    expect([revoked?.title, still?.description]).toEqual(['Revoked the API key Website form', 'by key Website form'])
  })

  test('has its last use noted, once a day', async () => {
    const { key } = await make()
    await by(key, 'GET', '/api/clients')
    const [used] = await listed()
    expect(used?.lastUsedOn).toBe(new Date(currentMs()).toLocaleDateString('sv-SE', { timeZone: 'Europe/London' }))
    const { xmin } =
      (await server.asOwner(`select xmin::text from api_keys where name = 'Website form' and practice_id = '${gareth.practiceId}'`))[0] ??
      {}
    forgotten(key)
    await by(key, 'GET', '/api/clients')
    expect(await server.asOwner(`select xmin::text from api_keys where practice_id = '${gareth.practiceId}'`)).toEqual([{ xmin }])
  })

  test('opens until the end of its last day, in the practice’s zone', async () => {
    setClock(new Date('2027-06-01T10:00:00Z'))
    gareth = await makeFixturePractice(server.app, 'Gareth Probert')
    const { key, apiKey } = await make({ ...INPUT, days: 30 })
    expect(apiKey.expiresOn).toBe('2027-07-01')
    // An hour before midnight in London.
    setClock(new Date('2027-07-01T22:00:00Z'))
    forgotten(key)
    expect((await by(key, 'GET', '/api/clients')).statusCode).toBe(200)
    setClock(new Date('2027-07-01T23:30:00Z'))
    forgotten(key)
    expect(codeOf(await by(key, 'GET', '/api/clients'))).toEqual([401, 'api_key_unknown'])
    expect((await listed())[0]).toMatchObject({ isExpired: true })
  })

  test('opens without an end where that was chosen', async () => {
    const { key, apiKey } = await make({ ...INPUT, days: null })
    expect(apiKey.expiresOn).toBeNull()
    setClock(new Date(currentMs() + 3000 * 86_400_000))
    expect((await by(key, 'GET', '/api/clients')).statusCode).toBe(200)
  })

  test.each([
    ['no name', { name: ' ' }],
    ['two lines for a name', { name: 'a\nb' }],
    ['no scope', { scopes: [] }],
    ['a scope that isn’t one', { scopes: ['everything'] }],
    ['an end of its own', { days: 7 }],
  ])('is refused with %s', async (_, wrong) => {
    expect((await asks(gareth, { ...INPUT, ...wrong })).statusCode).toBe(400)
    expect(await listed()).toEqual([])
  })

  test('keeps a name as it was typed, whatever is in it', async () => {
    const name = '<b>Ångström’s “form”</b> 🐴 %00'
    const { apiKey } = await make({ ...INPUT, name })
    expect([apiKey.name, (await listed())[0]?.name]).toEqual([name, name])
  })

  test('is the fiftieth at most, until one is revoked', async () => {
    for (let n = 0; n < MOST_KEYS; n++) await keyFor(server.app, gareth, ['clients:read'])
    expect(codeOf(await asks(gareth, INPUT))).toEqual([422, 'too_many_keys'])
    await gareth.delete(`/api/api-keys/${(await listed())[0]?.id}`)
    expect((await asks(gareth, INPUT)).statusCode).toBe(201)
  })

  test('wants the password a while after signing in', async () => {
    await server.asOwner(
      `update directory.sessions set proved_at = '${new Date(currentMs() - 20 * 60_000).toISOString()}' where practice_id = '${gareth.practiceId}'`,
    )
    expect(codeOf(await asks(gareth, INPUT))).toEqual([403, 'proof_too_old'])
    expect(codeOf(await asks(gareth, { ...INPUT, password: 'wrong horse' }))).toEqual([401, 'sign_in_failed'])
    await server.asOwner(`update directory.practices set mode = 'demo' where id = '${gareth.practiceId}'`)
    expect((await asks(gareth, INPUT)).statusCode).toBe(201)
  })
})

describe('a key ends', () => {
  const shut = [401, 'api_key_unknown']

  test('when it is revoked, for every server within two seconds, and once', async () => {
    const { key, apiKey } = await make()
    expect((await by(key, 'GET', '/api/clients')).statusCode).toBe(200)
    expect((await gareth.delete(`/api/api-keys/${apiKey.id}`)).statusCode).toBe(204)
    await expect.poll(async () => codeOf(await by(key, 'GET', '/api/clients')), { timeout: FRESH_MS + 1000 }).toEqual(shut)
    expect(await listed()).toEqual([])
    expect(codeOf(await gareth.delete(`/api/api-keys/${apiKey.id}`))).toEqual([404, 'api_key_not_found'])
    expect(await server.asOwner(`select id from directory.api_keys where id = '${apiKey.id}'`)).toEqual([])
  })

  test('with its maker’s membership, and does not come back with them', async () => {
    const nia = await gareth.addMember('Nia Rees', 'owner')
    const { key } = (await asks(nia, INPUT)).json<MadeApiKey>()
    const kept = await make()
    const member = (await gareth.get('/api/members'))
      .json<{ id: string; personId: string; name: string }[]>()
      .find(({ name }) => name === 'Nia Rees')
    expect((await by(key, 'GET', '/api/clients')).statusCode).toBe(200)
    await gareth.put(`/api/members/${member?.id}`, { isActive: false })
    forgotten(key)
    expect(codeOf(await by(key, 'GET', '/api/clients'))).toEqual(shut)
    expect((await listed()).map(({ id }) => id)).toEqual([kept.apiKey.id])
    const { practiceId } = gareth
    await server.asOwner(
      `insert into directory.memberships (person_id, practice_id, member_id) values ('${member?.personId}', '${practiceId}', '${member?.id}')`,
    )
    await server.asOwner(`update members set is_active = true where id = '${member?.id}'`)
    forgotten(key)
    expect(codeOf(await by(key, 'GET', '/api/clients'))).toEqual(shut)
    expect((await by(kept.key, 'GET', '/api/clients')).statusCode).toBe(200)
  })

  test('with its practice', async () => {
    const { key, apiKey } = await make()
    await gareth.inPractice((tx) => deletePracticeRows(tx))
    await server.db.withDirectory((tx) => tx.deleteFrom('directory.practices').where('id', '=', gareth.practiceId).execute())
    forgotten(key)
    expect(codeOf(await by(key, 'GET', '/api/clients'))).toEqual(shut)
    const left = `select id from directory.api_keys where id = '${apiKey.id}' union all select id from api_keys where id = '${apiKey.id}'`
    expect(await server.asOwner(left)).toEqual([])
  })

  test('for what its maker may no longer do, as their role changes', async () => {
    const nia = await gareth.addMember('Nia Rees', 'owner')
    const { key } = (await asks(nia, { ...INPUT, scopes: SCOPES })).json<MadeApiKey>()
    expect((await by(key, 'GET', '/api/payments')).statusCode).toBe(200)
    await server.asOwner(`update members set role = 'apprentice' where practice_id = '${gareth.practiceId}' and name = 'Nia Rees'`)
    forgotten(key)
    expect(codeOf(await by(key, 'GET', '/api/payments'))).toEqual([403, 'forbidden'])
    expect((await by(key, 'GET', '/api/horses')).statusCode).toBe(200)
  })
})

describe('the plan', () => {
  afterEach(() => void Object.assign(server.app.setup, { mode: 'test' }))
  const onPlan = async (columns: string, key: string) => {
    await server.asOwner(`update directory.practices set ${columns} where id = '${gareth.practiceId}'`)
    Object.assign(server.app.setup, { mode: 'production' })
    forgotten(key)
    return gareth.addMember('Nia Owner', 'owner')
  }

  test('has it from Enterprise on: when it falls, keys open nothing, and are listed and revoked on', async () => {
    const { key, apiKey } = await make()
    const owner = await onPlan(`tier = 'professional'`, key)
    expect(codeOf(await by(key, 'GET', '/api/clients'))).toEqual([403, 'not_in_plan'])
    expect(codeOf(await asks(owner, INPUT))).toEqual([403, 'not_in_plan'])
    expect((await owner.get('/api/api-keys')).json()).toHaveLength(1)
    await onPlan(`tier = 'enterprise'`, key)
    expect((await by(key, 'GET', '/api/clients')).statusCode).toBe(200)
    expect((await owner.delete(`/api/api-keys/${apiKey.id}`)).statusCode).toBe(204)
  })

  test('that has ended lets a key read, as its maker may, and write nothing', async () => {
    const { key, apiKey } = await make()
    const owner = await onPlan(`tier = 'enterprise', paid_until = '2020-01-01'`, key)
    expect((await by(key, 'GET', '/api/clients')).statusCode).toBe(200)
    expect(codeOf(await by(key, 'POST', '/api/clients', { body: { name: 'Ann' } }))).toEqual([402, 'plan_lapsed'])
    expect((await owner.delete(`/api/api-keys/${apiKey.id}`)).statusCode).toBe(204)
  })
})

describe('a key and a session', () => {
  test('open nothing the other’s way', async () => {
    const { key } = await make()
    const { cookieName } = server.app
    const session = gareth.cookies[cookieName] ?? ''
    expect(session).not.toMatch(/^prt_/)
    for (const bearer of [session, `prt_${session}`, `prs_${session}`, `prs_${key.slice(4)}`])
      expect((await by(bearer, 'GET', '/api/clients')).statusCode, bearer.slice(0, 8)).toBe(401)
    const asCookie = await server.app.inject({ url: '/api/clients', cookies: { [cookieName]: key } })
    expect(codeOf(asCookie)).toEqual([401, 'not_signed_in'])
    expect((await server.app.inject({ url: `/api/clients?key=${key}` })).statusCode).toBe(401)
  })

  test('that come together are a key alone: the cookie counts for nothing', async () => {
    const { key } = await make()
    const mixed = { cookies: gareth.cookies }
    expect(codeOf(await by(key, 'GET', '/api/horses', mixed))).toEqual([403, 'scope_missing'])
    expect(codeOf(await by(key, 'GET', '/api/auth/user', mixed))).toEqual([403, 'no_key_opens_this'])
    expect(codeOf(await by(`prt_${'a'.repeat(43)}`, 'GET', '/api/clients', mixed))).toEqual([401, 'api_key_unknown'])
    const proxys = await server.app.inject({ url: '/api/clients', cookies: gareth.cookies, headers: { authorization: 'Basic Z2FyZXRo' } })
    expect(proxys.statusCode).toBe(200)
  })

  test('are refused alike where a page of another site sends the request, and no site is let in', async () => {
    const { key } = await make()
    const headers = { origin: 'https://elsewhere.example' }
    expect(codeOf(await by(key, 'POST', '/api/clients', { body: { name: 'Ann' }, headers }))).toEqual([403, 'wrong_origin'])
    const asked = await server.app.inject({
      method: 'OPTIONS',
      url: '/api/clients',
      headers: { ...headers, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    })
    expect([asked.statusCode, asked.headers['access-control-allow-origin']]).toEqual([404, undefined])
    const read = await by(key, 'GET', '/api/clients', { headers })
    expect([read.headers['access-control-allow-origin'], read.headers['set-cookie']]).toEqual([undefined, undefined])
  })
})

describe('a program', () => {
  test('makes so many requests a minute, from wherever, then waits', async () => {
    const { key } = await make()
    for (let n = 1; n <= KEY_PER_MINUTE; n++) expect((await by(key, 'GET', '/api/clients?limit=1')).statusCode, String(n)).toBe(200)
    const refused = await by(key, 'GET', '/api/clients?limit=1')
    expect(codeOf(refused)).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    // What isn't its own counts too, and another key is not kept waiting.
    expect(codeOf(await by(key, 'GET', '/api/auth/user'))).toEqual([429, 'too_many_requests'])
    expect((await by((await make()).key, 'GET', '/api/clients')).statusCode).toBe(200)
    expect((await gareth.get('/api/clients')).statusCode).toBe(200)
  })

  test('may send a write again, and is told what was changed meanwhile', async () => {
    const { key } = await make()
    const again = { body: { name: 'Sarah Penrose' }, headers: { 'idempotency-key': uuidv7() } }
    const [first, second] = [await by(key, 'POST', '/api/clients', again), await by(key, 'POST', '/api/clients', again)]
    expect([first.statusCode, second.statusCode, second.json().id]).toEqual([201, 201, first.json().id])
    const url = `/api/clients/${first.json().id}`
    const { etag } = (await by(key, 'GET', url)).headers
    await gareth.put(url, { notes: 'Gate code 1234' })
    const stale = await by(key, 'PUT', url, { body: { notes: 'From the form' }, headers: { 'if-match': String(etag) } })
    expect(codeOf(stale)).toEqual([412, 'conflict'])
    expect((await gareth.get(url)).json().notes).toBe('Gate code 1234')
  })
})
