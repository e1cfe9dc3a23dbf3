import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeApiKey } from '#features/core/api-keys/contract.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { NATIVE_ORIGINS } from '#platform/server/http/native-origins.ts'
import { hashToken, newToken } from '#platform/server/http/session.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { bearerSend, exchange, newVerifier, pressIn, shellOf } from '#testing/shells.ts'

let server: TestServer
let shell: Awaited<ReturnType<typeof shellOf>>
beforeAll(async () => {
  server = await startTestServer({ own: true })
  shell = await shellOf(server.app, server.gareth)
})
afterAll(() => server.stop())

const codeOf = (answer: { statusCode: number; body: string }) => [answer.statusCode, answer.body ? JSON.parse(answer.body).code : undefined]
const cookieToken = () => server.gareth.cookies[server.app.cookieName] ?? ''
const withCookie = (token: string, url = '/api/auth/user') => server.app.inject({ url, cookies: { [server.app.cookieName]: token } })
const withBearer = (token: string, url = '/api/auth/user') => server.app.inject({ url, headers: { authorization: `Bearer ${token}` } })

describe('a token opens only over the way it was made for', () => {
  test('a shell’s as a cookie opens nothing, ends nothing and changes nothing', async () => {
    expect(codeOf(await withCookie(shell.token))).toEqual([401, 'not_signed_in'])
    const cookies = { [server.app.cookieName]: shell.token }
    await server.app.inject({ url: '/api/logout', cookies })
    await server.app.inject({ method: 'POST', url: '/api/logout', cookies })
    const who = { firstName: 'Nia', lastName: 'Rees', email: 'nia@example.com', password: 'hot shoe, cold water', practiceName: 'Rees' }
    expect((await server.app.inject({ method: 'POST', url: '/api/auth/register', payload: who, cookies })).statusCode).toBe(204)
    server.app.sessions.forget(shell.token)
    expect((await shell.send('GET', '/api/auth/user')).statusCode).toBe(200)
    // A browser that goes takes the alerts of its person along.
    expect(
      await server.asOwner(`select 1 from directory.sessions where id = '${shell.sessionId}' and browser_id is not null`),
    ).toHaveLength(1)
  })

  test('a browser’s as a bearer opens nothing, in either form, and ends nothing', async () => {
    for (const token of [cookieToken(), `prs_${cookieToken()}`]) {
      expect(codeOf(await withBearer(token))).toEqual([401, 'not_signed_in'])
      await bearerSend(server.app, token)('POST', '/api/logout')
    }
    // Were one of a browser's ever of this form, the row says what it is.
    const token = `prs_${newToken().token}`
    await server.asOwner(
      `update directory.sessions set token_hash = '\\x${hashToken(token).toString('hex')}' where token_hash = '\\x${hashToken(cookieToken()).toString('hex')}'`,
    )
    server.app.sessions.forget(cookieToken())
    expect(codeOf(await withBearer(token))).toEqual([401, 'not_signed_in'])
    await bearerSend(server.app, token)('POST', '/api/logout')
    expect((await withCookie(token)).statusCode).toBe(200)
    await server.asOwner(
      `update directory.sessions set token_hash = '\\x${hashToken(cookieToken()).toString('hex')}' where token_hash = '\\x${hashToken(token).toString('hex')}'`,
    )
    expect((await withCookie(cookieToken())).statusCode).toBe(200)
  })

  test('an ended one says so only over its own way', async () => {
    const ended = await shellOf(server.app, server.gareth)
    await ended.send('POST', '/api/logout')
    expect(codeOf(await withBearer(ended.token))).toEqual([401, 'signed_out'])
    expect(codeOf(await withCookie(ended.token))).toEqual([401, 'not_signed_in'])
  })

  test('an API key is no session, nor a session’s token an API key', async () => {
    const { key } = (await server.gareth.post('/api/api-keys', { name: 'Form', scopes: ['clients:read'], days: 30 })).json<MadeApiKey>()
    expect((await withBearer(key, '/api/clients')).statusCode).toBe(200)
    expect(codeOf(await withBearer(key.replace('prt_', 'prs_'), '/api/clients'))).toEqual([401, 'not_signed_in'])
    expect(codeOf(await withBearer(shell.token.replace('prs_', 'prt_'), '/api/clients'))).toEqual([401, 'api_key_unknown'])
    expect((await withBearer(shell.token, '/api/clients')).statusCode).toBe(200)
  })

  test('the database keeps no session of a shell without its shell, and no browser’s with one', async () => {
    const set = (what: string) => server.asOwner(`update directory.sessions set ${what} where id = '${shell.sessionId}'`)
    for (const what of [
      "transport = 'cookie'",
      'client_kind = null',
      'client_model = null',
      "client_kind = 'toaster'",
      "client_model = repeat('x', 61)",
    ])
      await expect(set(what)).rejects.toMatchObject({ code: '23514' })
  })
})

describe('beside a shell’s token', () => {
  test('no cookie counts, also where the token opens nothing', async () => {
    const other = server.other.cookies
    const both = await shell.send('GET', '/api/auth/user', undefined, { cookies: other })
    expect(both.json<CurrentUser>().practice.id).toBe(server.gareth.practiceId)
    const dead = bearerSend(server.app, `prs_${'x'.repeat(43)}`)
    expect(codeOf(await dead('GET', '/api/auth/user', undefined, { cookies: other }))).toEqual([401, 'not_signed_in'])
    // Also where a public endpoint reads cookies: a browser's session stays as it is.
    for (const method of ['POST', 'GET'] as const) await dead(method, '/api/logout', undefined, { cookies: other })
    expect((await server.other.get('/api/auth/user')).statusCode).toBe(200)
  })

  test('a write may come from anywhere; without it, and with a key, it may not', async () => {
    const from = (origin: string) => ({ headers: { origin } })
    for (const origin of [...NATIVE_ORIGINS, 'app://pritchel'])
      expect(
        (
          await shell.send(
            'POST',
            '/api/clients',
            { name: 'Sarah Penrose' },
            { headers: { authorization: `Bearer ${shell.token}`, origin } },
          )
        ).statusCode,
      ).toBe(201)
    const { key } = (await server.gareth.post('/api/api-keys', { name: 'Form', scopes: ['clients:write'], days: 30 })).json<MadeApiKey>()
    const authorization = `Bearer ${key}`
    for (const origin of [...NATIVE_ORIGINS, 'https://evil.example']) {
      expect(codeOf(await server.gareth.send('POST', '/api/clients', { name: 'Evil' }, from(origin)))).toEqual([403, 'wrong_origin'])
      const byKey = await server.app.inject({
        method: 'POST',
        url: '/api/clients',
        payload: { name: 'Evil' },
        headers: { authorization, origin },
      })
      expect(codeOf(byKey)).toEqual([403, 'wrong_origin'])
    }
  })

  test('another practice’s records are like none', async () => {
    const { id } = (await server.other.post('/api/clients', { name: 'Not yours' })).json<{ id: string }>()
    expect((await shell.send('GET', '/api/clients')).body).not.toContain('Not yours')
    expect(codeOf(await shell.send('PUT', `/api/clients/${id}`, { name: 'Mine' }))).toEqual([404, 'client_not_found'])
  })

  test('a device pushes and pulls', async () => {
    const deviceId = uuidv7()
    const at = currentTime().toISOString()
    const op = {
      opId: uuidv7(),
      entity: 'clients',
      action: 'CREATE',
      id: uuidv7(),
      data: { name: 'Tom Hughes' },
      endpoint: '/api/clients',
      deps: [],
      k: 1,
      createdAt: at,
    }
    const pushed = await shell.send('POST', '/api/sync/push', { deviceId, schema: 1, ops: [op] })
    expect(pushed.json()).toMatchObject({ results: [{ status: 'applied' }] })
    expect((await shell.send('GET', `/api/sync/pull?deviceId=${deviceId}&since=0`)).body).toContain('Tom Hughes')
  })

  test('news goes on as long as its session lives, and ends with it', async () => {
    const ended = await shellOf(server.app, server.gareth)
    const tookMs = async (send: typeof shell.send, seconds: number) => {
      const from = performance.now()
      expect((await send('GET', `/api/sync/events?seconds=${seconds}`)).body).toContain('retry: 2000')
      return performance.now() - from
    }
    // Each stream looks at its session once more after a moment.
    const both = Promise.all([tookMs(shell.send, 3), tookMs(ended.send, 30)])
    await ended.send('POST', '/api/logout')
    const [living, dead] = await both
    expect(living).toBeGreaterThan(2900)
    expect(dead).toBeLessThan(20_000)
  })

  test('a device whose session was ended may still put a key down', async () => {
    const ended = await shellOf(server.app, server.gareth)
    const leave = { key: Buffer.alloc(32, 7).toString('base64'), deviceId: uuidv7() }
    await ended.send('POST', '/api/logout')
    expect((await ended.send('PUT', `/api/auth/kept-keys/${uuidv7()}`, leave)).statusCode).toBe(204)
    const never = bearerSend(server.app, `prs_${newToken().token}`)
    expect(codeOf(await never('PUT', `/api/auth/kept-keys/${uuidv7()}`, leave))).toEqual([401, 'not_signed_in'])
  })
})

describe('the page of a phone shell', () => {
  const ask = (
    origin: string,
    more: { method?: 'OPTIONS' | 'GET' | 'POST'; url?: string; headers?: Record<string, string>; cookies?: Record<string, string> } = {},
  ) =>
    server.app.inject({
      method: more.method ?? 'GET',
      url: more.url ?? '/api/clients',
      headers: { origin, ...more.headers },
      ...(more.cookies ? { cookies: more.cookies } : {}),
    })
  const preflight = (origin: string, more: object = {}) =>
    ask(origin, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' },
      ...more,
    })
  const leaveIn = ({ headers }: { headers: Record<string, unknown> }) =>
    Object.keys(headers).filter((name) => name.startsWith('access-control-') && name !== 'access-control-expose-headers')

  test('gets leave for the methods and headers of the app, and never to send cookies', async () => {
    for (const origin of ['capacitor://localhost', 'https://localhost']) {
      const answer = await preflight(origin)
      expect([answer.statusCode, answer.body]).toEqual([204, ''])
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers':
          'authorization, accept, content-type, content-encoding, idempotency-key, if-match, if-none-match, range, tus-resumable, upload-offset',
        vary: 'origin',
      })
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    }
  })

  test('reads answers and refusals by its token', async () => {
    const authorization = `Bearer ${shell.token}`
    for (const origin of NATIVE_ORIGINS) {
      const read = await ask(origin, { headers: { authorization } })
      expect([read.statusCode, read.headers['access-control-allow-origin']]).toEqual([200, origin])
      expect(String(read.headers.vary)).toMatch(/\borigin\b/)
      expect(String(read.headers['access-control-expose-headers']).split(', ')).toEqual(
        expect.arrayContaining(['date', 'retry-after', 'session-token']),
      )
      for (const refused of [await ask(origin), await ask(origin, { url: '/api/nothing-here' })])
        expect([leaveIn(refused), refused.headers['access-control-allow-origin']]).toEqual([['access-control-allow-origin'], origin])
    }
  })

  test('signs in from there, as from nowhere else and not with a cookie', async () => {
    const press = async () => {
      const { verifier, challenge } = newVerifier()
      return { verifier, code: (await pressIn(server.gareth, { challenge })).code }
    }
    for (const origin of NATIVE_ORIGINS) {
      const answer = await exchange(server.app, await press(), { headers: { origin, 'sec-fetch-site': 'cross-site' } })
      expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([201, origin])
    }
    expect(codeOf(await exchange(server.app, await press(), { headers: { origin: 'https://evil.example' } }))).toEqual([
      403,
      'wrong_origin',
    ])
    const withOne = await exchange(server.app, await press(), { headers: { origin: 'https://localhost' }, cookies: server.gareth.cookies })
    expect(codeOf(withOne)).toEqual([403, 'wrong_origin'])
    const password = { method: 'POST' as const, url: '/api/auth/password', payload: { email: 'a@example.com', password: 'x' } }
    expect(codeOf(await server.app.inject({ ...password, headers: { origin: 'https://localhost' } }))).toEqual([403, 'wrong_origin'])
  })

  test('gets none elsewhere: other origins, other paths, with a cookie, with an API key', async () => {
    const others = [
      'https://localhost:8443',
      'http://localhost',
      'capacitor://localhost.evil.example',
      'https://evil.example',
      'app://pritchel',
      'ionic://localhost',
      'null',
      '',
    ]
    for (const origin of others) expect([leaveIn(await preflight(origin)), leaveIn(await ask(origin))]).toEqual([[], []])
    expect(leaveIn(await ask('https://localhost', { url: '/landing' }))).toEqual([])
    expect(leaveIn(await preflight('https://localhost', { url: '/hooks/texts' }))).toEqual([])
    const cookies = server.gareth.cookies
    expect(leaveIn(await ask('https://localhost', { cookies }))).toEqual([])
    expect(leaveIn(await preflight('https://localhost', { cookies }))).toEqual([])
    const { key } = (await server.gareth.post('/api/api-keys', { name: 'Form', scopes: ['clients:read'], days: 30 })).json<MadeApiKey>()
    const byKey = await ask('https://localhost', { headers: { authorization: `Bearer ${key}` } })
    expect([byKey.statusCode, leaveIn(byKey)]).toEqual([200, []])
  })
})
