import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Card } from '#features/day/visit-card/card.ts'
import type { VisitCardLink } from '#features/day/visit-card/contract.ts'
import { openCard } from '#features/day/visit-card/server/service.ts'
import { makePictures } from '#features/evidence/files/server/make-pictures.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { longPath } from '#lib/short-links.ts'
import { storeFile } from '#testing/files.ts'
import { photoWithPlace, SECRETS } from '#testing/pictures.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const today = dayOf(currentTime(), 'Europe/London')
const SHOE = { work: 'new', shoe: 'Fullered', size: '5¼', nails: 'E5', findings: ['Thrush'], note: 'owner never picks out' }
const FRONTS = { NF: SHOE, OF: { ...SHOE, findings: [] }, NH: { work: 'trim' }, OH: { work: 'trim' } }
/** Nothing of this is an owner's business. */
const PRIVATE = ['4471', 'Slow payer', 'Kicks out', 'over the wall', 'Nutmeg', 'Rees', 'never picks out', 'Hollybush Lane', '£', 'E5']

/* The page is the browser side's, which these types know nothing of. */
const PAGE = '#features/day/visit-card/page/server.tsx'
let render: (shown: { card: Card; token: string } | undefined) => string

let server: TestServer
let made: Awaited<ReturnType<typeof aVisit>>
beforeAll(async () => {
  ;({ render } = await import(PAGE))
  server = await startTestServer({ own: true })
  made = await aVisit()
})
afterAll(() => server.stop())

const add = async (path: string, body: object): Promise<string> => {
  const answer = await server.gareth.post(path, body)
  if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.body}`)
  return answer.json<{ id: string }>().id
}

/** A finished stop at a yard: Siân's Biscuit done and photographed, her Merlin not done, and Emma's Nutmeg next to them. */
async function aVisit() {
  const sian = await add('/api/clients', { name: 'Siân Penrose', phone: '07700 900118', notes: 'Slow payer', address: 'Hollybush Lane' })
  const emma = await add('/api/clients', { name: 'Emma Rees' })
  const yardId = await add('/api/yards', { name: 'Tŷ Gŵyn Livery', gateCode: '4471', accessNotes: 'Key over the wall' })
  const horse = (name: string, clientId: string) =>
    add('/api/horses', { name, clientId, yardId, cycleDays: 42, specialNotes: 'Kicks out', temperament: 'Kicks out' })
  const [biscuit, merlin, nutmeg] = [await horse('Biscuit', sian), await horse('Merlin', sian), await horse('Nutmeg', emma)]
  const stop = { isCallOnly: true, callNumber: 1, callPeriod: 'AM', yardId, clientId: sian }
  const horses = [biscuit, merlin, nutmeg].map((horseId) => ({ horseId, plannedWork: 'Front shoes new' }))
  const visit = await add('/api/appointments', {
    ...stop,
    onDay: today,
    title: 'Yard',
    notes: 'Key over the wall',
    location: 'Gate 4471',
    horses,
  })
  await add('/api/appointments', { ...stop, onDay: addDays(today, 43), callPeriod: 'PM', horses: [{ horseId: biscuit }] })
  await add('/api/appointments', { ...stop, onDay: addDays(today, 2), status: 'pencilled', horses: [{ horseId: biscuit }] })
  const lines = (await server.gareth.get(`/api/appointments/${visit}`)).json<{ horses: { id: string }[] }>().horses.map(({ id }) => id)
  const photo = async (horseId: string, more: object = {}) => {
    const fileId = await storeFile(server.gareth, await photoWithPlace())
    const id = await add('/api/file-attachments', { fileId, fileType: 'image', fileName: 'x.jpg', horseId, appointmentId: visit, ...more })
    return { fileId, id }
  }
  const photos = {
    shown: await photo(biscuit, { foot: 'NF' }),
    hidden: await photo(biscuit, { shownToOwner: false }),
    other: await photo(nutmeg),
  }
  return { sian, emma, biscuit, merlin, nutmeg, visit, lines, photos, ...(await finish(lines, [biscuit, nutmeg])) }
}

async function finish([first, second, third]: string[], [biscuit, nutmeg]: string[]) {
  const entry = { serviceType: 'Front shoes new', workDate: today, setup: FRONTS }
  const words = { description: 'Rolled toes.', findings: 'Thrush in both fronts, a little.', recommendations: 'Pick out daily.\nDry bed.' }
  const work = await add('/api/work-entries', { ...entry, ...words, horseId: biscuit, visitHorseId: first })
  await add('/api/work-entries', { ...entry, findings: 'Nutmeg is lame behind', horseId: nutmeg, visitHorseId: third })
  for (const id of [first, third]) await server.gareth.put(`/api/visit-horses/${id}`, { outcome: 'done' })
  await server.gareth.put(`/api/visit-horses/${second}`, { outcome: 'not_done', reason: 'Lame, vet first' })
  return { work }
}

/** Siân's card, by a link of its own. */
async function card(visit = made.visit) {
  const links = (await server.gareth.post(`/api/appointments/${visit}/visit-card`)).json<VisitCardLink[]>()
  const link = links.find(({ clientId }) => clientId === made.sian)
  if (!link) throw new Error(JSON.stringify(links))
  const [page, pdf] = [link.url, link.pdfUrl].map((url) => new URL(url).pathname) as [string, string]
  return { page, pdf, token: page.split('/')[2] ?? '' }
}

let addresses = 0
const get = (url: string, headers = {}) => server.app.inject({ url, headers, remoteAddress: `10.2.0.${addresses++ % 250}` })
/** The contents of a link's page (`serve-pages.test.ts` requests it over HTTP). */
async function read(path: string) {
  const token = path.split('/')[2] ?? ''
  const opened = await openCard({ db: server.db, files: server.app.setup.files }, token)
  return { isCard: opened !== undefined, body: render(opened && { card: opened.card, token }) }
}
const photoUrl = (token: string, id: string) => `/api/visit-cards/${token}/photos/${id}`
const makeAllPictures = async () => {
  for (const { data } of await server.asOwner("select data from pgboss.job where name = 'make-pictures'"))
    await makePictures(server.db, server.app.setup.files).handle(data as Record<string, unknown>)
}
const wordsOf = (pdf: Buffer) => readPdf(pdf).replaceAll(/\s+/g, ' ')
const plain = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

describe('making links', () => {
  test('one for each owner with a horse done or not done there, good for a year, and another on each further request', async () => {
    const answer = await server.gareth.post(`/api/appointments/${made.visit}/visit-card`)
    expect(answer.json()).toEqual(
      [
        [made.emma, 'Emma Rees'],
        [made.sian, 'Siân Penrose'],
      ].map(([clientId, clientName]) => ({
        clientId,
        clientName,
        url: expect.stringMatching(/^http:\/\/localhost:3000\/c\/\w{12}$/),
        pdfUrl: expect.stringMatching(/^http:\/\/localhost:3000\/visit\/\w{12}\/card\.pdf$/),
        diesAt: expect.stringContaining(`${Number(today.slice(0, 4)) + 1}-`),
      })),
    )
    const [first, second] = [await card(), await card()]
    expect(first.page).not.toBe(second.page)
    expect([(await read(first.page)).isCard, (await read(second.page)).isCard]).toEqual([true, true])
    const kept = await server.asOwner(
      `select count(*)::int as links from directory.links where encode(token_hash, 'escape') like '%${first.token}%'`,
    )
    expect(kept).toEqual([{ links: 0 }])
  })

  test('is for a visit of one’s own practice that has something to show, and for members who may write to owners', async () => {
    const path = `/api/appointments/${made.visit}/visit-card`
    const open = await add('/api/appointments', { isCallOnly: true, onDay: today, clientId: made.sian, horses: [{ horseId: made.merlin }] })
    expect((await server.gareth.post(`/api/appointments/${open}/visit-card`)).json()).toMatchObject({ code: 'nothing_done' })
    expect((await server.other.post(path)).json()).toMatchObject({ code: 'appointment_not_found' })
    expect((await server.app.inject({ method: 'POST', url: path })).statusCode).toBe(401)
    const ned = await server.gareth.addMember('Ned Apprentice', 'apprentice')
    expect([(await ned.post(path)).statusCode, (await ned.delete(path)).statusCode]).toEqual([403, 403])
  })
})

describe('the page', () => {
  test('shows what was done, seen and advised, and when they meet next, in words an owner knows', async () => {
    await server.gareth.put('/api/practice', { frcNumber: '12345' })
    const { page } = await card()
    const answer = await read(page)
    const text = plain(answer.body)
    for (const said of ['Gareth Probert Farriery', 'FRC 12345', 'Tŷ Gŵyn Livery', 'For Siân', 'Biscuit', 'Front shoes new', 'Rolled toes.'])
      expect(text).toContain(said)
    for (const said of ['Near fore New shoe, 5¼ fullered', 'Off hind Trim', 'Thrush in both fronts, a little.', 'Near fore: thrush'])
      expect(text).toContain(said)
    expect(text).toContain('Pick out daily. Dry bed.')
    // The day that is booked, and no other beside it.
    expect(text).toMatch(/Booked \w{3} \d+ \w{3} \d{4} in the afternoon/)
    expect(text).not.toContain('Next due')
    expect(text).toMatch(/Merlin Not done Lame, vet first/)
    expect(answer.body).not.toContain('<script')
  })

  test('holds nothing of another owner, of the practice’s notes, the yard’s gate or the prices', async () => {
    const { page, token } = await card()
    // What is drawn by lot may have any letters in it.
    const body = (await read(page)).body.replaceAll(token, '')
    for (const secret of [...PRIVATE, made.nutmeg, made.emma, made.photos.hidden.id, made.photos.other.id])
      expect(body, secret).not.toContain(secret)
  })

  test('follows later corrections, and ends with the visit', async () => {
    const { page } = await card()
    await server.gareth.put(`/api/work-entries/${made.work}`, { findings: 'Seedy toe' })
    expect((await read(page)).body).toContain('Seedy toe')
    const clientId = made.sian
    const gone = await add('/api/appointments', { isCallOnly: true, onDay: today, clientId, horses: [{ horseId: made.merlin }] })
    const [line] = (await server.gareth.get(`/api/appointments/${gone}`)).json<{ horses: { id: string }[] }>().horses
    await server.gareth.put(`/api/visit-horses/${line?.id}`, { outcome: 'not_done', reason: 'Not caught' })
    const short = await card(gone)
    expect((await read(short.page)).body).toContain('Not caught')
    await server.gareth.put(`/api/visit-horses/${line?.id}`, { reopen: true })
    expect((await read(short.page)).isCard).toBe(false)
  })
})

describe('photos', () => {
  test('those shown to the owner are on it, in pictures of ours without what the camera wrote', async () => {
    const { page, token } = await card()
    expect(plain((await read(page)).body)).toContain('A photo is still on its way.')
    expect((await get(photoUrl(token, made.photos.shown.id))).json()).toMatchObject({ code: 'no_picture_yet' })
    await makeAllPictures()
    expect((await read(page)).body).toContain(photoUrl(token, made.photos.shown.id))
    for (const size of ['small', 'large']) {
      const picture = await get(`${photoUrl(token, made.photos.shown.id)}?size=${size}`)
      expect(picture.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'referrer-policy': 'no-referrer',
      })
      expect(picture.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
      for (const secret of SECRETS) expect(picture.rawPayload.includes(secret)).toBe(false)
      expect(
        (await get(`${photoUrl(token, made.photos.shown.id)}?size=${size}`, { 'if-none-match': picture.headers.etag })).statusCode,
      ).toBe(304)
    }
  })

  test('no others open, and one that is hidden again is removed from card and link', async () => {
    const { page, token } = await card()
    const { shown, hidden, other } = made.photos
    for (const id of [hidden.id, other.id, made.visit, 'nonsense'])
      expect((await get(photoUrl(token, id))).json(), id).toMatchObject({ code: 'visit_card_not_found' })
    await server.gareth.put(`/api/file-attachments/${shown.id}`, { shownToOwner: false })
    expect((await read(page)).body).not.toContain(shown.id)
    expect((await get(photoUrl(token, shown.id))).statusCode).toBe(404)
    await server.gareth.put(`/api/file-attachments/${shown.id}`, { shownToOwner: true })
  })

  test('a farrier’s photo of a visit is shown at first; one of no visit is not, nor a vet’s', async () => {
    const shownAtFirst = async (more: object) => {
      const id = await add('/api/file-attachments', {
        fileId: made.photos.shown.fileId,
        fileType: 'image',
        fileName: 'x.jpg',
        horseId: made.merlin,
        ...more,
      })
      const [row] = await server.asOwner(`select shown_to_owner as shown from attachments where id = '${id}'`)
      return row?.shown
    }
    expect(await shownAtFirst({ appointmentId: made.visit })).toBe(true)
    expect(await shownAtFirst({})).toBe(false)
    expect(await shownAtFirst({ appointmentId: made.visit, uploadedBy: 'vet', receivedFrom: 'A vet' })).toBe(false)
    expect(await shownAtFirst({ appointmentId: made.visit, uploadedBy: 'vet', fileType: 'radiograph' })).toBe(false)
  })
})

describe('the PDF', () => {
  test('has the same contents as the page, can be read aloud, and carries its fonts and the photo', async () => {
    await makeAllPictures()
    const { pdf } = await card()
    const answer = await get(pdf)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(answer.headers['content-disposition']).toMatch(
      /^inline; filename="Visit card Biscuit, Merlin \d+ \w{3} \d{4}\.pdf"; filename\*=UTF-8''/,
    )
    const file = answer.rawPayload
    expect(file.subarray(0, 5).toString()).toBe('%PDF-')
    const text = wordsOf(file)
    for (const said of [
      'Gareth Probert Farriery',
      'Visit card',
      'Tŷ Gŵyn Livery',
      'for Siân',
      'Biscuit',
      'Front shoes new',
      '5¼ fullered',
      'Near fore: thrush',
      'Pick out daily.',
      'Booked',
      'Merlin',
      'Lame, vet first',
    ])
      expect(text).toContain(said)
    for (const secret of PRIVATE) expect(text, secret).not.toContain(secret)
    const raw = file.toString('latin1')
    expect(raw.match(/\/Type \/Page\b/g)).toHaveLength(1)
    for (const part of ['/Lang (en-GB)', '/Marked true', '/StructTreeRoot', '/FontFile2', 'PublicSans-Regular', '/DCTDecode', '/Alt ('])
      expect(raw, part).toContain(part)
  })

  test('goes on over as many pages as it takes', async () => {
    const long = 'Feed a little less, and keep the feet dry at night. '.repeat(180)
    await server.gareth.put(`/api/work-entries/${made.work}`, { recommendations: long })
    const file = (await get((await card()).pdf)).rawPayload
    expect(file.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1)
    expect(wordsOf(file).match(/Feed a little less/g)).toHaveLength(180)
    expect(wordsOf(file)).toContain('Page 2 of')
    await server.gareth.put(`/api/work-entries/${made.work}`, { recommendations: 'Pick out daily.' })
  })
})

test('a link that is revoked, dead, unknown or for something else opens the same page that there is none, and nothing else', async () => {
  const [mine, late] = [await card(), await card()]
  const emmas = (await server.gareth.post(`/api/appointments/${made.visit}/visit-card`)).json<VisitCardLink[]>()[0]
  expect((await server.gareth.delete(`/api/appointments/${made.visit}/visit-card?clientId=${made.sian}`)).statusCode).toBe(204)
  expect((await read(new URL(emmas?.url ?? '').pathname)).isCard).toBe(true)
  expect((await server.other.delete(`/api/appointments/${made.visit}/visit-card`)).statusCode).toBe(404)
  expect((await read(new URL(emmas?.url ?? '').pathname)).isCard).toBe(true)
  const fresh = await card()
  expect((await read(fresh.page)).isCard).toBe(true)
  await server.asOwner(`update directory.links set dies_at = clock_now() where kind = 'visit_card' and client_id = '${made.sian}'`)
  await server.asOwner(`insert into directory.links (token_hash, practice_id, kind, subject_id, client_id, dies_at)
    values (sha256('of-a-queue'), '${server.gareth.practiceId}', 'queue', '${made.visit}', '${made.emma}', clock_now() + interval '1 day')`)
  const pages = await Promise.all([mine.page, late.page, fresh.page, '/visit/unknown', '/visit/of-a-queue'].map(read))
  expect(pages.map(({ isCard }) => isCard)).toEqual([false, false, false, false, false])
  expect(new Set(pages.map(({ body }) => body)).size).toBe(1)
  expect(plain(pages[0]?.body ?? '')).toContain('This link doesn’t work')
  const pdf = await get(mine.pdf)
  expect([pdf.statusCode, pdf.headers.location]).toEqual([302, longPath(mine.page)])
  expect((await get(photoUrl(mine.token, made.photos.shown.id))).json()).toMatchObject({ code: 'visit_card_not_found' })
  await server.gareth.delete(`/api/appointments/${made.visit}/visit-card`)
  expect((await read(new URL(emmas?.url ?? '').pathname)).isCard).toBe(false)
})

test('too many requests for PDFs must wait', async () => {
  const codes: number[] = []
  while (codes.length < 31) codes.push((await server.app.inject({ url: '/visit/unknown/card.pdf', remoteAddress: '10.9.9.9' })).statusCode)
  expect([codes[29], codes[30]]).toEqual([302, 429])
})
