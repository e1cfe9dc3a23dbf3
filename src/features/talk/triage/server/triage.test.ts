import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import type { Message, Thread } from '#features/talk/messaging/contract.ts'
import { QUESTIONS, TRIAGE_PATH } from '#features/talk/triage/triage.ts'
import { uuidv7 } from '#lib/ids.ts'
import { longPath } from '#lib/short-links.ts'
import { photoWithPlace } from '#testing/pictures.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const ANSWERS = { foot: 'NF', loss: 'missing', injury: 'none', lame: 'sore', wait: 'today', where: 'Top stable' }

async function owner() {
  const client = await add('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118' })
  const horse = await add('/api/horses', { name: 'Merlin', clientId: client, vetName: 'Hay Vets', vetPhone: '01497 555123' })
  const made = await server.gareth.post(`/api/clients/${client}/lost-shoe-link`, { sends: true })
  const { url, notice } = made.json<{ url: string; notice: { noticeId: string } }>()
  return { client, horse, path: new URL(url).pathname, notice }
}

const page = (path: string, query: object = {}) =>
  server.app.inject({ url: `${path}?${new URLSearchParams({ ...query })}`, remoteAddress: address() })
let addresses = 0
const address = () => {
  addresses += 1
  return `10.9.0.${addresses}`
}

function send(path: string, texts: object, photo?: Buffer) {
  const form = new FormData()
  for (const [name, value] of Object.entries(texts)) form.set(name, String(value))
  form.set('photo', photo ? new File([new Uint8Array(photo)], 'hoof.jpg', { type: 'image/jpeg' }) : new File([], ''))
  const request = new Request('http://localhost', { method: 'POST', body: form })
  return request.arrayBuffer().then((payload) =>
    server.app.inject({
      method: 'POST',
      url: path,
      payload: Buffer.from(payload),
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      remoteAddress: address(),
    }),
  )
}

const threadsOf = async (client: string) => (await server.gareth.get(`/api/messages/threads?clientId=${client}`)).json<Thread[]>()

test('a lost shoe is reported in five questions, its price shown before anything is sent, and rings as an emergency with its photo', async () => {
  const { client, path, notice } = await owner()
  const texts = (await server.gareth.get(`/api/notices?clientId=${client}`)).json<Notice[]>()
  expect(texts.find(({ id }) => id === notice.noticeId)).toMatchObject({ kind: 'triage', body: expect.stringContaining(path) })
  const asked = await page(path)
  expect([asked.statusCode, asked.headers['cache-control']]).toEqual([200, 'no-store'])
  for (const { legend } of Object.values(QUESTIONS)) expect(asked.body).toContain(legend)
  const { wait: _, ...missing } = ANSWERS
  expect((await page(path, { ...missing, go: 'on' })).body).toContain('Answer every question')
  const shown = (await page(path, { ...ANSWERS, go: 'on' })).body
  expect(shown).toMatch(/An emergency visit costs £\d+/)
  expect(shown).not.toContain('Call your vet now')
  expect(await threadsOf(client)).toEqual([])
  const formId = /name="formId" value="([^"]+)"/.exec(shown)?.[1] ?? ''
  const photo = await photoWithPlace()
  for (const _ of [1, 2]) {
    const sent = await send(path, { ...ANSWERS, formId }, photo)
    expect([sent.statusCode, sent.headers.location]).toEqual([303, `${longPath(path)}?sent=yes`])
  }
  const [thread, ...others] = await threadsOf(client)
  expect(others).toEqual([])
  expect(thread).toMatchObject({ isEmergency: true, subject: 'Lost shoe: Merlin (EMERGENCY)', unreadCount: 1 })
  const said = (await server.gareth.get(`/api/messages/thread/${thread?.id}`)).json<Message[]>()
  const first = said.find(({ senderType }) => senderType === 'client')
  expect(first?.content).toBe(
    'Merlin, near fore.\nShoe: Off, and not found.\nFoot: Nothing to see.\nGoes: A little foot-sore.\nWanted: Today.\nWhere: Top stable',
  )
  const files = await server.asOwner(`select file_name, uploaded_by from attachments where message_id = '${first?.id}'`)
  expect(files).toEqual([{ file_name: 'hoof.jpg', uploaded_by: 'client' }])
})

test.each([
  ['a nail in the foot', { injury: 'nail' }],
  ['blood', { injury: 'wound' }],
  ['a foot that bears no weight', { lame: 'hanging' }],
])('%s means the vet first, with the number of the horse’s own', async (_, worse) => {
  const { client, path } = await owner()
  const shown = (await page(path, { ...ANSWERS, ...worse, go: 'on' })).body
  expect(shown.indexOf('Call your vet now')).toBeGreaterThan(0)
  expect(shown.indexOf('Call your vet now')).toBeLessThan(shown.indexOf('Send to your farrier'))
  expect(shown).toContain('tel:01497555123')
  expect((await send(path, { ...ANSWERS, ...worse, formId: uuidv7() })).headers.location).toBe(`${longPath(path)}?sent=vet`)
  expect((await threadsOf(client))[0]?.lastMessage?.content).toBeDefined()
})

test('a file that is no photo is refused and no answer is lost; an invalid link opens nothing', async () => {
  const { client, path } = await owner()
  const refused = await send(path, { ...ANSWERS, formId: uuidv7() }, Buffer.from('MZ this is no photo'))
  expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('That isn’t a photo')])
  expect(refused.body).toContain('Where: Top stable')
  expect(await threadsOf(client)).toEqual([])
  expect((await page(`${TRIAGE_PATH}nothing`)).statusCode).toBe(404)
  await server.gareth.put(`/api/clients/${client}`, { isActive: false })
  expect((await page(path)).statusCode).toBe(404)
})
