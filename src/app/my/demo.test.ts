import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepCopies, makePattern } from '#app/demo.ts'
import { proveFirst } from '#app/my/prove-first.ts'
import { cast } from '#db/cast.ts'
import { besideOf } from '#features/core/practice/beside-of.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { demoDayOn } from '#lib/demo-day.ts'
import { guestCookie } from '#platform/server/http/guest-cookie.ts'
import type { App } from '#platform/server/http/http.ts'
import { newAddress } from '#testing/browser-of.ts'
import { startPortal } from '#testing/portal.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let portal: App
/** Making a copy takes seconds: the tests share one. */
let owner: Awaited<ReturnType<typeof asOwner>>
beforeAll(async () => {
  server = await startTestServer({ demo: { opens: 'copy' } })
  portal = await startPortal(server.app.setup)
})
afterAll(async () => {
  await portal.close()
  await server.stop()
})

const places = () => ({ db: server.db, files: server.app.setup.files })
const NONE_READY = { demo: { opens: 'copy' as const, ready: 0, most: 100 } }
async function endAllCopies() {
  await server.asOwner(`update directory.demo_copies set state = 'over'`)
  while (await keepCopies(places(), NONE_READY));
}

type Sent = { cookies?: Record<string, string>; from?: string; headers?: Record<string, string>; on?: App; payload?: string }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const press = ({ cookies = {}, from = newAddress(), headers, on = portal, payload = '' }: Sent = {}) =>
  on.inject({ method: 'POST', url: '/my/sign-in/demo', remoteAddress: from, cookies, headers: { ...FORM, ...headers }, payload })

/** A visitor who pressed *Open as an owner*, with what else their browser had. */
async function asOwner(before: Record<string, string> = {}) {
  const answer = await press({ cookies: before })
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/my'])
  const token = answer.cookies.find(({ name }) => name === guestCookie(portal))?.value ?? ''
  const cookies = { ...before, [guestCookie(portal)]: token }
  const session = await portal.guestSessions.read(token)
  return { cookies, session, get: (url: string) => portal.inject({ url, cookies }) }
}

const asFarrier = async (before: Record<string, string> = {}) => {
  const answer = await server.app.inject({ method: 'POST', url: '/api/auth/demo', cookies: before, remoteAddress: newAddress() })
  const cookies = { ...before, [server.app.cookieName]: answer.cookies[0]?.value ?? '' }
  const user = (await server.app.inject({ url: '/api/auth/user', cookies })).json<{ practice: { id: string } }>()
  return { cookies, practiceId: user.practice.id }
}

const plain = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

test('while there is no demo practice the page says so, and no one is signed in', async () => {
  const answer = await press()
  expect([answer.statusCode, answer.cookies]).toEqual([503, []])
  expect(plain(answer.body)).toContain('Starting up. Try again in a moment.')
  await makePattern(places(), NONE_READY, demoDayOn(dayOf(currentTime(), cast.practice.zone)))
})

test('one press opens a copy of its own as an owner of two horses, whose page goes by the demo’s day', async () => {
  owner = await asOwner()
  const page = await owner.get('/my')
  expect(page.statusCode).toBe(200)
  expect(page.body.match(/\/horses\//g)).toHaveLength(3)
  expect(plain(page.body)).toContain('Rees and Daughter Farriers')
  expect(plain(page.body)).toMatch(/Demo day: \w{3} \d+ \w{3}, 10:4\d\. You see it as an owner does/)
  expect(plain(page.body)).toContain('You are stop #')
  const copyId = owner.session?.onlyPractice ?? ''
  expect(
    (await server.asOwner('select practice_id, state from directory.demo_copies order by made_at')).map((row) => ({ ...row })),
  ).toEqual([
    { practice_id: copyId, state: 'given' },
    { practice_id: besideOf(copyId), state: 'given' },
  ])
})

test('every place of the portal has something to show, on the demo’s day', async () => {
  const [horse = ''] = (await owner.get('/my')).body.match(/\/my\/at\/[^"]+\/horses\/[^"]+/) ?? []
  const shown = { [horse]: 'Mulberry', '/my/visits': 'Mulberry', '/my/money': '£35', '/my/messages': cast.practice.name }
  for (const [url, words] of Object.entries(shown)) {
    const page = await owner.get(url)
    expect([url, page.statusCode]).toEqual([url, 200])
    expect(plain(page.body), url).toContain(words)
    expect(plain(page.body), url).toContain('Demo day:')
  }
})

test('the owner sees that copy alone, adds no address, makes no passkey, and has proven nothing', async () => {
  const other = await asOwner()
  const personId = owner.session?.personId
  expect(other.session?.personId).not.toBe(personId)
  // A way elsewhere opens nothing to this session.
  await server.asOwner(`insert into directory.ways (person_id, practice_id) values ('${personId}', '${other.session?.onlyPractice}')`)
  const settings = await owner.get('/my/settings')
  expect(plain(settings.body)).toContain(`you see ${cast.practice.name} and Rees and Daughter Farriers alone`)
  expect(settings.body).not.toContain('name="address"')
  expect(settings.body).not.toContain('data-passkeys')
  const add = { method: 'POST' as const, url: '/my/settings/addresses', cookies: owner.cookies, headers: FORM }
  expect((await portal.inject({ ...add, payload: 'address=me@example.com' })).statusCode).toBe(403)
  const passkey = await server.app.inject({ method: 'POST', url: '/api/my/passkeys/options', cookies: owner.cookies, payload: {} })
  expect(passkey.statusCode).toBe(403)
  expect(await server.asOwner('select address from directory.proofs')).toEqual([])
  const at = (id?: string | null) => `/my/at/demo-${id}/statement`
  expect((await owner.get(at(owner.session?.onlyPractice))).statusCode).toBe(200)
  expect((await owner.get(at(other.session?.onlyPractice))).statusCode).toBe(404)
})

test('who has the demo open as the farrier is in the same copy as its owner, and the other way round', async () => {
  const farrier = await asFarrier()
  const theirs = await asOwner(farrier.cookies)
  expect(theirs.session?.onlyPractice).toBe(farrier.practiceId)
  // The farrier goes on beside it.
  expect((await server.app.inject({ url: '/api/auth/user', cookies: theirs.cookies })).statusCode).toBe(200)
  expect((await asFarrier(owner.cookies)).practiceId).toBe(owner.session?.onlyPractice)
  const before = owner
  owner = await asOwner(before.cookies)
  expect(owner.session).toMatchObject({ onlyPractice: before.session?.onlyPractice, personId: before.session?.personId })
  expect((await before.get('/my')).headers.location).toBe('/my/sign-in')
})

test('a press opens the same copy as its vet, with a film, a plan that was done and what was answered, and nothing else', async () => {
  const answer = await press({ cookies: owner.cookies, payload: 'as=vet' })
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/my/care'])
  const cookies = { [guestCookie(portal)]: answer.cookies.find(({ name }) => name === guestCookie(portal))?.value ?? '' }
  const get = (url: string) => portal.inject({ url, cookies })
  const list = await get('/my/care')
  expect(plain(list.body)).toContain('One horse')
  const [horse = ''] = list.body.match(/\/my\/care\/[^"]+/) ?? []
  const page = plain((await get(horse)).body)
  for (const words of ['Duchess', 'Needs a holder', 'NF lateral', 'sent by you', 'Look at the film']) expect(page).toContain(words)
  expect(page).not.toMatch(/Ruth|Ockham|07700/)
  const notes = plain((await get(`${horse}/notes`)).body)
  for (const words of ['Toe back to the white line', 'Accepted', 'Will do. I am there next week.', 'Done ']) expect(notes).toContain(words)
  expect((await get('/my')).headers.location).toBe('/my/care')
  expect(await portal.guestSessions.read(cookies[guestCookie(portal)] ?? '')).toMatchObject({ onlyPractice: owner.session?.onlyPractice })
  owner = await asOwner(owner.cookies)
})

test('they stay the same owner when their visits are off', async () => {
  const horses = async (who: typeof owner) => [...(await who.get('/my')).body.matchAll(/\/horses\/([\w-]+)/g)].map(([, id]) => id)
  const before = await horses(owner)
  await server.asOwner(`update appointments set status = 'cancelled' where practice_id = '${owner.session?.onlyPractice}'`)
  owner = await asOwner(owner.cookies)
  expect(await horses(owner)).toEqual(before)
})

test('nothing there waits for a new code, which could not come', () => {
  if (!owner.session) throw new Error('nobody is signed in')
  const old = { ...owner.session, provedAt: new Date(0) }
  expect(proveFirst(old)).toBeUndefined()
  expect(proveFirst({ ...old, onlyPractice: server.gareth.practiceId })).toContain('Sign out, then in again')
})

test('a copy that is gone opens to no one, and a press gives another', async () => {
  await endAllCopies()
  portal.guestSessions.forget(owner.cookies[guestCookie(portal)] ?? '')
  expect((await owner.get('/my')).headers.location).toBe('/my/sign-in')
  expect((await asOwner(owner.cookies)).session?.onlyPractice).not.toBe(owner.session?.onlyPractice)
  expect(await server.asOwner(`select id from directory.people where id = '${owner.session?.personId}'`)).toEqual([])
})

test('no other site presses it', async () => {
  expect((await press({ headers: { origin: 'https://elsewhere.example' } })).statusCode).toBe(403)
})

test('outside the test version there is no such thing, and presses from one address are limited', async () => {
  const live = await startPortal({ ...server.app.setup, mode: 'production' })
  const from = newAddress()
  const answers: number[] = []
  for (let count = 0; count < 31; count++) answers.push((await press({ on: live, from })).statusCode)
  expect(answers).toEqual([...Array(30).fill(404), 429])
  expect((await live.inject('/my/sign-in')).body).not.toContain('Open as an owner')
  expect((await portal.inject('/my/sign-in')).body).toContain('Open as an owner')
  await live.close()
})
