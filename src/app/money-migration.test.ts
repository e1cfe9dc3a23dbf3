import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#platform/server/database/migrate.ts'
import type { PreparedDatabase } from '#platform/server/database/prepare.ts'
import { makeHosting } from '#testing/hosted.ts'

let hosting: Awaited<ReturnType<typeof makeHosting>>
let database: PreparedDatabase
beforeAll(async () => {
  hosting = await makeHosting()
})
afterAll(() => hosting.close())

/** An older version's, where every statement takes the moment for now: this migration reads PostgreSQL's own clock. */
async function olderAt(moment: string) {
  database = await hosting.older('0024-money.sql')
  await ask(`create function public.now() returns timestamptz language sql stable as $$ select '${moment}'::timestamptz $$`)
  await ask(`alter database ${database.owner.database} set search_path = public, pg_catalog`)
  await ask(`insert into directory.practices (id, name, slug) values ('${P}', 'Older Farriery', 'older')`)
  await ask(`insert into sync_counters (practice_id, epoch, seq) values ('${P}', '${id(99)}', 7)`)
  await ask(
    `insert into money_settings (practice_id, id, fees, rev, seq) values ('${P}', '${id(4)}', '{"bankRateBp": 375, "chases": true}', 1, 2)`,
  )
}

const ask = (text: string) => hosting.ask(database, text)
const P = '00000000-0000-4000-8000-000000000001'
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const [MEMBER, PAYER, PAID, PARTLY] = [id(2), id(3), id(10), id(11)]

const invoice = (of: string, number: number, paid: number) =>
  ask(`insert into invoices (practice_id, id, payer_client_id, series, number, issued_on, due_on, as_was, net_pence, vat_pence, total_pence, paid_pence, rev, seq)
    values ('${P}', '${of}', '${PAYER}', 'INV', ${number}, '2026-03-01', '2026-03-01', '{"lines": []}', 10000, 2000, 12000, ${paid}, 1, 1)`)
const payment = (n: number, pence: number, on: string, refunds?: number) =>
  ask(`insert into payments (practice_id, id, payer_client_id, amount_pence, method, received_on, refunds_payment_id, provider_ref, rev, seq)
    values ('${P}', '${id(n)}', '${PAYER}', ${pence}, 'bank-transfer', '${on}', ${refunds ? `'${id(refunds)}'` : 'null'},
      ${n === 20 ? `'bank:${id(41)}'` : 'null'}, 1, 1)`)
const allocation = (n: number, from: number, to: string, pence: number, isGone = false) =>
  ask(`insert into allocations (practice_id, id, payment_id, invoice_id, amount_pence, rev, seq, deleted_at)
    values ('${P}', '${id(n)}', '${id(from)}', '${to}', ${pence}, 1, 1, ${isGone ? 'now()' : 'null'})`)
const line = (n: number, of: number) =>
  ask(`insert into bank_lines (practice_id, id, import_id, file_name, fingerprint, on_day, amount_pence, state, payment_id, member_id)
    values ('${P}', '${id(n)}', '${id(90)}', 'a.csv', '${n}', '2026-03-20', 12000, 'matched', '${id(of)}', '${MEMBER}')`)

test('what an older version kept of money is put right: doubles of a transfer, VAT that a refund took out of a filed year, and one Bank Rate', async () => {
  await olderAt('2026-05-04T09:00:00Z')
  await ask(
    `insert into members (practice_id, id, person_id, name, role, initials, rev, seq) values ('${P}', '${MEMBER}', '${id(5)}', 'Gareth', 'owner', 'G', 1, 1)`,
  )
  await ask(`insert into clients (practice_id, id, name, rev, seq) values ('${P}', '${PAYER}', 'Sarah', 1, 1)`)
  await invoice(PAID, 1, 0)
  await invoice(PARTLY, 2, 9000)
  // All given back, and part of it given back, in the next tax year.
  await payment(20, 12_000, '2026-03-20')
  await payment(21, -12_000, '2026-04-10', 20)
  await allocation(30, 20, PAID, 12_000, true)
  await payment(22, 12_000, '2026-03-20')
  await payment(23, -3000, '2026-04-10', 22)
  await allocation(31, 22, PARTLY, 9000)
  await line(40, 20)
  await line(41, 20)
  await line(42, 22)

  await migrate(database.owner)

  expect(await ask(`select id, state, payment_id from bank_lines order by id`)).toEqual([
    { id: id(40), state: 'new', payment_id: null },
    { id: id(41), state: 'matched', payment_id: id(20) },
    { id: id(42), state: 'matched', payment_id: id(22) },
  ])
  const shares = `select counts_with, sum(vat_pence)::int as vat from income_shares group by 1 order by 1`
  expect(await ask(shares)).toEqual([
    { counts_with: id(20), vat: 2000 },
    { counts_with: id(21), vat: -2000 },
    { counts_with: id(22), vat: 2000 },
    { counts_with: id(23), vat: -500 },
  ])
  const [settings] = await ask('select fees, rev, seq::int from money_settings')
  expect(settings).toEqual({
    fees: { chases: true, bankRates: [{ from: '2025-12-31', rateBp: 375 }] },
    rev: 2,
    seq: expect.any(Number),
  })
})

test.each([
  ['2026-06-30T12:00:00Z', '2025-12-31'],
  ['2026-07-01T12:00:00Z', '2026-06-30'],
  ['2026-12-31T12:00:00Z', '2026-06-30'],
  ['2027-01-01T12:00:00Z', '2026-12-31'],
])('a Bank Rate that was said before %s holds from the half year’s first day that counts, %s', async (moment, from) => {
  await olderAt(moment)
  await migrate(database.owner)
  expect(await ask(`select fees -> 'bankRates' as rates from money_settings`)).toEqual([{ rates: [{ from, rateBp: 375 }] }])
})
