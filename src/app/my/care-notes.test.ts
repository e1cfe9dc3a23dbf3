import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeAccount } from '#features/records/guests/server/close-account.ts'
import type { CareNote } from '#features/visits/care/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayAndYear, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { letCare } from '#testing/care.ts'
import { addFile } from '#testing/files.ts'
import { addFilm } from '#testing/films.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../../scripts/build.mjs'

let server: TestServer
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer()
})
afterAll(() => server.stop())

const today = dayOf(currentTime(), 'Europe/London')
const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const notes = async () => (await server.gareth.get(`/api/horses/${horseId}/care-notes`)).json<CareNote[]>()

let clientId: string
let horseId: string
let vet: Awaited<ReturnType<typeof makeGuest>>
let consentId: string
const at = (path = 'notes') => `/my/care/${server.gareth.practiceId}/${horseId}/${path}`
beforeEach(async () => {
  clientId = await add('/api/clients', { name: 'Ffion Rees' })
  horseId = await add('/api/horses', { name: 'Seren', clientId })
  vet = await makeGuest(server.app)
  consentId = (await letCare(server.gareth, { clientId, horseIds: [horseId], personId: vet.personId })).consentId
})
const PLAN = { 'NF-wedge': '3', 'NF-pad': 'Leather pad', 'NF-angle': '0,5', body: 'Broken back axis' }

test('a vet writes a plan; the farrier accepts, answers and shoes by it, and the vet reads all of it', async () => {
  const review = addDays(today, 42)
  const sent = await vet.submit(at('plans'), { formId: uuidv7(), ...PLAN, review })
  expect([sent.statusCode, sent.headers.location]).toEqual([303, at()])
  const [plan] = await notes()
  expect(plan).toMatchObject({
    ...{ kind: 'plan', authorName: 'Mia Bevan', body: 'Broken back axis', reviewOn: review },
    ...{ plan: { NF: { wedgeTenths: 30, pad: 'Leather pad' } }, figures: { NF: { palmarAngleTenths: 5 } } },
  })
  const before = (await vet.get(at())).body
  expect(before).toContain('Near fore: 3° wedge, leather pad')
  expect(before).toContain('Near fore: palmar angle 0.5°')
  expect(before).not.toContain('Accepted')
  await server.gareth.put(`/api/care-notes/${plan?.id}`, { takenAt: currentTime().toISOString() })
  await server.gareth.post('/api/care-notes', { replyToId: plan?.id, body: 'Will do on Friday' })
  const shoe = { work: 'new', pad: '3° wedge, leather pad' }
  const setup = { NF: shoe, OF: { work: 'new' }, NH: { work: 'trim' }, OH: { work: 'trim' } }
  await add('/api/work-entries', { horseId, serviceType: 'Front shoes new', workDate: today, setup })
  const after = (await vet.get(at())).body
  for (const words of ['Accepted', 'Will do on Friday', `Done ${dayAndYear(today)}`, 'NF: New shoe, 3° wedge, leather pad'])
    expect(after).toContain(words)
})

test('figures of a plan come from what was measured on a film, by its own scale; one removed meanwhile is pointed out', async () => {
  const film = (await addFilm(server.gareth, { horseId, foot: 'NF' }, [[0x00280030, 'DS', '0.25\\0.5']])).id
  const bare = (await addFilm(server.gareth, { horseId, foot: 'NF' })).id
  const measure = async (filmId: string, kind: string, places: object[]) => {
    const [id, url] = [uuidv7(), `/api/my/films/${server.gareth.practiceId}/${filmId}/marks`]
    const payload = { id, kind, places, frame: 0, label: kind === 'angle' ? 'Palmar angle' : null }
    expect((await server.app.inject({ method: 'POST', url, cookies: vet.cookies, payload })).statusCode).toBe(201)
    return id
  }
  const [corner, down, across] = [
    { x: 10, y: 10 },
    { x: 10, y: 40 },
    { x: 30, y: 30 },
  ]
  const angle = await measure(film, 'angle', [down, corner, across])
  const length = await measure(film, 'length', [corner, across])
  const noScale = await measure(bare, 'length', [corner, across])
  const { body } = await vet.get(at())
  // Half a millimetre across, a quarter down: by points alone it would be 45 degrees.
  expect(body).toContain(`63.4°: Palmar angle, Mia Bevan, ${dayAndYear(today)}`)
  expect(body).toContain('11.2 mm: Mia Bevan')
  expect(body).not.toContain(noScale)
  const fields = { formId: uuidv7(), 'NF-wedge': '3', 'NF-angleMark': angle, 'NF-soleMark': length }
  const tooFar = await vet.submit(at('plans'), fields)
  expect(tooFar.body).toContain('The near fore’s palmar angle is between -30° and 30°.')
  expect((await vet.submit(at('plans'), { ...fields, 'NF-angle': '4' })).statusCode).toBe(303)
  expect(await notes()).toMatchObject([{ figures: { NF: { palmarAngleTenths: 40, soleDepthTenths: 112 } }, filmId: film }])
  await server.app.inject({
    ...{ method: 'DELETE', url: `/api/my/films/${server.gareth.practiceId}/${film}/marks/${length}`, cookies: vet.cookies },
  })
  const late = await vet.submit(at('plans'), { ...fields, formId: uuidv7(), 'NF-angle': '4' })
  expect([late.statusCode, late.body.includes('has been taken away since')]).toEqual([422, true])
})

test('a note sent twice is written once; what is withdrawn stays, marked', async () => {
  const fields = { formId: uuidv7(), body: 'Sore behind 🐴, wedi’i gweld' }
  for (const _ of [1, 2]) expect((await vet.submit(at(), fields)).statusCode).toBe(303)
  const [note, ...more] = await notes()
  expect([note?.body, more]).toEqual(['Sore behind 🐴, wedi’i gweld', []])
  expect((await vet.submit(at('notes/withdraw'), { note: note?.id ?? '' })).statusCode).toBe(303)
  const { body } = await vet.get(at())
  expect(body).toContain('Withdrawn')
  expect(body).toContain('Sore behind')
  expect(body).not.toContain('notes/withdraw')
})

test.each([
  ['a wedge of 300°', { 'NF-wedge': '300' }, 'The near fore’s wedge is between 0.1° and 20°.'],
  ['a wedge that is no number', { 'OH-wedge': 'steep' }, 'The off hind’s wedge is between 0.1° and 20°.'],
  ['a raise of nothing', { 'NH-raise': '0' }, 'The near hind’s raise is between 0.1 mm and 50 mm.'],
  ['nothing at all', {}, 'Write something down first.'],
  ['a foot that is not there', { 'XF-wedge': '3' }, 'Write something down first.'],
  ['a review in the past', { body: 'x', review: '2020-01-01' }, 'A review is on a day to come, two years ahead at most.'],
  ['20,000 letters', { body: 'x'.repeat(20_000) }, 'That’s longer than 10,000 letters. Shorten it, or send it as a file.'],
])('%s is refused in a sentence, and what was typed stays', async (_, fields, sentence) => {
  const answer = await vet.submit(at('plans'), { formId: uuidv7(), 'OF-shoe': '', ...fields })
  expect(answer.statusCode).toBe(422)
  expect(answer.body).toContain(sentence)
  for (const typed of Object.values(fields)) if (typed.length < 100 && !('XF-wedge' in fields)) expect(answer.body).toContain(typed)
  expect(await notes()).toEqual([])
})

test('20,000 letters of Welsh with emoji are refused, and all of them stay to be shortened', async () => {
  const body = 'Mae’r droed chwith yn boeth iawn 🐴🔥, ŵyr neb pam. '.repeat(400).slice(0, 20_000)
  const answer = await vet.submit(at(), { formId: uuidv7(), body })
  expect([answer.statusCode, await notes()]).toEqual([422, []])
  expect(answer.body).toContain(body)
  const short = body.slice(0, 9_990)
  expect((await vet.submit(at(), { formId: uuidv7(), body: short })).statusCode).toBe(303)
  expect((await notes()).map((note) => note.body)).toEqual([short.trim()])
})

test('a physio has no form for plans, and is refused one; a carer whose access has ended reads and writes nothing', async () => {
  const physio = await makeGuest(server.app)
  await letCare(server.gareth, { clientId, horseIds: [horseId], personId: physio.personId, role: 'para-professional' })
  const { body } = await physio.get(at())
  expect(body).toContain('Write a note')
  expect(body).not.toContain('Write a shoeing plan')
  expect((await physio.submit(at('plans'), { formId: uuidv7(), ...PLAN })).statusCode).toBe(422)
  await server.asOwner(`update care_consents set taken_back_at = clock_now() where id = '${consentId}'`)
  expect((await vet.get(at())).statusCode).toBe(410)
  expect((await vet.submit(at(), { formId: uuidv7(), body: 'x' })).statusCode).toBe(410)
  expect(await notes()).toEqual([])
})

test('a vet who closes the account leaves what they wrote with the horse, as a vet, and their name nowhere', async () => {
  await vet.submit(at('plans'), { formId: uuidv7(), ...PLAN })
  const film = await addFile(server.gareth, { horseId, uploadedBy: 'vet', receivedFrom: 'Mia Bevan' })
  await server.asOwner(`update attachments set made_by_grant = (select id from horse_grants where person_id = '${vet.personId}' limit 1)
    where id = '${film.id}'`)
  const device = server.gareth.device()
  const before = (await device.pull()) as { cursor: number }
  await closeAccount({ db: server.db, origin: 'http://localhost' }, { personId: vet.personId, onlyPractice: null })
  expect(await notes()).toMatchObject([{ authorName: 'A vet', body: 'Broken back axis', plan: { NF: { wedgeTenths: 30 } } }])
  const news = (await device.pull(before.cursor)) as { rows: { data: object }[] }
  expect(news.rows.map(({ data }) => data)).toContainEqual(expect.objectContaining({ authorName: 'A vet' }))
  const named =
    await server.asOwner(`select id::text from activity where after::text like '%Mia Bevan%' and (entity_id = '${film.id}' or entity_id in (
    select id from care_notes where horse_id = '${horseId}'))`)
  expect(named).toEqual([])
  expect(await server.asOwner(`select received_from from attachments where id = '${film.id}'`)).toEqual([{ received_from: null }])
})
