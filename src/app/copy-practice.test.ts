import { afterAll, beforeAll, expect, test } from 'vitest'
import { settingsId } from '#features/core/practice/rules.ts'
import { moneySettingsId } from '#features/records/prices/settings.ts'
import { uuidv7 } from '#lib/ids.ts'
import {
  deletePracticeRows,
  listCopied,
  type PracticeRows,
  readPracticeRows,
  renamed,
  renaming,
  writePracticeRows,
} from '#platform/server/database/copy-practice.ts'
import { syncRegistry } from '#platform/server/entity.ts'
import { makeRecords, makeSamples } from '#testing/samples.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
/** Of a practice with a record of each kind that devices keep, and of one where every endpoint was used. */
let rows: PracticeRows
let used: PracticeRows
beforeAll(async () => {
  server = await startTestServer({ own: true })
  await makeRecords(server.gareth)
  await server.gareth.put('/api/settings', { prepLine: 'Clean and dry, please.' })
  await server.gareth.put('/api/money/settings', { tax: { chargePerMilePence: 45 } })
  await makeSamples(server.other)
  rows = await server.gareth.inPractice((tx) => readPracticeRows(tx))
  used = await server.other.inPractice((tx) => readPracticeRows(tx))
})
afterAll(() => server.stop())

/** A copy of a practice, and how its ids were renamed. */
async function copyOf(all: PracticeRows) {
  const newId = renaming(all)
  const id = newId(all === used ? server.other.practiceId : server.gareth.practiceId)
  await server.db.withDirectory((tx) => tx.insertInto('directory.practices').values({ id, name: 'Copy', slug: id }).execute())
  await server.db.withPractice(id, (tx) => writePracticeRows(tx, id, all, newId))
  return { id, newId, rows: await server.db.withPractice(id, readPracticeRows) }
}

const inOrder = ({ tables }: PracticeRows, text: (rows: string) => string = (same) => same) =>
  Object.fromEntries(
    tables.map(({ table, rows: all }) => [table.name, (JSON.parse(text(all)) as object[]).map((row) => JSON.stringify(row)).sort()]),
  )

test('all that a practice has is copied, each record that devices keep included, with every id renamed wherever it occurs', async () => {
  const filled = rows.tables.map(({ table }) => table.name)
  // A new kind of record has a sample, and so is seen here. Allocations follow from payments: `demo-copies.test.ts` compares the demo's.
  expect(Object.keys(syncRegistry()).filter((name) => !filled.includes(name))).toEqual(['allocations'])
  for (const all of [rows, used]) {
    const copy = await copyOf(all)
    expect(inOrder(copy.rows)).toEqual(inOrder(all, (text) => renamed(text, copy.newId)))
    const there = JSON.stringify(copy.rows)
    const ids = new Set(JSON.stringify(all).match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g))
    ids.delete('00000000-0000-0000-0000-000000000000')
    expect(ids.size).toBeGreaterThan(50)
    expect([...ids].filter((id) => there.includes(id))).toEqual([])
  }
})

test('only what devices have of a practice and what is connected is left out', async () => {
  const listed = await server.asOwner(`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'practice_id')`)
  const id = uuidv7()
  await server.db.withDirectory((tx) => tx.insertInto('directory.practices').values({ id, name: 'Empty', slug: id }).execute())
  const copied = (await server.db.withPractice(id, listCopied)).map(({ name }) => name)
  const left = listed.map(({ name }) => String(name)).filter((name) => !copied.includes(name))
  expect(left.sort()).toEqual([
    'alert_phones',
    'api_keys',
    'connection_items',
    'connection_log',
    'connections',
    'devices',
    'lone_contacts',
    'lone_timers',
    'practice_pictures',
    'push_subscriptions',
    'sync_counters',
    'sync_ops',
    'webhook_deliveries',
    'webhooks',
  ])
})

test('a copy begins an epoch of its own, at the same place', async () => {
  const copy = await copyOf(rows)
  const counters = await server.asOwner(
    `select practice_id, seq, epoch, cursor_key from sync_counters where practice_id in ('${copy.id}', '${server.gareth.practiceId}')`,
  )
  expect(counters).toHaveLength(2)
  expect(new Set(counters.map(({ epoch }) => epoch)).size).toBe(2)
  expect(new Set(counters.map(({ cursor_key }) => cursor_key)).size).toBe(2)
  expect(new Set(counters.map(({ seq }) => seq)).size).toBe(1)
})

test('a copy is connected to nothing, and nothing is exchanged for it', async () => {
  expect(await server.asOwner(`select connector from connections where practice_id = '${server.other.practiceId}'`)).not.toEqual([])
  const { id } = await copyOf(used)
  for (const table of ['connections', 'connection_items', 'connection_log', 'directory.exchanges'])
    expect(await server.asOwner(`select practice_id from ${table} where practice_id = '${id}'`), table).toEqual([])
  expect(await server.asOwner(`select has_exchanges from sync_counters where practice_id = '${id}'`)).toEqual([{ has_exchanges: false }])
})

test('ids that follow from other ids follow from the new ones', async () => {
  const copy = await copyOf(rows)
  const ofCopy = inOrder(copy.rows)
  expect(JSON.parse(ofCopy.settings?.[0] ?? '{}')).toMatchObject({ id: settingsId(copy.id) })
  expect(JSON.parse(ofCopy.money_settings?.[0] ?? '{}')).toMatchObject({ id: moneySettingsId(copy.id) })
})

test('all rows of a practice can be deleted, and no other practice loses any', async () => {
  const copy = await copyOf(rows)
  await server.db.withPractice(copy.id, (tx) => deletePracticeRows(tx))
  expect((await server.db.withPractice(copy.id, (tx) => readPracticeRows(tx))).tables).toEqual([])
  expect(inOrder(await server.gareth.inPractice((tx) => readPracticeRows(tx)))).toEqual(inOrder(rows))
})

test('rows are read again only when the practice changed', async () => {
  const again = (last?: PracticeRows) => server.gareth.inPractice((tx) => readPracticeRows(tx, last))
  const first = await again()
  expect(await again(first)).toBe(first)
  expect(await again(used)).toEqual(first)
  await server.gareth.put('/api/settings', { prepLine: 'Dry feet, please.' })
  const later = await again(first)
  expect(later).not.toBe(first)
  expect(JSON.stringify(later)).toContain('Dry feet, please.')
})
