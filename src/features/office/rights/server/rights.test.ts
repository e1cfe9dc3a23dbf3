import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import type { GdprRequest, RequestStep } from '#features/office/rights/contract.ts'
import { answerBy, openWait, waiting } from '#features/office/rights/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayAndYear, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let sarah: string
let tom: string
const today = dayOf(currentTime(), 'Europe/London')
beforeAll(async () => {
  server = await startTestServer({ own: true })
  sarah = await addClient({ name: 'Sarah Penrose', phone: '07700 900118' })
  tom = await addClient({ name: 'Tom Haddon' })
})
afterAll(() => server.stop())

const PATH = '/api/gdpr-requests'
const addClient = async (body: object) => (await server.gareth.post('/api/clients', body)).json<{ id: string }>().id
const ask = async (body: object = {}) =>
  (await server.gareth.post(PATH, { clientId: sarah, requestType: 'data_access', ...body })).json<GdprRequest>()
const change = (id: string, body: object) => server.gareth.put(`${PATH}/${id}`, body)
const setStatus = (id: string, body: object) => server.gareth.put(`${PATH}/${id}/status`, body)
const texts = async (clientId: string) => (await server.gareth.get(`/api/notices?clientId=${clientId}`)).json<Notice[]>()
const due = (receivedOn: string, more: object = {}) =>
  answerBy(
    { requestType: 'data_access', status: 'pending', receivedOn, waits: [], extendedOn: null, acknowledgedOn: null, ...more },
    'england',
    today,
  )

test('requests sent by SMS are written down, texted with the day of the answer, and those who can’t be texted are named', async () => {
  const bronwen = await addClient({ name: 'Bronwen Pryce', phone: '07700 900412' })
  const sent = await server.gareth.post(`${PATH}/send-sms`, { clientIds: [bronwen, tom, bronwen], requestType: 'data_portability' })
  expect([sent.statusCode, sent.json()]).toMatchObject([
    200,
    {
      message: "1 request was recorded. Test version: its text is in the Outbox, not sent. 1 client couldn't be texted.",
      requests: [
        {
          clientName: 'Bronwen Pryce',
          clientPhone: '07700 900412',
          requestType: 'data_portability',
          status: 'pending',
          receivedVia: 'sms',
          receivedOn: today,
          smsSent: false,
          deadlineOn: due(today),
        },
      ],
      notSent: [{ clientId: tom, clientName: 'Tom Haddon', why: expect.stringContaining('no phone number') }],
    },
  ])
  expect((await server.gareth.get(`${PATH}?clientId=${tom}`)).json()).toEqual([])
  const [text, ...others] = await texts(bronwen)
  expect([text?.kind, others]).toEqual(['rights', []])
  for (const words of ['your data in a form to take elsewhere', dayAndYear(due(today)), 'R-']) expect(text?.body).toContain(words)
  const nobody = await server.gareth.post(`${PATH}/send-sms`, { clientIds: [tom], requestType: 'data_access' })
  expect(nobody.json()).toMatchObject({ code: 'no_phone' })
  expect((await server.gareth.post(`${PATH}/send-sms`, { clientIds: [], requestType: 'data_access' })).statusCode).toBe(400)
})

test('a request that came by letter keeps its own clock, and every step of it is in its history', async () => {
  const receivedOn = addDays(today, -10)
  const { id, deadlineOn, smsSent } = await ask({ receivedVia: 'letter', receivedOn, notes: 'Wants the farriery records' })
  expect([deadlineOn, smsSent]).toEqual([due(receivedOn), false])
  const waits = waiting([], 'clarification', addDays(today, -6))
  expect((await change(id, { waits })).json()).toMatchObject({ deadlineOn: null, waits })
  const ended = [{ ...openWait(waits), untilOn: addDays(today, -4) }]
  const resumed = (await change(id, { waits: ended })).json<GdprRequest>()
  expect(resumed.deadlineOn).toBe(due(receivedOn, { waits: ended }))
  expect((await change(id, { extendedOn: today })).json()).toMatchObject({ code: 'bad_request' })
  const extended = await change(id, { extendedOn: today, extendedWhy: 'Eleven years of records' })
  expect(extended.json()).toMatchObject({ deadlineOn: due(receivedOn, { waits: ended, extendedOn: today }) })
  expect((await setStatus(id, { status: 'processing' })).json()).toMatchObject({ status: 'processing', closedAt: null })
  expect((await setStatus(id, { status: 'completed', notes: 'Handed over' })).json()).toMatchObject({
    ...{ status: 'completed', closedAt: expect.any(String), deadlineOn: null, notes: 'Handed over' },
  })
  const steps = (await server.gareth.get(`${PATH}/${id}/history`)).json<RequestStep[]>()
  expect(steps.map(({ title, by }) => [title, by])).toEqual([
    ['Completed', 'Gareth Probert'],
    ['Processing', 'Gareth Probert'],
    [`Extended by two months; told on ${dayAndYear(today)}`, 'Gareth Probert'],
    ['The clock restarted', 'Gareth Probert'],
    ['The clock was stopped', 'Gareth Probert'],
    [`Received by letter on ${dayAndYear(receivedOn)}`, 'Gareth Probert'],
  ])
  expect(steps.map(({ detail }) => detail)).toContain('Eleven years of records')
  const [news] = (await server.gareth.get('/api/dashboard/activity?limit=1&kind=clients')).json<{ title: string }[]>()
  expect(news?.title).toBe('Data request of Sarah Penrose: completed')
})

test('a status never goes back, what is final stays final, and a clock is not changed after its end', async () => {
  const { id } = await ask()
  await setStatus(id, { status: 'processing' })
  expect((await setStatus(id, { status: 'pending' })).json()).toMatchObject({
    code: 'request_has_begun',
    message: "Work on this request has started, so it can't go back to pending.",
  })
  expect((await setStatus(id, { status: 'rejected', notes: 'Not theirs to ask' })).statusCode).toBe(200)
  for (const status of ['completed', 'processing', 'pending'])
    expect((await setStatus(id, { status })).json(), status).toMatchObject({ code: 'request_is_closed' })
  expect((await setStatus(id, { status: 'rejected', notes: 'Said so by letter' })).json()).toMatchObject({ notes: 'Said so by letter' })
  expect((await change(id, { waits: waiting([], 'identity', today) })).json()).toMatchObject({ code: 'request_is_closed' })
})

test('where texts are really sent, a request shows that its own was', async () => {
  const production = await startTestServer({ mode: 'production' })
  try {
    const { id } = (await production.gareth.post('/api/clients', { name: 'Bronwen Pryce', phone: '07700 900412' })).json<{ id: string }>()
    const sent = await production.gareth.post(`${PATH}/send-sms`, { clientIds: [id], requestType: 'data_access' })
    expect(sent.json()).toMatchObject({
      message: '1 request was recorded. Its text is on the way.',
      requests: [{ smsSent: true }],
    })
  } finally {
    await production.stop()
  }
})

test('a device that was offline adds to what others did, and takes nothing back', async () => {
  const [phone, tablet] = [server.gareth.device(), server.gareth.device()]
  const id = uuidv7()
  const data = { clientId: sarah, requestType: 'data_access', receivedVia: 'in_person', receivedOn: addDays(today, -1), sendsReceipt: true }
  const made = await phone.push(phone.op({ entity: 'rights_requests', action: 'CREATE', id, data }))
  expect(made.results).toMatchObject([{ status: 'applied', row: { smsSent: false, status: 'pending' } }])
  const update = (device: typeof phone, baseRev: number, values: object) =>
    device.push(device.op({ entity: 'rights_requests', action: 'UPDATE', id, baseRev, data: values as Record<string, unknown> }))
  expect((await update(phone, 1, { status: 'completed' })).results).toMatchObject([{ status: 'applied' }])
  expect((await update(tablet, 1, { status: 'processing', notes: 'Rang her' })).results).toMatchObject([{ status: 'applied' }])
  expect((await server.gareth.get(`${PATH}/${id}`)).json()).toMatchObject({ status: 'completed', notes: 'Rang her' })
  expect((await update(tablet, 1, { status: 'rejected' })).results).toMatchObject([{ status: 'rejected', code: 'request_is_closed' }])
  const ned = (await server.gareth.addMember('Ned Apprentice', 'apprentice')).device()
  const { rows } = (await ned.pull()) as { rows: { entity: string }[] }
  expect(rows.filter((row) => row.entity === 'rights_requests')).toEqual([])
})

test('an objection to marketing takes the consent away at once; the receipt of a complaint acknowledges it', async () => {
  const fiona = await addClient({ name: 'Fiona Garrod', phone: '07700 900618' })
  await server.asOwner(`update clients set marketing_consent_at = clock_now() where id = '${fiona}'`)
  await ask({ clientId: fiona, requestType: 'objection', objectsTo: 'other' })
  expect((await server.gareth.get(`/api/clients/${fiona}`)).json()).toMatchObject({ marketingConsentAt: expect.any(String) })
  const { id } = await ask({ clientId: fiona, requestType: 'objection', objectsTo: 'marketing' })
  expect((await server.gareth.get(`/api/clients/${fiona}`)).json()).toMatchObject({ marketingConsentAt: null })
  expect((await server.gareth.get(`${PATH}/${id}`)).json()).toMatchObject({ objectsTo: 'marketing' })
  const complaint = await ask({ clientId: fiona, requestType: 'complaint', sendsReceipt: true })
  expect(complaint).toMatchObject({ acknowledgedOn: today, deadlineOn: null })
  const [text] = await texts(fiona)
  expect(text?.body).toContain('your complaint')
  expect(text?.body).not.toContain('answer by')
  const silent = await ask({ clientId: tom, requestType: 'complaint', sendsReceipt: true })
  expect(silent).toMatchObject({ acknowledgedOn: null, smsSent: false, deadlineOn: expect.any(String) })
  expect((await change(silent.id, { acknowledgedOn: today })).json()).toMatchObject({ acknowledgedOn: today, deadlineOn: null })
})

test('the pack of a request is shared by a link that needs no sign-in, that only its holder knows, and that expires', async () => {
  const bronwen = await addClient({ name: 'Bronwen Pryce', phone: '07700 900413' })
  const { id } = await ask({ clientId: bronwen })
  const share = (exportId: string, sends: boolean) => server.gareth.post(`${PATH}/${id}/share-pack`, { exportId, sends })
  const zip = Buffer.from('PK, as it were')
  const [exportId, others] = [await madePack(bronwen, id, zip), await madePack(sarah, null, zip)]
  expect((await share(others, true)).json()).toMatchObject({ code: 'no_pack_yet' })
  const { url, sent } = (await share(exportId, true)).json<{ url: string; sent: string }>()
  expect(sent).toBe('queued')
  expect((await texts(bronwen)).map(({ kind, body }) => [kind, body.includes(url)])).toEqual([['rights_done', true]])
  const path = new URL(url).pathname
  const open = (at: string) => server.app.inject({ url: at })
  const page = await open(path)
  expect([page.statusCode, page.headers['cache-control'], page.headers['referrer-policy']]).toEqual([200, 'no-store', 'no-referrer'])
  expect(page.body).toContain('Gareth Probert Farriery')
  expect(page.body).not.toContain('Bronwen')
  const file = await open(`${path}/file`)
  expect([file.headers['content-type'], file.rawPayload]).toEqual(['application/zip', zip])
  const titles = (await server.gareth.get(`${PATH}/${id}/history`))
    .json<RequestStep[]>()
    .map(({ title, by, sent: state }) => [title, by, state])
  expect(titles).toEqual([
    ['The pack was fetched by its link', null, null],
    ['The link to the pack was sent', 'Gareth Probert', null],
    ['Answer by text', null, 'queued'],
    [expect.stringContaining('Received in person'), 'Gareth Probert', null],
  ])
  const unknown = await open('/your-data/of-nobody')
  await server.asOwner(`update directory.links set dies_at = clock_now() - interval '1 second' where kind = 'pack'`)
  const dead = await open(path)
  expect([dead.statusCode, dead.body, (await open(`${path}/file`)).statusCode]).toEqual([404, unknown.body, 404])
  const farrier = await server.gareth.addMember('A Farrier', 'farrier')
  expect((await farrier.post(`${PATH}/${id}/share-pack`, { exportId, sends: false })).statusCode).toBe(403)
})

async function madePack(clientId: string, requestId: string | null, content: Buffer): Promise<string> {
  const id = uuidv7()
  const { files } = server.app.setup
  const key = await files.keep(id, await files.receive(id, Readable.from([content]), content.length))
  await server.asOwner(`insert into exports (practice_id, id, kind, client_id, request_id, state, store_key, bytes, dies_at)
    values ('${server.gareth.practiceId}', '${id}', 'client', '${clientId}', ${requestId ? `'${requestId}'` : 'null'}, 'done', '${key}',
      ${content.length}, clock_now() + interval '1 day')`)
  return id
}

test('impossible days are refused, and so are requests by another practice or without a session', async () => {
  const tomorrow = addDays(today, 1)
  const old = await ask({ receivedOn: addDays(today, -100) })
  const refusals = [
    [await server.gareth.post(PATH, { clientId: sarah, requestType: 'data_access', receivedOn: tomorrow }), 'not_yet'],
    [await change(old.id, { extendedOn: today, extendedWhy: 'Late' }), 'too_late_to_extend'],
    [await change(old.id, { acknowledgedOn: tomorrow }), 'not_yet'],
    [await change(old.id, { waits: waiting([], 'identity', addDays(today, -101)) }), 'wrong_order'],
    [await server.gareth.post(PATH, { clientId: uuidv7(), requestType: 'data_access' }), 'client_not_found'],
    [await server.other.post(PATH, { clientId: sarah, requestType: 'data_access' }), 'client_not_found'],
    [await server.other.put(`${PATH}/${old.id}/status`, { status: 'completed' }), 'request_not_found'],
    [await server.other.get(`${PATH}/${old.id}/history`), 'request_not_found'],
    [await server.app.inject({ url: PATH }), 'not_signed_in'],
  ] as const
  for (const [answer, code] of refusals) expect(answer.json()).toMatchObject({ code })
  expect((await server.other.get(PATH)).json()).toEqual([])
})
