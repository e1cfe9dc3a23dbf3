import { afterAll, beforeAll, expect, test } from 'vitest'
import { COPY, type CopyList, KEEPS } from '#app/my/copy-names.ts'
import { SCREEN_PATHS } from '#app/screen-paths.ts'
import { endYardAccess, letIntoYard } from '#features/records/guests/server/let-into-yard.ts'
import { guestCookie } from '#platform/server/http/guest-cookie.ts'
import { openGuestSession } from '#platform/server/http/guest-session.ts'
import { makeGuest } from '#testing/guests.ts'
import { type Household, makeHousehold } from '#testing/portal-household.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../../scripts/build.mjs'

let server: TestServer
let ffion: Household
let huw: Household
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer({ own: true })
  ffion = await makeHousehold(server, 'Ffion')
  huw = await makeHousehold(server, 'Huw')
})
afterAll(() => server.stop())

type Of = { get: Household['get'] }
const tagOf = async (url: string, { get }: Of) => (await get(url)).headers[COPY]
const listOf = async ({ get }: Of) => (await get('/my/copy')).json<CopyList>()
const at = () => `/my/at/${server.gareth.practiceId}`

test('a page says whose copy it goes into, with the words for when there is no signal', async () => {
  const page = await ffion.get('/my')
  const tag = String(page.headers[COPY])
  expect(tag).toMatch(/^[\w-]{22}$/)
  expect(page.body).toContain(`<meta name="my-copy" content="${tag}" />`)
  expect(page.body).toMatch(/<p role="status" data-as-at hidden [^>]*>No signal\. You see this as at \d\d:\d\d, \w{3} \d{1,2} \w{3}\.</)
  expect(page.body).toContain('<link rel="manifest" href="/my.webmanifest" />')
  expect(await tagOf('/my/messages', ffion)).toBe(tag)
  expect(await tagOf(`${at()}/horses/none`, ffion)).toBe(tag)
  expect(await tagOf('/my', huw)).not.toBe(tag)
})

test('nothing is kept where no one is signed in, on a shared computer, or where a member looks as a client', async () => {
  const open = (url: string, cookies = {}) => server.app.inject({ method: 'GET', url, cookies })
  expect((await open('/my/sign-in')).headers[COPY]).toBe('none')
  expect((await open('/my/closed')).headers[COPY]).toBe('none')
  expect((await open('/my/privacy')).headers[COPY]).toBeUndefined()
  const who = { personId: ffion.personId, onlyPractice: null, isShared: true, userAgent: 'test' }
  const token = await server.app.db.withDirectory((tx) => openGuestSession(tx, who))
  const shared = { [guestCookie(server.app)]: token }
  const page = await open('/my', shared)
  expect([page.statusCode, page.headers[COPY]]).toEqual([200, 'none'])
  expect(page.body).not.toContain('data-as-at')
  expect((await open('/my/copy', shared)).statusCode).toBe(404)
  const given = await server.gareth.post(`/api/clients/${ffion.client}/portal/preview`, {})
  const looking = { ...server.gareth.cookies, ...Object.fromEntries(given.cookies.map(({ name, value }) => [name, value])) }
  const looked = await open('/my', looking)
  expect([looked.statusCode, looked.headers[COPY]]).toEqual([200, undefined])
  expect(looked.body).not.toContain('my-copy')
  expect((await open('/my/copy', looking)).statusCode).toBe(404)
})

test('the list names what is theirs, each of which opens, and nothing of another', async () => {
  const { pages, pictures } = await listOf(ffion)
  const { horses, visits, past, invoices, files } = ffion.subjects
  const own = [`horses/${horses}`, `visits/${visits}`, `visits/${past}/card`, `invoices/${invoices}`].map((path) => `${at()}/${path}`)
  expect(pages).toEqual(expect.arrayContaining(['/my', '/my/visits', '/my/money', '/my/no-signal', ...own]))
  expect(pictures).toContain(`${at()}/files/${files}/tiny`)
  for (const path of [...pages, ...pictures]) expect((await ffion.get(path)).statusCode, path).toBe(200)
  const others = [...(await listOf(huw)).pages].filter((path) => path.startsWith(at()))
  expect(others.filter((path) => pages.includes(path))).toEqual([])
  const tiny = await ffion.get(`${at()}/files/${files}/tiny`)
  const small = await ffion.get(`${at()}/files/${files}/small`)
  expect(tiny.rawPayload.length).toBeLessThan(small.rawPayload.length)
})

test('what a phone fetches to keep is noted as that, once an hour and client, and never as opened', async () => {
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId: ffion.client })
  const { pages } = await listOf(guest)
  for (const url of pages) await server.app.inject({ method: 'GET', url, cookies: guest.cookies, headers: { [KEEPS]: 'yes' } })
  const noted = () => server.asOwner(`select what, subject_id as id from guest_log where person_id = '${guest.personId}' order by what`)
  expect(await noted()).toEqual([{ what: 'copy', id: ffion.client }])
  await guest.get(`${at()}/horses/${ffion.subjects.horses}`)
  expect(await noted()).toEqual([
    { what: 'copy', id: ffion.client },
    { what: 'horse', id: ffion.subjects.horses },
  ])
  const seen = (await server.gareth.get(`/api/guests/log?clientId=${ffion.client}`)).json<{ what: string; role: string }[]>()
  expect(seen.map(({ what, role }) => `${role} ${what}`)).toContain('holder copy')
})

test('after an end the list has nothing of it and another stamp, as after a change of what is shown', async () => {
  const guest = await makeGuest(
    server.app,
    { practice: server.gareth, clientId: ffion.client },
    { practice: server.gareth, clientId: huw.client },
  )
  const both = await listOf(guest)
  expect((await listOf(guest)).stamp).toBe(both.stamp)
  await server.gareth.post(`/api/clients/${huw.client}/portal/end`, { personId: guest.personId })
  const one = await listOf(guest)
  expect(one.stamp).not.toBe(both.stamp)
  expect(one.pages).not.toContain(`${at()}/horses/${huw.subjects.horses}`)
  expect(one.pages).toContain(`${at()}/horses/${ffion.subjects.horses}`)
  await server.gareth.put(`/api/file-attachments/${ffion.subjects.files}`, { shownToOwner: false })
  expect((await listOf(guest)).pictures).not.toContain(`${at()}/files/${ffion.subjects.files}/tiny`)
  await server.gareth.post(`/api/clients/${ffion.client}/portal/end`, { personId: guest.personId })
  const none = await listOf(guest)
  expect(none.pages.filter((path) => path.startsWith('/my/at/'))).toEqual([])
  expect(none.pictures).toEqual([])
})

test('a yard that is no longer theirs is another stamp, because pages that are kept name it', async () => {
  const { gareth } = server
  const yardId = (await gareth.post('/api/yards', { name: 'Hollybush' })).json<{ id: string }>().id
  const guest = await makeGuest(server.app, { practice: gareth, clientId: ffion.client })
  const { personId } = guest
  await gareth.inPractice((tx, actor) => letIntoYard(tx, actor, { personId, yardId }))
  const before = await listOf(guest)
  expect((await listOf(guest)).stamp).toBe(before.stamp)
  await gareth.inPractice((tx) => endYardAccess(tx, { personId, yardId }))
  const after = await listOf(guest)
  expect([after.stamp === before.stamp, after.pages]).toEqual([false, before.pages])
})

test('it is installed as an app of its own, beside the farrier’s', async () => {
  const read = (url: string) => server.app.inject({ method: 'GET', url })
  const manifest = (await read('/my.webmanifest')).json<{ name: string; scope: string; start_url: string; icons: { src: string }[] }>()
  expect(manifest).toMatchObject({ name: 'My horses', id: '/my', scope: '/my', start_url: '/my', display: 'standalone' })
  for (const { src } of manifest.icons) expect((await read(src)).statusCode, src).toBe(200)
  const worker = await read('/my-sw.js')
  expect([worker.statusCode, worker.headers['cache-control']]).toEqual([200, 'no-cache'])
  // No screen of the farrier's is in its scope, and no file of the portal in the farrier's app.
  expect(SCREEN_PATHS.filter((path) => path.startsWith('/my'))).toEqual([])
  const staffs = (await read('/sw.js')).body
  for (const file of ['my-sw.js', 'my.webmanifest', 'icons/my', 'assets/pages/my-']) expect(staffs, file).not.toContain(file)
})
