import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#features/records/clients/contract.ts'
import type { OwnerAsk } from '#features/records/guests/contract.ts'
import { endYardAccess, letIntoYard } from '#features/records/guests/server/let-into-yard.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { App } from '#platform/server/http/http.ts'
import { makeGuest } from '#testing/guests.ts'
import { startPortal } from '#testing/portal.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const TODAY = dayOf(currentTime(), 'Europe/London')

let server: TestServer
let portal: App
beforeAll(async () => {
  server = await startTestServer({ own: true })
  portal = await startPortal(server.app.setup)
})
afterAll(async () => {
  await portal.close()
  await server.stop()
})

const add = async (path: string, body: object) => {
  const answer = await server.gareth.post(path, body)
  if (answer.statusCode > 201) throw new Error(`${path}: ${answer.body}`)
  return answer.json<{ id: string }>().id
}
const plain = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
const at = (path: string) => `/my/at/${server.gareth.practiceId}${path}`
/** Another person each, so that no test meets a limit by address. */
let visitors = 0
const guestOf = async (...places: { practice: TestServer['gareth']; clientId: string }[]) => {
  const guest = await makeGuest(portal, ...places)
  const remoteAddress = `10.8.0.${++visitors}`
  return { ...guest, get: (url: string) => portal.inject({ url, cookies: guest.cookies, remoteAddress }) }
}

let [yardId, ffion, huw, seren, mabli] = ['', '', '', '', '']
let manager: Awaited<ReturnType<typeof guestOf>>
beforeEach(async () => {
  yardId = await add('/api/yards', { name: 'Tŷ Gwyn Livery', gateCode: '4471', accessNotes: 'Key under the trough' })
  ffion = await add('/api/clients', { name: 'Ffion Rees', phone: '07700 900118', notes: 'Slow payer' })
  huw = await add('/api/clients', { name: 'Huw Bevan' })
  seren = await add('/api/horses', { name: 'Seren', clientId: ffion, yardId, flags: ['kicks'] })
  mabli = await add('/api/horses', { name: 'Mabli', clientId: huw, yardId })
  manager = await guestOf()
  await server.gareth.inPractice((tx, actor) => letIntoYard(tx, actor, { personId: manager.personId, yardId, toName: 'Non' }))
  await server.gareth.put('/api/settings', { prepLine: 'Clean and dry, please' })
})
const path = () => at(`/yards/${yardId}`)
const book = (onDay: string, horseIds: string[], more: object = {}) =>
  add('/api/appointments', {
    ...{ isCallOnly: true, callNumber: 1, callPeriod: 'AM', onDay, yardId, clientId: ffion, title: 'Full set for Ffion', notes: 'Owes us' },
    ...{ horses: horseIds.map((horseId) => ({ horseId, plannedWork: 'Full set new' })), ...more },
  })
/** Nothing of this is a yard manager's business. */
const PRIVATE = ['Ffion', 'Rees', 'Huw', 'Bevan', '4471', 'trough', 'Slow payer', 'Owes us', 'Full set', 'kicks', '07700', '£']

test('a manager who is nothing else finds their yard on the first page, and on its board today’s place, the visits and the horses to have in', async () => {
  await book(TODAY, [seren, mabli])
  await book(addDays(TODAY, 9), [mabli], { callPeriod: 'PM' })
  const home = await manager.get('/my')
  expect(home.body).toContain(`href="${path()}"`)
  expect(plain(home.body)).toMatch(/My yards .* Tŷ Gwyn Livery Next visit: \w+day \d+ \w+ in the morning/)
  expect(plain(home.body)).not.toMatch(/No horse of yours|You owe/)
  const page = await manager.get(path())
  expect(page.statusCode).toBe(200)
  const words = plain(page.body)
  expect(words).toMatch(/in the morning Horses to have in: 2 Seren Mabli .* in the afternoon Horse to have in Mabli/)
  for (const said of ['You are stop #', 'Clean and dry, please', 'As at']) expect(words).toContain(said)
  for (const secret of PRIVATE) expect(page.body + home.body, secret).not.toContain(secret)
  const second = await add('/api/yards', { name: 'Lower Barn' })
  await server.gareth.inPractice((tx, actor) => letIntoYard(tx, actor, { personId: manager.personId, yardId: second }))
  expect(plain((await manager.get(at(`/yards/${second}`))).body)).toContain('No visit is booked. It shows here once')
  expect(plain((await manager.get('/my')).body)).toContain('Lower Barn No visit is booked')
  // All that they may open; nothing of a client's is there.
  for (const other of [`/horses/${seren}`, '/statement', '/texts', '/messages/new', '/terms'])
    expect((await manager.get(at(other))).statusCode, other).toBe(404)
  for (const theirs of ['/my/visits', '/my/messages', '/my/money', '/my/settings', '/my/data'])
    expect((await manager.get(theirs)).statusCode, theirs).toBe(200)
})

test('their visits list the yard’s coming ones with the horses to have in, each leading to its board; with the yard they go', async () => {
  await book(addDays(TODAY, 3), [seren, mabli])
  await book(addDays(TODAY, 9), [mabli], { callPeriod: 'PM' })
  const off = await book(addDays(TODAY, 5), [seren])
  await server.gareth.put(`/api/appointments/${off}`, { status: 'cancelled' })
  const listed = async () => (await manager.get('/my/visits')).body
  const page = await listed()
  expect(plain(page)).toMatch(/in the morning To have in: Seren and Mabli Tŷ Gwyn Livery.*in the afternoon To have in: Mabli/)
  expect(page.match(new RegExp(`href="${path()}"`, 'g'))).toHaveLength(2)
  for (const secret of PRIVATE) expect(page, secret).not.toContain(secret)
  // Who hides is on no list of a manager's either.
  await server.asOwner(`update clients set hides_from_yard = true where id = '${ffion}'`)
  expect(plain(await listed())).toMatch(/in the morning To have in: Mabli Tŷ/)
  expect(await listed()).not.toContain('Seren')
  // With a horse of theirs there it is their visit, once.
  const both = await guestOf({ practice: server.gareth, clientId: huw })
  await server.gareth.inPractice((tx, actor) => letIntoYard(tx, actor, { personId: both.personId, yardId }))
  const own = (await both.get('/my/visits')).body
  expect([own.match(/\/my\/at\/[^"]*\/visits\//g)?.length, own.includes(path())]).toEqual([2, false])
  await server.gareth.inPractice((tx) => endYardAccess(tx, { personId: manager.personId, yardId }))
  expect(plain(await listed())).toContain('No visit is booked.')
})

test('a board that ended, of another yard, and one that never was are the same page', async () => {
  const never = await manager.get(at(`/yards/${uuidv7()}`))
  expect(never.statusCode).toBe(404)
  const [stranger, owner] = [await guestOf(), await guestOf({ practice: server.gareth, clientId: ffion })]
  expect((await manager.get(path())).statusCode).toBe(200)
  await server.gareth.inPractice((tx) => endYardAccess(tx, { personId: manager.personId, yardId }))
  for (const guest of [manager, stranger, owner])
    for (const url of [path(), at('/yards/nonsense')]) {
      const { statusCode, body } = await guest.get(url)
      expect([statusCode, body]).toEqual([404, never.body])
    }
  const said = await manager.submit(`${path()}/message`, { words: 'Still there?' })
  expect([said.statusCode, said.body]).toEqual([404, never.body])
  expect(plain((await manager.get('/my')).body)).toContain('No farrier here has this address')
})

test('what a manager writes is on the farrier’s list with who wrote it and of which yard; a refusal keeps it', async () => {
  const asks = async () =>
    (await server.gareth.get('/api/owner-asks?unseen=true')).json<OwnerAsk[]>().filter((ask) => ask.yardId === yardId)
  const sent = await manager.submit(`${path()}/message`, { words: 'The top gate is chained. Ring me.' })
  expect([sent.statusCode, sent.headers.location]).toEqual([303, `${path()}?said=yes#write`])
  expect(plain((await manager.get(`${path()}?said=yes`)).body)).toContain('It’s on their list of things to see to')
  expect(await asks()).toMatchObject([
    { kind: 'yard', clientId: null, personId: manager.personId, facts: { name: 'Non' }, words: 'The top gate is chained. Ring me.' },
  ])
  const journal = await server.asOwner(`select by_person, member_id from activity where entity = 'owner_asks' order by at desc limit 1`)
  expect(journal).toEqual([{ by_person: manager.personId, member_id: null }])
  for (const words of ['  ', 'x'.repeat(1001)]) {
    const refused = await manager.submit(`${path()}/message`, { words })
    expect(refused.statusCode).toBeGreaterThanOrEqual(400)
    expect(refused.body).toContain(words.trim())
    expect(plain(refused.body)).toMatch(/Write what you want to say first|That&#x27;s too long/)
  }
  expect(await asks()).toHaveLength(1)
})

test('a manager leaves a yard by a press, and it is not theirs from then on', async () => {
  expect((await manager.get(path())).body).toContain(`action="${path()}/leave"`)
  expect((await manager.submit(`${path()}/leave`)).headers.location).toBe('/my')
  expect((await manager.get(path())).statusCode).toBe(404)
  expect((await manager.submit(`${path()}/leave`)).statusCode).toBe(404)
})

test('a practice whose plan has ended is read and takes no word, and one whose plan has no portal shows no board', async () => {
  await book(addDays(TODAY, 3), [seren])
  const plan = (set: string) => server.asOwner(`update directory.practices set ${set} where id = '${server.gareth.practiceId}'`)
  await plan("paid_until = '2020-01-01', trial_ends_on = null")
  const lapsed = plain((await manager.get(path())).body)
  for (const said of ['Ring them before you have a horse in', 'They take no messages here', 'Seren']) expect(lapsed).toContain(said)
  const refused = await manager.submit(`${path()}/message`, { words: 'Are you coming?' })
  expect([refused.statusCode, refused.body.includes('Are you coming?')]).toEqual([422, true])
  await plan("paid_until = '2099-01-01', tier = 'essential'")
  const closed = plain((await manager.get(path())).body)
  await plan("tier = 'professional'")
  expect(closed).toContain('is on a plan without the yard’s board')
  expect(closed).not.toContain('Seren')
})

test('an owner hides their horses in the settings and shows them again; the farrier sees it, and no one does it for them', async () => {
  await book(addDays(TODAY, 3), [seren, mabli])
  const owner = await guestOf({ practice: server.gareth, clientId: ffion })
  const groom = await makeGuest(portal, { practice: server.gareth, clientId: ffion, role: 'helper' })
  const form = at(`/yard-board?for=${ffion}`)
  const hides = async () => (await server.gareth.get(`/api/clients/${ffion}`)).json<Client>().hidesFromYard
  expect((await owner.get('/my/settings')).body).toContain(`action="${form}"`)
  for (const other of [groom, manager]) expect((await other.submit(form, { shows: 'no' })).statusCode).toBe(404)
  expect((await owner.submit(at(`/yard-board?for=${huw}`), { shows: 'no' })).statusCode).toBe(404)
  expect(await hides()).toBe(false)
  expect((await owner.submit(form, { shows: 'no' })).headers.location).toBe('/my/settings#farriers')
  expect(await hides()).toBe(true)
  expect(plain((await owner.get('/my/settings')).body)).toContain('Your horses aren’t on it.')
  const board = plain((await manager.get(path())).body)
  expect([board.includes('Mabli'), board.includes('Seren')]).toEqual([true, false])
  expect(await server.gareth.put(`/api/clients/${ffion}`, { hidesFromYard: false })).toMatchObject({ statusCode: expect.any(Number) })
  expect(await hides()).toBe(true)
  await owner.submit(form, { shows: 'yes' })
  expect(plain((await manager.get(path())).body)).toContain('Seren')
})

test('a board of 60 horses of 30 owners takes the statements of one of two horses', async () => {
  await book(addDays(TODAY, 3), [seren, mabli])
  const few = await statementsOf(() => manager.get(path()))
  const horses: string[] = []
  for (let n = 0; n < 30; n++) {
    const clientId = await add('/api/clients', { name: `Owner ${n}` })
    for (const which of ['a', 'b']) horses.push(await add('/api/horses', { name: `Horse ${n}${which}`, clientId, yardId }))
  }
  await book(addDays(TODAY, 4), horses)
  const many = await statementsOf(() => manager.get(path()))
  expect(plain((await manager.get(path())).body)).toContain('Horses to have in: 60')
  expect(few.join()).toContain('guest_yard_stops')
  expect(many).toEqual(few)
})

/** The texts of the statements that a page takes, of those it waits for. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const asking = new AsyncLocalStorage<string[]>()
  const query = pg.Client.prototype.query
  const noted: string[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...input: unknown[]) {
    asking.getStore()?.push(textOf(input[0]))
    return (query as (...all: unknown[]) => unknown).apply(this, input)
  } as typeof query
  try {
    // What a server or a connection queries once, and then knows, is queried before it counts.
    await work()
    // A request begins when it is awaited.
    await asking.run(noted, async () => void (await work()))
    // Who is signed in, and the day's round, are kept a moment: whether they were read just now is not of this page.
    return noted.filter((text) => !/directory\.|travel_tables/.test(text))
  } finally {
    pg.Client.prototype.query = query
  }
}

/** What is prepared stands in the place of a text. */
const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'id') : textOf((statement as { text: unknown }).text)
