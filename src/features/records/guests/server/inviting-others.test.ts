import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import { endInvite, type InvitedOther, inviteOther } from '#features/records/guests/server/inviting-others.ts'
import { uuidv7 } from '#lib/ids.ts'
import { findPortalLink } from '#platform/server/links.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const made = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const textsOf = async (clientId: string) => (await server.gareth.get(`/api/notices?clientId=${clientId}`)).json<Notice[]>()
const row = async (id: string) =>
  (
    await server.asOwner(`select role, how, to_name, to_address, sees_money, may_answer, by_person, by_member is not null as is_by_member,
    ended_at is not null as is_ended from portal_invites where id = '${id}'`)
  )[0]
const byGuest = uuidv7()
/** As the client invites; `byMember`: as the farrier does. */
const invite = (asked: Partial<InvitedOther>, { byMember = false } = {}) =>
  server.gareth.inPractice((tx, actor) =>
    inviteOther(tx, { ...actor, opId: uuidv7(), ...(!byMember && { memberId: null, byPerson: byGuest }) }, { ...HELPER, ...asked }),
  )
const HELPER: InvitedOther = {
  ...{ role: 'helper', clientId: null, horseId: null, yardId: null, toName: 'Non Bevan', to: 'Non@Example.com ' },
  ...{ seesMoney: false, mayAnswer: false },
}
const refusal = (asked: Partial<InvitedOther>, by = {}) =>
  invite(asked, by).then(
    () => 'none',
    ({ code }) => code,
  )

async function owner(name: string, more: object = {}) {
  const clientId = await made('/api/clients', { name, phone: '07700 900118', ...more })
  return { clientId, horseId: await made('/api/horses', { name: 'Seren', clientId }) }
}

test('a helper is invited at their own address, by a message that names who invites and whose practice, and no horse', async () => {
  const { clientId } = await owner('Sarah Penrose')
  const { inviteId, state } = await invite({ clientId, seesMoney: true, mayAnswer: true })
  expect(state).toBe('queued')
  expect(await row(inviteId)).toMatchObject({ role: 'helper', how: 'email', to_name: 'Non Bevan', to_address: 'non@example.com' })
  // Answering is a sharer's: a helper may anyway.
  expect(await row(inviteId)).toMatchObject({ sees_money: true, may_answer: false, by_person: byGuest, is_by_member: false })
  const [mail] = await textsOf(clientId)
  expect(mail).toMatchObject({
    kind: 'portal_other',
    channel: 'email',
    address: 'non@example.com',
    recipient: 'Non Bevan',
    purpose: 'service',
  })
  expect(mail?.body).toMatch(/^Hi Non, Sarah would like you to see.*\/j\/\w{12}.*Gareth Probert Farriery$/s)
  expect(mail?.body).not.toContain('Seren')
})

test('a sharer by a number; the farrier invites in the practice’s name', async () => {
  const { clientId, horseId } = await owner('Huw Bevan')
  const { inviteId } = await invite({ role: 'sharer', clientId, horseId, to: '07700 900333', mayAnswer: true }, { byMember: true })
  expect(await row(inviteId)).toMatchObject({
    role: 'sharer',
    how: 'sms',
    to_address: '+447700900333',
    may_answer: true,
    is_by_member: true,
  })
  const [text] = await textsOf(clientId)
  expect(text).toMatchObject({ channel: 'sms', address: '+447700900333' })
  expect(text?.body).toContain('Gareth Probert Farriery would like you to see')
})

test('the manager of a yard is no one’s client, and the farrier alone invites them', async () => {
  const yardId = await made('/api/yards', { name: 'Hendre Farm' })
  const { inviteId } = await invite({ role: 'yard', yardId }, { byMember: true })
  const [link] = await server.asOwner(
    `select client_id, kind, address_hash is not null as is_found from directory.links where subject_id = '${inviteId}'`,
  )
  expect(link).toEqual({ client_id: null, kind: 'portal', is_found: true })
  expect((await server.gareth.get('/api/notices')).json<Notice[]>()[0]).toMatchObject({ kind: 'portal_other', clientId: null })
  expect(await refusal({ role: 'yard', yardId: uuidv7() }, { byMember: true })).toBe('yard_not_found')
})

test('who can’t be invited is an error, and nothing is written', async () => {
  const { clientId, horseId } = await owner('Nia Rees')
  const other = await owner('Ffion Rees')
  const dead = await made('/api/horses', { name: 'Bess', clientId, goneOn: '2020-01-01', goneReason: 'deceased' })
  expect(await refusal({ clientId, to: 'nobody' })).toBe('not_reachable')
  expect(await refusal({ clientId, to: '01792 123456' })).toBe('not_reachable')
  expect(await refusal({ clientId, toName: '  ' })).toBe('name_needed')
  expect(await refusal({ clientId: uuidv7() })).toBe('client_not_found')
  expect(await refusal({ role: 'sharer', clientId, horseId: other.horseId })).toBe('horse_not_found')
  expect(await refusal({ role: 'sharer', clientId, horseId: dead })).toBe('horse_not_found')
  await server.gareth.put(`/api/clients/${clientId}`, { portal: false })
  expect(await refusal({ role: 'sharer', clientId, horseId })).toBe('portal_is_off')
  expect(await textsOf(clientId)).toEqual([])
  expect(await server.asOwner(`select id from portal_invites where client_id = '${clientId}'`)).toEqual([])
})

test('invited to the same again, the last invitation counts alone; withdrawn, its link opens nothing and its message stays', async () => {
  const { clientId, horseId } = await owner('Gwen Rees')
  const first = await invite({ clientId })
  const second = await invite({ clientId, seesMoney: true })
  // To the same address, for something else.
  const sharer = await invite({ role: 'sharer', clientId, horseId })
  expect(await row(first.inviteId)).toMatchObject({ is_ended: true })
  expect(await row(second.inviteId)).toMatchObject({ is_ended: false })
  const [text] = await textsOf(clientId)
  const token = /\/j\/(\w+)/.exec(text?.body ?? '')?.[1] ?? ''
  expect(await findPortalLink(server.db, token)).toMatchObject({ inviteId: sharer.inviteId })
  await server.gareth.inPractice((tx, actor) => endInvite(tx, actor, sharer.inviteId))
  expect(await findPortalLink(server.db, token)).toBeUndefined()
  expect((await textsOf(clientId)).map(({ state }) => state)).toEqual(['cancelled', 'queued', 'cancelled'])
})

test('ten a day and client; a person who has stopped texts is sent none, and the one who invites learns nothing of it', async () => {
  const { clientId } = await owner('Eleri Rees')
  const stopped = await made('/api/clients', { name: 'Megan Rees', phone: '07700 900444' })
  await server.asOwner(`update clients set stopped_at = clock_now() where id = '${stopped}'`)
  await invite({ clientId, to: '07700 900444' })
  expect((await textsOf(clientId))[0]).toMatchObject({ state: 'cancelled' })
  for (let number = 1; number < 10; number += 1) await invite({ clientId, to: `non${number}@example.com` })
  expect(await refusal({ clientId, to: 'non10@example.com' })).toBe('too_many_invites')
})
