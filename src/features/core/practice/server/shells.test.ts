import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUser, PracticeMember, Session } from '#features/core/practice/contract.ts'
import { SHELL_LETTERS, type ShellSession } from '#features/core/practice/shells.ts'
import { currentMs, setClock } from '#lib/clock.ts'
import { forgetOld } from '#platform/server/sync/forget.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'
import { anotherAddress, exchange, newVerifier, pressIn, shellOf } from '#testing/shells.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterEach(resetClock)
afterAll(() => server.stop())

const pressed = async (member: Pick<TestServer['gareth'], 'send'> = server.gareth) => {
  const { verifier, challenge } = newVerifier()
  return { verifier, challenge, ...(await pressIn(member, { challenge })) }
}
const codeOf = (answer: { statusCode: number; json: () => { code?: string } }) => [answer.statusCode, answer.json().code]
const later = (ms: number) => setClock(new Date(currentMs() + ms))
const wrong = (letters: string) =>
  [...letters].map((each) => SHELL_LETTERS[(SHELL_LETTERS.indexOf(each) + 1) % SHELL_LETTERS.length]).join('')
const dismiss = async (name: string) => {
  const members = (await server.gareth.get('/api/members')).json<PracticeMember[]>()
  const id = members.find((one) => one.name === name)?.id
  expect((await server.gareth.put(`/api/members/${id}`, { isActive: false })).statusCode).toBe(200)
}

describe('a code of a shell', () => {
  test('is exchanged for the session of who pressed, in the practice they were in', async () => {
    const { gareth, app } = server
    const { code, codeUntil, verifier } = await pressed()
    expect(Date.parse(codeUntil) - currentMs()).toBeLessThanOrEqual(60_000)
    const answer = await exchange(app, { code, verifier })
    expect([answer.statusCode, answer.cookies]).toEqual([201, []])
    const { token, expiresAt, ...of } = answer.json<ShellSession>()
    expect(token).toMatch(/^prs_[\w-]{43}$/)
    expect(Date.parse(expiresAt) - currentMs()).toBeGreaterThan(89 * 86_400_000)
    expect(of).toEqual({ personId: gareth.personId, practiceId: gareth.practiceId, sessionId: expect.any(String) })
    const user = await app.inject({ url: '/api/auth/user', headers: { authorization: `Bearer ${token}` } })
    expect(user.json<CurrentUser>()).toMatchObject({ id: gareth.personId, sessionId: of.sessionId, practice: { id: gareth.practiceId } })
  })

  test('opens once, of two at the same time too', async () => {
    const { code, verifier, letters } = await pressed()
    const both = await Promise.all([exchange(server.app, { code, verifier }), exchange(server.app, { code, verifier })])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 401])
    for (const again of [code, letters])
      expect(codeOf(await exchange(server.app, { code: again, verifier }))).toEqual([401, 'shell_code_spent'])
  })

  test('opens nothing with another verifier, and still opens with its own', async () => {
    const { code, verifier } = await pressed()
    expect(codeOf(await exchange(server.app, { code, verifier: newVerifier().verifier }))).toEqual([401, 'shell_code_spent'])
    expect((await exchange(server.app, { code, verifier })).statusCode).toBe(201)
  })

  test('opens for 60 seconds', async () => {
    const [inTime, late] = [await pressed(), await pressed()]
    later(59_000)
    expect((await exchange(server.app, inTime)).statusCode).toBe(201)
    later(1_001)
    expect(codeOf(await exchange(server.app, late))).toEqual([401, 'shell_code_spent'])
  })

  test('opens nothing once its person was dismissed, and says so to their shell alone', async () => {
    const ann = await server.gareth.addMember('Ann Price', 'farrier')
    const { code, verifier } = await pressed(ann)
    await dismiss('Ann Price')
    expect(codeOf(await exchange(server.app, { code, verifier: newVerifier().verifier }))).toEqual([401, 'shell_code_spent'])
    expect(codeOf(await exchange(server.app, { code, verifier }))).toEqual([401, 'dismissed'])
    expect(codeOf(await exchange(server.app, { code, verifier }))).toEqual([401, 'shell_code_spent'])
  })

  test('opens nothing once the browser that made it was signed out', async () => {
    const bea = await server.gareth.addMember('Bea Lloyd', 'farrier')
    const { code, verifier } = await pressed(bea)
    await bea.get('/api/logout')
    expect(codeOf(await exchange(server.app, { code, verifier }))).toEqual([401, 'shell_code_spent'])
  })

  test('of a former press for the same challenge is over', async () => {
    const first = await pressed()
    const second = await pressIn(server.gareth, first)
    expect(codeOf(await exchange(server.app, first))).toEqual([401, 'shell_code_spent'])
    expect((await exchange(server.app, { ...second, verifier: first.verifier })).statusCode).toBe(201)
  })

  test('is made by a press in our own page alone', async () => {
    const { challenge } = newVerifier()
    const body = { challenge, client: 'desktop', model: '' }
    const press = (headers: Record<string, string>) => server.gareth.send('POST', '/api/auth/shell/code', body, { headers })
    for (const origin of ['https://evil.example', 'https://localhost', 'capacitor://localhost', 'null'])
      expect(codeOf(await press({ origin }))).toEqual([403, 'wrong_origin'])
    expect(codeOf(await press({ 'sec-fetch-site': 'cross-site' }))).toEqual([403, 'wrong_origin'])
    expect(
      await server.asOwner(
        `select 1 from directory.shell_codes where encode(challenge, 'hex') = '${Buffer.from(challenge, 'base64url').toString('hex')}'`,
      ),
    ).toEqual([])
    expect((await press({ origin: server.app.setup.origin, 'sec-fetch-site': 'same-origin' })).statusCode).toBe(201)
  })

  test('is made by no shell, with whatever cookie beside its token, and by nobody signed out', async () => {
    const { send } = await shellOf(server.app, server.gareth)
    const body = { challenge: newVerifier().challenge, client: 'ios', model: 'iPhone' }
    expect(codeOf(await send('POST', '/api/auth/shell/code', body, { cookies: server.gareth.cookies }))).toEqual([403, 'only_in_browser'])
    expect(codeOf(await server.app.inject({ method: 'POST', url: '/api/auth/shell/code', payload: body }))).toEqual([401, 'not_signed_in'])
  })

  test('is not made for what is no challenge, no shell, or a model of several lines', async () => {
    const good = { challenge: newVerifier().challenge, client: 'android', model: 'Pixel 8' }
    for (const bad of [
      { challenge: 'short' },
      { client: 'toaster' },
      { model: 'x'.repeat(61) },
      { model: 'Pixel\nSigned in by Pritchel' },
      { model: 'a\u202eb' },
    ])
      expect((await server.gareth.send('POST', '/api/auth/shell/code', { ...good, ...bad })).statusCode).toBe(400)
  })
})

describe('the letters', () => {
  test('are eight that no one takes for others, and open however they are typed', async () => {
    const { letters, verifier } = await pressed()
    expect(letters).toMatch(/^[BCDFGHJKMPRSTWXYZ]{8}$/)
    const typed = ` ${letters.slice(0, 4).toLowerCase()}-${letters.slice(4)} `
    expect((await exchange(server.app, { code: typed, verifier })).statusCode).toBe(201)
  })

  test('open for five minutes, when the code no longer does', async () => {
    const [inTime, late] = [await pressed(), await pressed()]
    later(299_000)
    expect((await exchange(server.app, { code: inTime.letters, verifier: inTime.verifier })).statusCode).toBe(201)
    later(1_001)
    expect(codeOf(await exchange(server.app, { code: late.letters, verifier: late.verifier }))).toEqual([401, 'shell_code_spent'])
  })

  test('are refused with another verifier, which uses up none of their tries', async () => {
    const { letters, verifier } = await pressed()
    for (let at = 0; at < 6; at += 1)
      expect(codeOf(await exchange(server.app, { code: letters, verifier: newVerifier().verifier }))).toEqual([401, 'shell_code_spent'])
    expect((await exchange(server.app, { code: letters, verifier })).statusCode).toBe(201)
  })

  test('may be typed wrong four times, and open nothing after five, nor does the code', async () => {
    const [four, five] = [await pressed(), await pressed()]
    const typeWrong = async ({ letters, verifier }: typeof four, times: number) => {
      for (let at = 0; at < times; at += 1)
        expect(codeOf(await exchange(server.app, { code: wrong(letters), verifier }))).toEqual([401, 'shell_letters_wrong'])
    }
    await typeWrong(four, 4)
    expect((await exchange(server.app, { code: four.letters, verifier: four.verifier })).statusCode).toBe(201)
    await typeWrong(five, 5)
    expect(codeOf(await exchange(server.app, { code: five.letters, verifier: five.verifier }))).toEqual([401, 'shell_tries_used'])
    expect(codeOf(await exchange(server.app, five))).toEqual([401, 'shell_code_spent'])
  })

  test('and codes are tried 30 times in a quarter of an hour from one network, for whatever shell', async () => {
    const addresses = Array.from({ length: 30 }, (_, at) => `2001:db8:7:7::${at + 1}`)
    for (const remoteAddress of addresses)
      expect(codeOf(await exchange(server.app, { code: 'x'.repeat(43), verifier: newVerifier().verifier }, { remoteAddress }))).toEqual([
        401,
        'shell_code_spent',
      ])
    const { code, verifier } = await pressed()
    const refused = await exchange(server.app, { code, verifier }, { remoteAddress: '2001:db8:7:7::99' })
    expect([codeOf(refused), refused.json().message]).toEqual([
      [429, 'too_many_tries'],
      'Too many tries from this address. Wait a quarter of an hour, then sign in again from the app.',
    ])
    expect((await exchange(server.app, { code, verifier })).statusCode).toBe(201)
  })
})

describe('the session of a shell', () => {
  const listed = async (member: Pick<TestServer['gareth'], 'get'>) => (await member.get('/api/auth/sessions')).json<Session[]>()

  test('is listed by its device, and signed out from there within moments', async () => {
    const cai = await server.gareth.addMember('Cai Rowe', 'farrier')
    const desktop = await shellOf(server.app, cai)
    await shellOf(server.app, cai, { client: 'ios', model: 'iPhone' })
    await shellOf(server.app, cai, { client: 'android', model: 'Pixel 8' })
    expect((await listed(cai)).map(({ device }) => device)).toEqual([
      'Pritchel for Android, Pixel 8',
      'Pritchel for iPhone',
      'Pritchel for Windows, ThinkPad X1',
      'Unknown device',
    ])
    const own = (await desktop.send('GET', '/api/auth/sessions')).json<Session[]>()
    expect(own.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([desktop.sessionId])
    expect((await cai.delete(`/api/auth/sessions/${desktop.sessionId}`)).statusCode).toBe(204)
    await expect.poll(async () => codeOf(await desktop.send('GET', '/api/auth/user')), { timeout: 10_000 }).toEqual([401, 'signed_out'])
  })

  test('ends by a POST to /api/logout, at once, and so does a browser’s', async () => {
    const dot = await server.gareth.addMember('Dot Ames', 'farrier')
    const { send } = await shellOf(server.app, dot)
    expect((await send('POST', '/api/logout')).statusCode).toBe(204)
    expect(codeOf(await send('GET', '/api/auth/user'))).toEqual([401, 'signed_out'])
    expect((await send('POST', '/api/logout')).statusCode).toBe(204)
    expect((await dot.get('/api/auth/user')).statusCode).toBe(200)
    const foreign = await dot.send('POST', '/api/logout', undefined, { headers: { origin: 'https://evil.example' } })
    expect(codeOf(foreign)).toEqual([403, 'wrong_origin'])
    expect((await dot.post('/api/logout')).statusCode).toBe(204)
    expect(codeOf(await dot.get('/api/auth/user'))).toEqual([401, 'signed_out'])
  })

  test('goes on with use, and ends after 90 days without', async () => {
    const eve = await server.gareth.addMember('Eve Ames', 'farrier')
    const [used, left] = [await shellOf(server.app, eve), await shellOf(server.app, eve)]
    later(60 * 86_400_000)
    server.app.sessions.forget(used.token)
    expect((await used.send('GET', '/api/auth/user')).statusCode).toBe(200)
    later(40 * 86_400_000)
    for (const { token } of [used, left]) server.app.sessions.forget(token)
    expect((await used.send('GET', '/api/auth/user')).statusCode).toBe(200)
    expect(codeOf(await left.send('GET', '/api/auth/user'))).toEqual([401, 'not_signed_in'])
  })

  test('has the proof of the browser’s, and none of its own', async () => {
    const fay = await server.gareth.addMember('Fay Hill', 'owner')
    const ofBrowser = (await fay.get('/api/auth/user')).json<CurrentUser>().sessionId
    await server.asOwner(`update directory.sessions set proved_at = '2026-01-02T03:04:05Z' where id = '${ofBrowser}'`)
    const { sessionId } = await shellOf(server.app, fay)
    const [row] = await server.asOwner(
      `select proved_at, transport, client_kind, client_model from directory.sessions where id = '${sessionId}'`,
    )
    expect(row).toEqual({
      proved_at: new Date('2026-01-02T03:04:05Z'),
      transport: 'bearer',
      client_kind: 'desktop',
      client_model: 'ThinkPad X1',
    })
  })

  test('gives way to another of the same shell where its person goes on in another practice', async () => {
    const gil = await server.gareth.addMember('Gil Hope', 'farrier')
    const { personId, token, send } = await shellOf(server.app, gil, { client: 'android', model: 'Pixel 8' })
    const other = server.other
    await server.asOwner(
      `insert into directory.memberships (person_id, practice_id, member_id) values ('${personId}', '${other.practiceId}', '${other.memberId}')`,
    )
    const entered = await send('POST', '/api/auth/practice', { practiceId: other.practiceId })
    expect([entered.statusCode, entered.cookies]).toEqual([204, []])
    const next = String(entered.headers['session-token'])
    expect(next).toMatch(/^prs_/)
    const by = (each: string) => server.app.inject({ url: '/api/auth/user', headers: { authorization: `Bearer ${each}` } })
    expect((await by(next)).json<CurrentUser>().practice.id).toBe(other.practiceId)
    expect(codeOf(await by(token))).toEqual([401, 'not_signed_in'])
    const sessions = await server.app.inject({ url: '/api/auth/sessions', headers: { authorization: `Bearer ${next}` } })
    expect(sessions.json<Session[]>().find(({ isCurrent }) => isCurrent)?.device).toBe('Pritchel for Android, Pixel 8')
  })

  test('of a dismissed member opens nothing, and tells the device why', async () => {
    const hal = await server.gareth.addMember('Hal Ward', 'farrier')
    const { send, sessionId } = await shellOf(server.app, hal)
    await dismiss('Hal Ward')
    await expect
      .poll(async () => (await send('GET', '/api/auth/user')).json(), { timeout: 10_000 })
      .toMatchObject({ code: 'dismissed', sessionId })
  })
})

test('codes that are over are deleted at night', async () => {
  await pressed()
  later(3_600_000)
  const { code, verifier } = await pressed()
  await forgetOld(server.db).handle({} as never, { info() {}, error() {} } as never)
  expect(await server.asOwner('select count(*)::int as n from directory.shell_codes')).toEqual([{ n: 1 }])
  expect((await exchange(server.app, { code, verifier }, { remoteAddress: anotherAddress() })).statusCode).toBe(201)
})
