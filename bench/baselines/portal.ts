// Baseline for the portal's first page: node:http, the same reads as prepared statements of the owner, and the same render; without session, door,
// practice or log.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { comingOf, homeFrom } from '#app/my/home-of.ts'
import type { MyView } from '#app/my/views.ts'
import { PAINTED } from '#app/painted.ts'
import { makeQueue } from '#features/day/round/server/queue.ts'
import { hashed } from '#features/records/guests/rules.ts'
import { visitsOf } from '#features/records/guests/server/reading.ts'
import type { Pause } from '#features/records/horses/contract.ts'
import { standingOf } from '#features/visits/answers/server/answering.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import type { Database, Prepared } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.ts'
import { keyedHash } from '#platform/server/keyed-hash.ts'
import { openBuild } from '#platform/server/pages/built-page.ts'
import { documentOf, HTML } from '#platform/server/pages/document.ts'
import { beSubject } from '../load.ts'

const WAYS: Prepared = {
  name: 'ways',
  text: `select p.id, p.name, p.slug, p.frc_number, p.zone from directory.ways w join directory.practices p on p.id = w.practice_id
    where w.person_id = $1 order by p.name, p.id`,
}
const CLIENTS: Prepared = {
  name: 'clients',
  text: `select a.client_id as id from client_access a join clients c on c.practice_id = a.practice_id and c.id = a.client_id
    where a.practice_id = $1 and a.person_id = $2 and a.confirmed_at is not null and a.until is null and c.deleted_at is null order by 1`,
}
const HORSES: Prepared = {
  name: 'horses',
  text: `select id, name, next_due_on as "nextDueOn", gone_on as "goneOn", gone_reason as "goneReason", pauses, true as "isTheirs" from horses
    where practice_id = $1 and client_id = any ($2) and deleted_at is null order by name, id`,
}
const VISITS: Prepared = {
  name: 'visits',
  text: `select a.id, l.client_id as "clientId", a.on_day as "onDay", a.is_call_only as "isCallOnly", a.call_period as period, a.local_start as start, h.name as horse
    from visit_horses l join appointments a on a.practice_id = l.practice_id and a.id = l.appointment_id
    left join horses h on h.practice_id = l.practice_id and h.id = l.horse_id
    where l.practice_id = $1 and l.client_id = any ($2) and a.on_day >= $3 and a.status = 'booked' and a.deleted_at is null and l.deleted_at is null
    order by a.starts_at, a.id, l.place limit 200`,
}
const CARDS: Prepared = {
  name: 'cards',
  text: `select distinct a.id from visit_horses l join appointments a on a.practice_id = l.practice_id and a.id = l.appointment_id
    where l.practice_id = $1 and l.client_id = any ($2) and a.on_day = $3 and l.outcome is not null and l.deleted_at is null and a.deleted_at is null`,
}
const SETTINGS: Prepared = { name: 'settings', text: 'select prep_line from settings where practice_id = $1' }
const TERMS: Prepared = {
  name: 'terms',
  text: `select c.id, c.name from clients c
    join (select v.id from terms_versions v where v.practice_id = $1 order by v.number desc limit 1) in_force on true
    where c.practice_id = $1 and c.id = any ($2) and not exists (select from terms_acceptances t
      where t.practice_id = $1 and t.client_id = c.id and t.version_id = in_force.id and t.deleted_at is null) order by c.name, c.id`,
}
const UNREAD: Prepared = {
  name: 'unread',
  text: `select count(*)::int as unread from threads t join messages m on m.practice_id = t.practice_id and m.thread_id = t.id
    where t.practice_id = $1 and t.client_id = any ($2) and t.deleted_at is null and m.sender_type = 'farrier' and not m.is_auto_reply
      and m.deleted_at is null and m.sent_at > greatest(t.client_read_to, t.last_client_at)`,
}
const BALANCE: Prepared = {
  name: 'balance',
  text: `select ((select coalesce(sum(i.total_pence - i.paid_pence), 0) from invoices i
      where i.practice_id = $1 and i.payer_client_id = $2 and i.kind = 'invoice' and i.paid_pence < i.total_pence)
    - (select coalesce(sum(p.amount_pence), 0) from payments p where p.practice_id = $1 and p.payer_client_id = $2 and p.deleted_at is null)
    + (select coalesce(sum(a.amount_pence), 0) from allocations a join payments p on p.practice_id = a.practice_id and p.id = a.payment_id
      where a.practice_id = $1 and p.payer_client_id = $2 and p.deleted_at is null and a.deleted_at is null)
    - (select coalesce(sum(n.total_pence - n.paid_pence), 0) from invoices n
      where n.practice_id = $1 and n.payer_client_id = $2 and n.kind = 'credit'))::int as pence`,
}
const YARDS: Prepared = {
  name: 'yards',
  text: `select y.id, y.name, null as "visitId" from yard_access a join yards y on y.practice_id = a.practice_id and y.id = a.yard_id
    where a.practice_id = $1 and a.person_id = $2 and a.until is null and y.deleted_at is null order by y.name, y.id`,
}
const PROOFS: Prepared = {
  name: 'proofs',
  text: 'select address, kind from directory.proofs where person_id = $1 order by proven_at, address',
}
const MATCHES: Prepared = {
  name: 'matches',
  text: `select practice_id from directory.addresses where hash = any ($1) and practice_id not in (
    select practice_id from directory.ways where person_id = $2) order by practice_id, client_id`,
}

// Days and times as text, as the product reads them.
for (const oid of [1082, 1083]) pg.types.setTypeParser(oid, (value) => (oid === 1083 ? value.slice(0, 5) : value))

await beSubject(async ({ owner, hashKey }: { owner: pg.PoolConfig; hashKey: string }) => {
  // Its plans are for any practice, as ours are.
  const pool = new pg.Pool({ ...owner, max: 12, options: '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off' })
  const hash = keyedHash(Buffer.from(hashKey, 'base64'))
  const read = async <R extends pg.QueryResultRow>(statement: Prepared, values: unknown[]) =>
    (await pool.query<R>({ ...statement, values })).rows
  const tx = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const queue = makeQueue({ db: { readPractice: (_, statement, values) => read(statement, values) } as Database, mode: 'production' })
  const page = openBuild(join(import.meta.dirname, '../../dist'))('my', PAINTED.my)
  const { render } = await page.load<{ render: (view: MyView) => string }>()

  const inPractice = async (personId: string, practice: { id: string; slug: string; name: string; zone: string }) => {
    const today = dayOf(currentTime(), practice.zone)
    const clientIds = (await read<{ id: string }>(CLIENTS, [practice.id, personId])).map(({ id }) => id)
    const theirs = [practice.id, clientIds]
    const [horses, lines, settings, cards, termsFor, unread, yards, { stops, asAt }, balances] = await Promise.all([
      read<Parameters<typeof homeFrom>[1]['horses'][number] & { pauses: Pause[] }>(HORSES, theirs),
      read<Parameters<typeof visitsOf>[0][number]>(VISITS, [...theirs, today]),
      read<{ prep_line: string | null }>(SETTINGS, [practice.id]),
      read<{ id: string }>(CARDS, [...theirs, today]),
      read<{ id: string; name: string }>(TERMS, theirs),
      read<{ unread: number }>(UNREAD, theirs),
      read<{ id: string; name: string; visitId: null }>(YARDS, [practice.id, personId]),
      queue.stopsOf(practice, clientIds),
      Promise.all(clientIds.map(async (id) => (await read<{ pence: number }>(BALANCE, [practice.id, id]))[0]?.pence ?? 0)),
    ])
    const visits = visitsOf(lines)
    const [next] = comingOf(visits, stops)
    return homeFrom(practice, {
      today,
      horses,
      visits,
      prepLine: settings[0]?.prep_line ?? null,
      cards: cards.map(({ id }) => id),
      termsFor,
      asked: 0,
      photosAsked: 0,
      unread: unread[0]?.unread ?? 0,
      yards,
      stops,
      asAt,
      owedPence: balances.reduce((sum, pence) => sum + pence, 0),
      standing: next && (await standingOf(tx, { visitId: next.id, clientId: next.clientId })),
    })
  }
  const matches = async (personId: string) => {
    const proofs = await read<{ address: string; kind: 'email' | 'phone' }>(PROOFS, [personId])
    return read(MATCHES, [proofs.map((proof) => hash(hashed(proof))), personId])
  }
  const server = createServer(async (request, response) => {
    const personId = (request.url ?? '').slice(1)
    const practices = await read<{ id: string; slug: string; name: string; zone: string }>(WAYS, [personId])
    const shown = await Promise.all(practices.map((practice) => inPractice(personId, practice)))
    if ((await matches(personId)).length > 0) throw new Error('these owners are asked about no practice')
    const about = `<meta name="robots" content="noindex" />\n    <meta name="referrer" content="same-origin" />`
    const body = documentOf({
      title: 'My horses',
      about,
      files: page.files,
      body: render({ page: 'home', cares: false, matches: [], waiting: [], practices: shown }),
    })
    response.writeHead(200, { 'content-type': HTML, 'content-length': Buffer.byteLength(body) }).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { port: (server.address() as AddressInfo).port, stop: () => pool.end() }
})
