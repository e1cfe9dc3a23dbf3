import type { LightMyRequestResponse } from 'fastify'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { browserOf } from '#testing/browser-of.ts'
import { PASSWORD, tokenIn } from '#testing/invitations.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const mails: { to: string; text: string }[] = []
const mailServer = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  async onData(stream, session, done) {
    const parts: Buffer[] = []
    for await (const part of stream) parts.push(part as Buffer)
    const mail = await PostalMime.parse(Buffer.concat(parts))
    mails.push({ to: session.envelope.rcptTo.map((to) => to.address).join(), text: mail.text ?? '' })
    done()
  },
})

let hosted: TestServer
beforeAll(async () => {
  await new Promise<void>((listening) => mailServer.listen(0, '127.0.0.1', () => listening()))
  const { port } = mailServer.server.address() as { port: number }
  hosted = await startTestServer({ origin: 'https://diary.example', mail: { url: `smtp://127.0.0.1:${port}`, from: 'diary@example.com' } })
})
afterAll(async () => {
  await hosted.stop()
  await new Promise<void>((closed) => mailServer.close(() => closed()))
})

/** Each from a browser of its own, so that the common limits by address stay out of the way. */
const post = (url: string, payload: object) => browserOf(hosted.app).post(url, payload)
const cookieOf = (answer: LightMyRequestResponse) => answer.cookies[0]?.value ?? ''
const asUser = (cookie: string) => hosted.app.inject({ url: '/api/auth/user', cookies: { [hosted.app.cookieName]: cookie } })

const forget = (email: string) => post('/api/auth/email-link', { email, isForgotten: true })
const mailsTo = (email: string) => mails.filter((mail) => mail.to === email).map((mail) => mail.text)
const use = (token: string, password: string) => post('/api/auth/email-link/use', { token, password })
const signIn = (email: string, password: string) => post('/api/auth/password', { email, password })
const linkIn = (mail: string | undefined) => /\/sign-in#password=([\w-]+)/.exec(mail ?? '')?.[1] ?? ''

let people = 0
/** A person whose address is proven, signed in on one device. */
async function proven() {
  const email = `farrier${people++}@forgotten.example`
  await post('/api/auth/register', { firstName: 'Nia', lastName: 'Rees', email, password: PASSWORD, practiceName: 'Rees' })
  await expect.poll(() => mailsTo(email).length).toBe(1)
  const cookie = cookieOf(await use(tokenIn(mailsTo(email)[0]), PASSWORD))
  return { email, cookie }
}

async function linkFor(email: string) {
  const before = mailsTo(email).length
  await forget(email)
  await expect.poll(() => mailsTo(email).length).toBe(before + 1)
  return linkIn(mailsTo(email).at(-1))
}

test('a forgotten password is replaced through a mailed link, once, which ends the old one and every other session, and is reported', async () => {
  const { email, cookie } = await proven()
  const token = await linkFor(email)
  expect((await use(token, 'short')).statusCode).toBe(400)
  const answer = await use(token, 'a new long password')
  expect((await asUser(cookieOf(answer))).json<CurrentUser>().email).toBe(email)
  // As soon as the moment is over for which a session's answer is kept.
  await expect.poll(async () => (await asUser(cookie)).statusCode).toBe(401)
  expect((await signIn(email, PASSWORD)).statusCode).toBe(401)
  expect((await signIn(email, 'a new long password')).statusCode).toBe(204)
  expect((await use(token, 'another long password')).json()).toMatchObject({ code: 'link_spent' })
  await expect.poll(() => mailsTo(email).at(-1)).toContain('Your password was changed just now')
  expect(mailsTo(email).at(-1)).toContain('https://diary.example/sign-in#forgotten')
})

test('a new password ends every other link to the account', async () => {
  const { email } = await proven()
  const [first, second] = [await linkFor(email), await linkFor(email)]
  await use(second, 'a new long password')
  expect((await use(first, 'what a stranger wants')).json()).toMatchObject({ code: 'link_spent' })
})

test('a request is answered alike with and without an account, and keeps no token that opens anything', async () => {
  const { email } = await proven()
  const answers = [await forget(email), await forget('no.account@example.com')]
  const facts = ({ statusCode, body, cookies }: LightMyRequestResponse) => ({ statusCode, body, cookies })
  expect(answers.map(facts)).toEqual([facts(answers[0] as LightMyRequestResponse), facts(answers[0] as LightMyRequestResponse)])
  await expect.poll(() => mailsTo(email).length).toBe(2)
  expect(mailsTo('no.account@example.com')).toEqual([])
  const token = linkIn(mailsTo(email).at(-1))
  const kept =
    await hosted.asOwner(`select encode(token_hash, 'base64') as hash, expires_at - clock_now() < interval '31 minutes' as is_short
    from directory.signin_links l join directory.people p on p.id = l.person_id where p.email = '${email}' and used_at is null`)
  expect(kept).toEqual([{ hash: expect.not.stringContaining(token), is_short: true }])
})

test('a link can be requested five times in a quarter of an hour', async () => {
  for (let at = 0; at < 5; at += 1) expect((await forget('forgetful@example.com')).statusCode).toBe(204)
  expect((await forget('forgetful@example.com')).statusCode).toBe(429)
})
