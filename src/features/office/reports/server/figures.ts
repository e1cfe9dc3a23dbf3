import { sql } from 'kysely'
import { AGE_WORDS, ageOf } from '#features/ledger/accounts/rules.ts'
import type { QuickStats } from '#features/office/reports/contract.ts'
import { type Days, yearBefore } from '#features/office/reports/rules.ts'
import { adherenceOf } from '#features/office/reports/server/adherence.ts'
import { HORSES_SERVED, visitsOf, workOf } from '#features/office/reports/server/counted.ts'
import { isThe, type ReportParams } from '#features/office/reports/server/params.ts'
import { revenueLines } from '#features/office/reports/server/revenue.ts'
import { addDays, type Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** No one charges anything on New Year's Day. */
const DAYS_TO_BEGIN = 7

/** The Quick Stats. */
export async function statsOf(tx: PracticeTx, params: ReportParams): Promise<QuickStats> {
  const { early, onTime, late, later } = await adherenceOf(tx, params)
  return {
    from: params.from,
    to: params.to,
    ...(await seenIn(tx, params)),
    onTime,
    wereDue: early + onTime + late + later,
    ...(params.seesMoney
      ? {
          revenuePence: await revenueIn(tx, params),
          revenueBeforePence: await revenueBefore(tx, params),
          ...(await owedNow(tx, params)),
        }
      : { revenuePence: null, revenueBeforePence: null, owedPence: null, owedOver30Pence: null }),
  }
}

/** Whether the accounts go back to the first of these days: part of them compares with nothing. */
export async function isAccounted(tx: PracticeTx, { from }: Days): Promise<boolean> {
  const { rows } = await sql<{ isWhole: boolean }>`
    select exists (select from charges where deleted_at is null and charged_on <= ${addDays(from, DAYS_TO_BEGIN)}) as "isWhole"`.execute(tx)
  return rows[0]?.isWhole ?? false
}

/** Charges of the days less their credit notes, before VAT. */
async function revenueIn(tx: PracticeTx, params: ReportParams & Days): Promise<number> {
  const { rows } = await sql<{ pence: number }>`select coalesce(sum(net), 0)::bigint as pence from (${revenueLines(params)}) r`.execute(tx)
  return rows[0]?.pence ?? 0
}

/** Revenue of the same days a year before; null when the first charge ever came more than a week into them. */
async function revenueBefore(tx: PracticeTx, params: ReportParams): Promise<number | null> {
  const before = { ...params, ...yearBefore(params) }
  return (await isAccounted(tx, before)) ? revenueIn(tx, before) : null
}

async function seenIn(tx: PracticeTx, params: ReportParams): Promise<Pick<QuickStats, 'horsesSeen' | 'stops' | 'horsesAtStops'>> {
  const { rows } = await sql<{ horsesSeen: number; stops: number; horsesAtStops: number }>`
    select (select ${HORSES_SERVED} from (${workOf(params)}) w) as "horsesSeen",
      count(distinct a.id)::int as stops, count(l.id)::int as "horsesAtStops"
    from (${visitsOf(params)}) a left join visit_horses l on l.practice_id = a.practice_id and l.appointment_id = a.id
      and l.deleted_at is null and l.outcome = 'done' and ${isThe('l.horse_id', params.horseId)} and ${isThe('l.client_id', params.clientId)}
    where a.status = 'done'`.execute(tx)
  return rows[0] ?? { horsesSeen: 0, stops: 0, horsesAtStops: 0 }
}

async function owedNow(tx: PracticeTx, params: ReportParams): Promise<Pick<QuickStats, 'owedPence' | 'owedOver30Pence'>> {
  const ages = await debtAges(tx, params)
  return {
    owedPence: penceIn(ages),
    owedOver30Pence: penceIn(ages.filter(({ age }) => age !== 'notDuePence' && age !== 'to30Pence')),
  }
}

/** What is owed today by how long it has been due (`ageOf`), what is not yet due first. */
export async function debtAges(tx: PracticeTx, { today, clientId }: ReportParams) {
  const { rows } = await sql<{ dueOn: Day; pence: number; invoices: number }>`
    select due_on as "dueOn", sum(total_pence - paid_pence)::bigint as pence, count(*)::int as invoices
    from invoices where kind = 'invoice' and paid_pence < total_pence and ${isThe('payer_client_id', clientId)} group by 1`.execute(tx)
  return AGE_WORDS.map(([age, label]) => {
    const of = rows.filter(({ dueOn }) => ageOf(dueOn, today) === age)
    return { age, label, pence: penceIn(of), invoices: of.reduce((sum, { invoices }) => sum + invoices, 0) }
  })
}

const penceIn = (rows: readonly { pence: number }[]) => rows.reduce((sum, { pence }) => sum + pence, 0)
