import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { keepCopies, makePattern } from '#app/demo.ts'
import { cast } from '#db/cast.ts'
import { makeCopy, openDemo } from '#features/core/practice/server/demo-copies.ts'
import { listGuestHorses, listGuestVisits } from '#features/records/guests/server/reading.ts'
import { seatDemoOwner } from '#features/records/guests/server/seat-demo-owner.ts'
import { clockAheadMs, currentMs, currentTime, machineMs, setClock } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { demoDayOn } from '#lib/demo-day.ts'
import { makeBackup } from '#platform/server/backup/backup.ts'
import { tableFile } from '#platform/server/backup/format.ts'
import { readPracticeRows } from '#platform/server/database/copy-practice.ts'
import { forEachPractice } from '#platform/server/database/each-practice.ts'
import { takeDue } from '#platform/server/database/wakes.ts'
import { findClientLink } from '#platform/server/links.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { shellOf } from '#testing/shells.ts'

let server: TestServer
const DAY_MS = 24 * 60 * 60_000
const today = () => demoDayOn(dayOf(currentTime(), cast.practice.zone))
beforeAll(async () => {
  server = await startTestServer({ demo: { opens: 'copy' } })
  await makePattern(places(), wanting(0), today())
})
afterAll(() => server.stop())
const aheadMs = clockAheadMs()
const clockGoesOn = () => setClock(new Date(machineMs() + aheadMs))
afterEach(async () => {
  clockGoesOn()
  await server.asOwner(`update directory.demo_copies set state = 'over'`)
  while (await deleteOne());
})
/** So many copies in advance. */
const wanting = (ready: number) => ({ demo: { opens: 'copy' as const, ready, most: 100 } })
const places = () => ({ db: server.db, files: server.app.setup.files })
/** One step of the keeper that wants no copies: it deletes what is over. */
const deleteOne = () => keepCopies(places(), wanting(0))

type Client = { id: string; name: string; phone: string | null; email: string | null }
/** A visitor with a browser of their own; with an earlier session they come back. */
async function visit(before?: { cookies: Record<string, string> }) {
  const answer = await server.app.inject({ method: 'POST', url: '/api/auth/demo', ...(before && { cookies: before.cookies }) })
  const cookies = { [server.app.cookieName]: answer.cookies[0]?.value ?? '' }
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    server.app.inject({ method, url, cookies, ...(payload && { payload }) })
  const get = async <T>(url: string) => (await send('GET', url)).json<T>()
  return {
    status: answer.statusCode,
    cookies,
    send,
    get,
    user: () => get<{ id: string; email: string | null; practice: { id: string } }>('/api/auth/user'),
  }
}
const practiceOf = async (visitor: Awaited<ReturnType<typeof visit>>) => (await visitor.user()).practice.id
const clientsOf = (visitor: Awaited<ReturnType<typeof visit>>) => visitor.get<Client[]>('/api/clients?limit=1000')
const copies = () => server.asOwner('select practice_id, state from directory.demo_copies order by made_at')

const counted = (practiceId: string) =>
  server.db.withPractice(practiceId, async (tx) =>
    Object.fromEntries((await readPracticeRows(tx)).tables.map(({ table, rows }) => [table.name, JSON.parse(rows).length])),
  )

describe('a copy a visitor', () => {
  test('has every row that the demo practice has', async () => {
    const [pattern, copy] = [await counted(cast.practice.id), await counted(await practiceOf(await visit()))]
    expect(copy).toEqual(pattern)
    expect(copy.allocations).toBeGreaterThan(100)
  })

  test('shows what the demo practice has, and neither sees what the other changes', async () => {
    const [one, other] = [await visit(), await visit()]
    const [ofOne, ofOther] = [await clientsOf(one), await clientsOf(other)]
    expect(ofOne.map(({ name }) => name).sort()).toEqual(ofOther.map(({ name }) => name).sort())
    expect(ofOne.length).toBeGreaterThan(20)
    const [sarah] = ofOne
    expect((await one.send('PUT', `/api/clients/${sarah?.id}`, { name: 'Changed by one' })).statusCode).toBe(200)
    expect((await one.send('POST', '/api/clients', { name: 'Added by one' })).statusCode).toBeLessThan(300)
    const names = (await clientsOf(other)).map(({ name }) => name)
    expect(names).not.toContain('Changed by one')
    expect(names).not.toContain('Added by one')
    const pattern = await server.db.withPractice(cast.practice.id, (tx) => tx.selectFrom('clients').select('name').execute())
    expect(pattern.map(({ name }) => name)).not.toContain('Changed by one')
  })

  test('has no id of another: raw ids, links, numbers and addresses of one open nothing of another', async () => {
    const [one, other] = [await visit(), await visit()]
    const fetch = async (visitor: typeof one) =>
      (await visitor.send('GET', '/api/sync/pull?deviceId=0192f1b6-0000-7000-8000-0000000000aa&limit=2000')).body
    const ids = (text: string) => new Set(text.match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g))
    const [ofOne, ofOther] = [ids(await fetch(one)), ids(await fetch(other))]
    expect(ofOne.size).toBeGreaterThan(500)
    expect([...ofOne].filter((id) => ofOther.has(id))).toEqual(['0192f1b6-0000-7000-8000-0000000000aa'].filter((id) => ofOne.has(id)))
    const [client] = await clientsOf(one)
    const [visitOfOne] = await one.get<{ id: string }[]>(`/api/appointments?date=${today()}`)
    for (const path of [`/api/clients/${client?.id}`, `/api/appointments/${visitOfOne?.id}`])
      expect([(await one.send('GET', path)).statusCode, (await other.send('GET', path)).statusCode]).toEqual([200, 404])
    // Without a session a raw id leads to the practice that has it, and to no other.
    const { rows } = await server.db.withDirectory((tx) =>
      sql<{ id: string }>`select directory.practice_of_raw_id(${client?.id}) as id`.execute(tx),
    )
    expect(rows).toEqual([{ id: await practiceOf(one) }])
    // A link leads to the record of its copy, and to nothing once that copy is over.
    const link = async () => findClientLink(server.db, 'triage', token)
    const { url } = (await one.send('POST', `/api/clients/${client?.id}/lost-shoe-link`, { sends: false })).json<{ url: string }>()
    const token = url.split('/').at(-1) ?? ''
    expect(await link()).toMatchObject({ practiceId: await practiceOf(one), clientId: client?.id })
    await server.asOwner(`update directory.demo_copies set state = 'over' where practice_id = '${await practiceOf(one)}'`)
    while (await deleteOne());
    expect(await link()).toBeUndefined()
  })

  test('is found by no telephone number and no e-mail address', async () => {
    const visitor = await visit()
    const phones = (await clientsOf(visitor)).flatMap(({ phone }) => phone ?? [])
    expect(phones.length).toBeGreaterThan(10)
    const numbers = await server.db.withPractice(await practiceOf(visitor), (tx) => tx.selectFrom('clients').select('phone_e164').execute())
    for (const { phone_e164 } of numbers) {
      const { rows } = await server.db.withDirectory((tx) =>
        sql`select * from directory.clients_of_address(${server.app.setup.keyedHash(`phone:${phone_e164}`)})`.execute(tx),
      )
      expect(rows).toEqual([])
    }
    expect((await visitor.user()).email).toBeNull()
    const people = await server.asOwner(`select p.email from directory.people p join directory.memberships m on m.person_id = p.id
      join directory.demo_copies c on c.practice_id = m.practice_id where p.email is not null or p.phone_e164 is not null`)
    expect(people).toEqual([])
  })

  test('has an owner of its own, who sees two horses with a visit to come, and goes with it', async () => {
    const [one, other] = [await practiceOf(await visit()), await practiceOf(await visit())]
    const owner = await seatDemoOwner(server.db, one)
    expect(await seatDemoOwner(server.db, one)).toEqual(owner)
    expect(await seatDemoOwner(server.db, other)).not.toEqual(owner)
    const seen = (practiceId: string) =>
      server.db.withGuest({ practiceId, ...owner }, async (tx) => ({
        horses: (await listGuestHorses(tx)).length,
        visits: (await listGuestVisits(tx, today())).length,
      }))
    expect(await seen(one)).toEqual({ horses: 2, visits: expect.any(Number) })
    expect((await seen(one)).visits).toBeGreaterThan(0)
    expect(await seen(other)).toEqual({ horses: 0, visits: 0 })
    await server.asOwner(`update directory.demo_copies set state = 'over' where practice_id = '${one}'`)
    while (await deleteOne());
    expect(await server.asOwner(`select id from directory.people where id = '${owner.personId}'`)).toEqual([])
  })

  test('has requests of owners: an address that two clients share lets in the one the farrier chooses, and a horse is sold', async () => {
    const visitor = await visit()
    type Ask = { id: string; clientId: string; personId: string; kind: string; facts: { email?: string }; horseId: string | null }
    const asks = await visitor.get<Ask[]>('/api/owner-asks?unseen=true')
    expect(asks.map(({ kind }) => kind).sort()).toEqual(['access', 'access', 'sold'])
    const [first] = asks.filter(({ kind }) => kind === 'access')
    expect((await visitor.send('PUT', `/api/owner-asks/${first?.id}`, { outcome: 'done' })).statusCode).toBe(200)
    type Portal = { people: { personId: string; isConfirmed: boolean; until: string | null }[] }
    const portalOf = (clientId?: string) => visitor.get<Portal>(`/api/clients/${clientId}/portal`)
    expect((await portalOf(first?.clientId)).people).toMatchObject([{ personId: first?.personId, isConfirmed: true }])
    const gone = (await clientsOf(visitor)).find(({ name }) => name === 'Joanna Marsh')
    expect((await portalOf(gone?.id)).people).toMatchObject([{ isConfirmed: true, until: expect.any(String) }])
    const practiceId = await practiceOf(visitor)
    await server.asOwner(`update directory.demo_copies set state = 'over' where practice_id = '${practiceId}'`)
    while (await deleteOne());
    expect(await server.asOwner(`select id from directory.people where id = '${first?.personId}'`)).toEqual([])
  })

  test('a visitor who comes back finds what they changed; one who signed out gets another', async () => {
    const first = await visit()
    const added = (await first.send('POST', '/api/clients', { name: 'Still here' })).json<Client>()
    const again = await visit(first)
    expect(await practiceOf(again)).toBe(await practiceOf(first).catch(() => practiceOf(again)))
    expect((await again.send('GET', `/api/clients/${added.id}`)).statusCode).toBe(200)
    expect((await first.send('GET', '/api/clients')).statusCode).toBe(401)
    await again.send('GET', '/api/logout')
    const third = await visit(again)
    expect((await third.send('GET', `/api/clients/${added.id}`)).statusCode).toBe(404)
  })

  test('a session of one’s own practice opens no copy, and stays out of it', async () => {
    const visitor = await visit({ cookies: server.gareth.cookies })
    expect(await practiceOf(visitor)).not.toBe(server.gareth.practiceId)
  })

  test('the token of a shell that was let into a copy leads no browser there as a cookie', async () => {
    const visitor = await visit()
    const send: typeof server.gareth.send = (method, url, payload, more) =>
      server.app.inject({ method, url, cookies: visitor.cookies, ...(payload && { payload }), ...more })
    const { token } = await shellOf(server.app, { send })
    const thief = await visit({ cookies: { [server.app.cookieName]: token } })
    expect(await practiceOf(thief)).not.toBe(await practiceOf(visitor))
  })

  test('all who work in the demo practice are in it, each a person of their own', async () => {
    const visitor = await visit()
    const count = async (id: string) =>
      (await server.asOwner(`select person_id from directory.memberships where practice_id = '${id}'`)).map(({ person_id }) => person_id)
    const [pattern, copy] = [await count(cast.practice.id), await count(await practiceOf(visitor))]
    expect(copy).toHaveLength(pattern.length)
    expect(copy.filter((id) => pattern.includes(id))).toEqual([])
  })
})

describe('handing out', () => {
  test('a copy that waits is given, each once, and none has to be made', async () => {
    for (const _ of [1, 2, 3]) await makeCopy(server.db)
    const made = (await copies()).map(({ practice_id }) => practice_id)
    const visitors = await Promise.all([visit(), visit(), visit()])
    const given = await Promise.all(visitors.map(practiceOf))
    expect(given.sort()).toEqual(made.sort())
    expect((await copies()).map(({ state }) => state)).toEqual(['given', 'given', 'given'])
  })

  test('where none waits one is made on the spot', async () => {
    expect((await visit()).status).toBe(204)
    expect((await copies()).map(({ state }) => state)).toEqual(['given'])
  })

  test('at the limit the longest unused is given up, and its visitor is signed out', async () => {
    const from = { userAgent: 'test', oldToken: undefined }
    const open = () => openDemo(server.db, from, { opens: 'copy', most: 2 })
    const cookies = (token: string) => ({ [server.app.cookieName]: token })
    const [first, second] = [await open(), await open()]
    // The first is used after the second.
    await server.asOwner(`update directory.sessions set last_seen_at = last_seen_at + interval '2 hours'
      where token_hash = sha256('${first}')`)
    const third = await open()
    const status = async (token: string) => (await server.app.inject({ url: '/api/clients', cookies: cookies(token) })).statusCode
    expect([await status(first), await status(second), await status(third)]).toEqual([200, 401, 200])
    expect((await copies()).map(({ state }) => state).sort()).toEqual(['given', 'given', 'over'])
  })

  test('while there is no demo practice it reports that it is not ready', async () => {
    const empty = await startTestServer({ demo: { opens: 'copy' } })
    const answer = await empty.app.inject({ method: 'POST', url: '/api/auth/demo' })
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'not_ready'])
    await empty.stop()
  })
})

describe('keeping', () => {
  test('as many wait as should, and no more are made', async () => {
    while (await keepCopies(places(), wanting(2)));
    expect((await copies()).map(({ state }) => state)).toEqual(['ready', 'ready'])
  })

  test('a copy without use for a day is gone, wholly; one that is used stays', async () => {
    const [unused, used] = [await visit(), await visit()]
    const [gone, kept] = [await practiceOf(unused), await practiceOf(used)]
    await unused.send('POST', '/api/clients', { name: 'Of yesterday' })
    await server.asOwner(`update directory.sessions set last_seen_at = last_seen_at + interval '1 hour' where practice_id = '${kept}'`)
    setClock(new Date(currentMs() + DAY_MS + 60_000))
    // A new day comes first, if it is one.
    while (await keepCopies(places(), wanting(0)));
    expect((await copies()).map(({ practice_id }) => practice_id)).toEqual([kept])
    expect(await everywhere(gone)).toEqual([])
    expect((await unused.send('GET', '/api/clients')).statusCode).toBe(401)
    expect((await used.send('GET', '/api/clients')).statusCode).toBe(200)
  })

  test('no one stays in the demo practice itself, as when visitors still shared it', async () => {
    const token = await openDemo(server.db, { userAgent: 'test', oldToken: undefined }, { opens: 'original' })
    const cookies = { [server.app.cookieName]: token }
    expect((await server.app.inject({ url: '/api/auth/user', cookies })).json()).toMatchObject({ practice: { id: cast.practice.id } })
    await makePattern(places(), wanting(0), today())
    server.app.sessions.forget(token)
    expect((await server.app.inject({ url: '/api/auth/user', cookies })).statusCode).toBe(401)
  })

  test('on another day the demo shows that one, and copies that wait show it too', async () => {
    await makeCopy(server.db)
    const later = demoDayOn(addDays(today(), 1))
    setClock(`${later}T08:00:00Z`)
    while (await keepCopies(places(), wanting(1)));
    expect(
      await server.asOwner(
        `select p.demo_day::text as day, c.state from directory.demo_copies c join directory.practices p on p.id = c.practice_id`,
      ),
    ).toEqual([{ day: later, state: 'ready' }])
    const visitor = await visit()
    expect(await visitor.get<unknown[]>(`/api/appointments?date=${later}`)).not.toEqual([])
    clockGoesOn()
    await makePattern(places(), wanting(0), today())
  })
})

/** Every row anywhere that names a practice. */
async function everywhere(practiceId: string) {
  const tables = await server.asOwner(`select format('%I.%I', table_schema, table_name) as name from information_schema.columns
    where column_name = 'practice_id' and table_schema in ('public', 'directory')`)
  const found: string[] = []
  for (const { name } of tables)
    if ((await server.asOwner(`select 1 from ${name} where practice_id = '${practiceId}' limit 1`)).length > 0) found.push(String(name))
  return found
}

describe('outside all else', () => {
  test('no job over the practices opens a copy', async () => {
    await visit()
    const opened: string[] = []
    await forEachPractice(server.db, {
      job: 'looks',
      asOf: currentTime(),
      withWork: (among) => sql`unnest(${among}::uuid[])`,
      work: async (id) => void opened.push(id),
    })
    const ofCopies = (await copies()).map(({ practice_id }) => practice_id)
    expect(ofCopies).toHaveLength(1)
    expect(opened).toContain(cast.practice.id)
    expect(opened.filter((id) => ofCopies.includes(id))).toEqual([])
  })

  test('nothing is sent of the demo practice itself, nor of a copy before a visitor has it', async () => {
    await makeCopy(server.db)
    await server.asOwner(`delete from directory.wakes`)
    await server.asOwner(`insert into directory.wakes (practice_id, due_at) select id, '2020-01-01' from directory.practices`)
    const due = new Set(await takeDue(server.db, currentTime()))
    expect([...due].sort()).toEqual([server.gareth.practiceId, server.other.practiceId].sort())
    await server.asOwner(`delete from directory.wakes`)
    const visitor = await practiceOf(await visit())
    expect(await takeDue(server.db, currentTime())).toEqual([visitor])
  })

  test('no backup holds anything of a copy', async () => {
    const visitor = await visit()
    const { id: personId, practice } = await visitor.user()
    const owner = await seatDemoOwner(server.db, practice.id)
    const folder = mkdtempSync(join(tmpdir(), 'pritchel-demo-backup-'))
    try {
      const backup = await makeBackup({ owner: server.owner, files: server.app.setup.files, backupsFolder: folder })
      const files = backup.manifest.tables.map((entry) => readFileSync(join(backup.folder, tableFile(entry))))
      const text = files.map((file) => gunzipSync(file).toString()).join()
      expect(text).toContain(cast.practice.id)
      expect(text).not.toContain(practice.id)
      expect(text).not.toContain(personId)
      expect(text).not.toContain(owner.personId)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
