import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endAccess, letIn } from '#features/records/guests/server/let-in.ts'
import { keepProof } from '#features/records/guests/server/people.ts'
import { takeOver } from '#features/records/guests/server/taking-over.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type Database, openDatabase } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'
import { makeGuest } from '#testing/guests.ts'
import { SECRETS } from '#testing/pictures.ts'
import { startPortal } from '#testing/portal.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { makeShownHorse, NO_STRANGERS, type ShownHorse } from '#testing/shown-horse.ts'

let server: TestServer
/** Two servers on one database. */
let portals: [App, App]
let twin: Database
let horse: ShownHorse
// Each test has practices of its own: what ends a link would end those of the others.
beforeEach(async () => {
  server = await startTestServer()
  const app = server.db.pool.options
  twin = openDatabase({ app, directory: { ...app, user: 'pritchel_directory', max: 2 } })
  portals = [await startPortal(server.app.setup), await startPortal({ ...server.app.setup, db: twin })]
  horse = await makeShownHorse(server, portals[0])
})
afterEach(async () => {
  for (const portal of portals) await portal.close()
  await twin.close()
  await server.stop()
})

let strangers = 0
/** As a stranger opens an address: without a cookie, from a place of their own. */
const open = (url: string, portal = portals[0]) => {
  strangers += 1
  return portal.inject({ url, remoteAddress: `10.9.${strangers >> 8}.${strangers & 255}` })
}
const plain = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
const shares = async () =>
  (await server.gareth.get(`/api/horses/${horse.biscuit}/shares`)).json<{ id: string; closed: string | null; opens: number }[]>()

describe('the page of a link', () => {
  test('is headed by the practice and its number, names its recipient and its end, and shows what was chosen and nothing else', async () => {
    const link = await horse.share()
    const page = await open(link)
    const words = plain(page.body)
    expect(page.statusCode).toBe(200)
    for (const word of [
      ...[
        'Gareth Probert',
        'FRC 10421',
        'Biscuit',
        'Bay Welsh cob, born 2014',
        'Made for Tom Pugh, about a sale.',
        'This link works until',
      ],
      ...['Near fore', 'New shoe, 5¼ fullered', 'Full set new', 'Short toes', 'Save as a PDF'],
    ])
      expect(words, word).toContain(word)
    for (const word of [...NO_STRANGERS, 'A little thrush', 'Pick out daily', 'Merlin', 'Due', 'next'])
      expect(words, word).not.toContain(word)
    const { photos } = horse
    expect(page.body).toContain(`${link}/files/${photos.chosen}/small`)
    for (const id of [photos.left, photos.old, photos.hidden, photos.others, horse.sian, horse.biscuit, horse.document])
      expect(page.body).not.toContain(id)
    expect(page.body).not.toMatch(/\/my\/|<script[^>]*>[^<]/)
    const { headers } = page
    expect([headers['cache-control'], headers['x-robots-tag'], headers['referrer-policy']]).toEqual(['no-store', 'noindex', 'no-referrer'])
  })

  test('shows findings and advice where they were chosen, and the work of the chosen days alone', async () => {
    const told = plain((await open(await horse.share({ findings: 'yes', from: horse.day(-30) }))).body)
    for (const word of ['A little thrush.', 'Pick out daily.']) expect(told).toContain(word)
    expect(told).not.toContain('Short toes')
    const { photos } = horse
    const link = await horse.share({ work: undefined, from: horse.day(-30), [`photo-${photos.old}`]: 'yes' })
    const page = await open(link)
    for (const word of ['Full set new', 'Near fore New shoe', 'A little thrush.', 'What was done'])
      expect(plain(page.body)).not.toContain(word)
    expect(page.body).toContain(photos.chosen)
    // It was chosen, and is from before the day.
    expect(page.body).not.toContain(photos.old)
    expect((await open(`${link}/files/${photos.old}/small`)).statusCode).toBe(404)
  })

  test('never shows more than the practice shows its owner, from the next request on', async () => {
    const link = await horse.share({ findings: 'yes' })
    await server.asOwner(`update clients set portal_shows = '{"findings": false}' where id = '${horse.sian}'`)
    expect(plain((await open(link)).body)).not.toContain('A little thrush.')
    await server.gareth.put('/api/settings', { portal: { shows: { work: false, photos: false } } })
    const page = await open(link)
    expect(plain(page.body)).not.toContain('Full set new')
    expect(page.body).not.toContain(horse.photos.chosen)
    expect((await open(`${link}/files/${horse.photos.chosen}/small`)).statusCode).toBe(404)
    await server.gareth.put('/api/settings', { portal: { shows: { work: true, photos: true } } })
    await server.asOwner(`update attachments set uploaded_by = 'vet' where id = '${horse.photos.chosen}'`)
    expect((await open(link)).body).not.toContain(horse.photos.chosen)
    await server.asOwner(`update attachments set uploaded_by = 'farrier' where id = '${horse.photos.chosen}'`)
    expect((await open(link)).body).toContain(horse.photos.chosen)
    await server.gareth.put(`/api/file-attachments/${horse.photos.chosen}`, { shownToOwner: false })
    expect((await open(link)).body).not.toContain(horse.photos.chosen)
  })

  test('shows nothing of another owner’s time', async () => {
    await server.gareth.put(`/api/horses/${horse.biscuit}`, { clientId: horse.emma, ownedFrom: horse.day(-100) })
    // What came along with it is for its owner to read.
    await server.asOwner(`update horse_owners set brings = 'all' where client_id = '${horse.emma}'`)
    const emma = await makeGuest(portals[0], { practice: server.gareth, clientId: horse.emma })
    expect(plain((await emma.get(horse.path.replace('/share', ''))).body)).toContain('Short toes')
    const preview = await emma.submit(horse.path, { ...horse.form, step: 'preview', [`photo-${horse.photos.old}`]: 'yes' })
    for (const word of ['Short toes', horse.photos.old]) expect(preview.body.replaceAll(/<input[^>]*>/g, '')).not.toContain(word)
    const made = await emma.submit(horse.path, { ...horse.form, step: 'make', [`photo-${horse.photos.old}`]: 'yes' })
    const token = /\/share\/([\w-]{43})/.exec(made.body)?.[1]
    const page = plain((await open(`/share/${token}`)).body)
    expect(page).toContain('Full set new')
    expect(page).not.toContain('Short toes')
  })

  test('is a paper too, with the same contents', async () => {
    const paper = await open(`${await horse.share({ findings: 'yes' })}/record.pdf`)
    expect([paper.statusCode, paper.headers['content-type'], paper.headers['x-robots-tag']]).toEqual([200, 'application/pdf', 'noindex'])
    expect(paper.headers['content-disposition']).toContain('Biscuit')
    const words = readPdf(paper.rawPayload).replaceAll(/\s+/g, ' ')
    for (const word of [
      'Gareth Probert',
      'FRC 10421',
      'Made for Tom Pugh',
      'until',
      'New shoe, 5¼ fullered',
      'A little thrush.',
      'Short toes',
    ])
      expect(words, word).toContain(word)
    for (const word of NO_STRANGERS) expect(words, word).not.toContain(word)
    expect(paper.rawPayload.toString('latin1')).toContain('/DCTDecode')
  })

  test('has the chosen photos in two sizes, upright and without their place, and no other file', async () => {
    const link = await horse.share()
    const { photos, document } = horse
    for (const size of ['small', 'large']) {
      const photo = await open(`${link}/files/${photos.chosen}/${size}`)
      expect([photo.statusCode, photo.headers['content-type'], photo.headers['content-disposition']]).toEqual([200, 'image/jpeg', 'inline'])
      expect(photo.headers['x-robots-tag']).toBe('noindex')
      for (const secret of SECRETS) expect(photo.rawPayload.includes(secret)).toBe(false)
    }
    const never = await open(`${link}/files/${uuidv7()}/small`)
    expect(never.statusCode).toBe(404)
    for (const [id, size] of [
      ...[photos.left, photos.old, photos.hidden, photos.others, document].map((one) => [one, 'small']),
      ...[
        [photos.chosen, 'file'],
        [photos.chosen, 'toString'],
        ['nonsense', 'small'],
        ["1'--", 'large'],
      ],
    ]) {
      const answer = await open(`${link}/files/${id}/${size}`)
      expect([answer.statusCode, answer.body], `${id} ${size}`).toEqual([404, never.body])
    }
  })
})

describe('a link is counted', () => {
  test('once an hour and thing, with a line that records that it was by a link, in the reading itself', async () => {
    const link = await horse.share()
    const { chosen } = horse.photos
    for (const url of [link, link, `${link}/record.pdf`, `${link}/files/${chosen}/small`, `${link}/files/${chosen}/large`]) await open(url)
    const lines = await server.asOwner(`select what, subject_id as id, role, person_id as person, client_id as client from guest_log
      where share_id is not null and practice_id = '${server.gareth.practiceId}' order by what`)
    const line = { role: 'link', person: null, client: horse.sian }
    expect(lines).toEqual([
      { what: 'file', id: chosen, ...line },
      { what: 'horse', id: horse.biscuit, ...line },
    ])
    expect(await shares()).toMatchObject([{ opens: 1, lastOpenAt: expect.any(String), toName: 'Tom Pugh', clientName: 'Siân Penrose' }])
    await server.asOwner(`update guest_log set hour = hour - interval '1 hour' where practice_id = '${server.gareth.practiceId}'`)
    await open(link)
    expect((await shares())[0]?.opens).toBe(2)
    const log = (await server.gareth.get(`/api/guests/log?horseId=${horse.biscuit}`)).json<{ role: string; what: string }[]>()
    expect(log.filter(({ role }) => role === 'link').map(({ what }) => what)).toEqual(['horse', 'file', 'horse'])
    expect(plain((await horse.guest.get(horse.path)).body)).toContain('Opened twice, last on')
  })

  test('and opens nothing where that can’t be written', async () => {
    const link = await horse.share()
    await server.asOwner(`create function refuse_line() returns trigger language plpgsql as $$ begin raise 'no line'; end $$;
      create trigger refuse_line before insert on guest_log for each row execute function refuse_line()`)
    const answers: number[] = []
    for (const part of ['', '/record.pdf', `/files/${horse.photos.chosen}/large`]) answers.push((await open(link + part)).statusCode)
    await server.asOwner('drop trigger refuse_line on guest_log; drop function refuse_line')
    expect(answers).toEqual([500, 500, 500])
  })
})

/** What ends a link, and by which words its maker reads why. */
const ENDS: [why: string, end: () => Promise<unknown>, closed: string][] = [
  [
    'its owner ends it',
    async () => horse.guest.submit(`/my/at/${server.gareth.practiceId}/shares/${(await shares())[0]?.id}/end`),
    'ended',
  ],
  ['the farrier ends it', async () => server.gareth.post(`/api/shares/${(await shares())[0]?.id}/end`), 'ended'],
  [
    'its time is over',
    () => server.asOwner(`update horse_shares set made_at = clock_now() - (until_at - made_at), until_at = clock_now() where ${here()}`),
    'over',
  ],
  ['the horse is sold', () => server.gareth.put(`/api/horses/${horse.biscuit}`, { clientId: horse.emma }), 'sold'],
  ['the horse has moved on', () => server.gareth.put(`/api/horses/${horse.biscuit}`, { goneOn: horse.today, goneReason: 'moved' }), 'sold'],
  ['the horse is off the books', () => server.asOwner(`update horses set deleted_at = clock_now() where id = '${horse.biscuit}'`), 'sold'],
  [
    'its maker is out',
    () => server.gareth.inPractice((tx) => endAccess(tx, { personId: horse.guest.personId, clientId: horse.sian })),
    'ended',
  ],
  ['the portal is off', () => server.gareth.put('/api/settings', { portal: { way: 'off' } }), 'off'],
  ['the portal is off for its owner', () => server.gareth.put(`/api/clients/${horse.sian}`, { portal: false }), 'off'],
  ['links are switched off', () => server.gareth.put('/api/settings', { portal: { may: { share: false } } }), 'off'],
  ['the plan has no portal any more', () => plan("tier = 'essential', trial_ends_on = null, paid_until = '2099-01-01'"), 'plan'],
]
const here = () => `practice_id = '${server.gareth.practiceId}'`
const plan = (set: string) => server.asOwner(`update directory.practices set ${set} where id = '${server.gareth.practiceId}'`)

describe('once a link has ended', () => {
  test.each(ENDS)(
    'because %s, its page, paper and photos are what never was, on the next request by either server',
    async (_why, end, closed) => {
      const link = await horse.share()
      const { chosen } = horse.photos
      const never = `/share/${'x'.repeat(43)}`
      const parts = ['', '/record.pdf', `/files/${chosen}/small`, `/files/${chosen}/large`]
      for (const portal of portals) for (const part of parts) expect((await open(link + part, portal)).statusCode).toBe(200)
      const before = await lines()
      await end()
      const nothing = await open(never)
      for (const portal of portals)
        for (const part of parts)
          for (const url of [link + part, never + part]) {
            const answer = await open(url, portal)
            expect([answer.statusCode, answer.body], part).toEqual([404, nothing.body])
            expect(comparable(answer.headers), part).toEqual(comparable(nothing.headers))
          }
      expect(await lines()).toEqual(before)
      if (closed !== 'plan') expect(await standing()).toEqual([{ closed }])
    },
  )

  const lines = () => server.asOwner(`select count(*)::int as lines from guest_log where ${here()}`)
  /** From the rows: no list of a removed horse is read. */
  const standing = () =>
    server.gareth.inPractice(async (tx) => (await sql`select share_closed(s) as closed from horse_shares s`.execute(tx)).rows)
  /** Without what counts and dates requests. */
  const comparable = (headers: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(date$|x-request-id$|x-ratelimit)/.test(name)))

  test('it stays ended for a person who is let in again, and for a horse that is bought back', async () => {
    const link = await horse.share()
    const { guest, sian, biscuit, emma, day } = horse
    await server.gareth.inPractice((tx) => endAccess(tx, { personId: guest.personId, clientId: sian }))
    await server.gareth.inPractice((tx, actor) => letIn(tx, actor, { personId: guest.personId, clientId: sian, how: 'handed' }))
    expect((await open(link)).statusCode).toBe(404)
    const second = await horse.share()
    await server.asOwner(`update horse_shares set made_at = made_at - interval '30 days' where ${here()}`)
    await server.gareth.put(`/api/horses/${biscuit}`, { clientId: emma, ownedFrom: day(-20) })
    await server.gareth.put(`/api/horses/${biscuit}`, { clientId: sian, ownedFrom: day(-10) })
    expect((await open(second)).statusCode).toBe(404)
  })

  test('a hand-over that is undone opens it again: the horse was never another’s', async () => {
    const link = await horse.share()
    await server.gareth.put(`/api/horses/${horse.biscuit}`, { clientId: horse.emma })
    expect((await open(link)).statusCode).toBe(404)
    await server.gareth.put(`/api/horses/${horse.biscuit}`, { clientId: horse.sian })
    expect((await open(link)).statusCode).toBe(200)
  })
})

test('two records of its owner that are merged leave a link open, and so do two sign-ins of its maker that are one', async () => {
  const { gareth } = server
  const link = await horse.share()
  const kept = await horse.add('/api/clients', { name: 'S Penrose' })
  const merged = (await gareth.post(`/api/clients/${kept}/merge`, { otherId: horse.sian, fields: {} })).json<{ activityId: string }>()
  expect((await open(link)).statusCode).toBe(200)
  expect(await shares()).toMatchObject([{ clientId: kept }])
  await gareth.post(`/api/activity/${merged.activityId}/undo`)
  expect((await open(link)).statusCode).toBe(200)
  const address = { kind: 'email' as const, address: `${uuidv7()}@example.com` }
  const other = await makeGuest(portals[0])
  await server.db.withDirectory((tx) => keepProof(tx, address, horse.guest.personId))
  await takeOver(
    portals[0],
    { address, addressHash: Buffer.alloc(0), onlyPractice: null, addTo: null },
    horse.guest.personId,
    other.personId,
  )
  expect((await open(link)).statusCode).toBe(200)
  expect((await other.get(horse.path)).body).toContain('End now')
})

test('a death ends no link, and a dead horse can be shown: an insurer needs its record', async () => {
  const link = await horse.share()
  await server.gareth.put(`/api/horses/${horse.biscuit}`, { goneOn: horse.today, goneReason: 'deceased' })
  expect((await open(link)).statusCode).toBe(200)
  expect((await open(await horse.share({ purpose: 'insurance' }))).statusCode).toBe(200)
})
