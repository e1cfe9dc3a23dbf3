import { afterAll, beforeAll, expect, test } from 'vitest'
import { homeOf } from '#app/my/home-of.ts'
import { horseOf } from '#app/my/horse-of.ts'
import { makePictures } from '#features/evidence/files/server/make-pictures.ts'
import { endAccess } from '#features/records/guests/server/let-in.ts'
import { eyesOf, practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { App } from '#platform/server/http/http.ts'
import { storeFile } from '#testing/files.ts'
import { makeGuest } from '#testing/guests.ts'
import { photoWithPlace, SECRETS } from '#testing/pictures.ts'
import { startPortal } from '#testing/portal.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const today = dayOf(currentTime(), 'Europe/London')
const day = (count: number) => addDays(today, count)
const SHOE = { work: 'new', shoe: 'Fullered', size: '5¼', nails: 'E5', findings: ['Thrush'], note: 'never picks out' }
const SETUP = { NF: SHOE, OF: SHOE, NH: { work: 'trim' }, OH: { work: 'none' } }
/** Nothing of this is an owner's business. */
const PRIVATE = ['4471', 'Slow payer', 'Kicks out', 'Headshy', 'over the wall', 'Nutmeg', 'Rees', 'never picks out', '£', 'E5', 'Bute']

let server: TestServer
let portal: App
let made: Awaited<ReturnType<typeof aYard>>
let guest: Awaited<ReturnType<typeof makeGuest>>
beforeAll(async () => {
  server = await startTestServer({ own: true })
  portal = await startPortal(server.app.setup)
  made = await aYard()
  guest = await makeGuest(portal, { practice: server.gareth, clientId: made.sian })
})
afterAll(async () => {
  await portal.close()
  await server.stop()
})

const add = async (path: string, body: object, practice = server.gareth): Promise<string> => {
  const answer = await practice.post(path, body)
  if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.body}`)
  return answer.json<{ id: string }>().id
}
const at = (path: string, practice = server.gareth) => `/my/at/${practice.practiceId}${path}`
const plain = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
const settings = (portal_: object) =>
  server.asOwner(`update settings set portal = '${JSON.stringify(portal_)}' where practice_id = '${server.gareth.practiceId}'`)
const makeAllPictures = async () => {
  for (const { data } of await server.asOwner("select data from pgboss.job where name = 'make-pictures'"))
    await makePictures(server.db, server.app.setup.files).handle(data as Record<string, unknown>)
}

/** Siân's Biscuit, done and photographed today with Emma's Nutmeg beside it, and Siân's Merlin on box rest. */
async function aYard() {
  await server.gareth.put('/api/settings', { feet: 'near-off' })
  const sian = await add('/api/clients', { name: 'Siân Penrose', phone: '07700 900118', notes: 'Slow payer' })
  const emma = await add('/api/clients', { name: 'Emma Rees' })
  const yardId = await add('/api/yards', { name: 'Tŷ Gŵyn Livery', gateCode: '4471', accessNotes: 'Key over the wall' })
  const horse = (name: string, clientId: string, more: object = {}) =>
    add('/api/horses', {
      name,
      clientId,
      yardId,
      cycleDays: 42,
      specialNotes: 'Kicks out',
      temperament: 'Headshy',
      flags: ['kicks'],
      ...more,
    })
  const [biscuit, nutmeg] = [
    await horse('Biscuit', sian, { breed: 'Welsh cob', color: 'Bay', birthYear: 2014 }),
    await horse('Nutmeg', emma),
  ]
  const merlin = await horse('Merlin', sian)
  await server.gareth.put(`/api/horses/${merlin}`, { pauses: [{ fromOn: day(-3), untilOn: day(20), reason: 'Box rest' }] })
  const stop = { isCallOnly: true, callNumber: 1, callPeriod: 'AM', yardId, clientId: sian }
  const visit = await add('/api/appointments', {
    ...stop,
    onDay: today,
    notes: 'Key over the wall',
    horses: [biscuit, nutmeg].map((horseId) => ({ horseId })),
  })
  const next = await add('/api/appointments', { ...stop, onDay: day(43), callPeriod: 'PM', horses: [{ horseId: biscuit }] })
  const [own = '', other = ''] = (await server.gareth.get(`/api/appointments/${visit}`))
    .json<{ horses: { id: string }[] }>()
    .horses.map(({ id }) => id)
  const work = { serviceType: 'Full set new', workDate: today, setup: SETUP, pricePence: 9500 }
  await add('/api/work-entries', {
    ...work,
    horseId: biscuit,
    visitHorseId: own,
    findings: 'A little thrush.',
    recommendations: 'Pick out daily.',
  })
  await add('/api/work-entries', { serviceType: 'Trim', workDate: day(-45), horseId: biscuit, description: 'Short toes' })
  await add('/api/work-entries', { ...work, horseId: nutmeg, visitHorseId: other, findings: 'Nutmeg is lame' })
  for (const id of [own, other]) await server.gareth.put(`/api/visit-horses/${id}`, { outcome: 'done' })
  const photo = async (horseId: string, more: object = {}) =>
    add('/api/file-attachments', {
      fileId: await storeFile(server.gareth, await photoWithPlace()),
      fileType: 'image',
      fileName: 'x.jpg',
      horseId,
      ...more,
    })
  const shown = await photo(biscuit, { foot: 'NF', view: 'solar', takenOn: today, appointmentId: visit })
  const before = await photo(biscuit, { foot: 'NF', view: 'solar', takenOn: day(-45), shownToOwner: true })
  const hidden = await photo(biscuit, { takenOn: today, description: 'Bute' })
  const others = await photo(nutmeg, { appointmentId: visit })
  const document = await add('/api/file-attachments', {
    fileId: await storeFile(server.gareth, Buffer.from('Vet letter, sound')),
    fileType: 'document',
    fileName: 'Vet letter.txt',
    horseId: biscuit,
    shownToOwner: true,
  })
  await makeAllPictures()
  return { sian, emma, biscuit, merlin, nutmeg, visit, next, shown, before, hidden, others, document }
}

/** The keys in a value and in what it holds, each once; a list has those of its entries. */
const keysOf = (value: unknown): string[] => [...new Set(pathsIn(value, ''))].sort()
const pathsIn = (value: unknown, path: string): string[] => {
  if (Array.isArray(value)) return value.flatMap((each) => pathsIn(each, path))
  if (value === null || typeof value !== 'object') return [path]
  return Object.entries(value).flatMap(([key, each]) => pathsIn(each, path ? `${path}.${key}` : key))
}
/** `horses id name; next when`: the keys of each part. */
const listed = (parts: string): string[] =>
  parts
    .trim()
    .split(/\s*;\s*/)
    .flatMap((part) => {
      const [of = '', ...keys] = part.split(' ')
      return keys.map((key) => (of === '.' ? key : `${of}.${key}`))
    })
    .sort()

const HOME = `. asked laterVisits name owedPence photosAsked slug unread; horses id name; horses.due tone words; next clientId horses id onDay standing when; round asAt cards prepLine zone;
  round.stops arrivalRange callNumber callPeriod completedStops currentCallNumber id isCallComplete isCallOnly isSkipped note startTime stopsBefore title totalStops`
const FEET = ['feet foot name words', 'feet.look hasBar hasPad hasStuds isFront isShod']
const PHOTO = 'day id isOwn words'
const HORSE = `. isClosed mayShare page practiceName role slug words; horse about id lastDay maySell name sinceDay; due tone words; due.cycle days dueDay lastDay passed;
  record feetDay hasCome isWorkShown photo photosComing; ${FEET.map((part) => `record.${part}`).join('; ')}; record.files detail id name;
  record.pairs title; record.pairs.before ${PHOTO}; record.pairs.after ${PHOTO}; record.photos ${PHOTO}; record.upload clientId state takes;
  record.timeline advice day id seen visitId who; record.timeline.photos ${PHOTO}; record.timeline.work description id serviceType;
  ${FEET.map((part) => `record.timeline.work.${part}`).join('; ')}`

const practice = async () => {
  const [found] = await practicesOfGuest(server.db, { personId: guest.personId, onlyPractice: null })
  if (!found) throw new Error('no way')
  return found
}

test('home shows where today’s round is, what comes next, and when each horse is due', async () => {
  const page = await guest.get('/my')
  const words = plain(page.body)
  expect(page.statusCode).toBe(200)
  expect(words).toContain('Stop completed')
  expect(words).toMatch(/Biscuit due \w{3} \d+ \w{3}/)
  expect(words).toMatch(/Merlin box rest until/)
  expect(words).toContain('in the afternoon Biscuit')
  expect(page.body).toContain(`href="${at(`/visits/${made.visit}/card`)}"`)
  for (const word of PRIVATE) expect(words, word).not.toContain(word)
  expect(await opened()).toContainEqual({ what: 'home', subject_id: made.sian })
})

test('a horse’s page has its feet, its work, its photos side by side, and its files, and nothing that isn’t an owner’s', async () => {
  const page = await guest.get(at(`/horses/${made.biscuit}`))
  const words = plain(page.body)
  for (const word of [
    'Bay Welsh cob, born 2014',
    'Near fore',
    'New shoe, 5¼ fullered',
    'A little thrush.',
    'Pick out daily.',
    ', Gareth Probert',
    'Short toes',
    'Before and after',
    'Vet letter.txt',
  ])
    expect(words, word).toContain(word)
  for (const word of PRIVATE) expect(words, word).not.toContain(word)
  expect(page.body).toContain(made.shown)
  for (const id of [made.hidden, made.others, made.emma, made.nutmeg]) expect(page.body).not.toContain(id)
  expect(await opened()).toContainEqual({ what: 'horse', subject_id: made.biscuit })
})

test('what the pages are made of is exactly this', async () => {
  const eyes = eyesOf(guest, await practice())
  expect(keysOf((await homeOf(portal, eyes, await practice())).shown)).toEqual(listed(HOME))
  expect(keysOf(await horseOf(portal, eyes, await practice(), made.biscuit))).toEqual(listed(HORSE))
})

test('photos are ours, upright and without their place; files are saved; what isn’t theirs is the page for what never was', async () => {
  for (const size of ['small', 'large', 'file']) {
    const photo = await guest.get(at(`/files/${made.shown}/${size}`))
    expect([photo.statusCode, photo.headers['content-type'], photo.headers['cache-control']]).toEqual([
      200,
      'image/jpeg',
      'private, no-cache',
    ])
    expect(photo.headers['content-security-policy']).toContain('sandbox')
    for (const secret of SECRETS) expect(photo.rawPayload.includes(secret)).toBe(false)
  }
  const file = await guest.get(at(`/files/${made.document}/file`))
  expect(file.body).toBe('Vet letter, sound')
  expect(file.headers['content-disposition']).toContain('attachment; filename="Vet letter.txt"')
  expect(await opened()).toContainEqual({ what: 'file', subject_id: made.document })
  const nothing = (await guest.get(at(`/horses/${uuidv7()}`))).rawPayload
  const refused = [
    at(`/files/${made.hidden}/large`),
    at(`/files/${made.others}/large`),
    at(`/files/${made.shown}/huge`),
    at(`/files/junk/large`),
    at(`/horses/${made.nutmeg}`),
    at('/horses/junk'),
    at(`/horses/${made.biscuit}`, server.other),
    '/my/at/nowhere/horses/1',
    at(`/visits/${made.next}/card`),
    at(`/visits/${uuidv7()}/card.pdf`),
    at(`/visits/${made.visit}/card/photos/${made.others}`),
  ]
  for (const url of refused) {
    const page = await guest.get(url)
    expect([page.statusCode, page.rawPayload.equals(nothing)], url).toEqual([404, true])
  }
})

test('the card of a visit is the link’s, with its photos and its PDF', async () => {
  const path = at(`/visits/${made.visit}/card`)
  const page = await guest.get(path)
  const words = plain(page.body)
  for (const word of ['Tŷ Gŵyn Livery', 'Biscuit', 'Full set new', 'A little thrush.', 'Booked']) expect(words, word).toContain(word)
  for (const word of PRIVATE) expect(words, word).not.toContain(word)
  expect(page.body).toContain(`${path}/photos/${made.shown}`)
  expect((await guest.get(`${path}/photos/${made.shown}?size=large`)).headers['content-type']).toBe('image/jpeg')
  const pdf = await guest.get(`${path}.pdf`)
  expect([pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-'])
})

test('what the practice hides is closed on the next request', async () => {
  const open = () =>
    Promise.all(
      [at(`/files/${made.shown}/large`), at(`/files/${made.document}/file`)].map(async (url) => (await guest.get(url)).statusCode),
    )
  expect(await open()).toEqual([200, 200])
  await settings({ shows: { photos: false, files: false, findings: false, who: false } })
  expect(await open()).toEqual([404, 404])
  const [page, card] = [await guest.get(at(`/horses/${made.biscuit}`)), await guest.get(at(`/visits/${made.visit}/card`))]
  for (const body of [page.body, card.body])
    for (const word of [made.shown, 'A little thrush', 'Thrush', 'Pick out daily', ', Gareth Probert'])
      expect(body, word).not.toContain(word)
  await settings({ shows: { work: false } })
  const words = plain((await guest.get(at(`/horses/${made.biscuit}`))).body)
  for (const word of ['Short toes', 'Near fore, solar Near']) expect(words).not.toContain(word)
  expect(words).not.toContain('What was done')
  await settings({})
  expect(await open()).toEqual([200, 200])
})

test('a horse that was sold shows each owner their own time only', async () => {
  const buyer = await add('/api/clients', { name: 'Huw Bevan' })
  const horse = await add('/api/horses', { name: 'Seren', clientId: made.sian, cycleDays: 42 })
  await server.asOwner(`update horse_owners set from_on = '${day(-100)}' where horse_id = '${horse}'`)
  await add('/api/work-entries', { serviceType: 'Trim', workDate: day(-60), horseId: horse, description: 'In her time' })
  await server.gareth.put(`/api/horses/${horse}`, { clientId: buyer, ownedFrom: day(-30) })
  await add('/api/work-entries', { serviceType: 'Trim', workDate: day(-10), horseId: horse, description: 'In his time' })
  const other = await makeGuest(portal, { practice: server.gareth, clientId: buyer })
  const [hers, his] = [plain((await guest.get(at(`/horses/${horse}`))).body), plain((await other.get(at(`/horses/${horse}`))).body)]
  expect([hers.includes('In her time'), hers.includes('In his time')]).toEqual([true, false])
  expect([his.includes('In her time'), his.includes('In his time')]).toEqual([false, true])
  expect(hers).toContain('was yours until')
  expect(hers).not.toContain('Next due')
  expect(hers).not.toContain('Send something')
  expect(his).toContain('Yours since')
  expect(plain((await guest.get('/my')).body)).toContain('Seren with somebody else now')
})

test('work from before the first owner’s horse was entered is theirs', async () => {
  const horse = await add('/api/horses', { name: 'Taran', clientId: made.sian })
  await add('/api/work-entries', { serviceType: 'Trim', workDate: day(-400), horseId: horse, description: 'Long ago' })
  expect(plain((await guest.get(at(`/horses/${horse}`))).body)).toContain('Long ago')
})

test('on a plan without the portal visits stay and the record is closed, with the reason; after a plan has ended owners read on', async () => {
  const plan = (set: string) => server.asOwner(`update directory.practices set ${set} where id = '${server.gareth.practiceId}'`)
  await plan(`tier = 'essential', trial_ends_on = null, paid_until = '${day(20)}'`)
  const words = plain((await guest.get(at(`/horses/${made.biscuit}`))).body)
  expect(words).toContain('on a plan without the horse’s record')
  expect(words).not.toContain('Short toes')
  expect((await guest.get(at(`/files/${made.shown}/large`))).statusCode).toBe(404)
  expect((await guest.get(at(`/visits/${made.visit}/card`))).statusCode).toBe(200)
  await plan(`tier = 'professional', paid_until = '${day(-60)}', next_tier = null`)
  const lapsed = plain((await guest.get(at(`/horses/${made.biscuit}`))).body)
  expect(lapsed).toContain('Short toes')
  expect(lapsed).toContain('Your farrier takes nothing in here just now. Ring them.')
  await plan(`tier = 'professional', paid_until = '${day(20)}'`)
})

test('two farriers are two parts of one page, ten horses a list, and nothing at all says what to do', async () => {
  const clientId = await add('/api/clients', { name: 'Siân Penrose' }, server.other)
  for (let n = 0; n < 10; n++) await add('/api/horses', { name: `Pony ${n}`, clientId }, server.other)
  const both = await makeGuest(portal, { practice: server.gareth, clientId: made.sian }, { practice: server.other, clientId })
  const words = plain((await both.get('/my')).body)
  for (const word of ['Gareth Probert Farriery', 'Olwen Other Farriery', 'Pony 9 no date yet']) expect(words, word).toContain(word)
  await server.gareth.inPractice((tx) => endAccess(tx, { personId: both.personId, clientId: made.sian }))
  await server.other.inPractice((tx) => endAccess(tx, { personId: both.personId, clientId }))
  expect(plain((await both.get('/my')).body)).toContain('No farrier here has this address.')
})

test('a bill is what they owe, what isn’t billed is shown to no one, and a helper who may not see money reads neither', async () => {
  const helper = await makeGuest(portal, { practice: server.gareth, clientId: made.sian, role: 'helper', seesMoney: false })
  const home = async (who: typeof guest) => plain((await who.get('/my')).body)
  expect(await home(guest)).not.toContain('You owe')
  await add('/api/charges', { clientId: made.sian, description: 'Studs', unitPence: 3500 })
  expect(await home(guest)).not.toContain('£')
  await add('/api/invoices', { payerClientId: made.sian })
  expect(await home(guest)).toMatch(/You owe £\d+(\.\d\d)? to Gareth Probert Farriery/)
  expect(await home(helper)).not.toContain('£')
})

const opened = () => server.asOwner(`select what, subject_id from guest_log where person_id = '${guest.personId}'`)
