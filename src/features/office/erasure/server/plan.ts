import { type RawBuilder, sql } from 'kysely'
import type { Erasure, ErasurePlan } from '#features/office/erasure/contract.ts'
import { taxKeptFrom } from '#features/office/erasure/rules.ts'
import { patternOf } from '#features/office/erasure/server/identity.ts'
import { countNamed } from '#features/office/erasure/server/sweep.ts'
import { hasId, type Reach, reachOf, whereBelonging, whereInJournal } from '#features/office/exports/server/reach-of.ts'
import { hasOpenMoney, openMoneyWords } from '#features/records/clients/open-money.ts'
import { findOpenMoney } from '#features/records/clients/server/find-open-money.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayAndYear, dayOf } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdings } from '#platform/server/holdings.ts'

/** A client's rows, and those that must stay without their name. */
export type Split = { reach: Reach; pattern: string | undefined; stays: ReadonlyMap<string, readonly string[]>; keptFrom: Day }
type Counts = Pick<Erasure, 'goes' | 'stays'>

/** Reads the effects of erasing a client. */
export async function splitOf(tx: PracticeTx, clientId: string, zone: string): Promise<Split> {
  const reach = await reachOf(tx, clientId, zone)
  const keptFrom = taxKeptFrom(dayOf(currentTime(), zone))
  return { reach, keptFrom, pattern: await patternOf(tx, reach.clientIds), stays: await staying(tx, reach, keptFrom) }
}

/** The rows of a table to delete. */
const going = ({ reach, stays }: Pick<Split, 'reach' | 'stays'>, table: string): string[] => {
  const kept = new Set(stays.get(table))
  return (reach.ids.get(table) ?? []).filter((id) => !kept.has(id))
}

/** Work done and money earned stay as long as tax law requires, with the rows they refer to; and the requests it answers. */
async function staying(tx: PracticeTx, { ids, clientIds }: Reach, keptFrom: Day) {
  const of = (table: string) => [...(ids.get(table) ?? [])]
  const { rows: lines } = await sql<{ id: string; visit: string; horse: string | null }>`
    select l.id, l.appointment_id as visit, l.horse_id as horse from visit_horses l
    join appointments a on a.practice_id = l.practice_id and a.id = l.appointment_id
    where l.id = any(${of('visit_horses')}::uuid[]) and l.outcome = 'done' and l.deleted_at is null and a.deleted_at is null
      and a.on_day >= ${keptFrom}`.execute(tx)
  const { rows: work } = await sql<{ id: string; horse: string }>`
    select id, horse_id as horse from work_entries
    where id = any(${of('work_entries')}::uuid[]) and deleted_at is null and work_date >= ${keptFrom}`.execute(tx)
  const horses = new Set([...lines, ...work].map(({ horse }) => horse))
  const keptHorses = of('horses').filter((id) => horses.has(id))
  const visits = new Set(lines.map(({ visit }) => visit))
  const { rows: prices } = await sql<{ id: string }>`
    select id from price_overrides where id = any(${of('price_overrides')}::uuid[]) and unit_pence is not null
      and ((client_id = any(${clientIds}::uuid[]) and ${lines.length + work.length > 0}) or horse_id = any(${keptHorses}::uuid[]))`.execute(
    tx,
  )
  const money = await stayingMoney(tx, of, keptFrom)
  return new Map<string, readonly string[]>([
    ['clients', clientIds],
    ...money,
    ['rights_requests', of('rights_requests')],
    ['visit_horses', lines.map(({ id }) => id)],
    ['work_entries', work.map(({ id }) => id)],
    ['appointments', of('appointments').filter((id) => visits.has(id))],
    ['horses', keptHorses],
    ['price_overrides', prices.map(({ id }) => id)],
  ])
}

/**
 * Payments and invoices as long as tax law requires, with the VAT in those payments, and the statement lines they came from, without words. An older
 * invoice stays if money or a credit note of the kept years belongs to it: without it the VAT of those years would change.
 */
async function stayingMoney(tx: PracticeTx, of: (table: string) => string[], keptFrom: Day): Promise<[string, string[]][]> {
  const idsIn = async (query: RawBuilder<{ id: string }>) => (await query.execute(tx)).rows.map(({ id }) => id)
  const payments = await idsIn(sql`
    select id from payments p where id = any(${of('payments')}::uuid[]) and deleted_at is null and (received_on >= ${keptFrom} or exists (
      select from payments r where r.practice_id = p.practice_id and r.refunds_payment_id = p.id and r.received_on >= ${keptFrom}))`)
  const paid = sql`any(${payments}::uuid[])`
  const own = sql`any(${of('invoices')}::uuid[])`
  const invoices = await idsIn(sql`
    with dated as (select id, credits_invoice_id from invoices i where id = ${own} and (issued_on >= ${keptFrom} or exists (
      select from income_shares s where s.practice_id = i.practice_id and s.invoice_id = i.id and (s.on_day >= ${keptFrom} or s.counts_with = ${paid}))))
    select id from dated union select credits_invoice_id from dated where credits_invoice_id = ${own}`)
  const billed = sql`any(${invoices}::uuid[])`
  return [
    ['payments', payments],
    ['invoices', invoices],
    ['charges', await idsIn(sql`select id from charges where id = any(${of('charges')}::uuid[]) and invoice_id = ${billed}`)],
    [
      'allocations',
      await idsIn(sql`
        select id from allocations where id = any(${of('allocations')}::uuid[]) and deleted_at is null
          and invoice_id = ${billed} and (credit_id = ${billed} or payment_id = ${paid})`),
    ],
    [
      'income_shares',
      await idsIn(sql`
        select id from income_shares where id = any(${of('income_shares')}::uuid[]) and invoice_id = ${billed}
          and (payment_id is null or payment_id = ${paid}) and (on_day >= ${keptFrom} or counts_with = ${paid})`),
    ],
    ['bank_lines', await idsIn(sql`select id from bank_lines where id = any(${of('bank_lines')}::uuid[]) and payment_id = ${paid}`)],
  ]
}

const WHY_TAX = (from: Day) =>
  `Tax law: what was earned since ${dayAndYear(from)} is kept for five years after the return. Dates and kinds of work only: no name, horse, place or note.`
const WHY: Record<string, (from: Day) => string> = {
  clients: () => 'An empty record with no name, to hold what stays.',
  rights_requests: () => 'Shows the request was answered. What it said goes.',
  visit_horses: WHY_TAX,
  work_entries: WHY_TAX,
  appointments: WHY_TAX,
  horses: () => "An empty record with no name, for the work that's kept.",
  price_overrides: () => 'Tax law: what the kept work cost.',
  invoices: (from) =>
    `Tax law: invoices since ${dayAndYear(from)}, and older ones paid or credited since, keep their numbers, dates and amounts, without a name.`,
  payments: (from) => `Tax law: payments since ${dayAndYear(from)}, by date, amount and method, without a name or reference.`,
  allocations: () => 'What those payments paid.',
  income_shares: () => 'The VAT in those payments.',
  bank_lines: () => "The dates and amounts of those payments, without the bank's details.",
  charges: () => 'Tax law: what those invoices are for, without a name, horse or place.',
}

/** The rows to delete and to keep, counted, in everyday words. */
export async function countsOf(tx: PracticeTx, split: Split): Promise<Counts> {
  const { reach, stays, keptFrom, pattern } = split
  const goes: Counts['goes'] = []
  const kept: Counts['stays'] = []
  for (const table of reach.tables) {
    const words = holdings()[table]?.words ?? ['', '']
    const count = hasId(reach, table) ? going(split, table).length : await countKeyless(tx, reach, table)
    if (count > 0) goes.push({ what: of(words, count), count })
    const left = stays.get(table)?.length ?? 0
    if (left > 0 && WHY[table]) kept.push({ what: of(words, left), count: left, why: WHY[table](keptFrom) })
  }
  const { sharedVisits, sharedHorses } = reach
  if (sharedVisits.length > 0)
    kept.push({
      what: of(['shared visit', 'shared visits'], sharedVisits.length),
      count: sharedVisits.length,
      why: "Other owners' horses were there too. This client is removed from them.",
    })
  if (sharedHorses.length > 0)
    kept.push({
      what: of(['horse with another owner', 'horses with another owner'], sharedHorses.length),
      count: sharedHorses.length,
      why: 'They have, or had, another owner. Their history keeps the dates without this client’s name; documents and voice notes from then are deleted.',
    })
  const named = pattern ? await countElsewhere(tx, split, pattern) : 0
  if (named > 0) goes.push({ what: of(['mention in another record', 'mentions in other records'], named), count: named })
  const history = await countHistory(tx, reach)
  if (history > 0) goes.push({ what: of(['line of the journal', 'lines of the journal'], history), count: history })
  return { goes, stays: kept }
}

const of = ([one, several]: readonly [string, string], count: number) => (count === 1 ? one : several)

async function countKeyless(tx: PracticeTx, reach: Reach, table: string): Promise<number> {
  const where = whereBelonging(reach, table)
  if (!where) return 0
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)} where ${where}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The journal and imported files are emptied without counting. */
const NOT_COUNTED = new Set(['activity', 'imports', 'erasures'])

async function countElsewhere(tx: PracticeTx, { reach }: Split, pattern: string): Promise<number> {
  let count = 0
  for (const table of new Set(reach.columns.map((column) => column.table)))
    if (!NOT_COUNTED.has(table)) count += await countNamed(tx, reach, pattern, table, reach.ids.get(table) ?? [])
  return count
}

async function countHistory(tx: PracticeTx, reach: Reach): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from activity where ${whereInJournal(reach)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** What prevents an erasure at the moment. */
export async function blockersOf(tx: PracticeTx, { clientIds }: Reach): Promise<string[]> {
  const { rows } = await sql<{ leaving: boolean; importing: boolean }>`
    select exists (select from notices where client_id = any(${clientIds}::uuid[]) and state = 'sending') as leaving,
      exists (select from imports where state in ('queued', 'running', 'undoing')) as importing`.execute(tx)
  return [
    ...(rows[0]?.leaving ? ['A text to this client is just going out. Wait two minutes.'] : []),
    ...(rows[0]?.importing ? ["A file is being imported. Wait until it's done."] : []),
  ]
}

/** A client's open money and what becomes of it, in sentences; null when nothing is open. */
export async function openMoneyOf(tx: PracticeTx, { clientIds }: Reach, name: string): Promise<string | null> {
  const open = await findOpenMoney(tx, clientIds)
  if (!hasOpenMoney(open)) return null
  const becomes = [
    ...(open.owedPence > 0 ? ['What they owe stays on invoices without a name, and nobody can be reminded.'] : []),
    ...(open.toInvoice > 0 ? ['Anything not yet invoiced goes, and is never charged.'] : []),
    ...(open.onAccountPence > 0 ? ['Money on account stays without a name, and nobody can use it.'] : []),
  ]
  return [openMoneyWords(name, open), ...becomes].join(' ')
}

/** What no search can look into; shown beforehand. */
export const NOTES: ErasurePlan['notes'] = [
  "We look for their name, phone, e-mail and address in every note. We don't look for a first name alone or a nickname: check notes about others yourself.",
  'Every device fetches a new copy. Anything printed, forwarded or kept outside Pritchel stays where it is.',
  'Backups are kept for seven nights. This client is gone from them after that.',
]
