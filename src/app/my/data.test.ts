import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentMs } from '#lib/clock.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../../scripts/build.mjs'

let server: TestServer
let folder: string
beforeAll(async () => {
  buildIfNeeded()
  folder = mkdtempSync(join(tmpdir(), 'what-i-see-'))
  server = await startTestServer({ own: true })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const add = async (path: string, body: object, practice = server.gareth) => (await practice.post(path, body)).json<{ id: string }>().id
const client = (fields: { name: string; phone?: string; notes?: string }, practice = server.gareth) => add('/api/clients', fields, practice)
async function bill(payerClientId: string, description: string) {
  await add('/api/charges', { clientId: payerClientId, description, unitPence: 4200 })
  return add('/api/invoices', { payerClientId })
}

function unpacked(name: string, zip: Buffer): string {
  const into = join(folder, name)
  writeFileSync(`${into}.zip`, zip)
  execFileSync('unzip', ['-q', `${into}.zip`, '-d', into])
  return into
}

const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(path, name)).isFile())
const shownIn = (html: string) =>
  html
    .slice(html.indexOf('<body>'))
    .replaceAll(/<(script|svg)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]+>/g, '\n')
    .split('\n')
    .filter((line) => line.trim())

test('what they see is one ZIP: every page as it is shown, every paper, links that lead to the files beside, and nothing of anyone else', async () => {
  const [clientId, other] = [await client({ name: 'Ffion Rees', notes: 'pays late' }), await client({ name: 'Huw Bevan' })]
  await add('/api/horses', { name: 'Seren', clientId, temperament: 'kicks' })
  await add('/api/horses', { name: 'Taran', clientId: other })
  const [mine, theirs] = [await bill(clientId, 'Full set new'), await bill(other, 'Trim of another')]
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId })
  const page = await guest.submit('/my/data/download')
  expect([page.statusCode, page.headers['content-type'], page.headers['cache-control']]).toEqual([200, 'application/zip', 'no-store'])
  const root = unpacked('whole', page.rawPayload)
  const slug = server.gareth.practiceId
  const names = filesIn(root)
  for (const name of [
    'Read me.txt',
    'styles.css',
    'index.html',
    'money.html',
    `at/${slug}/invoices/${mine}.html`,
    `at/${slug}/invoices/${mine}/invoice.pdf`,
  ])
    expect(names).toContain(name)
  expect(
    readFileSync(join(root, `at/${slug}/invoices/${mine}/invoice.pdf`))
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  const pages = names.filter((name) => name.endsWith('.html') && !name.includes('months'))
  for (const name of pages) {
    const html = readFileSync(join(root, name), 'utf8')
    const path = name === 'index.html' ? '/my' : `/my/${name.replace(/\.html$/, '')}`
    if (!path.includes('-for-')) expect([name, shownIn(html)]).toEqual([name, shownIn((await guest.get(path)).body)])
    for (const [, to = ''] of html.matchAll(/(?:href|src)="([^":#]+)"/g))
      expect([name, to, existsSync(join(root, dirname(name), to))]).toEqual([name, to, true])
    expect(html).not.toMatch(/<script|action="/)
  }
  const all = names.map((name) => readFileSync(join(root, name), 'latin1')).join('\n')
  for (const hidden of ['pays late', 'kicks', 'Huw Bevan', 'Taran', 'Trim of another', theirs, other]) expect(all).not.toContain(hidden)
})

test('a helper who sees no money has none in it; many pages are not counted against them; no one else gets one', async () => {
  const clientId = await client({ name: 'Nia Pugh' })
  const invoice = await bill(clientId, 'Full set new')
  const groom = await makeGuest(server.app, { practice: server.gareth, clientId, role: 'helper' })
  const root = unpacked('groom', (await groom.submit('/my/data/download')).rawPayload)
  const all = filesIn(root).map((name) => readFileSync(join(root, name), 'latin1'))
  expect(all.join('\n')).not.toContain('Full set new')
  expect(all.join('\n')).not.toContain(invoice)
  const stranger = await server.app.inject({ method: 'POST', url: '/my/data/download' })
  expect([stranger.statusCode, stranger.headers.location]).toEqual([303, '/my/sign-in'])
})

const requestsOf = async (clientId: string) =>
  (await server.gareth.get('/api/gdpr-requests'))
    .json<{ clientId: string; requestType: string; receivedVia: string; deadlineOn: string }[]>()
    .filter((one) => one.clientId === clientId)
const everything = () => `/my/at/${server.gareth.practiceId}/data/everything`

test('requests everything held about them: one open request with its clock, which the page shows', async () => {
  const clientId = await client({ name: 'Gwen Parry', phone: '07700 900150' })
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId })
  for (let time = 0; time < 2; time++) expect((await guest.submit(everything(), { for: clientId })).statusCode).toBe(303)
  expect(await requestsOf(clientId)).toEqual([
    expect.objectContaining({
      requestType: 'data_access',
      receivedVia: 'portal',
      status: 'pending',
      waits: [],
      deadlineOn: expect.any(String),
    }),
  ])
  expect((await guest.get('/my/data')).body).toContain('They answer by')
})

test('requesting everything, and closing, want a proof of the last quarter of an hour; an Outbox’s code is none for the first', async () => {
  const clientId = await client({ name: 'Elin Huws' })
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId })
  const set = (what: string) => server.asOwner(`update directory.sessions set ${what} where person_id = '${guest.personId}'`)
  await set(`proved_at = '${new Date(currentMs() - 16 * 60_000).toISOString()}'`)
  for (const refused of [await guest.submit(everything(), { for: clientId }), await guest.submit('/my/data/close', { sure: 'yes' })]) {
    expect(refused.statusCode).toBe(422)
    expect(refused.body).toContain('Get a new code in Settings')
    expect(refused.body).toContain('href="/my/settings#addresses"')
  }
  await server.asOwner(`insert into directory.proofs (address, person_id, kind, proven_at, used_at)
    values ('elin@example.com', '${guest.personId}', 'email', now(), now())`)
  expect((await guest.get('/my/settings')).body).toContain('action="/my/settings/prove"')
  const other = await makeGuest(server.app, { practice: server.gareth, clientId })
  await server.asOwner(`update directory.sessions set practice_id = '${server.gareth.practiceId}' where person_id = '${other.personId}'`)
  expect((await other.submit(everything(), { for: clientId })).body).toContain('your own phone or e-mail')
  expect(await requestsOf(clientId)).toEqual([])
})

test('a new name or address goes to the farrier once, waits in words, and a refused one keeps what was typed', async () => {
  const clientId = await client({ name: 'Siân Penrose' })
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId })
  const path = `/my/at/${server.gareth.practiceId}/data/details`
  const asks = async () => (await server.gareth.get(`/api/owner-asks?clientId=${clientId}`)).json<{ kind: string; facts: object }[]>()
  for (const [fields, said] of [
    [{ name: '', address: '7 Mill Lane' }, 'Type your name.'],
    [{ name: 'Siân Penrose', address: '' }, 'Nothing is different'],
    [{ name: 'Siân Penrose', address: 'x'.repeat(501) }, 'That is too long.'],
  ] as const) {
    const refused = await guest.submit(path, { for: clientId, postcode: '', ...fields })
    expect(refused.statusCode).toBe(422)
    expect(refused.body).toContain(said)
    expect(refused.body).toContain(fields.address)
  }
  const typed = { for: clientId, name: 'Siân Penrose', address: '7 Mill Lane', postcode: 'HR6 0VK' }
  for (let time = 0; time < 2; time++) expect((await guest.submit(path, typed)).statusCode).toBe(303)
  expect(await asks()).toEqual([
    expect.objectContaining({ kind: 'details', personId: guest.personId, facts: { address: '7 Mill Lane', postcode: 'HR6 0VK' } }),
  ])
  expect((await guest.get('/my/data')).body).toContain('New details: 7 Mill Lane, HR6 0VK')
  expect((await server.gareth.get(`/api/clients/${clientId}`)).json<{ address: string | null }>().address).toBeNull()
  const helper = await makeGuest(server.app, { practice: server.gareth, clientId, role: 'helper' })
  expect((await helper.submit(path, typed)).statusCode).toBe(404)
})

test('a helper requests nothing of the holder’s, nor anyone of another’s', async () => {
  const [clientId, other] = [await client({ name: 'Mair Owen' }), await client({ name: 'Rhys Owen' })]
  const helper = await makeGuest(server.app, { practice: server.gareth, clientId, role: 'helper', seesMoney: true })
  expect((await helper.get('/my/data')).body).not.toContain('Ask for everything')
  expect((await helper.submit(everything(), { for: clientId })).statusCode).toBe(404)
  const holder = await makeGuest(server.app, { practice: server.gareth, clientId })
  for (const wrong of [other, 'junk']) expect((await holder.submit(everything(), { for: wrong })).statusCode).toBe(404)
  expect([...(await requestsOf(clientId)), ...(await requestsOf(other))]).toEqual([])
})

test('closing takes sessions, access, proofs and the person of every practice; the records stay, and each farrier is notified', async () => {
  const clientId = await client({ name: 'Lowri Evans' })
  const elsewhere = await client({ name: 'Lowri E' }, server.other)
  const horse = await add('/api/horses', { name: 'Mabli', clientId })
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId }, { practice: server.other, clientId: elsewhere })
  await server.asOwner(`insert into directory.proofs (address, person_id, kind, proven_at, used_at)
    values ('lowri@example.com', '${guest.personId}', 'email', now(), now())`)
  expect((await guest.submit('/my/data/close')).statusCode).toBe(422)
  const closed = await guest.submit('/my/data/close', { sure: 'yes' })
  expect([closed.statusCode, closed.headers.location]).toEqual([303, '/my/closed'])
  expect((await guest.get('/my/closed')).body).toContain('Your account is closed')
  const left = async (from: string) => server.asOwner(`select 1 as row from ${from}`)
  for (const table of ['sessions', 'proofs', 'ways'])
    expect(await left(`directory.${table} where person_id = '${guest.personId}'`)).toEqual([])
  expect(await left(`directory.people where id = '${guest.personId}'`)).toEqual([])
  expect(await left(`client_access where person_id = '${guest.personId}' and until is null`)).toEqual([])
  const journal = await server.asOwner(`select entity_id, by_person from activity where verb = 'left_portal' order by at`)
  expect(journal).toEqual([clientId, elsewhere].map((id) => ({ entity_id: id, by_person: guest.personId })))
  expect((await server.gareth.get(`/api/horses/${horse}`)).statusCode).toBe(200)
})

test('a member who is a guest elsewhere stays a member when they close their account', async () => {
  const clientId = await client({ name: 'Olwen as owner' })
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId })
  await server.asOwner(`insert into directory.memberships (person_id, practice_id, member_id)
    values ('${guest.personId}', '${server.other.practiceId}', '${server.other.memberId}')`)
  expect((await guest.submit('/my/data/close', { sure: 'yes' })).statusCode).toBe(303)
  expect(await server.asOwner(`select id from directory.people where id = '${guest.personId}'`)).toHaveLength(1)
  expect(await server.asOwner(`select id from directory.sessions where person_id = '${guest.personId}'`)).toEqual([])
})

test('anyone can read what is kept and why', async () => {
  const { statusCode, body } = await server.app.inject({ url: '/my/privacy' })
  expect(statusCode).toBe(200)
  expect(body).toContain('What is kept, and why')
})
