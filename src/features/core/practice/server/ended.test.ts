import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PracticeMember, Session } from '#features/core/practice/contract.ts'
import { resetPassword } from '#features/core/practice/server/sign-in.ts'
import { currentMs } from '#lib/clock.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

type Member = Awaited<ReturnType<TestServer['gareth']['addMember']>>
const tokenOf = ({ cookies }: Member) => cookies[server.app.cookieName] ?? ''
/** What a device that still holds this cookie is answered, as soon as the moment is over for which sessions are remembered. */
const whyEnded = async (member: Member): Promise<Record<string, unknown>> => {
  await expect.poll(async () => (await member.get('/api/auth/user')).statusCode).toBe(401)
  return (await member.get('/api/auth/user')).json()
}
const sessionIdOf = async (member: Member) => (await member.get('/api/auth/user')).json<{ sessionId: string }>().sessionId
const emailOf = async (member: Member) => (await member.get('/api/auth/user')).json<{ email: string }>().email
const dismiss = async (name: string) => {
  const members = (await server.gareth.get('/api/members')).json<PracticeMember[]>()
  const id = members.find((one) => one.name === name && one.isActive)?.id
  expect((await server.gareth.put(`/api/members/${id}`, { isActive: false })).statusCode).toBe(200)
}
const useLink = async (email: string, cookies: Record<string, string>) => {
  const token = (await resetPassword(server.db, email, 'http://localhost:3000'))?.split('token=')[1]
  const payload = { token, password: 'a new long password' }
  return server.app.inject({ method: 'POST', url: '/api/auth/email-link/use', payload, cookies })
}

test('a signed-out device is notified of that and of the session’s person, and nothing else', async () => {
  const ann = await server.gareth.addMember('Ann Price', 'farrier')
  const sessionId = await sessionIdOf(ann)
  await ann.get('/api/logout')
  const { personId, practiceId, code, ...rest } = await whyEnded(ann)
  expect({ code, sessionId: rest.sessionId, practiceId }).toEqual({ code: 'signed_out', sessionId, practiceId: server.gareth.practiceId })
  expect(Object.keys(rest).sort()).toEqual(['message', 'requestId', 'sessionId'])
  expect(personId).toMatch(/^[0-9a-f-]{36}$/)
})

test('a device that was signed out from another device gets the same notice', async () => {
  const bea = await server.gareth.addMember('Bea Lloyd', 'farrier')
  const [session] = (await bea.get('/api/auth/sessions')).json<Session[]>()
  await bea.delete(`/api/auth/sessions/${session?.id}`)
  expect(await whyEnded(bea)).toMatchObject({ code: 'signed_out' })
})

test('a dismissed member is notified, also on devices they had signed out before', async () => {
  const cai = await server.gareth.addMember('Cai Rowe', 'apprentice')
  await cai.get('/api/logout')
  expect(await whyEnded(cai)).toMatchObject({ code: 'signed_out' })
  await dismiss('Cai Rowe')
  expect(await whyEnded(cai)).toMatchObject({ code: 'dismissed', practiceId: server.gareth.practiceId })
})

test('a new password revokes the other sessions, and its own browser is not notified', async () => {
  const [dot, elsewhere] = [await server.gareth.addMember('Dot Ames', 'farrier'), await server.gareth.addMember('Eve Ames', 'farrier')]
  const email = await emailOf(dot)
  const [mine] = await server.asOwner(`select person_id from directory.sessions where id = '${await sessionIdOf(dot)}'`)
  await server.asOwner(`update directory.sessions set person_id = '${mine?.person_id}' where id = '${await sessionIdOf(elsewhere)}'`)
  expect((await useLink(email, dot.cookies)).statusCode).toBe(204)
  expect(await whyEnded(elsewhere)).toMatchObject({ code: 'revoked' })
  expect(await whyEnded(dot)).toMatchObject({ code: 'not_signed_in' })
})

test('an expired, a replaced and an unknown session give a plain refusal, and the local copy stays', async () => {
  const fay = await server.gareth.addMember('Fay Hill', 'farrier')
  await server.asOwner(`update directory.sessions set expires_at = '2020-01-01' where id = '${await sessionIdOf(fay)}'`)
  expect(await whyEnded(fay)).toMatchObject({ code: 'not_signed_in' })
  const gil = await server.gareth.addMember('Gil Hope', 'farrier')
  await useLink(await emailOf(gil), gil.cookies)
  expect(await whyEnded(gil)).toMatchObject({ code: 'not_signed_in' })
  const unknown = await server.app.inject({ url: '/api/auth/user', cookies: { [server.app.cookieName]: 'x'.repeat(43) } })
  expect(unknown.json()).toMatchObject({ code: 'not_signed_in' })
})

test('an expired session of a member dismissed since reports the dismissal', async () => {
  const hal = await server.gareth.addMember('Hal Ward', 'office')
  await server.asOwner(`update directory.sessions set expires_at = '2020-01-01' where id = '${await sessionIdOf(hal)}'`)
  await dismiss('Hal Ward')
  expect(await whyEnded(hal)).toMatchObject({ code: 'dismissed' })
})

test('a phone unused for a year is notified of an ended session; a session that only expired is deleted after a month', async () => {
  const [ivy, joe] = [await server.gareth.addMember('Ivy Nash', 'farrier'), await server.gareth.addMember('Joe Nash', 'farrier')]
  const email = await emailOf(ivy)
  const [mine] = await server.asOwner(`select person_id from directory.sessions where id = '${await sessionIdOf(ivy)}'`)
  const aYearAgo = new Date(currentMs() - 365 * 86_400_000).toISOString()
  await server.asOwner(
    `update directory.sessions set person_id = '${mine?.person_id}', expires_at = '${aYearAgo}' where id = '${await sessionIdOf(joe)}'`,
  )
  await ivy.get('/api/logout')
  await server.asOwner(
    `update directory.sessions set revoked_at = '${aYearAgo}', expires_at = '${aYearAgo}' where revoked_why is not null and person_id = '${mine?.person_id}'`,
  )
  expect((await useLink(email, {})).statusCode).toBe(204)
  expect(await whyEnded(ivy)).toMatchObject({ code: 'signed_out' })
  const hashed = await server.asOwner(
    `select count(*)::int as left from directory.sessions where person_id = '${mine?.person_id}' and revoked_why is null and expires_at < '${aYearAgo}'::timestamptz + interval '1 day'`,
  )
  expect([hashed[0]?.left, tokenOf(joe).length]).toEqual([0, 43])
})
