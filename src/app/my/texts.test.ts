import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client, SmsPreferences } from '#features/records/clients/contract.ts'
import { endAccess } from '#features/records/guests/server/let-in.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../../scripts/build.mjs'

let server: TestServer
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer()
})
afterAll(() => server.stop())

const client = async (fields: { name: string; phone?: string; email?: string }) =>
  (await server.gareth.post('/api/clients', fields)).json<{ id: string }>().id
const path = () => `/my/at/${server.gareth.practiceId}/texts`
const wishesOf = async (id: string) => (await server.gareth.get(`/api/clients/${id}/sms-preferences`)).json<SmsPreferences>()
const recordOf = async (id: string) => (await server.gareth.get(`/api/clients/${id}`)).json<Client>()
const typed = {
  preferredChannel: 'sms',
  enableReminders: 'yes',
  reminderHours: '24',
  enableConfirmations: 'yes',
  nextStopsBefore: '2',
}

test('shows what they want of one practice and where it goes, and keeps what they change', async () => {
  const clientId = await client({ name: 'Ffion Rees', phone: '07700 900118', email: 'ffion@example.com' })
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId })
  expect((await guest.get('/my/settings')).body).toContain(`href="${path()}?for=${clientId}"`)
  const page = await guest.get(path())
  for (const words of ['Texts go to 07700 900118.', 'E-mails go to ffion@example.com.', '48 hours before'])
    expect(page.body).toContain(words)
  const saved = await guest.submit(path(), { ...typed, preferredChannel: 'email' })
  expect(saved.statusCode).toBe(303)
  expect((await guest.get(String(saved.headers.location))).body).toContain('Saved.')
  const wishes = { enableReminders: true, reminderHours: 24, enableUpdates: false, enableConfirmations: true, nextStopsBefore: 2 }
  expect(await wishesOf(clientId)).toMatchObject(wishes)
  expect((await recordOf(clientId)).preferredChannel).toBe('email')
  const journal = await server.asOwner(`select distinct by_person from activity where entity_id = '${clientId}' and verb <> 'added'`)
  expect(journal).toEqual([{ by_person: guest.personId }])
})

test('the settings lead there, for whom the texts are', async () => {
  const clientId = await client({ name: 'Mair Owen', phone: '07700 900122' })
  const [holder, helper] = [
    await makeGuest(server.app, { practice: server.gareth, clientId }),
    await makeGuest(server.app, { practice: server.gareth, clientId, role: 'helper' }),
  ]
  expect((await holder.get('/my/settings')).body).toContain(`href="${path()}?for=${clientId}"`)
  expect((await helper.get('/my/settings')).body).not.toContain(path())
})

test('what the form does not offer is refused, and a missing e-mail address is pointed out, with what was chosen kept', async () => {
  const clientId = await client({ name: 'Huw Bevan', phone: '07700 900119' })
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId })
  for (const wrong of [{ reminderHours: '3' }, { nextStopsBefore: '99' }, { preferredChannel: 'pigeon' }, { nextStopsBefore: 'x' }])
    expect((await guest.submit(path(), { ...typed, ...wrong })).statusCode).toBe(422)
  const refused = await guest.submit(path(), { ...typed, preferredChannel: 'email' })
  expect(refused.statusCode).toBe(422)
  expect(refused.body).toContain('no e-mail address of yours')
  expect(refused.body).toContain('<option value="24" selected="">')
  expect((await wishesOf(clientId)).reminderHours).toBe(48)
})

test('STOP is shown and undone by them, and marketing stays off', async () => {
  const clientId = await client({ name: 'Nia Pugh', phone: '07700 900120' })
  await server.gareth.put(`/api/clients/${clientId}`, { marketingConsentHow: 'said' })
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId })
  expect((await guest.submit(`${path()}/stop`)).statusCode).toBe(303)
  expect((await recordOf(clientId)).stoppedAt).not.toBeNull()
  expect((await guest.get(path())).body).toContain('You stopped messages on')
  expect((await guest.submit(`${path()}/start`)).statusCode).toBe(303)
  expect(await recordOf(clientId)).toMatchObject({ stoppedAt: null, marketingConsentHow: null })
  expect((await guest.get(path())).body).not.toContain('You stopped messages')
})

test('a helper, another’s client and an access that has ended change nothing and see nothing', async () => {
  const [clientId, other] = [await client({ name: 'Gwen Parry', phone: '07700 900121' }), await client({ name: 'Elin Huws' })]
  const helper = await makeGuest(server.app, { practice: server.gareth, clientId, role: 'helper', seesMoney: true })
  const holder = await makeGuest(server.app, { practice: server.gareth, clientId })
  for (const [guest, to] of [
    [helper, path()],
    [holder, `${path()}?for=${other}`],
    [holder, `/my/at/${server.other.practiceId}/texts`],
  ] as const) {
    expect((await guest.get(to)).statusCode).toBe(404)
    expect((await guest.submit(to, typed)).statusCode).toBe(404)
    expect((await guest.submit(to.replace('/texts', '/texts/stop'))).statusCode).toBe(404)
  }
  await server.gareth.inPractice((tx) => endAccess(tx, { personId: holder.personId, clientId }))
  expect((await holder.submit(`${path()}/stop`)).statusCode).toBe(404)
  expect((await recordOf(clientId)).stoppedAt).toBeNull()
  expect((await wishesOf(other)).reminderHours).toBe(48)
})
