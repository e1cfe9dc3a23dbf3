import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUser, Invited, MyPractice, PracticeMember } from '#features/practice/contract.ts'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

type Who = Pick<TestServer['gareth'], 'cookies' | 'get' | 'post' | 'put'>
const nobody = () => `${uuidv7()}@example.com`
const invitation = (change: object = {}) => ({ firstName: 'Nia', lastName: 'Rees', email: nobody(), role: 'farrier', ...change })
const invite = async (change: object = {}, who: Who = server.gareth) => (await who.post('/api/members', invitation(change))).json<Invited>()
const memberOf = async (id: string, who: Who = server.gareth) =>
  (await who.get('/api/members')).json<PracticeMember[]>().find((one) => one.id === id)
const tokenIn = (link: string | null) => /#token=([\w-]+)/.exec(link ?? '')?.[1] ?? ''
const useLink = (link: string | null) =>
  server.app.inject({ method: 'POST', url: '/api/auth/email-link/use', payload: { token: tokenIn(link) } })
type Answer = { cookies: { name: string; value: string }[] }
const cookiesOf = ({ cookies: [cookie] }: Answer) => ({ [cookie?.name ?? '']: cookie?.value ?? '' })
const as = (answer: Answer) => {
  const cookies = cookiesOf(answer)
  return {
    user: () => server.app.inject({ url: '/api/auth/user', cookies }),
    practices: async () => (await server.app.inject({ url: '/api/auth/practices', cookies })).json<MyPractice[]>(),
    enter: (practiceId: string) => server.app.inject({ method: 'POST', url: '/api/auth/practice', payload: { practiceId }, cookies }),
  }
}

describe('an invitation', () => {
  test('seats somebody new, whose link signs them in here and nowhere else', async () => {
    const { member, link } = await invite({ firstName: 'Dan', lastName: 'Price', role: 'apprentice' })
    expect(member).toMatchObject({ name: 'Dan Price', initials: 'DP', role: 'apprentice', isActive: true, isInvited: true })
    const answer = await useLink(link)
    const user = (await as(answer).user()).json<CurrentUser>()
    expect(user).toMatchObject({ firstName: 'Dan', role: 'apprentice', memberId: member.id, practice: { id: server.gareth.practiceId } })
    expect(await memberOf(member.id)).toMatchObject({ isInvited: false })
    expect((await useLink(link)).statusCode).toBe(401)
  })

  test('sent again ends the link before it, and is not made for who has signed in', async () => {
    const { member, link } = await invite()
    const again = (await server.gareth.post(`/api/members/${member.id}/invite`)).json<Invited>().link
    expect((await useLink(link)).statusCode).toBe(401)
    expect((await useLink(again)).statusCode).toBe(204)
    expect((await server.gareth.post(`/api/members/${member.id}/invite`)).json()).toMatchObject({ code: 'has_signed_in' })
  })

  test('to somebody who works elsewhere hands out no link: it would open the other practice too', async () => {
    const email = nobody()
    const first = await invite({ email }, server.other)
    const second = await invite({ email })
    expect(second.link).toBeNull()
    expect((await server.gareth.post(`/api/members/${second.member.id}/invite`)).json()).toMatchObject({ code: 'has_signed_in' })
    expect((await server.other.post(`/api/members/${first.member.id}/invite`)).json()).toMatchObject({ code: 'has_signed_in' })
    expect((await useLink(first.link)).statusCode).toBe(401)
  })

  test('is refused twice, without a name, address or role, and to all but owners', async () => {
    const email = nobody()
    await invite({ email })
    expect((await server.gareth.post('/api/members', invitation({ email }))).json()).toMatchObject({ code: 'already_member' })
    for (const fault of [{ email: 'nobody' }, { firstName: ' ' }, { role: 'king' }]) {
      expect((await server.gareth.post('/api/members', invitation(fault))).statusCode).toBe(400)
    }
    for (const role of ['farrier', 'apprentice', 'office'] as const) {
      const colleague = await server.gareth.addMember('A Colleague', role)
      expect((await colleague.post('/api/members', invitation())).statusCode, role).toBe(403)
      expect((await colleague.get('/api/members')).statusCode, role).toBe(403)
    }
  })

  test('leaves nothing behind when it is refused half-way', async () => {
    const email = nobody()
    await server.gareth.post('/api/members', invitation({ email, role: 'king' }))
    expect(await server.asOwner(`select 1 from directory.people where email = '${email}'`)).toEqual([])
  })
})

describe('a member', () => {
  test('with a new role has every device fetch its copy anew, and may do what the role may', async () => {
    const { member, link } = await invite({ role: 'office' })
    const device = uuidv7()
    const cookies = cookiesOf(await useLink(link))
    const pull = async (more = '') => {
      const url = `/api/sync/pull?deviceId=${device}${more}`
      return server.app.inject({ url, cookies })
    }
    const { view, epoch, cursor } = (await pull()).json<{ view: string; epoch: string; cursor: number }>()
    await server.gareth.put(`/api/members/${member.id}`, { role: 'apprentice' })
    const stale = await pull(`&since=${cursor}&epoch=${epoch}&view=${view}`)
    expect([stale.statusCode, stale.json<{ code: string }>().code]).toEqual([410, 'resync'])
    const anew = (await pull()).json<{ view: string }>().view
    expect(anew).not.toBe(view)
    await server.gareth.put(`/api/members/${member.id}`, { role: 'apprentice' })
    expect((await pull()).json<{ view: string }>().view).toBe(anew)
  })

  test('who leaves is signed out of this practice, stays in the others and can come back', async () => {
    const email = nobody()
    const elsewhere = await invite({ email }, server.other)
    const elsewhereNow = await useLink(elsewhere.link)
    const here = await invite({ email })
    const inGareths = await as(elsewhereNow).enter(server.gareth.practiceId)
    expect((await as(inGareths).user()).json<CurrentUser>().practice.id).toBe(server.gareth.practiceId)
    await server.gareth.put(`/api/members/${here.member.id}`, { isActive: false })
    await expect.poll(async () => (await as(inGareths).user()).statusCode).toBe(401)
    await server.gareth.put(`/api/members/${here.member.id}`, { isActive: true })
    expect(await memberOf(here.member.id)).toMatchObject({ isActive: true })
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
    const { member } = await invite()
    for (const id of [member.id, uuidv7(), 'nonsense']) {
      expect((await olwen.put(`/api/members/${id}`, { role: 'office' })).json()).toMatchObject({ code: 'member_not_found' })
    }
  })

  test('names themselves, whatever their role, and colleagues learn it', async () => {
    const ned = await server.gareth.addMember('Ned Apprentice', 'apprentice')
    const answer = await ned.put('/api/auth/user', { firstName: 'Edward', lastName: 'Pugh' })
    expect(answer.json()).toMatchObject({ firstName: 'Edward', lastName: 'Pugh', initials: 'EP' })
    const names = (await server.gareth.get('/api/members')).json<PracticeMember[]>().map((one) => one.name)
    expect(names).toContain('Edward Pugh')
    expect((await ned.put('/api/auth/user', { firstName: '', lastName: 'P' })).statusCode).toBe(400)
  })
})

describe('a person in several practices', () => {
  test('sees them by name, changes between them, and comes back to the last at the next sign-in', async () => {
    const body = { firstName: 'Al', lastName: 'Both', email: nobody(), password: 'a long enough one', practiceName: 'A Both' }
    const registered = await server.app.inject({ method: 'POST', url: '/api/auth/register', payload: body })
    await invite({ email: body.email })
    const al = as(registered)
    expect((await al.practices()).map(({ name, isCurrent }) => ({ name, isCurrent }))).toEqual([
      { name: 'A Both', isCurrent: true },
      { name: 'Gareth Probert Farriery', isCurrent: false },
    ])
    const entered = await al.enter(server.gareth.practiceId)
    expect((await as(entered).user()).json<CurrentUser>()).toMatchObject({ role: 'farrier', practice: { id: server.gareth.practiceId } })
    const again = await server.app.inject({
      method: 'POST',
      url: '/api/auth/password',
      payload: { email: body.email, password: body.password },
    })
    expect((await as(again).user()).json<CurrentUser>().practice.id).toBe(server.gareth.practiceId)
  })

  test('enters none they do not work in', async () => {
    const answer = await server.gareth.post('/api/auth/practice', { practiceId: server.other.practiceId })
    expect(answer.json()).toMatchObject({ code: 'practice_not_found' })
    const stays = await server.gareth.post('/api/auth/practice', { practiceId: server.gareth.practiceId })
    expect([stays.statusCode, stays.cookies]).toEqual([204, []])
  })
})
