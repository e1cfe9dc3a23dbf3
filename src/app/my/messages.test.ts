import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAccess } from '#features/records/guests/server/let-in.ts'
import type { Message, Thread } from '#features/talk/messaging/contract.ts'
import { countUnread } from '#features/talk/messaging/server/for-client.ts'
import { uuidv7 } from '#lib/ids.ts'
import { makeGuest } from '#testing/guests.ts'
import { photoWithPlace } from '#testing/pictures.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../../scripts/build.mjs'

let server: TestServer
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer()
  // Nothing answers automatically, at any hour the tests run.
  await server.gareth.post('/api/messaging/settings', { autoReplySettings: { isEnabled: false, isEmergencyEnabled: false } })
})
afterAll(() => server.stop())

type Guest = Awaited<ReturnType<typeof makeGuest>>
type Fields = Record<string, string | Blob>

const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const threadsOf = async (clientId: string) => (await server.gareth.get(`/api/messages/threads?clientId=${clientId}`)).json<Thread[]>()
const messagesOf = async (threadId: string) => (await server.gareth.get(`/api/messages/thread/${threadId}`)).json<Message[]>()
const base = (practice = server.gareth) => `/my/at/${practice.practiceId}/messages`
const unread = ({ personId }: Guest) => server.db.withGuest({ practiceId: server.gareth.practiceId, personId }, countUnread)

/** Sends a page's form, which may carry a photo. */
async function send(who: Guest, url: string, fields: Fields) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  return server.app.inject({ method: 'POST', url, cookies: who.cookies, headers, payload: Buffer.from(await request.arrayBuffer()) })
}

async function anOwner(role: 'holder' | 'helper' = 'holder') {
  const clientId = await add('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118' })
  return { clientId, guest: await makeGuest(server.app, { practice: server.gareth, clientId, role }) }
}

test('an owner writes, the farrier answers, and it shows when the owner has read it', async () => {
  const { clientId, guest } = await anOwner()
  const sent = await send(guest, `${base()}/new`, { formId: uuidv7(), subject: 'Dolly', content: 'She’s footsore.' })
  expect(sent.statusCode).toBe(303)
  const [thread] = await threadsOf(clientId)
  expect(thread).toMatchObject({ subject: 'Dolly', isEmergency: false, clientReadTo: null, unreadCount: 1 })
  expect(await messagesOf(thread?.id ?? '')).toMatchObject([{ content: 'She’s footsore.', via: 'portal', senderType: 'client' }])
  const path = `${base()}/${thread?.id}`
  expect(sent.headers.location).toBe(`${path}#answer`)
  await server.gareth.post('/api/messages', { threadId: thread?.id, content: 'I can come on Tuesday.' })
  expect([await unread(guest), (await guest.get('/my')).body.includes('A new message')]).toEqual([1, true])
  expect((await guest.get('/my/messages')).body).toContain('1 new')
  expect((await threadsOf(clientId))[0]?.clientReadTo).toBeNull()
  expect((await guest.get(path)).body).toContain('I can come on Tuesday.')
  const [read] = await threadsOf(clientId)
  expect(read?.clientReadTo).not.toBeNull()
  await guest.get(path)
  expect((await threadsOf(clientId))[0]?.clientReadTo).toBe(read?.clientReadTo)
  expect([await unread(guest), (await guest.get('/my/messages')).body.includes('1 new')]).toEqual([0, false])
})

test('sent twice it is one message, and a form that is wrong keeps what was typed', async () => {
  const { clientId, guest } = await anOwner()
  const form = { formId: uuidv7(), subject: 'Dates', content: 'Does Friday suit?' }
  const both = await Promise.all([send(guest, `${base()}/new`, form), send(guest, `${base()}/new`, form)])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([303, 303])
  expect(both[0].headers.location).toBe(both[1].headers.location)
  const [thread, ...others] = await threadsOf(clientId)
  expect(others).toEqual([])
  const said = await messagesOf(thread?.id ?? '')
  expect(said.filter(({ senderType }) => senderType === 'client')).toHaveLength(1)
  const empty = await send(guest, `${base()}/new`, { subject: 'A subject to keep', content: ' ' })
  expect([empty.statusCode, empty.body.includes('A subject to keep'), empty.body.includes('Write something')]).toEqual([422, true, true])
  const noPhoto = await send(guest, `${base()}/${thread?.id}`, { content: 'Look at this', photo: new File(['text'], 'a.jpg') })
  expect([noPhoto.statusCode, noPhoto.body.includes('Look at this')]).toEqual([422, true])
  expect((await guest.submit(`${base()}/${thread?.id}`, { content: 'a plain form' })).statusCode).toBe(400)
})

test('a photo goes with the message, and who else is signed in sees neither', async () => {
  const { clientId, guest } = await anOwner()
  const photo = new File([new Uint8Array(await photoWithPlace())], 'hoof.jpg', { type: 'image/jpeg' })
  const sent = await send(guest, `${base()}/new`, { formId: uuidv7(), content: 'See the crack', photo })
  expect(sent.statusCode).toBe(303)
  const [thread] = await threadsOf(clientId)
  const [message] = await messagesOf(thread?.id ?? '')
  expect(message?.files).toMatchObject([{ fileName: 'hoof.jpg' }])
  const { guest: stranger } = await anOwner()
  const nothing = (await stranger.get(`${base()}/${uuidv7()}`)).body
  const path = `${base()}/${thread?.id}`
  const addresses = [
    path,
    `${path}/file/${message?.files[0]?.id}`,
    `${path}/picture/${message?.files[0]?.id}`,
    `${base()}/junk`,
    `${base(server.other)}/${thread?.id}`,
  ]
  for (const url of addresses) {
    const answer = await stranger.get(url)
    expect([answer.statusCode, answer.body], url).toEqual([404, nothing])
  }
  for (const url of [path, `${base()}/junk`, `${base(server.other)}/new`]) {
    const answer = await send(stranger, url, { content: 'Mine now', clientId })
    expect([answer.statusCode, answer.body], url).toEqual([404, nothing])
  }
  expect((await send(stranger, `${base()}/new`, { content: 'In her name', clientId })).statusCode).toBe(404)
  await server.gareth.inPractice((tx) => endAccess(tx, { personId: guest.personId, clientId }))
  expect((await guest.get(path)).body).toBe(nothing)
  expect((await messagesOf(thread?.id ?? '')).filter(({ senderType }) => senderType === 'client')).toHaveLength(1)
})

test('an emergency’s price comes before it is sent, and only their own word makes it one', async () => {
  const { clientId, guest } = await anOwner('helper')
  expect((await guest.get(`${base()}/new`)).body).toMatch(/An emergency now costs £\d+/)
  const asked = await send(guest, `${base()}/new`, { formId: uuidv7(), content: 'Emergency! He has pulled a shoe' })
  expect(asked.statusCode).toBe(422)
  expect(asked.body).toContain('He has pulled a shoe')
  expect(asked.body).toContain('name="hasSaid"')
  expect(await threadsOf(clientId)).toEqual([])
  await send(guest, `${base()}/new`, { formId: uuidv7(), content: 'Emergency! He has pulled a shoe', hasSaid: 'yes' })
  expect(await threadsOf(clientId)).toMatchObject([{ isEmergency: false }])
  await send(guest, `${base()}/new`, { formId: uuidv7(), content: 'He is bleeding', isEmergency: 'yes' })
  expect((await threadsOf(clientId)).map(({ isEmergency }) => isEmergency).toSorted()).toEqual([false, true])
})

test('what was written without a signal and comes later is not read, though what came after it was', async () => {
  const { clientId, guest } = await anOwner()
  const threadId = await add('/api/messages/threads', { clientId, subject: 'Dates' })
  const before = new Date(Date.parse((await threadsOf(clientId))[0]?.lastMessageAt ?? '') - 60_000).toISOString()
  await server.gareth.post('/api/messages', { threadId, content: 'Thursday, then' })
  await guest.get(`${base()}/${threadId}`)
  expect(await unread(guest)).toBe(0)
  await server.gareth.post('/api/messages', { threadId, content: 'Is Thursday fine?', createdAt: before })
  const [thread] = await threadsOf(clientId)
  expect(Date.parse(thread?.clientReadTo ?? '')).toBeLessThan(Date.parse(before))
  expect(await unread(guest)).toBe(2)
})
