import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { VisitCardLink } from '#features/day/visit-card/contract.ts'
import { guestFiles } from '#features/evidence/files/server/guest-files.ts'
import { packOf } from '#features/office/exports/server/pack.ts'
import type { CareNote } from '#features/visits/care/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayAndYear, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { letCare } from '#testing/care.ts'
import { addFile } from '#testing/files.ts'
import { makeGuest } from '#testing/guests.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../../scripts/build.mjs'

let server: TestServer
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const today = dayOf(currentTime(), 'Europe/London')
const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
type Person = Awaited<ReturnType<typeof makeGuest>>
let clientId: string
let horseId: string
let owner: Person
let vet: Person
const careAt = (path = '') => `/my/care/${server.gareth.practiceId}/${horseId}${path}`
const horseAt = () => `/my/at/${server.gareth.practiceId}/horses/${horseId}`
beforeEach(async () => {
  clientId = await add('/api/clients', { name: 'Ffion Rees', email: `${uuidv7()}@rees.example` })
  horseId = await add('/api/horses', { name: 'Seren', clientId })
  owner = await makeGuest(server.app, { practice: server.gareth, clientId })
  vet = await makeGuest(server.app)
  await letCare(server.gareth, { clientId, horseIds: [horseId], personId: vet.personId })
})

const notes = async () => (await server.gareth.get(`/api/horses/${horseId}/care-notes`)).json<CareNote[]>()
const write = (fields: Record<string, string>, form: 'notes' | 'plans' = 'plans', who = vet) =>
  who.submit(careAt(`/${form}`), { formId: uuidv7(), ...fields })
const PLAN = { 'NF-wedge': '3', 'NF-pad': 'Leather pad', 'NF-angle': '0.5', body: 'Broken back axis' }
const SAID = ['Near fore: 3° wedge, leather pad', 'Near fore: palmar angle 0.5°', 'Broken back axis', 'Mia Bevan']
const shownTo = async (who: Person, url = horseAt()) => (await who.get(url)).body

/** A visit on which the horse was done; its card as an owner reads it: by the link, on paper, and signed in. */
async function cards(who = owner) {
  const visit = { title: 'Seren', startTime: `${today}T09:00:00Z`, endTime: `${today}T10:00:00Z`, clientId, horses: [{ horseId }] }
  const id = await add('/api/appointments', visit)
  const [line] = (await server.gareth.get(`/api/appointments/${id}`)).json<{ horses: { id: string }[] }>().horses
  await add('/api/work-entries', { horseId, visitHorseId: line?.id, serviceType: 'Front shoes new', workDate: today })
  await server.gareth.put(`/api/visit-horses/${line?.id}`, { outcome: 'done' })
  const [link] = (await server.gareth.post(`/api/appointments/${id}/visit-card`)).json<VisitCardLink[]>()
  const [page, pdf] = [link?.url, link?.pdfUrl].map((url) => new URL(url ?? '').pathname) as [string, string]
  const paper = await server.app.inject({ url: pdf })
  return {
    page: (await server.app.inject({ url: (await server.app.inject({ url: page })).headers.location ?? page })).body,
    paper: readPdf(paper.rawPayload).replaceAll(/\s+/g, ' '),
    signedIn: (await who.get(`/my/at/${server.gareth.practiceId}/visits/${id}/card`)).body,
  }
}

/** All that leaves in a pack of the owner's, read. */
async function pack(): Promise<string> {
  const practice = { id: server.gareth.practiceId, name: 'Probert', zone: 'Europe/London' }
  const entries = await packOf({ db: server.db, files: server.app.setup.files }, clientId, practice)
  const parts = await Promise.all(entries.filter(({ path }) => !path.endsWith('.pdf')).map(async ({ content }) => String(await content())))
  return parts.join('\n') + entries.map(({ path }) => path).join('\n')
}

describe('a plan that a vet shows', () => {
  test('is read by the horse’s owner and by who shares it, on the horse, on the card of a visit, and on its paper', async () => {
    expect((await write({ ...PLAN, review: addDays(today, 42) })).statusCode).toBe(303)
    const sharer = await makeGuest(server.app, { practice: server.gareth, clientId, role: 'sharer', horseId })
    for (const who of [owner, sharer]) for (const words of SAID) expect(await shownTo(who)).toContain(words)
    for (const body of Object.values(await cards())) for (const words of SAID) expect(body).toContain(words)
    expect(await pack()).toContain('Broken back axis')
    const stranger = await makeGuest(server.app, { practice: server.gareth, clientId: await add('/api/clients', { name: 'Huw' }) })
    expect((await stranger.get(horseAt())).statusCode).toBe(404)
  })

  test('goes from all of them once it is withdrawn; what the farrier answered was never there', async () => {
    await write(PLAN)
    const [plan] = await notes()
    await server.gareth.post('/api/care-notes', { replyToId: plan?.id, body: 'She won’t stand for a wedge' })
    expect(await shownTo(owner)).not.toContain('won’t stand')
    expect(await shownTo(vet, careAt('/notes'))).toContain('won’t stand')
    await vet.submit(careAt('/notes/withdraw'), { note: plan?.id ?? '' })
    for (const body of [await shownTo(owner), ...Object.values(await cards())]) expect(body).not.toContain('Broken back')
  })

  test('stays behind when the horse is sold with all else: its new owner and their vet don’t read it, its old owner does', async () => {
    await write(PLAN)
    await write({ body: 'Kissing spines' }, 'notes')
    const film = await addFile(server.gareth, { horseId, uploadedBy: 'vet' })
    const photo = await addFile(server.gareth, { horseId })
    await server.asOwner(`update care_notes set said_at = said_at - interval '9 days' where horse_id = '${horseId}';
      update attachments set created_at = created_at - interval '9 days', shown_to_owner = true where id in ('${film.id}', '${photo.id}')`)
    const to = await add('/api/clients', { name: 'Huw Bevan' })
    const sold = { clientId: to, ownedFrom: addDays(today, -5), brings: 'all' }
    expect((await server.gareth.put(`/api/horses/${horseId}`, sold)).statusCode).toBe(200)
    const huw = await makeGuest(server.app, { practice: server.gareth, clientId: to })
    const his = await makeGuest(server.app)
    await letCare(server.gareth, { clientId: to, horseIds: [horseId], personId: his.personId })
    const [before, after, treating] = [await shownTo(owner), await shownTo(huw), await shownTo(his, careAt('/notes'))]
    expect([before, after, treating].map((body) => /Broken back|Kissing/.test(body))).toEqual([true, false, false])
    const filesOf = (who: { personId: string } | { carerId: string }) =>
      server.db.withGuest({ practiceId: server.gareth.practiceId, ...who }, async (tx) =>
        (await guestFiles(tx, horseId)).map(({ id }) => id),
      )
    expect(await filesOf(huw)).toEqual([photo.id])
    expect(await filesOf({ carerId: his.personId })).toEqual([photo.id])
    clientId = to
    for (const body of Object.values(await cards(huw))) expect(body).not.toContain('Broken back')
  })
})

describe('what a vet keeps back until they have spoken', () => {
  test('appears nowhere for the owner, nor in their pack, until the vet shows it; the farrier has it at once', async () => {
    const review = addDays(today, 42)
    expect((await write({ ...PLAN, keep: 'yes', review })).statusCode).toBe(303)
    const [plan] = await notes()
    expect(plan).toMatchObject({ body: 'Broken back axis', ownerSeesFrom: addDays(today, 14) })
    await server.gareth.put(`/api/care-notes/${plan?.id}`, { takenAt: currentTime().toISOString() })
    await server.gareth.post('/api/care-notes', { replyToId: plan?.id, body: 'Broken back, as you say' })
    const hidden = async () =>
      [await shownTo(owner), ...Object.values(await cards()), await pack()].map((body) => body.includes('Broken back'))
    expect(await hidden()).toEqual([false, false, false, false, false])
    const read = await shownTo(vet, careAt('/notes'))
    for (const words of [dayAndYear(addDays(today, 14)), 'We have spoken: show it now']) expect(read).toContain(words)
    const notice = await server.asOwner("select id from notices where body like '%Broken back%' or facts::text like '%Broken back%'")
    expect(notice).toEqual([])
    expect((await vet.submit(careAt('/notes/show'), { note: plan?.id ?? '' })).statusCode).toBe(303)
    expect(await hidden()).toEqual([true, true, true, true, true])
    expect(await shownTo(vet, careAt('/notes'))).not.toContain('We have spoken')
  })

  test('shows itself on its day', async () => {
    await write({ body: 'Kissing spines', keep: 'yes' }, 'notes')
    const move = (days: string) =>
      server.asOwner(`update care_notes set owner_sees_from = clock_now()::date ${days} where horse_id = '${horseId}'`)
    await move('+ 1')
    expect([await shownTo(owner), await pack()].map((body) => body.includes('Kissing'))).toEqual([false, false])
    await move('')
    expect([await shownTo(owner), await pack()].map((body) => body.includes('Kissing'))).toEqual([true, true])
  })

  test('is a film too: not in the pack before its day, as a file or by name', async () => {
    const film = await addFile(server.gareth, { horseId, uploadedBy: 'vet', fileName: 'spine.jpg' })
    const keep = (until: string) =>
      server.asOwner(`update attachments set owner_sees_from = ${until}, shown_to_owner = true where id = '${film.id}'`)
    await keep('clock_now()::date + 3')
    expect(await pack()).not.toContain('spine')
    await keep('null')
    expect(await pack()).toContain('files/spine.jpg')
  })

  test('a physio keeps nothing back, and no one shows what another has written', async () => {
    const physio = await makeGuest(server.app)
    await letCare(server.gareth, { clientId, horseIds: [horseId], personId: physio.personId, role: 'para-professional' })
    expect(await shownTo(physio, careAt('/notes'))).not.toContain('Keep from the owner')
    const refused = await write({ body: 'Tight behind', keep: 'yes' }, 'notes', physio)
    expect([refused.statusCode, await notes()]).toEqual([422, []])
    expect(refused.body).toContain('Tight behind')
    await write({ body: 'Kissing spines', keep: 'yes' }, 'notes')
    const [note] = await notes()
    for (const who of [physio, owner])
      expect((await who.submit(careAt('/notes/show'), { note: note?.id ?? '' })).statusCode).toBeGreaterThanOrEqual(404)
    expect((await notes())[0]?.ownerSeesFrom).toBe(addDays(today, 14))
  })
})

test('notes and answers of others are new to who looks after the horse, their own and withdrawn ones are not', async () => {
  const list = async (who = vet) => (await who.get('/my/care')).body
  const physio = await makeGuest(server.app)
  await letCare(server.gareth, { clientId, horseIds: [horseId], personId: physio.personId, role: 'para-professional' })
  for (const who of [vet, physio]) await who.get(careAt())
  await write({ body: 'Sore behind' }, 'notes')
  await write(PLAN)
  const [plan, note] = await notes()
  expect([await list(physio), await list()].map((body) => /\b\d new\b/.exec(body)?.[0])).toEqual(['2 new', undefined])
  await server.gareth.post('/api/care-notes', { replyToId: plan?.id, body: 'Will do' })
  await vet.submit(careAt('/notes/withdraw'), { note: note?.id ?? '' })
  expect([await list(physio), await list()].map((body) => /\b\d new\b/.exec(body)?.[0])).toEqual(['2 new', '1 new'])
  await vet.get(careAt('/notes'))
  expect(await list()).not.toMatch(/\b\d new\b/)
})
