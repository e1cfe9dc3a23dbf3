import { sql } from 'kysely'
import type { QuickStats } from '#features/reports/contract.ts'
import { type Days, yearBefore } from '#features/reports/rules.ts'
import { adherenceOf } from '#features/reports/server/adherence.ts'
import { type Asked, inDays, isThe } from '#features/reports/server/asked.ts'
import { revenueLines } from '#features/reports/server/revenue.ts'
import { addDays } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/db.ts'

/** After so many days since it was due a debt wants more than patience. */
const LONG_OWED_DAYS = 30
/** Nobody charges anything on New Year's Day. */
const DAYS_TO_BEGIN = 7

/** The figures looked at first. */
export async function statsOf(tx: PracticeTx, asked: Asked): Promise<QuickStats> {
  const { onTime, late, later } = await adherenceOf(tx, asked)
  return {
    from: asked.from,
    to: asked.to,
    ...(await seenIn(tx, asked)),
    onTime,
    wereDue: onTime + late + later,
    ...(asked.seesMoney
      ? {
          revenuePence: await revenueIn(tx, asked),
          revenueBeforePence: await revenueBefore(tx, asked),
          ...(await owedNow(tx, asked)),
        }
      : { revenuePence: null, revenueBeforePence: null, owedPence: null, owedOver30Pence: null }),
  }
}

/** What was charged in the days less what credit notes gave back, before VAT. */
async function revenueIn(tx: PracticeTx, asked: Asked & Days): Promise<number> {
  const { rows } = await sql<{ pence: number }>`select coalesce(sum(net), 0)::bigint as pence from (${revenueLines(asked)}) r`.execute(tx)
  return rows[0]?.pence ?? 0
}

/** That of the same days a year before; null when the first charge ever came more than a week into them. */
async function revenueBefore(tx: PracticeTx, asked: Asked): Promise<number | null> {
  const before = { ...asked, ...yearBefore(asked) }
  const { rows } = await sql<{ isWhole: boolean }>`
    select exists (select from charges where deleted_at is null and charged_on <= ${addDays(before.from, DAYS_TO_BEGIN)}) as "isWhole"`.execute(
    tx,
  )
  return rows[0]?.isWhole ? revenueIn(tx, before) : null
}

async function seenIn(tx: PracticeTx, asked: Asked): Promise<Pick<QuickStats, 'horsesSeen' | 'stops' | 'horsesAtStops'>> {
  const { rows } = await sql<{ horsesSeen: number; stops: number; horsesAtStops: number }>`
    select
      (select count(distinct (w.horse_id, w.work_date))::int from work_entries w join horses h on h.id = w.horse_id
        where w.deleted_at is null and ${inDays('w.work_date', asked)} and ${isThe('w.horse_id', asked.horseId)}
          and ${isThe('h.client_id', asked.clientId)}) as "horsesSeen",
      count(distinct a.id)::int as stops, count(*)::int as "horsesAtStops"
    from appointments a join visit_horses l on l.practice_id = a.practice_id and l.appointment_id = a.id
    where a.deleted_at is null and l.deleted_at is null and l.outcome = 'done' and ${inDays('a.on_day', asked)}
      and ${isThe('l.horse_id', asked.horseId)} and ${isThe('l.client_id', asked.clientId)}`.execute(tx)
  return rows[0] ?? { horsesSeen: 0, stops: 0, horsesAtStops: 0 }
}

async function owedNow(tx: PracticeTx, { today, clientId }: Asked): Promise<Pick<QuickStats, 'owedPence' | 'owedOver30Pence'>> {
  const { rows } = await sql<{ owedPence: number; owedOver30Pence: number }>`
    select coalesce(sum(total_pence - paid_pence), 0)::bigint as "owedPence",
      coalesce(sum(total_pence - paid_pence) filter (where due_on < ${addDays(today, -LONG_OWED_DAYS)}::date), 0)::bigint as "owedOver30Pence"
    from invoices where kind = 'invoice' and paid_pence < total_pence and ${isThe('payer_client_id', clientId)}`.execute(tx)
  return rows[0] ?? { owedPence: 0, owedOver30Pence: 0 }
}
