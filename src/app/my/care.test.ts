import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAlertDevice } from '#features/core/notices/server/alerts.ts'
import { makePictures } from '#features/evidence/files/server/make-pictures.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, shortDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { letCare } from '#testing/care.ts'
import { photoOf, sha256Of } from '#testing/files.ts'
import { makeGuest } from '#testing/guests.ts'
import { photoWithPlace, SECRETS } from '#testing/pictures.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../../scripts/build.mjs'

let server: TestServer
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer({ own: true })
  await server.gareth.put('/api/settings', { feet: 'near-off' })
  await server.gareth.put('/api/money/settings', { invoicing: { phone: '01597 820111' } })
  const device = { endpoint: 'https://push.example/1', p256dh: 'key', auth: 'auth' }
  await server.gareth.inPractice((tx, actor) => addAlertDevice(tx, actor, device, { userAgent: '', browserId: null }))
})
afterAll(() => server.stop())

const today = dayOf(currentTime(), 'Europe/London')
const ago = (days: number) => addDays(today, -days)
const made = async (path: string, body: object, practice = server.gareth) => {
  const answer = await practice.post(path, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: string }>().id
}
type Person = Awaited<ReturnType<typeof makeGuest>>
const slug = () => server.gareth.practiceId
const pathOf = (horse = horseId) => `/my/care/${slug()}/${horse}`
/** The text of a page, without its marks. */
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')

let clientId: string
let horseId: string
let vet: Person
let consentId: string
beforeEach(async () => {
  const phone = '07700 900118'
  clientId = await made('/api/clients', { name: 'Ffion Rees', phone, email: 'ffion@rees.example', address: '1 High Street' })
  const yardId = await made('/api/yards', { name: 'Penrhos Stud' })
  const more = { flags: ['kicks'], temperament: 'Quiet behind', specialNotes: 'Owes for June', breed: 'Cob', color: 'Bay' }
  horseId = await made('/api/horses', { name: 'Seren', clientId, yardId, ...more })
  await server.asOwner(`update horse_owners set from_on = '${ago(400)}' where client_id = '${clientId}';
    update horses set owners = array[json_build_object('clientId', client_id, 'fromOn', '${ago(400)}', 'toOn', null)] where id = '${horseId}'`)
  await workOn(20, 'Trimmed level')
  await workOn(300, 'Long ago')
  vet = await makeGuest(server.app)
  consentId = (await letCare(server.gareth, { clientId, horseIds: [horseId], personId: vet.personId, backToOn: ago(60) })).consentId
})

const workOn = (days: number, description: string) =>
  made('/api/work-entries', {
    ...{ horseId, serviceType: 'Trim', workDate: ago(days), description, findings: 'Thrush in the off fore' },
    memberId: server.gareth.memberId,
  })

/** Sends a file as the horse's carer: announces it, sends its bytes, and gives it. */
async function give(who: Person, content: Buffer, { fileName = 'x', id = uuidv7(), ...said }: Record<string, unknown> = {}) {
  const of = { practice: slug(), horseId, asCarer: true }
  const asked = await post(who, 'uploads', { ...of, id, bytes: content.length })
  if (asked.statusCode !== 200) return asked
  const { uploadURL } = asked.json<{ uploadURL: string | null }>()
  const headers = { 'content-type': 'application/octet-stream' }
  if (uploadURL) await server.app.inject({ method: 'PUT', url: uploadURL, headers, payload: content })
  return post(who, 'files', { ...of, fileId: id, fileName, ...said })
}
const post = ({ cookies }: Person, path: string, payload: object) =>
  server.app.inject({ method: 'POST', url: `/api/my/${path}`, cookies, payload })
const film = () => Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), Buffer.from(uuidv7())])
const ownerOf = () => makeGuest(server.app, { practice: server.gareth, clientId })

describe('the horses a person looks after', () => {
  test('stand together, of all practices, by yard or by practice, and are searched without accents', async () => {
    const far = await made('/api/clients', { name: 'Huw Bevan' }, server.other)
    const other = await made('/api/horses', { name: 'Siân', clientId: far }, server.other)
    await letCare(server.other, { clientId: far, horseIds: [other], personId: vet.personId })
    const text = textOf((await vet.get('/my/care')).body)
    expect(text).toContain('2 horses')
    expect(text).toContain('Penrhos Stud Seren')
    expect(text).toContain('No yard written down Siân')
    expect(text).toContain(`Open to you until`)
    const found = textOf((await vet.get('/my/care?q=sian&by=practice')).body)
    expect([found.includes('Siân'), found.includes('Seren')]).toEqual([true, false])
    expect(textOf((await vet.get('/my/care?q=zzz')).body)).toContain('None of your horses is like that.')
  })

  test('show what is new since each was opened, without what they sent themselves', async () => {
    const list = async () => textOf((await vet.get('/my/care')).body)
    expect(await list()).toContain('Not opened yet')
    await vet.get(pathOf())
    expect(await list()).not.toMatch(/Not opened yet|\d new/)
    await workOn(1, 'Refitted')
    await workOn(200, 'From before the agreed day')
    await give(vet, film())
    expect(await list()).toContain('1 new')
    expect(textOf((await vet.get('/my/care?new=yes')).body)).toContain('Seren')
  })

  test('are where /my leads a person with nothing else; an owner finds the way there, a person with neither is not led there', async () => {
    expect((await vet.get('/my')).headers.location).toBe('/my/care')
    const both = await ownerOf()
    expect((await both.get('/my')).body).not.toContain('/my/care')
    await letCare(server.gareth, { clientId, horseIds: [horseId], personId: both.personId })
    expect((await both.get('/my')).body).toContain('href="/my/care"')
    const nobody = await makeGuest(server.app)
    expect((await nobody.get('/my')).statusCode).toBe(200)
    expect(textOf((await nobody.get('/my/care')).body)).toContain('No horse is open to you now.')
  })

  test('take one statement a practice', async () => {
    const far = await made('/api/clients', { name: 'Huw Bevan' }, server.other)
    const ids = []
    for (let n = 0; n < 4; n++) ids.push(await made('/api/horses', { name: `Horse ${n}`, clientId: far }, server.other))
    await letCare(server.other, { clientId: far, horseIds: ids, personId: vet.personId })
    let statements = 0
    const asked = server.db.withGuest
    Object.assign(server.db, {
      withGuest: (eyes: Parameters<typeof asked>[0], work: Parameters<typeof asked>[1]) =>
        asked(eyes, (tx) => {
          const counted = new Proxy(tx, {
            get: (whole, name) => {
              if (name === 'executeQuery') statements += 1
              const value = Reflect.get(whole, name)
              return typeof value === 'function' ? value.bind(whole) : value
            },
          })
          return work(counted)
        }),
    })
    const { body } = await vet.get('/my/care')
    Object.assign(server.db, { withGuest: asked })
    expect(textOf(body)).toContain('5 horses')
    expect(statements).toBe(2)
  })
})

describe('a horse', () => {
  test('is its record from the agreed day on, with what to know before touching the horse, and the farrier’s number', async () => {
    const { statusCode, body } = await vet.get(pathOf())
    const text = textOf(body)
    expect(statusCode).toBe(200)
    for (const shown of ['Trimmed level', 'Thrush in the off fore', 'Kicks', 'Quiet behind', 'Penrhos Stud', 'Bay Cob', 'until'])
      expect(text).toContain(shown)
    expect(body).toContain('tel:01597820111')
  })

  test('has nothing of what is not theirs: no time before, notes, owner, address, number, or bill', async () => {
    await made('/api/charges', { clientId, description: 'Full set', unitPence: 9500 })
    await server.gareth.put('/api/settings', { prepLine: 'Gate code 4711' })
    for (const path of ['/my/care', pathOf()])
      for (const hidden of ['Long ago', 'Owes for June', 'Ffion', 'Rees', '900118', '1 High Street', '95', 'Full set', '4711'])
        expect(textOf((await vet.get(path)).body), `${path} ${hidden}`).not.toContain(hidden)
  })

  test('shows the owner’s name and number only where they may ring', async () => {
    const ringing = await makeGuest(server.app)
    await letCare(server.gareth, { clientId, horseIds: [horseId], personId: ringing.personId, mayContact: true })
    const { body } = await ringing.get(pathOf())
    expect(body).toContain('tel:+447700900118')
    expect(body).toContain('Ffion Rees')
  })

  test('shows the day of the next visit, and nothing else of it', async () => {
    const onDay = addDays(today, 6)
    const visit = { startTime: `${onDay}T09:00:00Z`, endTime: `${onDay}T10:00:00Z`, title: 'Shoes for Ffion', clientId }
    await made('/api/appointments', { ...visit, horses: [{ horseId }] })
    const text = textOf((await vet.get(pathOf())).body)
    expect(text).toContain(`The farrier comes next on ${shortDay(onDay)}`)
    expect(text).not.toMatch(/09:00|Shoes for/)
  })

  test('of someone else, of another practice, or that never was is a 404', async () => {
    const other = await made('/api/horses', { name: 'Mellt', clientId })
    for (const path of [pathOf(other), pathOf(uuidv7()), `/my/care/${server.other.practiceId}/${horseId}`, pathOf('junk')])
      expect((await vet.get(path)).statusCode, path).toBe(404)
  })

  test('ended by them is closed at once, the farrier is notified, and what is theirs as an owner stays', async () => {
    const both = await ownerOf()
    await letCare(server.gareth, { clientId, horseIds: [horseId], personId: both.personId })
    expect((await both.submit(`${pathOf()}/end`)).headers.location).toBe('/my/care')
    const { statusCode, body } = await both.get(pathOf())
    expect([statusCode, textOf(body).includes(`Your access to Seren ended on ${shortDay(today)}. Ask the owner.`)]).toEqual([410, true])
    expect((await both.get(`/my/at/${slug()}/horses/${horseId}`)).statusCode).toBe(200)
    expect((await vet.get(pathOf())).statusCode).toBe(200)
    const ended = await server.asOwner(`select by_person from activity where entity_id = '${clientId}' and verb = 'other_ended'`)
    expect(ended).toEqual([{ by_person: both.personId }])
    const told = await server.asOwner(
      `select body from notices where kind = 'alert' and subject = 'Ffion Rees' order by created_at desc limit 1`,
    )
    expect(told).toEqual([{ body: 'Mia Bevan, the vet, no longer looks after Seren here.' }])
    expect((await both.submit(`${pathOf()}/end`)).statusCode).toBe(404)
  })
})

const set = (table: string, change: string, where: string) => `update ${table} set ${change} where ${where}`
describe.each([
  ['taken back', () => set('care_consents', 'taken_back_at = clock_now()', `id = '${consentId}'`)],
  ['ended by a press', () => set('horse_grants', 'ended_at = clock_now()', `consent_id = '${consentId}'`)],
  ['run out', () => set('horse_grants', 'until_at = clock_now()', `consent_id = '${consentId}'`)],
  ['the service ended', () => set('horse_services', 'ends_on = clock_now()::date - 1', `horse_id = '${horseId}'`)],
  ['dead', () => set('horses', `gone_on = clock_now()::date, gone_reason = 'deceased'`, `id = '${horseId}'`)],
  ['off for the client', () => set('clients', 'portal = false', `id = '${clientId}'`)],
  ['off for the practice', () => set('settings', `portal = '{"way": "off"}'`, `practice_id = '${slug()}'`)],
])('%s', (_, change) => {
  test('closes record, film, file, picture and a half-done upload on the next request', async () => {
    const filed = (await give(vet, film(), { fileName: 'NF.dcm' })).json<{ id: string }>().id
    const content = Buffer.alloc(6 * 1024 * 1024, 'Sound. ')
    const [of, id] = [{ practice: slug(), horseId, asCarer: true }, uuidv7()]
    const { uploadURL } = (await post(vet, 'uploads', { ...of, id, bytes: content.length })).json<{ uploadURL: string }>()
    const part = (at: number) =>
      server.app.inject({
        ...{ method: 'PATCH', url: uploadURL, payload: content.subarray(at, at + 1_000_000) },
        headers: { 'tus-resumable': '1.0.0', 'upload-offset': `${at}`, 'content-type': 'application/offset+octet-stream' },
      })
    expect((await part(0)).statusCode).toBe(204)
    const paths = [pathOf(), `${pathOf()}/films/${filed}`, `${pathOf()}/files/${filed}/file`]
    for (const path of paths) expect((await vet.get(path)).statusCode, path).toBe(200)
    await server.asOwner(change())
    const after = await Promise.all([...paths, `${pathOf()}/files/${filed}/tiny`].map(async (path) => (await vet.get(path)).statusCode))
    expect(after).toEqual([410, 410, 404, 404])
    expect((await part(1_000_000)).statusCode).toBe(404)
    expect((await post(vet, 'uploads', { ...of, id: uuidv7(), bytes: 10 })).json()).toMatchObject({ code: 'horse_not_found' })
    expect((await post(vet, 'files', { ...of, fileId: id, fileName: 'x' })).json()).toMatchObject({ code: 'horse_not_found' })
    expect((await vet.submit(`${pathOf()}/files/${filed}`, { do: 'passes' })).statusCode).toBe(404)
    expect(textOf((await vet.get('/my/care')).body)).not.toContain('Seren')
    await server.asOwner(`update settings set portal = '{}' where practice_id = '${slug()}'`)
  })
})

const PDF = () => Buffer.from(`%PDF-1.7\n${uuidv7()}`)
const VIDEO = () => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.from(uuidv7())])
const SOUND = () => Buffer.concat([Buffer.from('ID3'), Buffer.from(uuidv7())])
const PAGE = () => Buffer.from(`<!doctype html><script>1</script>${uuidv7()}`)
describe('what is sent', () => {
  test.each([
    ['vet', 'a film', film, undefined, 'radiograph'],
    ['vet', 'a film called scan.pdf', film, undefined, 'radiograph'],
    ['vet', 'a picture', () => photoOf(500), undefined, 'image'],
    ['vet', 'a picture of a film', () => photoOf(600), 'radiograph', 'radiograph'],
    ['vet', 'a scan', PDF, 'scan', 'scan'],
    ['vet', 'a paper', PDF, 'document', 'document'],
    ['vet', 'a video', VIDEO, undefined, 'video'],
    ['para-professional', 'a picture', () => photoOf(700), undefined, 'image'],
    ['para-professional', 'a scan', PDF, 'scan', 'scan'],
    ['para-professional', 'a paper', PDF, 'document', 'document'],
    ['para-professional', 'a video', VIDEO, undefined, 'video'],
    ['vet', 'a film called a scan', film, 'scan', null],
    ['vet', 'a sound', SOUND, undefined, null],
    ['vet', 'a page', PAGE, undefined, null],
    ['vet', 'a gait analysis', PDF, 'gait-analysis', null],
    ['para-professional', 'a film', film, undefined, null],
    ['para-professional', 'a film called a scan', film, 'scan', null],
    ['para-professional', 'a picture called a film', () => photoOf(800), 'radiograph', null],
  ] as const)('by a %s: %s', async (role, _, content, fileType, is) => {
    const who = await makeGuest(server.app)
    await letCare(server.gareth, { clientId, horseIds: [horseId], personId: who.personId, role })
    const answer = await give(who, content(), { fileName: 'scan.pdf', ...(fileType && { fileType }) })
    if (is === null) {
      expect(answer.statusCode).toBe(422)
      expect(await server.asOwner(`select id from attachments where horse_id = '${horseId}'`)).toEqual([])
      return
    }
    expect(answer.json(), answer.body).toMatchObject({ fileType: is })
    const [row] =
      await server.asOwner(`select uploaded_by, received_from, client_id, filed_by_member, shown_to_owner, owner_sees_from, may_pass_on
      from attachments where horse_id = '${horseId}'`)
    expect(row).toEqual({
      ...{ uploaded_by: role, received_from: 'Mia Bevan', client_id: null, filed_by_member: null, shown_to_owner: true },
      ...{ owner_sees_from: null, may_pass_on: false },
    })
  })

  test('bytes that are known already are judged by who sends them', async () => {
    const content = film()
    await server.gareth.post('/api/objects/upload', { bytes: content.length, sha256: sha256Of(content) })
    expect((await give(vet, content)).statusCode).toBe(201)
    const physio = await makeGuest(server.app)
    await letCare(server.gareth, { clientId, horseIds: [horseId], personId: physio.personId, role: 'para-professional' })
    expect((await give(physio, content, { fileName: 'x.jpg' })).json()).toMatchObject({ code: 'wrong_file_type' })
  })

  test('keeps foot, view and day, and its sender is distinguished from the owner', async () => {
    await give(vet, film(), { fileName: 'a.dcm', foot: 'NF', view: 'Lateral', takenOn: ago(3) })
    const [row] = await server.asOwner(`select id, foot, view, taken_on::text as taken_on from attachments where horse_id = '${horseId}'`)
    expect(row).toMatchObject({ foot: 'NF', view: 'Lateral', taken_on: ago(3) })
    expect(textOf((await vet.get(pathOf())).body)).toContain('NF Lateral')
    const [line] = await server.asOwner(`select by_person, member_id from activity where entity_id = '${row?.id}'`)
    expect(line).toEqual({ by_person: vet.personId, member_id: null })
  })

  test('is of the time before the agreed day too, where they sent it themselves', async () => {
    await give(vet, film(), { fileName: 'old.dcm', takenOn: ago(200) })
    expect((await vet.get(pathOf())).body).toContain('old.dcm')
    const other = await makeGuest(server.app)
    await letCare(server.gareth, { clientId, horseIds: [horseId], personId: other.personId, backToOn: ago(60) })
    expect((await other.get(pathOf())).body).not.toContain('old.dcm')
  })

  test('kept by a vet, is seen by the owner when they have spoken, and in 14 days at the latest', async () => {
    const { id } = (await give(vet, film(), { fileName: 'kept.dcm', isKept: true })).json<{ id: string }>()
    const owner = await ownerOf()
    const sees = async () => {
      const [page, file] = await Promise.all([
        owner.get(`/my/at/${slug()}/horses/${horseId}`),
        owner.get(`/my/at/${slug()}/files/${id}/file`),
      ])
      return [page.body.includes('kept.dcm'), file.statusCode]
    }
    expect(await sees()).toEqual([false, 404])
    const farriers = (await server.gareth.get(`/api/horses/${horseId}/files`)).json<{ ownerSeesFrom: string }[]>()
    expect(farriers).toMatchObject([{ id, ownerSeesFrom: addDays(today, 14), shownToOwner: true, mayPassOn: false }])
    await server.asOwner(`update attachments set owner_sees_from = '${today}' where id = '${id}'`)
    expect(await sees()).toEqual([true, 200])
    await server.asOwner(`update attachments set owner_sees_from = '${addDays(today, 1)}' where id = '${id}'`)
    expect(await sees()).toEqual([false, 404])
    expect(textOf((await vet.get(pathOf())).body)).toContain('You keep it from the owner until you have spoken.')
    const shown = await vet.submit(`${pathOf()}/files/${id}`, { do: 'shown' })
    expect(textOf((await vet.get(String(shown.headers.location))).body)).toContain('The owner sees it now.')
    expect(await sees()).toEqual([true, 200])
  })

  test('is never kept back by a para-professional, and is changed only by its sender', async () => {
    const physio = await makeGuest(server.app)
    await letCare(server.gareth, { clientId, horseIds: [horseId], personId: physio.personId, role: 'para-professional' })
    expect((await give(physio, PDF(), { isKept: true })).json()).toMatchObject({ code: 'forbidden' })
    const { id } = (await give(vet, film())).json<{ id: string }>()
    expect((await physio.submit(`${pathOf()}/files/${id}`, { do: 'passes' })).statusCode).toBe(404)
    expect((await physio.get(`${pathOf()}/files/${id}/file`)).statusCode).toBe(200)
    expect((await vet.submit(`${pathOf()}/files/${id}`, { do: 'junk' })).statusCode).toBe(404)
    expect((await vet.submit(`${pathOf()}/files/${id}`, { do: 'passes' })).statusCode).toBe(303)
    expect(await server.asOwner(`select may_pass_on from attachments where id = '${id}'`)).toEqual([{ may_pass_on: true }])
  })

  test('a photo comes upright and without its place, kept or not, and is no picture of the owner’s while it is kept', async () => {
    const { id } = (await give(vet, await photoWithPlace(), { fileName: 'x.jpg', isKept: true })).json<{ id: string }>()
    for (const { data } of await server.asOwner("select data from pgboss.job where name = 'make-pictures'"))
      await makePictures(server.db, server.app.setup.files).handle(data as Record<string, unknown>)
    const picture = await vet.get(`${pathOf()}/files/${id}/large`)
    expect(picture.statusCode).toBe(200)
    for (const secret of SECRETS) expect(picture.rawPayload.includes(secret)).toBe(false)
    expect((await (await ownerOf()).get(`/my/at/${slug()}/files/${id}/large`)).statusCode).toBe(404)
  })

  test('is limited by day and by horse, and is no part of the practice’s month', async () => {
    const before = (await server.gareth.get('/api/files/usage')).json<{ videoBytes: number }>().videoBytes
    await give(vet, VIDEO())
    expect((await server.gareth.get('/api/files/usage')).json()).toMatchObject({ videoBytes: before })
    const of = { practice: slug(), horseId, asCarer: true }
    await server.asOwner(`insert into files (practice_id, id, bytes, made_by_kind, made_by_person, made_by_grant, state_at)
      select practice_id, gen_random_uuid(), 100 * 1024 * 1024, 'vet', person_id, id, clock_now() - interval '2 days'
      from horse_grants, generate_series(1, 20) where consent_id = '${consentId}'`)
    const more = await post(vet, 'uploads', { ...of, id: uuidv7(), bytes: 80 * 1024 * 1024 })
    expect(more.json()).toMatchObject({ code: 'grant_full' })
    expect((await post(vet, 'uploads', { ...of, id: uuidv7(), bytes: 1024 })).statusCode).toBe(200)
  })
})
