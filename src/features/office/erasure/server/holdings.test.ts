import { afterAll, beforeAll, expect, test } from 'vitest'
import { listColumns, listTies } from '#features/office/exports/server/catalogue.ts'
import { apart, HOUSEKEEPING, holdings, looseIds } from '#platform/server/holdings.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const catalogue = () => server.gareth.inPractice(async (tx) => ({ columns: await listColumns(tx), ties: await listTies(tx) }))

test('packs and erasure know every table, every key that leads to a client, and every id that no key holds', async () => {
  const { columns, ties } = await catalogue()
  const tables = [...new Set(columns.map(({ table }) => table))]
  expect(tables.filter((table) => !holdings()[table] && !apart()[table])).toEqual([])
  expect([...Object.keys(holdings()), ...Object.keys(apart())].filter((table) => !tables.includes(table))).toEqual([])
  const leading = ties.filter(({ parent }) => holdings()[parent])
  const unknown = leading.filter(({ child, column }) => {
    const { with: belonging = [], names = [] } = holdings()[child] ?? {}
    return !belonging.includes(column) && !names.includes(column)
  })
  expect(unknown).toEqual([])
  const named = Object.entries(holdings()).flatMap(([table, { with: belonging, names = [] }]) =>
    [...belonging, ...names].map((column) => `${table}.${column}`),
  )
  const keys = ties.map(({ child, column }) => `${child}.${column}`)
  expect(named.filter((name) => !keys.includes(name))).toEqual([])
  const ids = columns.filter(
    ({ name, type, table }) => /^uuid/.test(type) && !HOUSEKEEPING.includes(name) && !keys.includes(`${table}.${name}`),
  )
  expect(ids.map(({ table, name }) => `${table}.${name}`).filter((id) => !looseIds()[id])).toEqual([])
  expect(Object.keys(looseIds()).filter((id) => !columns.some(({ table, name }) => `${table}.${name}` === id))).toEqual([])
})

test('kept rows of erased clients can be emptied: each column is kept, is nullable, or has a replacement value', async () => {
  const { columns } = await catalogue()
  const kept = Object.entries(holdings()).flatMap(([table, holding]) => (holding.kept ? [{ table, ...holding.kept }] : []))
  const stuck = kept.flatMap(({ table, columns: stays, blank = {} }) =>
    columns.filter(
      (each) =>
        each.table === table &&
        !each.isNullable &&
        !HOUSEKEEPING.includes(each.name) &&
        !stays.includes(each.name) &&
        !(each.name in blank),
    ),
  )
  expect(stuck).toEqual([])
  const unknown = kept.flatMap(({ table, columns: stays, blank = {} }) =>
    [...stays, ...Object.keys(blank)]
      .filter((name) => !columns.some((each) => each.table === table && each.name === name))
      .map((name) => `${table}.${name}`),
  )
  expect(unknown).toEqual([])
})

test('erasure knows every table of the directory', async () => {
  const rows = await server.asOwner(`select table_name as name from information_schema.tables where table_schema = 'directory' order by 1`)
  // Their links and reply addresses are deleted, and their hashes in the index of addresses; so is a person of the portal whom no one else knows, with
  // sessions, sign-in links, passkeys, what they proved, their requests, and their ways.
  // Who pays for services goes with the person; a trigger has Stripe forget them, and lines of money stay for six years without a name.
  // Events of the payment provider are known by its own number alone. Browsers, challenges, invitations, keys, known devices, sign-ins elsewhere and tries belong
  // to members and strangers, runs, exchanges and connected accounts of practices.
  expect(rows.map(({ name }) => name)).toEqual([
    'address_index',
    'addresses',
    'api_keys',
    'asks',
    'billing_events',
    'browsers',
    'calendars',
    'challenges',
    'checkouts',
    'connected_accounts',
    'customers',
    'demo_copies',
    'exchanges',
    'inbound',
    'invitations',
    'job_runs',
    'kept_keys',
    'known_devices',
    'left_checkouts',
    'left_customers',
    'links',
    'memberships',
    'oauth_starts',
    'passkeys',
    'people',
    'practices',
    'proofs',
    'pushes',
    'seat_money',
    'seats',
    'service_notices',
    'service_prices',
    'sessions',
    'shell_codes',
    'signin_links',
    'tries',
    'wakes',
    'ways',
    'webhook_wakes',
  ])
})
