import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepDemo } from '#db/cast-write.ts'
import type { CurrentUser, Session } from '#features/core/practice/contract.ts'
import { resetPassword } from '#features/core/practice/server/sign-in.ts'
import { currentMs } from '#lib/clock.ts'
import { browserOf } from '#testing/browser-of.ts'
import { tokenIn } from '#testing/invitations.ts'
import { startPost } from '#testing/post.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const PASSWORD = 'hot shoe, cold water'
let server: TestServer
let hosted: TestServer
let mailServer: Awaited<ReturnType<typeof startPost>>
beforeAll(async () => {
  mailServer = await startPost()
  server = await startTestServer({ own: true })
  hosted = await startTestServer({
    mode: 'production',
    origin: 'https://diary.example',
    mail: mailServer.mail,
  })
})
afterAll(async () => {
  await Promise.all([server.stop(), hosted.stop()])
  await mailServer.stop()
})

type Options = { cookie?: string | undefined; headers?: Record<string, string> }
let addresses = 0
/** Each from another address, so that the common limits by address stay out of the way. */
function post(on: TestServer, url: string, payload: object = {}, { cookie, headers = {} }: Options = {}) {
  addresses += 1
  const remoteAddress = `10.1.${addresses >> 8}.${addresses & 255}`
  return on.app.inject({ method: 'POST', url, payload, headers, remoteAddress, cookies: cookie ? { [on.app.cookieName]: cookie } : {} })
}
const get = (on: TestServer, url: string, cookie?: string, headers: Record<string, string> = {}) =>
  on.app.inject({ method: 'GET', url, ...(cookie ? { cookies: { [on.app.cookieName]: cookie } } : {}), headers })
const cookieOf = (answer: LightMyRequestResponse) => answer.cookies[0]?.value ?? ''

let people = 0
async function registered(on = server) {
  people += 1
  const email = `farrier${people}@example.com`
  const body = { firstName: 'Nia', lastName: "O'Rourke", email, password: PASSWORD, practiceName: "Nia's Farriery" }
  const answer = await post(on, '/api/auth/register', body, { headers: { 'user-agent': 'Firefox/130 (X11; Linux)' } })
  expect(answer.statusCode).toBe(204)
  // Where mail is sent the answer does not wait for the account.
  await expect.poll(() => on.asOwner(`select 1 from directory.people where email = '${email}'`)).toHaveLength(1)
  return { email, cookie: cookieOf(answer), body }
}
const userOf = async (cookie: string, on = server) => (await get(on, '/api/auth/user', cookie)).json<CurrentUser>()
/** As soon as the moment is over for which a session's answer is kept, without waiting longer than it takes. */
const isRefusedSoon = (cookie: string, on = server) =>
  expect.poll(async () => (await get(on, '/api/auth/user', cookie)).statusCode).toBe(401)

/** Names that would break a mail's subject or a text. */
const NOT_ONE_LINE = [{ practiceName: 'Evil\r\nBcc: all@example.com' }, { firstName: 'A\u0000B' }, { lastName: 'A\u2028B' }]

describe('registering', () => {
  test('makes a practice on eight weeks of Professional and signs its owner in', async () => {
    const { cookie, email } = await registered()
    const user = await userOf(cookie)
    expect(user).toMatchObject({ firstName: 'Nia', email, role: 'owner', initials: 'NO', isTestVersion: true })
    expect(user.practice).toMatchObject({ name: "Nia's Farriery", tier: 'professional', zone: 'Europe/London', isDemo: false })
    expect(Date.parse(String(user.practice.trialEndsOn)) - currentMs()).toBeGreaterThan(55 * 86_400_000)
  })

  test('registers a person with one name, and requests the rest later, each once', async () => {
    const body = { firstName: 'Nia', lastName: '', email: 'nia@one.example', password: PASSWORD, practiceName: 'Nia Farriery' }
    const cookie = cookieOf(await post(server, '/api/auth/register', body))
    const user = await userOf(cookie)
    expect(user).toMatchObject({
      firstName: 'Nia',
      lastName: '',
      initials: 'N',
      practice: { toAsk: ['frcNumber', 'nation', 'workingDays'] },
    })
    const change = (payload: object) =>
      server.app.inject({ method: 'PUT', url: '/api/practice', payload, cookies: { [server.app.cookieName]: cookie } })
    expect((await change({ frcNumber: 'D4711' })).json()).toMatchObject({ practice: { toAsk: ['nation', 'workingDays'] } })
    expect((await change({ asked: ['nation'] })).json()).toMatchObject({ practice: { nation: 'england', toAsk: ['workingDays'] } })
    expect((await change({ workingDays: [2, 3] })).json()).toMatchObject({ practice: { workingDays: [2, 3], toAsk: [] } })
  })

  test('refuses an address that has an account, in any spelling, and leaves nothing behind', async () => {
    const { email, body } = await registered()
    const practices = () => server.asOwner('select count(*)::int as n from directory.practices')
    const before = await practices()
    const answer = await post(server, '/api/auth/register', { ...body, email: ` ${email.toUpperCase()} ` })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'email_taken' })
    expect(await practices()).toEqual(before)
  })

  test('of two at once with one address only one gets it, and no half practice stays', async () => {
    const body = { firstName: 'A', lastName: 'B', email: 'race@example.com', password: PASSWORD, practiceName: 'Race' }
    const answers = await Promise.all([post(server, '/api/auth/register', body), post(server, '/api/auth/register', body)])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([204, 409])
    expect(await server.asOwner(`select count(*)::int as n from directory.practices where name = 'Race'`)).toEqual([{ n: 1 }])
    expect(
      await server.asOwner(
        `select count(*)::int as n from sync_counters c join directory.practices p on p.id = c.practice_id where p.name = 'Race'`,
      ),
    ).toEqual([{ n: 1 }])
  })

  test('refuses a short password, no name and no address', async () => {
    const good = { firstName: 'A', lastName: 'B', email: 'a@example.com', password: PASSWORD, practiceName: 'A' }
    for (const fault of [{ password: 'short' }, { firstName: ' ' }, { email: 'nobody' }, { practiceName: '' }, ...NOT_ONE_LINE]) {
      expect((await post(server, '/api/auth/register', { ...good, ...fault })).statusCode).toBe(400)
    }
  })
})

describe('registering where the server sends mail', () => {
  const mailsTo = (email: string) => mailServer.taken.filter((mail) => mail.to === email).map((mail) => mail.body)
  const signIn = (email: string) => post(hosted, '/api/auth/password', { email, password: PASSWORD })

  test('gives the same response with and without an account, and the mail states which', async () => {
    const { email, body } = await registered(hosted)
    await expect.poll(() => mailsTo(email).length).toBe(1)
    const [taken, fresh] = [
      await post(hosted, '/api/auth/register', { ...body, practiceName: 'Taken' }),
      await post(hosted, '/api/auth/register', { ...body, email: 'fresh@example.com' }),
    ]
    expect(taken.statusCode).toBe(204)
    expect([taken.statusCode, taken.body, taken.cookies]).toEqual([fresh.statusCode, fresh.body, fresh.cookies])
    await expect.poll(() => mailsTo(email)[1]).toContain('It already has an account, so nothing was changed.')
    await expect.poll(() => mailsTo('fresh@example.com')[0]).toContain('/sign-in?next=%2Fwelcome#token=')
    expect(await hosted.asOwner(`select 1 from directory.practices where name = 'Taken'`)).toEqual([])
    // Signing in does not reveal it either: the one is not proven, the other has another password.
    const answers = [await signIn('fresh@example.com'), await post(hosted, '/api/auth/password', { email, password: 'something else' })]
    expect(answers.map(({ statusCode, body: text }) => [statusCode, JSON.parse(text).message])).toEqual([
      [401, "That e-mail address and password don't match. If you have just registered, open the link in our e-mail first."],
      [401, "That e-mail address and password don't match. If you have just registered, open the link in our e-mail first."],
    ])
  })

  test('signs in by the link in the mail, which proves the address, and by password from then on', async () => {
    const { email } = await registered(hosted)
    await expect.poll(() => mailsTo(email).length).toBe(1)
    const answer = await post(hosted, '/api/auth/email-link/use', { token: tokenIn(mailsTo(email)[0]), password: PASSWORD })
    expect(await userOf(cookieOf(answer), hosted)).toMatchObject({ email, role: 'owner', practice: { name: "Nia's Farriery" } })
    expect((await signIn(email)).statusCode).toBe(204)
  })
})

describe('signing in with a password', () => {
  test('opens a session and ends the one the browser had', async () => {
    const { email, cookie } = await registered()
    const answer = await post(server, '/api/auth/password', { email: ` ${email} `, password: PASSWORD }, { cookie })
    expect(answer.statusCode).toBe(204)
    expect(cookieOf(answer)).not.toBe(cookie)
    expect((await userOf(cookieOf(answer))).email).toBe(email)
    await isRefusedSoon(cookie)
  })

  test('gives the same error for a wrong password and an unknown person', async () => {
    const { email } = await registered()
    const wrong = await post(server, '/api/auth/password', { email, password: 'something else' })
    const unknown = await post(server, '/api/auth/password', { email: 'nobody@example.com', password: 'something else' })
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401])
    expect(unknown.json()).toEqual({ ...wrong.json<object>(), requestId: unknown.json<{ requestId: string }>().requestId })
  })

  test('is refused after ten failures at one account from one address; from another, and at another account, it is not', async () => {
    const { email } = await registered()
    const other = await registered()
    const stranger = browserOf(server.app)
    const tries = Array.from({ length: 10 }, () => stranger.post('/api/auth/password', { email, password: 'guess' }))
    expect((await Promise.all(tries)).map((answer) => answer.statusCode)).toEqual(Array(10).fill(401))
    const answer = await stranger.post('/api/auth/password', { email, password: PASSWORD })
    expect(answer.json()).toMatchObject({ code: 'too_many_tries' })
    expect((await post(server, '/api/auth/password', { email, password: PASSWORD })).statusCode).toBe(204)
    expect((await stranger.post('/api/auth/password', { email: other.email, password: PASSWORD })).statusCode).toBe(204)
  })

  test('gives the device a cookie that names it, out of reach of scripts, and keeps it; a new password makes it a stranger', async () => {
    const { email } = await registered()
    const phone = browserOf(server.app)
    const answer = await phone.post('/api/auth/password', { email, password: PASSWORD })
    const [, device] = answer.cookies
    expect(device).toMatchObject({ name: 'pritchel-device', httpOnly: true, sameSite: 'Lax', path: '/' })
    await phone.get('/api/logout')
    await phone.post('/api/auth/password', { email, password: PASSWORD })
    expect(phone.cookies['pritchel-device']).toBe(device?.value)
    const known = () =>
      server.asOwner(`select 1 from directory.known_devices d join directory.people p on p.id = d.person_id
      where p.email = '${email}'`)
    expect(await known()).toHaveLength(2)
    const token = tokenIn(await resetPassword(server.db, email, ''))
    await post(server, '/api/auth/email-link/use', { token, password: 'a new long password' })
    expect(await known()).toHaveLength(1)
  })

  test('is refused from another site', async () => {
    const { email } = await registered()
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await post(server, '/api/auth/password', { email, password: PASSWORD }, { headers: headers as Record<string, string> })
      expect(answer.json()).toMatchObject({ code: 'wrong_origin' })
    }
  })

  test('is refused from the same host by another protocol, but in the test version, which is reached by any', async () => {
    const from = async (on: TestServer, origin: string) => {
      const headers = { host: new URL(origin).host, origin }
      return (await post(on, '/api/auth/password', { email: 'nobody@example.com', password: PASSWORD }, { headers })).statusCode
    }
    expect(await from(hosted, 'http://diary.example')).toBe(403)
    expect(await from(hosted, 'https://diary.example')).toBe(401)
    expect(await from(server, 'http://192.168.1.7:3000')).toBe(401)
  })

  test('refuses junk', async () => {
    expect((await post(server, '/api/auth/password', { email: 7 })).statusCode).toBe(400)
  })
})

test('links that open nothing are thirty from one address', async () => {
  const guesser = browserOf(server.app)
  const use = (n: number) => guesser.post(n % 2 ? '/api/auth/invitation' : '/api/auth/email-link/use', { token: `${n}`.padEnd(43, 'x') })
  const codes: string[] = []
  for (let n = 0; n < 31; n += 1) codes.push((await use(n)).json<{ code: string }>().code)
  expect(codes).toEqual([...Array(30).fill('link_spent'), 'too_many_tries'])
})

describe('the cookie', () => {
  test('is for this host alone over https', async () => {
    const { email } = await registered(hosted)
    const token = tokenIn(await resetPassword(hosted.db, email, ''))
    const answer = await post(hosted, '/api/auth/email-link/use', { token })
    expect(answer.cookies[0]).toMatchObject({ name: '__Host-pritchel', secure: true, httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(answer.cookies[0]).not.toHaveProperty('domain')
  })

  test('is plain over http, and still out of reach of scripts and other sites', async () => {
    const answer = await post(server, '/api/auth/password', { ...(await registered()), password: PASSWORD })
    expect(answer.cookies[0]).toMatchObject({ name: 'pritchel', httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(answer.cookies[0]).not.toHaveProperty('secure')
  })
})

describe('links', () => {
  const askLink = (email: string) => post(hosted, '/api/auth/email-link', { email })
  const mailTo = (email: string) => mailServer.taken.findLast((mail) => mail.to === email)?.body
  const mailedToken = async (email: string) => {
    await expect.poll(() => mailTo(email)).toBeDefined()
    return tokenIn(mailTo(email) ?? '')
  }

  test('are offered with a mail server only', async () => {
    expect((await get(server, '/api/auth/options')).json()).toEqual({ emailLink: false, demo: true })
    expect((await get(hosted, '/api/auth/options')).json()).toEqual({ emailLink: true, demo: false })
    expect((await post(server, '/api/auth/email-link', { email: 'a@example.com' })).json()).toMatchObject({ code: 'no_mail_here' })
  })

  test('are mailed to the person, and the response does not reveal whether there is one', async () => {
    const { email } = await registered(hosted)
    await expect.poll(() => mailTo(email)).toBeDefined()
    mailServer.taken.splice(0)
    const answers = [await askLink(email), await askLink('nobody@example.com')]
    expect(answers.map((answer) => answer.statusCode)).toEqual([204, 204])
    const answer = await post(hosted, '/api/auth/email-link/use', { token: await mailedToken(email) })
    expect(answer.statusCode).toBe(204)
    expect((await userOf(cookieOf(answer), hosted)).email).toBe(email)
    expect(mailServer.taken.filter((mail) => mail.to === 'nobody@example.com')).toEqual([])
  })

  test('work once, and only while they live', async () => {
    const { email } = await registered()
    const token = tokenIn(String(await resetPassword(server.db, email, 'http://localhost:3000')))
    const use = () => post(server, '/api/auth/email-link/use', { token })
    expect((await Promise.all([use(), use()])).map((answer) => answer.statusCode).sort()).toEqual([204, 401])
    expect((await use()).json()).toMatchObject({ code: 'link_spent' })
    const late = tokenIn(String(await resetPassword(server.db, email, 'http://localhost:3000')))
    await server.asOwner(`update directory.signin_links set expires_at = clock_now() - interval '1 second' where used_at is null`)
    expect((await post(server, '/api/auth/email-link/use', { token: late })).statusCode).toBe(401)
    expect((await post(server, '/api/auth/email-link/use', { token: 'x' })).statusCode).toBe(400)
  })

  test('that prove an address for the first time drop the password and the sessions set before', async () => {
    const { email, cookie } = await registered()
    const token = tokenIn(String(await resetPassword(server.db, email, 'http://localhost:3000')))
    expect((await post(server, '/api/auth/email-link/use', { token })).statusCode).toBe(204)
    expect((await post(server, '/api/auth/password', { email, password: PASSWORD })).statusCode).toBe(401)
    await isRefusedSoon(cookie)
  })

  test('set a new password; a proven address keeps what it had when they do not', async () => {
    const { email } = await registered()
    const link = async () => tokenIn(String(await resetPassword(server.db, ` ${email.toUpperCase()}`, 'http://localhost:3000')))
    await post(server, '/api/auth/email-link/use', { token: await link(), password: 'a new long password' })
    const signIn = (password: string) => post(server, '/api/auth/password', { email, password })
    expect((await signIn(PASSWORD)).statusCode).toBe(401)
    expect((await signIn('a new long password')).statusCode).toBe(204)
    await post(server, '/api/auth/email-link/use', { token: await link() })
    expect((await signIn('a new long password')).statusCode).toBe(204)
  })

  test('are not made for an address without an account', async () => {
    expect(await resetPassword(server.db, 'nobody@example.com', 'http://localhost:3000')).toBeUndefined()
  })

  test('are mailed five times in a quarter of an hour at most', async () => {
    for (let at = 0; at < 5; at += 1) await askLink('eager@example.com')
    expect((await askLink('eager@example.com')).statusCode).toBe(429)
  })
})

describe('sessions', () => {
  test('are listed with the device and can be ended one by one', async () => {
    const { email, cookie } = await registered()
    const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1'
    const second = cookieOf(await post(server, '/api/auth/password', { email, password: PASSWORD }, { headers: { 'user-agent': phone } }))
    const list = (await get(server, '/api/auth/sessions', cookie)).json<Session[]>()
    expect(list.map(({ device, isCurrent }) => ({ device, isCurrent }))).toEqual([
      { device: 'Safari on iPhone', isCurrent: false },
      { device: 'Firefox on Linux', isCurrent: true },
    ])
    const end = () =>
      server.app.inject({ method: 'DELETE', url: `/api/auth/sessions/${list[0]?.id}`, cookies: { [server.app.cookieName]: cookie } })
    expect((await get(server, '/api/auth/user', second)).statusCode).toBe(200)
    expect((await end()).statusCode).toBe(204)
    await isRefusedSoon(second)
    expect((await end()).json()).toMatchObject({ code: 'session_not_found' })
    expect((await get(server, '/api/auth/user', cookie)).statusCode).toBe(200)
  })

  test('of another person cannot be ended', async () => {
    const mine = await registered()
    const theirs = await registered()
    const [session] = (await get(server, '/api/auth/sessions', theirs.cookie)).json<Session[]>()
    const answer = await server.app.inject({
      method: 'DELETE',
      url: `/api/auth/sessions/${session?.id}`,
      cookies: { [server.app.cookieName]: mine.cookie },
    })
    expect(answer.statusCode).toBe(404)
    expect((await get(server, '/api/auth/user', theirs.cookie)).statusCode).toBe(200)
  })

  test('end by signing out, which leads to the landing page, signed in or not', async () => {
    const { cookie } = await registered()
    const answer = await get(server, '/api/logout', cookie)
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe('/landing')
    expect((await get(server, '/api/auth/user', cookie)).statusCode).toBe(401)
    expect((await get(server, '/api/logout')).headers.location).toBe('/landing')
  })

  test('do not end by a link on another site', async () => {
    const { cookie } = await registered()
    await get(server, '/api/logout', cookie, { 'sec-fetch-site': 'cross-site' })
    expect((await get(server, '/api/auth/user', cookie)).statusCode).toBe(200)
  })
})

test('going to sign in leads to the sign-in screen, and for a trial to registering', async () => {
  const answer = await get(server, '/api/login')
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/sign-in'])
  expect((await get(server, '/api/login?for=something')).headers.location).toBe('/sign-in')
  expect((await get(server, '/api/login?for=trial')).headers.location).toBe('/register')
})

test('no signed-out user learns who is signed in', async () => {
  for (const url of ['/api/auth/user', '/api/auth/sessions']) expect((await get(server, url)).statusCode).toBe(401)
})

describe('the demo practice', () => {
  test('is opened as its owner in the test version, once it is there', async () => {
    expect((await post(server, '/api/auth/demo')).statusCode).toBe(503)
    await keepDemo(server.db)
    const answer = await post(server, '/api/auth/demo')
    expect(answer.statusCode).toBe(204)
    expect(await userOf(cookieOf(answer))).toMatchObject({ firstName: 'Gareth', role: 'owner', practice: { isDemo: true } })
  })

  test('is refused in production, even where one is left in the database', async () => {
    await keepDemo(hosted.db)
    const answer = await post(hosted, '/api/auth/demo')
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'not_in_test_version' })
    expect(answer.cookies).toEqual([])
  })
})
