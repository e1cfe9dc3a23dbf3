import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { passkeysOf } from '#features/core/practice/server/passkeys-of.ts'
import { hashPassword } from '#features/core/practice/server/passwords.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { makeAuthenticator } from '#testing/authenticator.ts'
import { browserOf } from '#testing/browser-of.ts'
import { makeGuest } from '#testing/guests.ts'
import { PASSWORD } from '#testing/invitations.ts'
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
const mailsTo = (email: string) => mails.filter((mail) => mail.to === email).map((mail) => mail.text)

let server: TestServer
beforeAll(async () => {
  await new Promise<void>((listening) => mailServer.listen(0, '127.0.0.1', () => listening()))
  const { port } = mailServer.server.address() as { port: number }
  server = await startTestServer({ mail: { url: `smtp://127.0.0.1:${port}`, from: 'diary@example.com' } })
})
afterAll(async () => {
  await server.stop()
  await new Promise<void>((closed) => mailServer.close(() => closed()))
})

const ORIGIN = 'http://localhost:3000'
type Member = Awaited<ReturnType<typeof aMember>>

/** A member with a password whose address is proven, and who signed in just now. */
async function aMember() {
  const member = await server.gareth.addMember('Mari Lloyd', 'farrier')
  const { id, email, memberId } = (await member.get('/api/auth/user')).json<CurrentUser>()
  await server.db.withDirectory(async (tx) => {
    const proven = { password_hash: await hashPassword(PASSWORD), verified_at: currentTime() }
    await tx.updateTable('directory.people').set(proven).where('id', '=', id).execute()
  })
  return { ...member, id, email: email ?? '', memberId, passkeys: () => passkeysOf(server.app, { personId: id, side: 'practice' }) }
}
const wait = (member: Member) =>
  server.asOwner(`update directory.sessions set proved_at = proved_at - interval '15 minutes' where person_id = '${member.id}'`)

async function withPasskey(member: Member, body: object = {}) {
  const phone = makeAuthenticator(ORIGIN)
  const options = await member.post('/api/auth/passkeys/options', body)
  expect(options.statusCode, options.body).toBe(200)
  expect((await member.post('/api/auth/passkeys', phone.create(options.json()))).statusCode).toBe(204)
  return phone
}

type Phone = ReturnType<typeof makeAuthenticator>
async function signIn(phone: Phone, browser = browserOf(server.app)) {
  const challenge = (await browser.post('/api/auth/passkeys/challenge')).json()
  return browser.post('/api/auth/passkeys/use', phone.get(challenge))
}
const code = (answer: { json: () => unknown }) => (answer.json() as { code: string }).code

test('a member signs in with the passkey of their phone, and is notified of it by mail', async () => {
  const member = await aMember()
  const phone = await withPasskey(member)
  const browser = browserOf(server.app)
  expect((await signIn(phone, browser)).statusCode).toBe(204)
  expect((await browser.get('/api/auth/user')).json()).toMatchObject({ id: member.id })
  expect(await member.passkeys()).toMatchObject([{ id: phone.id, usedAt: expect.any(String) }])
  expect((await member.get('/api/auth/passkeys')).json()).toMatchObject([{ id: phone.id }])
  await expect.poll(() => mailsTo(member.email)).toEqual([expect.stringContaining('A passkey was added just now')])
})

test('a while after signing in it takes the password, and switching practices is no proof', async () => {
  const member = await aMember()
  await wait(member)
  expect(code(await member.post('/api/auth/passkeys/options', {}))).toBe('proof_too_old')
  expect(code(await member.post('/api/auth/passkeys/options', { password: 'not that' }))).toBe('sign_in_failed')
  await withPasskey(member, { password: PASSWORD })
  const elsewhere = { person_id: member.id, practice_id: server.other.practiceId, member_id: uuidv7() }
  await server.db.withDirectory((tx) => tx.insertInto('directory.memberships').values(elsewhere).execute())
  const switched = await member.post('/api/auth/practice', { practiceId: server.other.practiceId })
  expect(switched.statusCode).toBe(204)
  const [{ proved }] = (await server.asOwner(
    `select max(proved_at) as proved from directory.sessions where person_id = '${member.id}' and practice_id = '${server.other.practiceId}'`,
  )) as [{ proved: Date | null }]
  expect(proved).toBeNull()
})

test('a passkey of the portal opens no practice, and neither side sees or removes the other’s', async () => {
  const member = await aMember()
  const own = await withPasskey(member)
  const guest = await makeGuest(server.app)
  await server.asOwner(`update directory.sessions set person_id = '${member.id}' where person_id = '${guest.personId}'`)
  const asGuest = (url: string, payload?: object) =>
    server.app.inject({ method: 'POST', url, cookies: guest.cookies, ...(payload && { payload }) })
  const phone = makeAuthenticator(ORIGIN)
  const made = phone.create((await asGuest('/api/my/passkeys/options')).json())
  expect((await asGuest('/api/my/passkeys', made)).statusCode).toBe(204)
  const refused = await signIn(phone)
  expect([code(refused), refused.cookies]).toEqual(['passkey_refused', []])
  expect((await member.passkeys()).map(({ id }) => id)).toEqual([own.id])
  expect((await member.delete(`/api/auth/passkeys/${phone.id}`)).statusCode).toBe(404)
  const byGuest = await server.app.inject({ method: 'DELETE', url: `/api/my/passkeys/${own.id}`, cookies: guest.cookies })
  expect(byGuest.statusCode).toBe(404)
})

test('removed, of a person who has left, unproven, or after a new password it opens nothing', async () => {
  const member = await aMember()
  const [one, other] = [await withPasskey(member), await withPasskey(member)]
  expect((await member.delete(`/api/auth/passkeys/${one.id}`)).statusCode).toBe(204)
  expect(code(await signIn(one))).toBe('passkey_refused')
  await server.asOwner(`update directory.people set verified_at = null where id = '${member.id}'`)
  expect(code(await signIn(other))).toBe('sign_in_failed')
  await server.asOwner(`update directory.people set verified_at = now() where id = '${member.id}'`)
  expect((await signIn(other)).statusCode).toBe(204)
  await server.gareth.put(`/api/members/${member.memberId}`, { isActive: false })
  expect(code(await signIn(other))).toBe('no_practice')

  const second = await aMember()
  const phone = await withPasskey(second)
  await browserOf(server.app).post('/api/auth/email-link', { email: second.email, isForgotten: true })
  const linkIn = (mail: string) => /#password=([\w-]+)/.exec(mail)?.[1]
  await expect.poll(() => mailsTo(second.email).some(linkIn)).toBe(true)
  const token = mailsTo(second.email).map(linkIn).find(Boolean)
  expect((await browserOf(server.app).post('/api/auth/email-link/use', { token, password: 'another long one' })).statusCode).toBe(204)
  expect(code(await signIn(phone))).toBe('passkey_refused')
})
