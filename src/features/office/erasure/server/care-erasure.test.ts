import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Erasure } from '#features/office/erasure/contract.ts'
import { eraseClients } from '#features/office/erasure/server/jobs.ts'
import type { Export } from '#features/office/exports/contract.ts'
import { makeExports } from '#features/office/exports/server/jobs.ts'
import { closeAccount } from '#features/records/guests/server/close-account.ts'
import { listGuestCare } from '#features/records/guests/server/guest-care.ts'
import { noteCareOpening } from '#features/records/guests/server/note-care-opening.ts'
import { carrySeats } from '#features/records/services/server/carry-seats.ts'
import { beginSeats } from '#features/records/services/server/seats.ts'
import { writeNote } from '#features/visits/care/server/write-note.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { insertRow } from '#platform/server/database/rows.ts'
import { letCare } from '#testing/care.ts'
import { addFile } from '#testing/files.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
const dataFolder = mkdtempSync(join(tmpdir(), 'pritchel-care-erasure-'))
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(async () => {
  rmSync(dataFolder, { recursive: true, force: true })
  await server.stop()
})

const today = dayOf(currentTime(), 'Europe/London')
const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const places = () => ({ db: server.db, origin: server.app.setup.origin, dataFolder })

const LENGTH = [
  { x: 1, y: 2 },
  { x: 3, y: 4 },
]

type Horse = Awaited<ReturnType<typeof anOwnersHorse>>
/** An owner in the portal, with a horse that a vet looks after, by a service that the owner pays for: planned for, filmed, answered, opened. */
async function anOwnersHorse(name: string, horseName: string, vetId: string) {
  const clientId = await add('/api/clients', { name, email: `${uuidv7()}@photos.example` })
  const horseId = await add('/api/horses', { name: horseName, clientId })
  const { personId } = await makeGuest(server.app, { practice: server.gareth, clientId })
  const { practiceId } = server.gareth
  await server.db.withDirectory((tx) => beginSeats(tx, { practiceId, horseIds: [horseId], service: 'vet-integration', personId, today }))
  await carrySeats(places(), practiceId)
  const { consentId } = await letCare(server.gareth, { clientId, horseIds: [horseId], personId: vetId })
  const noteId = uuidv7()
  const said = { figures: null, filmId: null, reviewOn: addDays(today, 42), isKept: false }
  await server.gareth.inPractice((tx, actor) =>
    writeNote(
      tx,
      { ...actor, memberId: null, byPerson: vetId, opId: uuidv7() },
      { personId: vetId, horseId },
      { ...said, id: noteId, body: `Plan for ${horseName}`, plan: { NF: { wedgeTenths: 30 } } },
    ),
  )
  await add('/api/care-notes', { replyToId: noteId, body: `Will do, for ${horseName}` })
  const film = await addFile(server.gareth, { horseId, fileName: `${horseName}.dcm`, uploadedBy: 'vet', receivedFrom: 'Mia Bevan' })
  await server.asOwner(
    `update attachments set made_by_grant = (select id from horse_grants where horse_id = '${horseId}') where id = '${film.id}'`,
  )
  const mark = {
    kind: 'length' as const,
    places: LENGTH,
    frame: 0,
    label: null,
    author_name: 'Mia Bevan',
    person_id: vetId,
    member_id: null,
  }
  await server.gareth.inPractice((tx, actor) =>
    insertRow(tx, { ...actor, memberId: null }, 'film_marks', uuidv7(), {
      ...{ ...mark, attachment_id: film.id, horse_id: horseId, made_at: currentTime() },
    }),
  )
  const photos = await agreesToPhotos(clientId, horseId)
  const customer = await pays(personId, horseId)
  await server.db.withGuest({ practiceId, carerId: vetId }, (tx) => noteCareOpening(tx, { horseId, what: 'horse', subjectId: horseId }))
  return { name, horseName, clientId, horseId, personId, consentId, noteId, filmId: film.id, customer, photos }
}

/** Asked by a link about photos of one horse, which has no answer yet; and what they said about all of theirs. */
async function agreesToPhotos(clientId: string, horseId: string): Promise<string[]> {
  const asked = await server.gareth.post('/api/photo-consents/ask', { clientId, horseId, uses: ['social'], method: 'email' })
  const said = { clientId, uses: ['card', 'social'], how: 'said', wordingVersion: 1, givenAt: '2026-10-06T09:30:00.000Z' }
  return [asked.json<{ consent: { id: string } }>().consent.id, await add('/api/photo-consents', said)]
}

/** A first month that was paid. Returns what Stripe calls them. */
async function pays(personId: string, horseId: string): Promise<string> {
  const customer = `cus_${uuidv7()}`
  const month = `'${today}', '${addDays(today, 30)}'`
  await server.asOwner(`insert into directory.customers (person_id, customer, subscription, began_on, billed_from, billed_to, paid_until)
      values ('${personId}', '${customer}', 'sub_${uuidv7()}', '${today}', ${month}, '${addDays(today, 29)}');
    insert into directory.seat_money (id, person_id, customer, seat_id, kind, service, pence, from_on, to_on, is_first, invoice, done_at)
      select '${uuidv7()}', '${personId}', '${customer}', id, 'charge', service, 299, ${month}, true, 'in_1', clock_now()
      from directory.seats where horse_id = '${horseId}'`)
  return customer
}

let nth = 0
let vet: Awaited<ReturnType<typeof makeGuest>>
let ffion: Horse
let huw: Horse
beforeEach(async () => {
  vet = await makeGuest(server.app)
  // Each test has names of its own, to look for.
  nth += 1
  ffion = await anOwnersHorse(`Ffion ${nth}`, `Seren${nth}`, vet.personId)
  huw = await anOwnersHorse(`Huw ${nth}`, `Taran${nth}`, vet.personId)
})

async function erase({ name, clientId }: Horse) {
  const { id } = (await server.gareth.post(`/api/clients/${clientId}/erasure`, { clientName: name })).json<Erasure>()
  const { files, keyedHash } = server.app.setup
  const job = { practiceId: server.gareth.practiceId, erasureId: id }
  await eraseClients({ db: server.db, files, origin: 'http://localhost:3000', dataFolder, keyedHash }).handle(job)
  expect((await server.gareth.get(`/api/erasures/${id}`)).json()).toMatchObject({ state: 'done' })
}

/** The tables that have a row in which something stands; of the directory too. */
async function holding(words: string, of: readonly string[] = ['']): Promise<string[]> {
  const tables = (await server.asOwner(`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'directory') and table_type = 'BASE TABLE' order by 1`)) as { name: string }[]
  const found = await Promise.all(
    tables.map(async ({ name }) =>
      (
        await server.asOwner(
          `select 1 from ${name} t where t::text like '%${words}%' and t::text like any (array[${of.map((id) => `'%${id}%'`)}]) limit 1`,
        )
      ).length > 0
        ? [name]
        : [],
    ),
  )
  return found.flat()
}

test('the pack of an owner has what they agreed to, who looked, what was planned and answered, and what they pay for; nothing of another’s', async () => {
  const { id } = (await server.gareth.post(`/api/clients/${ffion.clientId}/pack`, {})).json<Export>()
  const job = { practiceId: server.gareth.practiceId, exportId: id }
  await makeExports({ db: server.db, files: server.app.setup.files }, async () => 1).handle(job)
  const zip = unzipSync((await server.gareth.get(`/api/exports/${id}/file`)).rawPayload)
  const sheets = Object.entries(zip).filter(([name]) => name.endsWith('.csv'))
  const sheet = (what: string) => strFromU8(sheets.find(([name]) => name.includes(what))?.[1] ?? new Uint8Array())
  expect(sheet('agreements-that-vets-may-look')).toContain('Mia Bevan may look.')
  expect(sheet('looks-at-a-horse-that-are-allowed')).toContain(`Mia Bevan, as a vet of ${ffion.horseName}`)
  expect(sheet('looks-at-what-was-shown-to-them')).toContain(`Mia Bevan, as a vet of ${ffion.horseName}`)
  expect(sheet('notes-of-vets-and-para-professionals')).toContain(`Plan for ${ffion.horseName}`)
  expect(sheet('notes-of-vets-and-para-professionals')).toContain(`Will do, for ${ffion.horseName}`)
  expect(sheet('notes-of-vets-and-para-professionals')).toMatch(/wedgeTenths\W+30/)
  expect(sheet('measurements-of-films')).toContain('Mia Bevan')
  expect(sheet('services-of-horses')).toMatch(/vet-integration/i)
  const [asked = '', said = ''] = ffion.photos
  expect(sheet('consents-to-photos')).toMatch(new RegExp(`${asked},${ffion.clientId},${ffion.horseId},social,1,20`))
  expect(sheet('consents-to-photos')).toMatch(new RegExp(`${said},${ffion.clientId},,"card; social",1,,said,2026-10-06T09:30:00`))
  expect(strFromU8(zip['Read me.txt'] ?? new Uint8Array())).toMatch(
    /Photos in public, wording 1: .+ may use photos of the feet of my horses: card: In pictures/,
  )
  expect(Object.keys(zip).some((name) => name.includes(`${ffion.horseName}.dcm`))).toBe(true)
  const whole = sheets.map(([, content]) => strFromU8(content)).join()
  for (const other of [huw.horseName, huw.name, huw.horseId, huw.consentId, ...huw.photos]) expect(whole).not.toContain(other)
})

test('an owner who is erased leaves nothing of vets, plans, films and seats; the vet goes on with their other horse', async () => {
  await erase(ffion)
  for (const gone of [ffion.horseId, ffion.consentId, ffion.noteId, ffion.filmId, ffion.horseName, ...ffion.photos])
    expect(await holding(gone), gone).toEqual([])
  expect(await holding(ffion.personId)).toEqual([])
  // Receipts are kept for six years, and name no one. The request to delete them at Stripe is still due.
  expect(await holding(ffion.customer)).toEqual(['directory.left_customers', 'directory.seat_money'])
  const kept = await server.asOwner(
    `select person_id, pence from directory.seat_money where customer = '${ffion.customer}' and kind = 'charge'`,
  )
  expect(kept).toEqual([{ person_id: null, pence: 299 }])
  expect(await holding(huw.noteId)).toEqual(['public.activity', 'public.care_notes'])
  await carrySeats(places(), server.gareth.practiceId)
  const others = await server.asOwner(`select ends_on from horse_services where horse_id = '${huw.horseId}'`)
  expect(others).toEqual([{ ends_on: null }])
  const sees = await server.db.withGuest({ practiceId: server.gareth.practiceId, carerId: vet.personId }, listGuestCare)
  expect(sees.map(({ name }) => name)).toEqual([huw.horseName])
})

test('a vet who closes their account is a vet: what they wrote and sent stays with the horses', async () => {
  await closeAccount(places(), { personId: vet.personId, onlyPractice: null })
  const own = [...Object.values(ffion), ...Object.values(huw)].flat()
  // What an owner agreed to, whom that let in and that it ended are the owner's record: kept for six years, and two.
  expect(await holding('Mia Bevan', own)).toEqual(['public.activity', 'public.care_consents', 'public.horse_grants'])
  const told = await server.asOwner(`select verb from activity t where t::text like '%Mia Bevan%' and entity_id = '${huw.clientId}'`)
  expect(told).toEqual([{ verb: 'care_ended' }])
  expect((await holding(vet.personId)).filter((table) => table.startsWith('directory.'))).toEqual([])
  const notes = await server.asOwner(
    `select author_name, body, person_id from care_notes where kind = 'plan' and horse_id = '${huw.horseId}'`,
  )
  expect(notes).toEqual([{ author_name: 'A vet', body: `Plan for ${huw.horseName}`, person_id: null }])
  const [film] = await server.asOwner(`select received_from, uploaded_by, deleted_at from attachments where id = '${huw.filmId}'`)
  expect(film).toEqual({ received_from: null, uploaded_by: 'vet', deleted_at: null })
})
