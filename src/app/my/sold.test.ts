import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OwnerAsk } from '#features/records/guests/contract.ts'
import { currentTime, setClock } from '#lib/clock.ts'
import { addDays, type Day, dayAndYear, dayOf } from '#lib/dates.ts'
import type { App } from '#platform/server/http/http.ts'
import { makeGuest } from '#testing/guests.ts'
import { startPortal } from '#testing/portal.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'

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

const today = dayOf(currentTime(), 'Europe/London')
const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const plain = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
const NAME = 'Gareth Probert Farriery'

let clientId: string
let horseId: string
let sian: Awaited<ReturnType<typeof makeGuest>>
beforeEach(async () => {
  clientId = await add('/api/clients', { name: 'Siân Penrose' })
  horseId = await add('/api/horses', { name: 'Seren', clientId })
  sian = await makeGuest(portal, { practice: server.gareth, clientId })
})

const page = (more = '') => `/my/at/${server.gareth.practiceId}/horses/${horseId}${more}`
const SALE = { what: 'sold', day: today, name: 'Huw Bevan', phone: '07700 900118', along: 'all', words: 'A lovely home' }
let senders = 0
/** From another address each time: the limit by address is not what these tests are about. */
const send = (path: string, fields: Record<string, string>, { cookies }: typeof sian) =>
  portal.inject({
    method: 'POST',
    url: page(path),
    cookies,
    remoteAddress: `10.8.0.${++senders}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
const tell = (fields: Record<string, string> = SALE, who = sian) => send('/sold', fields, who)
const shown = async (who = sian) => plain((await who.get(page('/sold'))).body)
const waiting = async () => (await server.gareth.get(`/api/owner-asks?clientId=${clientId}&unseen=true`)).json<OwnerAsk[]>()

test('an owner reports that a horse is sold, to whom, and what goes along; the page then shows it, and the journal who reported it', async () => {
  expect((await sian.get(page())).body).toContain(`href="${page('/sold')}"`)
  expect(await shown()).toContain(`Nothing changes until ${NAME} has seen to it`)
  expect((await tell()).headers.location).toBe(page('/sold'))
  const [ask] = await waiting()
  expect(ask).toMatchObject({ kind: 'sold', horseId, personId: sian.personId, words: 'A lovely home' })
  expect(ask?.facts).toEqual({ onDay: today, reason: 'sold', brings: 'all', name: 'Huw Bevan', phone: '07700 900118' })
  const words = await shown()
  expect(words).toContain(`You told ${NAME} on ${dayAndYear(today)}; they will see to it.`)
  expect(words).toContain('to Huw Bevan, 07700 900118. The foot record goes along, with photos and files. “A lovely home”')
  expect(words).not.toContain('What has happened')
  const [line] = await server.asOwner(`select verb, by_person, member_id from activity where entity_id = '${ask?.id}'`)
  expect(line).toEqual({ verb: 'added', by_person: sian.personId, member_id: null })
  // Nothing changes for anyone until the farrier acts.
  expect((await server.gareth.get(`/api/horses/${horseId}`)).json()).toMatchObject({ clientId, goneOn: null })
})

test('of a horse that has died, nothing of a new owner is kept', async () => {
  expect((await tell({ ...SALE, what: 'died', along: '' })).statusCode).toBe(303)
  expect(await waiting()).toMatchObject([{ kind: 'died', facts: { onDay: today }, words: 'A lovely home' }])
  expect((await waiting())[0]?.facts).toEqual({ onDay: today })
})

test('reported twice it is recorded once; another report is refused with what was typed, and so is one from a second person', async () => {
  await tell()
  expect((await tell()).statusCode).toBe(303)
  const other = await tell({ ...SALE, name: 'Somebody else' })
  expect(other.statusCode).toBe(422)
  expect(plain(other.body)).toContain('You’ve told them about this horse already.')
  expect(other.body).toContain('value="Somebody else"')
  const husband = await makeGuest(portal, { practice: server.gareth, clientId })
  expect((await tell(SALE, husband)).statusCode).toBe(422)
  expect(await waiting()).toHaveLength(1)
})

test('two presses at once are one', async () => {
  const both = await Promise.all([tell(), tell()])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([303, 303])
  expect(await waiting()).toHaveLength(1)
})

test('it can be undone until the farrier has dealt with it, and then it can’t', async () => {
  const takeBack = () => send('/sold/back', {}, sian)
  await tell()
  expect((await takeBack()).statusCode).toBe(303)
  expect((await takeBack()).statusCode).toBe(303)
  expect(await waiting()).toEqual([])
  expect(await shown()).toContain('What has happened to Seren?')
  const journal = () => server.asOwner(`select verb from activity where by_person = '${sian.personId}' order by id`)
  expect(await journal()).toEqual([{ verb: 'added' }, { verb: 'taken_back' }])
  await tell()
  const [ask] = await waiting()
  await server.gareth.put(`/api/owner-asks/${ask?.id}`, { outcome: 'declined' })
  expect((await takeBack()).statusCode).toBe(303)
  expect(await shown()).toContain(`You told ${NAME} on ${dayAndYear(today)}, and they turned it down.`)
  const [row] = await server.asOwner(`select outcome, deleted_at from owner_asks where id = '${ask?.id}'`)
  expect(row).toEqual({ outcome: 'declined', deleted_at: null })
})

test('once the farrier has handed it over, the old owner keeps the horse’s page and has nothing more to report', async () => {
  await tell()
  const buyer = await add('/api/clients', { name: 'Huw Bevan' })
  await server.asOwner(`update horse_owners set from_on = from_on - 60 where horse_id = '${horseId}';
    update horses set owners = array[json_build_object('clientId', client_id, 'fromOn', '${addDays(today, -60)}', 'toOn', null)] where id = '${horseId}'`)
  await server.gareth.put(`/api/horses/${horseId}`, { clientId: buyer, ownedFrom: today, brings: 'record' })
  expect(await shown()).toContain(`Seren was yours until ${dayAndYear(today)}. There is nothing more to tell.`)
  // A form that was open while it was handed over.
  const late = await tell()
  expect(late.statusCode).toBe(422)
  expect(plain(late.body)).toContain('There is nothing more to tell.')
  expect((await sian.get(page())).body).not.toContain('/sold"')
  expect(plain((await sian.get('/my')).body)).toContain('Seren with somebody else now')
  const huw = await makeGuest(portal, { practice: server.gareth, clientId: buyer })
  expect(plain((await huw.get('/my')).body)).toContain('Seren')
  const his = plain((await huw.get(page())).body)
  expect(his).toContain('Yours since')
})

test('the new owner reads what went along, and where it is from', async () => {
  await add('/api/work-entries', { horseId, serviceType: 'Trim', workDate: addDays(today, -90), description: 'In her time' })
  await server.asOwner(`update horse_owners set from_on = from_on - 100 where horse_id = '${horseId}';
    update horses set owners = array[json_build_object('clientId', client_id, 'fromOn', '${addDays(today, -100)}', 'toOn', null)] where id = '${horseId}'`)
  const buyer = await add('/api/clients', { name: 'Huw Bevan' })
  const huw = await makeGuest(portal, { practice: server.gareth, clientId: buyer })
  await server.gareth.put(`/api/horses/${horseId}`, { clientId: buyer, ownedFrom: addDays(today, -10), brings: 'record' })
  const words = plain((await huw.get(page())).body)
  expect(words).toContain('In her time')
  expect(words).toMatch(/Yours since .* What is from before .* came along with Seren/)
  expect(words).not.toContain('Siân')
})

test.each([
  ['Choose what has happened.', { what: '' }],
  ['Choose the day.', { day: '30 February' }],
  ['That day is still to come. Choose today or an earlier day.', { day: addDays(today, 1) }],
  ['Choose what the new owner may read.', { along: '' }],
  ['That is no phone number. Write it in full, or leave it out.', { phone: '118' }],
  ['That is no e-mail address. Write it in full, or leave it out.', { email: 'huw at home' }],
  ['Your words are too long', { words: 'a'.repeat(2001) }],
  ['The name, the number or the e-mail is too long.', { name: 'a'.repeat(201) }],
])('“%s” loses nothing that was typed', async (sentence, wrong) => {
  const answer = await tell({ ...SALE, ...wrong })
  expect(answer.statusCode).toBe(422)
  expect(plain(answer.body)).toContain(sentence)
  const kept = { ...SALE, ...wrong }
  if (kept.name) expect(answer.body).toContain(`value="${kept.name}"`)
  if (kept.words) expect(answer.body).toContain(kept.words)
  expect(await waiting()).toEqual([])
})

test('a day before it was theirs is refused with the day it became theirs', async () => {
  const buyer = await add('/api/clients', { name: 'Huw Bevan' })
  await server.gareth.put(`/api/horses/${horseId}`, { clientId: buyer, ownedFrom: addDays(today, -30) })
  const huw = await makeGuest(portal, { practice: server.gareth, clientId: buyer })
  const on = (day: Day) => tell({ ...SALE, day }, huw)
  const early = await on(addDays(today, -31))
  expect(plain(early.body)).toContain(`Seren became yours on ${dayAndYear(addDays(today, -30))}.`)
  expect((await on(addDays(today, -30))).statusCode).toBe(303)
})

test('a person who signed in a while ago proves first who they are, with what was typed kept', async () => {
  await server.asOwner(`update directory.sessions set proved_at = proved_at - interval '1 hour' where person_id = '${sian.personId}'`)
  expect(await shown()).toContain('You signed in a while ago.')
  const answer = await tell()
  expect(answer.statusCode).toBe(422)
  expect(plain(answer.body)).toContain('You signed in a while ago.')
  expect(answer.body).toContain('value="Huw Bevan"')
  expect(answer.body).toContain('A lovely home')
  expect(await waiting()).toEqual([])
})

test('the day is the practice’s: a server whose clock is UTC takes the day that has begun in Britain, and none an hour before it has', async () => {
  const midnight = (at: string) => setClock(new Date(at))
  try {
    // 00:30 on 2 July in Britain.
    midnight('2026-07-01T23:30:00Z')
    await server.asOwner(`update directory.sessions set proved_at = '2026-07-01T23:29:00Z' where person_id = '${sian.personId}'`)
    expect((await sian.get(page('/sold'))).body).toContain('max="2026-07-02"')
    expect((await tell({ ...SALE, day: '2026-07-03' })).statusCode).toBe(422)
    expect((await tell({ ...SALE, day: '2026-07-02' })).statusCode).toBe(303)
  } finally {
    resetClock()
  }
})

test('a helper, a stranger and who is out see nothing there, as if it never was', async () => {
  const groom = await makeGuest(portal, { practice: server.gareth, clientId, role: 'helper' })
  const other = await makeGuest(portal, { practice: server.gareth, clientId: await add('/api/clients', { name: 'Nia' }) })
  expect((await groom.get(page())).statusCode).toBe(200)
  expect((await groom.get(page())).body).not.toContain('/sold"')
  for (const who of [groom, other]) {
    expect((await who.get(page('/sold'))).statusCode).toBe(404)
    expect((await tell(SALE, who)).statusCode).toBe(404)
    expect((await send('/sold/back', {}, who)).statusCode).toBe(404)
  }
})
