import type { AutoReply } from '#features/core/practice/contract.ts'
import type { ChargedWork } from '#features/ledger/invoices/rules.ts'
import type { PriceItem, PriceOverride } from '#features/records/prices/contract.ts'
import type { MoneySettings } from '#features/records/prices/settings-contract.ts'
import type { Tariff } from '#features/records/prices/tariff.ts'
import type { Day } from '#lib/dates.ts'
import { type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

export type ChargeRow = Row<'charges'>

/** Work as it is charged; `isGone`: it was removed. */
export type WorkToCharge = ChargedWork & { isGone: boolean }

// Work of the entries named, and of all of the visits named. Values without a match are null in PostgreSQL's rows, and absent in the rule.
const WORK: Prepared = {
  name: 'work_to_charge',
  text: `
    select w.deleted_at is not null as "isGone",
      json_build_object('id', w.id, 'serviceType', w.service_type, 'workDate', w.work_date, 'horseId', w.horse_id,
        'visitHorseId', w.visit_horse_id) as entry,
      case when l.id is not null then json_build_object('id', l.id, 'clientId', l.client_id, 'payerClientId', l.payer_client_id,
        'appointmentId', l.appointment_id, 'place', l.place) end as line,
      case when a.id is not null then json_build_object('yardId', a.yard_id, 'tariff', a.tariff) end as visit,
      json_build_object('clientId', h.client_id, 'payerClientId', h.payer_client_id, 'yardId', h.yard_id) as horse,
      case when o.id is not null then json_build_object('payerClientId', o.payer_client_id) end as owner
    from work_entries w
    join horses h on h.practice_id = w.practice_id and h.id = w.horse_id
    left join visit_horses l on l.practice_id = w.practice_id and l.id = w.visit_horse_id
    left join appointments a on a.practice_id = l.practice_id and a.id = l.appointment_id
    left join clients o on o.practice_id = w.practice_id and o.id = coalesce(l.client_id, h.client_id)
    where w.practice_id = $1 and w.id in (
      select unnest($2::uuid[]) union
      select x.id from visit_horses v join work_entries x on x.practice_id = v.practice_id and x.visit_horse_id = v.id
      where v.practice_id = $1 and v.appointment_id = any($3::uuid[]))`,
}

/** Work by its entries, and all work of visits, in no order. */
export async function listWork(
  tx: PracticeTx,
  practiceId: string,
  entries: readonly string[],
  visits: readonly string[],
): Promise<WorkToCharge[]> {
  const rows = await readIn(tx)<WorkToCharge & { line: unknown; visit: unknown; owner: unknown }>(WORK, [
    practiceId,
    [...entries],
    [...visits],
  ])
  return rows.map((row) => ({ ...row, line: row.line ?? undefined, visit: row.visit ?? undefined, owner: row.owner ?? undefined }))
}

/** Work of some kinds done at visits since a day that has no charge: its price was missing. */
export async function listUncharged(tx: PracticeTx, practiceId: string, kinds: readonly string[], since: Day): Promise<string[]> {
  const rows = await tx
    .selectFrom('work_entries as w')
    .select('w.id')
    .where('w.practice_id', '=', practiceId)
    .where('w.service_type', 'in', kinds)
    .where('w.work_date', '>=', since)
    .where('w.visit_horse_id', 'is not', null)
    .where('w.deleted_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('charges as c').select('c.id').whereRef('c.work_entry_id', '=', 'w.id').where('c.deleted_at', 'is', null)),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** A visit whose coming out may be charged. */
export type VisitToCharge = {
  id: string
  onDay: Day
  tariff: Tariff
  /** It took place, or work was done at it; and none of that work was a call-out by name. */
  isDue: boolean
  clientId: string | null
  payerClientId: string | null
}

const VISITS: Prepared = {
  name: 'visits_to_charge',
  text: `
    select a.id, a.on_day as "onDay", a.tariff,
      a.deleted_at is null and (a.status = 'done' or works.count > 0) and works.callouts = 0 as "isDue",
      coalesce(first.client_id, a.client_id) as "clientId",
      case when first.payer_client_id <> first.client_id then first.payer_client_id
        else coalesce(first.horse_payer, o.payer_client_id, first.client_id, a.client_id) end as "payerClientId"
    from appointments a
    left join lateral (
      select l.client_id, l.payer_client_id, h.payer_client_id as horse_payer from visit_horses l
      left join horses h on h.practice_id = l.practice_id and h.id = l.horse_id
      where l.practice_id = a.practice_id and l.appointment_id = a.id and l.deleted_at is null
      order by l.outcome = 'done' desc nulls last, l.place, l.id limit 1) first on true
    left join clients o on o.practice_id = a.practice_id and o.id = coalesce(first.client_id, a.client_id)
    cross join lateral (
      select count(*) as count, count(*) filter (where w.service_type = $3) as callouts
      from visit_horses l join work_entries w on w.practice_id = l.practice_id and w.visit_horse_id = l.id and w.deleted_at is null
      where l.practice_id = a.practice_id and l.appointment_id = a.id) works
    where a.practice_id = $1 and a.id = any($2::uuid[])`,
}

/** Visits by their ids, in no order; `callOut` is the kind of work that itself is a call-out. */
export const listVisits = (tx: PracticeTx, practiceId: string, ids: readonly string[], callOut: string): Promise<VisitToCharge[]> =>
  readIn(tx)<VisitToCharge>(VISITS, [practiceId, [...ids], callOut])

/** The input for prices: the list, the prices agreed with those concerned, the names of kinds, and the settings. */
export type PricesFound = {
  items: PriceItem[]
  overrides: PriceOverride[]
  labels: Record<string, string>
  autoReply: Partial<AutoReply> | null
  money: Omit<MoneySettings, 'id'> | null
}

const PRICES: Prepared = {
  name: 'prices_to_charge',
  text: `
    select
      (select coalesce(json_agg(json_build_object('id', id, 'serviceType', service_type, 'label', label, 'unitPence', unit_pence,
        'vatRateBp', vat_rate_bp)), '[]'::json) from price_items where practice_id = $1 and deleted_at is null) as items,
      (select coalesce(json_agg(json_build_object('id', id, 'priceItemId', price_item_id, 'clientId', client_id, 'horseId', horse_id,
        'yardId', yard_id, 'unitPence', unit_pence)), '[]'::json) from price_overrides
        where practice_id = $1 and deleted_at is null and unit_pence is not null
          and (horse_id = any($2::uuid[]) or client_id = any($2::uuid[]) or yard_id = any($2::uuid[]))) as overrides,
      (select coalesce(json_object_agg(service_type, label), '{}'::json) from service_types where practice_id = $1) as labels,
      (select auto_reply from settings where practice_id = $1) as "autoReply",
      (select json_build_object('invoicing', invoicing, 'vat', vat, 'bank', bank, 'fees', fees, 'tax', tax)
        from money_settings where practice_id = $1) as money`,
}

const NO_PRICES: PricesFound = { items: [], overrides: [], labels: {}, autoReply: null, money: null }

/** Prices for horses, clients and yards, named together by their ids. */
export const findPrices = async (tx: PracticeTx, practiceId: string, concerned: readonly string[]): Promise<PricesFound> =>
  (await readIn(tx)<PricesFound>(PRICES, [practiceId, [...concerned]]))[0] ?? NO_PRICES

const CHARGES: Prepared = { name: 'charges_by_id', text: 'select * from charges where practice_id = $1 and id = any($2::uuid[])' }

/** Charges by their ids, removed ones too. */
export const listChargesById = (tx: PracticeTx, practiceId: string, ids: readonly string[]): Promise<ChargeRow[]> =>
  readIn(tx)<ChargeRow>(CHARGES, [practiceId, [...ids]])
