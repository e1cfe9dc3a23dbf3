import { sql } from 'kysely'
import { makePictures } from '#features/evidence/files/server/make-pictures.ts'
import { measureAsVet } from '#features/evidence/radiographs/server/own-marks.ts'
import type { GuestRole } from '#features/records/guests/rules.ts'
import { inviteOther } from '#features/records/guests/server/inviting-others.ts'
import { letIntoYard } from '#features/records/guests/server/let-into-yard.ts'
import { makeShare } from '#features/records/guests/server/sharing-horses.ts'
import { carrySeats } from '#features/records/services/server/carry-seats.ts'
import { beginSeats } from '#features/records/services/server/seats.ts'
import { writeNote } from '#features/visits/care/server/write-note.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { letCare } from '#testing/care.ts'
import { photoOf, storeFile } from '#testing/files.ts'
import { makeGuest } from '#testing/guests.ts'
import { photoWithPlace } from '#testing/pictures.ts'
import type { TestServer } from '#testing/server.ts'

type Practice = TestServer['gareth']
type Cookies = { cookies: Record<string, string> }
/**
 * `managesYard`: they manage a yard there as well; of the role `yard`, that alone. `looksAfter`: as a vet, the horse; of the role of a vet or a
 * para-professional, that alone.
 */
type As = { practice?: Practice; role?: GuestRole; seesMoney?: boolean; mayAnswer?: boolean; managesYard?: boolean; looksAfter?: boolean }
export type Household = Awaited<ReturnType<typeof makeHousehold>>

/** A client with one of each thing that a page of the portal may be about, and a guest signed in for them. The server needs its build. */
export async function makeHousehold(
  server: TestServer,
  name: string,
  { practice = server.gareth, managesYard = false, looksAfter = false, ...as }: As = {},
) {
  const add = adding(practice)
  const client = await add('/api/clients', { name, phone: '07700 900118', email: `${uuidv7()}@example.com`, address: '1 High Street' })
  const horse = await add('/api/horses', { name: `${name}’s horse`, clientId: client, cycleDays: 42 })
  // Without a service, so that there is one to begin.
  await add('/api/horses', { name: `${name}’s mare`, clientId: client })
  const seen = await addVisits(practice, client, horse)
  await add('/api/charges', { clientId: client, description: 'Full set', unitPence: 9500 })
  const invoices = await add('/api/invoices', { payerClientId: client })
  const owner = await makeGuest(server.app, { practice, clientId: client })
  const terms = await signTerms(practice, owner, name)
  const said = await addConversation(server, practice, owner)
  const shares = await addShare(practice, { clientId: client, horseId: horse, personId: owner.personId })
  for (const { data } of await server.asOwner("select data from pgboss.job where name = 'make-pictures'"))
    await makePictures(server.db, server.app.setup.files).handle(data as Record<string, unknown>)
  const isManager = as.role === 'yard'
  const carer = as.role === 'vet' || as.role === 'para-professional' ? as.role : undefined
  const guest = await makeGuest(server.app, ...(isManager || carer ? [] : [{ practice, clientId: client, horseId: horse, ...as }]))
  const yards = await add('/api/yards', { name: `${name}’s yard` })
  if (isManager || managesYard)
    await practice.inPractice((tx, actor) => letIntoYard(tx, actor, { personId: guest.personId, yardId: yards, toName: name }))
  const service = await addService(server, practice, { horse, personId: isManager || carer ? owner.personId : guest.personId })
  if (carer || looksAfter) await letCare(practice, { clientId: client, horseIds: [horse], personId: guest.personId, role: carer ?? 'vet' })
  const { inviteId } = await practice.inPractice((tx, actor) =>
    inviteOther(
      tx,
      { ...actor, opId: uuidv7() },
      {
        ...{ role: 'sharer', clientId: client, horseId: horse, yardId: null, toName: 'Megan' },
        ...{ to: `${uuidv7()}@example.com`, seesMoney: false, mayAnswer: false },
      },
    ),
  )
  const vet = await makeGuest(server.app)
  const { consentId: agreements } = await letCare(practice, {
    clientId: client,
    horseIds: [horse],
    personId: vet.personId,
  })
  const question = { clientId: client, horseId: horse, uses: ['social'], method: 'sms' }
  const { consent } = (await practice.post('/api/photo-consents/ask', question)).json<{ consent: { id: string } }>()
  const films = await addFilm(practice, horse, guest.personId)
  return {
    ...guest,
    ...{ name, client, terms, slug: practice.practiceId },
    /** An invitation to another person. */
    invite: inviteId,
    /** A question about photos that they have yet to answer. */
    photoAsk: consent.id,
    /** A service of their horse. */
    service,
    /** What the guest may leave: the horse, or the client, that was shared with them. */
    leaves: as.role === 'sharer' ? { what: 'horse', id: horse } : { what: 'client', id: client },
    /** A photo of theirs that is here, and on no record yet. */
    sent: await sendPhoto(server, isManager ? owner : guest, {
      ...{ practice: practice.practiceId, horseId: horse },
      ...(carer && { asCarer: true }),
    }),
    /** They look after the horse, and are there for no client. */
    asCarer: carer !== undefined,

    subjects: {
      ...{ horses: horse, films, invoices, yards, shares, agreements, ...seen, ...said },
      notes: carer ? await addNote(practice, guest.personId, horse) : uuidv7(),
      // Only a vet has one.
      marks: carer === 'vet' || looksAfter ? await addMark(practice, guest.personId, films) : uuidv7(),
    },
  }
}

const adding = (practice: Practice) => async (path: string, body: object) => {
  const answer = await practice.post(path, body)
  if (answer.statusCode > 201) throw new Error(`${path}: ${answer.body}`)
  return answer.json<{ id: string }>().id
}

/** Two that come, and one that is over, with its work and a photo. */
async function addVisits(practice: Practice, clientId: string, horseId: string) {
  const add = adding(practice)
  const today = dayOf(currentTime(), 'Europe/London')
  const visitOn = (day: string) =>
    add('/api/appointments', {
      ...{ startTime: `${day}T09:00:00Z`, endTime: `${day}T10:00:00Z`, title: 'Trim', clientId },
      horses: [{ horseId }],
    })
  const [visits, wish, past] = [await visitOn(addDays(today, 5)), await visitOn(addDays(today, 6)), await visitOn(addDays(today, -1))]
  const [line] = (await practice.get(`/api/appointments/${past}`)).json<{ horses: { id: string }[] }>().horses
  const work = { serviceType: 'Trim', workDate: addDays(today, -1), findings: 'Sound' }
  await add('/api/work-entries', { ...work, horseId, visitHorseId: line?.id })
  await practice.put(`/api/visit-horses/${line?.id}`, { outcome: 'done' })
  const photo = { fileId: await storeFile(practice, await photoWithPlace()), fileType: 'image', fileName: 'x.jpg' }
  const files = await add('/api/file-attachments', { ...photo, horseId, appointmentId: past, shownToOwner: true })
  return { visits, wish, past, files, photos: files }
}

/** A note by the horse's carer. */
const addNote = (practice: Practice, personId: string, horseId: string) =>
  practice.inPractice(async (tx, actor) => {
    const id = uuidv7()
    const said = { id, body: 'Sore behind', plan: null, figures: null, filmId: null, reviewOn: null, isKept: false }
    await writeNote(tx, { ...actor, memberId: null, byPerson: personId, opId: uuidv7() }, { personId, horseId }, said)
    return id
  })

/** A length that a vet has measured on a film. */
const addMark = (practice: Practice, personId: string, filmId: string) =>
  practice.inPractice(async (tx, actor) => {
    const id = uuidv7()
    const ends = [
      { x: 1, y: 1 },
      { x: 4, y: 5 },
    ]
    const by = { ...actor, memberId: null, byPerson: personId, opId: uuidv7() }
    await measureAsVet(tx, by, { personId, filmId }, { id, kind: 'length', places: ends, frame: 0, label: null })
    return id
  })

/** A film of the horse, from its carer where it has one. */
async function addFilm(practice: Practice, horseId: string, personId: string): Promise<string> {
  const film = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), Buffer.from(uuidv7())])
  const filed = { fileId: await storeFile(practice, film), fileType: 'radiograph', fileName: 'NF.dcm', uploadedBy: 'vet', horseId }
  const id = await adding(practice)('/api/file-attachments', filed)
  await practice.inPractice((tx) =>
    sql`update attachments set made_by_grant = (select id from horse_grants where person_id = ${personId} and role <> 'sharer') where id = ${id}`.execute(
      tx,
    ),
  )
  return id
}

/** A service of the horse, of two that the practice offers. */
async function addService(
  server: TestServer,
  practice: Practice,
  { horse, personId }: { horse: string; personId: string },
): Promise<string> {
  const { practiceId } = practice
  await practice.put('/api/settings', { services: { 'vet-integration': true, 'para-professional': true } })
  const wanted = {
    practiceId,
    horseIds: [horse],
    service: 'para-professional' as const,
    personId,
    today: dayOf(currentTime(), 'Europe/London'),
  }
  await server.db.withDirectory((tx) => beginSeats(tx, wanted))
  await carrySeats({ db: server.db, origin: server.app.setup.origin }, practiceId)
  const [row] = await server.asOwner(`select id from horse_services where horse_id = '${horse}' and ends_on is null`)
  return String(row?.id)
}

/** A link to the horse, for a buyer. */
const addShare = (practice: Practice, of: { clientId: string; horseId: string; personId: string }) =>
  practice.inPractice(async (tx, actor) => {
    const chosen = { parts: { work: true, findings: false }, photoIds: [], fromOn: null, days: 14 }
    return (await makeShare(tx, actor, { ...of, ...chosen, id: uuidv7(), toName: 'Tom Pugh', purpose: 'sale' })).share.id
  })

type Owner = Awaited<ReturnType<typeof makeGuest>>

/** Puts terms in force, which they accept; the version. */
async function signTerms(practice: Practice, owner: Owner, name: string): Promise<string> {
  await practice.post('/api/terms-versions', { sections: [{ title: 'General', text: 'Payment is due at the time of service.' }] })
  const path = `/my/at/${practice.practiceId}/terms`
  const version = /name="version" value="(\d+)"/.exec((await owner.get(path)).body)?.[1] ?? ''
  const signed = await owner.submit(path, { version, name, read: 'yes' })
  if (signed.statusCode !== 303) throw new Error(`terms: ${signed.body}`)
  return version
}

/** Begun by the owner with a photo, and answered with a document. */
async function addConversation(server: TestServer, practice: Practice, owner: Owner) {
  const photo = new File([new Uint8Array(await photoWithPlace())], 'hoof.jpg', { type: 'image/jpeg' })
  const sent = await sendForm(server, owner, `/my/at/${practice.practiceId}/messages/new`, { content: 'See the crack', photo })
  const messages = /messages\/([\w-]+)#/.exec(String(sent.headers.location))?.[1] ?? ''
  const add = adding(practice)
  const messageId = await add('/api/messages', { threadId: messages, content: 'Read this' })
  const letter = { fileType: 'document', fileName: 'Vet letter.txt' }
  const file = await add('/api/file-attachments', {
    ...letter,
    messageId,
    fileId: await storeFile(practice, Buffer.from('Vet letter, sound')),
  })
  const { id: picture } = await practice.inPractice((tx) =>
    tx
      .selectFrom('attachments as a')
      .innerJoin('messages as m', 'm.id', 'a.message_id')
      .select('a.id')
      .where('m.thread_id', '=', messages)
      .where('a.file_type', '=', 'image')
      .executeTakeFirstOrThrow(),
  )
  return { messages, file, picture }
}

/** Sends a page's form, which may carry a file. */
export async function sendForm(
  { app }: TestServer,
  { cookies, remoteAddress = '127.0.0.1' }: Cookies & { remoteAddress?: string },
  url: string,
  fields: Record<string, string | Blob>,
) {
  const form = new FormData()
  for (const [field, value] of Object.entries({ formId: uuidv7(), ...fields })) form.set(field, value)
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  return app.inject({ method: 'POST', url, cookies, remoteAddress, headers, payload: Buffer.from(await request.arrayBuffer()) })
}

async function sendPhoto(
  { app }: TestServer,
  { cookies }: Cookies,
  of: { practice: string; horseId: string; asCarer?: true },
): Promise<string> {
  const [id, payload] = [uuidv7(), photoOf(500)]
  const asked = await app.inject({ method: 'POST', url: '/api/my/uploads', cookies, payload: { ...of, id, bytes: payload.length } })
  const { uploadURL } = asked.json<{ uploadURL: string }>()
  await app.inject({ method: 'PUT', url: uploadURL, headers: { 'content-type': 'application/octet-stream' }, payload })
  return id
}
