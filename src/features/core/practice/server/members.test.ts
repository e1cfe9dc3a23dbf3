import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUser, PracticeMember } from '#features/core/practice/contract.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type Browser, browserOf } from '#testing/browser-of.ts'
import { invitationTo, PASSWORD, tokenIn } from '#testing/invitations.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const nobody = () => `${uuidv7()}@example.com`
const membersOf = async () => (await server.gareth.get('/api/members')).json<PracticeMember[]>()
const memberOf = async (email: string) => (await membersOf()).find((one) => one.email === email) as PracticeMember

/** A person who was invited to Gareth's practice and has accepted, in their own browser. */
async function hire(change: { email?: string; role?: string } = {}, browser: Browser = browserOf(server.app)) {
  const email = change.email ?? nobody()
  const { link } = await invitationTo(server.gareth, { ...change, email })
  expect((await browser.post('/api/auth/invitation/accept', { token: tokenIn(link), password: PASSWORD })).statusCode).toBe(200)
  return { email, browser, member: await memberOf(email) }
}

describe('a member', () => {
  test('with a new role makes every device fetch its copy again, and may do what the role may', async () => {
    const { member, browser } = await hire({ role: 'office' })
    const device = uuidv7()
    const pull = (more = '') => browser.get(`/api/sync/pull?deviceId=${device}${more}`)
    const { view, epoch, cursor } = (await pull()).json<{ view: string; epoch: string; cursor: number }>()
    await server.gareth.put(`/api/members/${member.id}`, { role: 'apprentice' })
    const stale = await pull(`&since=${cursor}&epoch=${epoch}&view=${view}`)
    expect([stale.statusCode, stale.json<{ code: string }>().code]).toEqual([410, 'resync'])
    const anew = (await pull()).json<{ view: string }>().view
    expect(anew).not.toBe(view)
    await server.gareth.put(`/api/members/${member.id}`, { role: 'apprentice' })
    expect((await pull()).json<{ view: string }>().view).toBe(anew)
  })

  test('who leaves is signed out of this practice, stays in the others, and comes back by an invitation alone', async () => {
    const { browser, email } = await registered('Al Both')
    const { member } = await hire({ email }, browser)
    expect((await userOf(browser)).practice.id).toBe(server.gareth.practiceId)
    await server.gareth.put(`/api/members/${member.id}`, { isActive: false })
    await expect.poll(async () => (await browser.get('/api/auth/user')).statusCode).toBe(401)
    await browser.post('/api/auth/password', { email, password: PASSWORD })
    expect((await userOf(browser)).practice.name).toBe('Al Both Farriery')
    const back = await server.gareth.put(`/api/members/${member.id}`, { isActive: true })
    expect(back.json()).toMatchObject({ code: 'comes_by_invitation' })
    expect(await memberOf(email)).toMatchObject({ isActive: false })
  })

  test('who is the last owner stays one', async () => {
    const { memberId } = server.other
    for (const change of [{ role: 'farrier' }, { isActive: false }]) {
      expect((await server.other.put(`/api/members/${memberId}`, change)).json()).toMatchObject({ code: 'last_owner' })
    }
    await server.other.addMember('A Second', 'owner')
    expect((await server.other.put(`/api/members/${memberId}`, { role: 'farrier' })).statusCode).toBe(200)
  })

  test('of another practice is not found, as one that never was', async () => {
    const olwen = await server.other.addMember('Olwen Owner', 'owner')
    const { member } = await hire()
    for (const id of [member.id, uuidv7(), 'nonsense']) {
      expect((await olwen.put(`/api/members/${id}`, { role: 'office' })).json()).toMatchObject({ code: 'member_not_found' })
    }
  })

  test('changes their own name in any role, and colleagues see it', async () => {
    const ned = await server.gareth.addMember('Ned Apprentice', 'apprentice')
    const answer = await ned.put('/api/auth/user', { firstName: 'Edward', lastName: 'Pugh' })
    expect(answer.json()).toMatchObject({ firstName: 'Edward', lastName: 'Pugh', initials: 'EP' })
    expect((await membersOf()).map((one) => one.name)).toContain('Edward Pugh')
    expect((await ned.put('/api/auth/user', { firstName: '', lastName: 'P' })).statusCode).toBe(400)
  })
})

describe('a person in several practices', () => {
  test('sees them by name, changes between them, and comes back to the last at the next sign-in', async () => {
    const { browser, email } = await registered('A Both')
    const own = (await userOf(browser)).practice.id
    await hire({ email }, browser)
    expect((await browser.get('/api/auth/practices')).json()).toMatchObject([
      { name: 'A Both Farriery', isCurrent: false },
      { name: 'Gareth Probert Farriery', isCurrent: true },
    ])
    await browser.post('/api/auth/practice', { practiceId: own })
    expect((await userOf(browser)).practice.id).toBe(own)
    await browser.post('/api/auth/practice', { practiceId: server.gareth.practiceId })
    expect(await userOf(browser)).toMatchObject({ role: 'farrier', practice: { id: server.gareth.practiceId } })
    const again = browserOf(server.app)
    await again.post('/api/auth/password', { email, password: PASSWORD })
    expect((await userOf(again)).practice.id).toBe(server.gareth.practiceId)
  })

  test('enters none they do not work in', async () => {
    const answer = await server.gareth.post('/api/auth/practice', { practiceId: server.other.practiceId })
    expect(answer.json()).toMatchObject({ code: 'practice_not_found' })
    const stays = await server.gareth.post('/api/auth/practice', { practiceId: server.gareth.practiceId })
    expect([stays.statusCode, stays.cookies]).toEqual([204, []])
  })
})

const userOf = async (browser: Browser) => (await browser.get('/api/auth/user')).json<CurrentUser>()

/** A person with their own practice, signed in to it. */
async function registered(name: string) {
  const [firstName = '', lastName = ''] = name.split(' ')
  const [browser, email] = [browserOf(server.app), nobody()]
  await browser.post('/api/auth/register', { firstName, lastName, email, password: PASSWORD, practiceName: `${name} Farriery` })
  return { browser, email }
}
