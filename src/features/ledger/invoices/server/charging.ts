import { autoReplyOf } from '#features/core/practice/rules.ts'
import type { Charge } from '#features/ledger/invoices/contract.ts'
import { callOutIdOf, callOutOf, chargeIdOf, chargeOfWork, type Pricing } from '#features/ledger/invoices/rules.ts'
import {
  type ChargeRow,
  findPrices,
  listChargesById,
  listUncharged,
  listVisits,
  listWork,
  type VisitToCharge,
  type WorkToCharge,
} from '#features/ledger/invoices/server/charge-queries.ts'
import { columnsOf } from '#features/ledger/invoices/server/wire.ts'
import { moneyOf } from '#features/records/prices/settings.ts'
import { CALL_OUT } from '#features/records/prices/tariff.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Actor } from '#platform/server/actor.ts'
import { allEnded, type PracticeTx } from '#platform/server/database/db.ts'
import { following, type Written, writtenOf } from '#platform/server/database/followers.ts'
import { inBatch } from '#platform/server/database/in-batch.ts'
import { insertRow, isInBulk, keepServerColumns } from '#platform/server/database/rows.ts'

const TABLES = ['work_entries', 'appointments', 'price_items'] as const
/** Work without a visit that is older than this when recorded is history, and so is all that an import brings: no one owes it. */
const RECENT_DAYS = 31

/**
 * Charges follow from work and visits. Any change that records, corrects or removes work, changes a visit's tariff or finishes it has its
 * charges made, priced or removed once, in the same transaction, regardless of the writer and the number. A price changed on the list
 * changes no existing charge; a price that was missing applies to the work of the last weeks.
 */
export const chargeFollower = following({
  tables: TABLES,
  follow: (tx, actor, written) => chargeWritten(tx, actor, written),
})

/** The same for the rows that this transaction has written until now, before they are invoiced. */
export const chargeByNow = (tx: PracticeTx, actor: Actor): Promise<void> => chargeWritten(tx, actor, writtenOf(tx, TABLES))

/** Entries and visits to check; those in `priced` are priced again. */
type Concerned = {
  entries: Set<string>
  visits: Set<string>
  priced: Set<string>
  /** Entries whose kind was corrected. */
  renamed: Set<string>
  /** Entries made just now that are no history. */
  fresh: Set<string>
  /** Kinds of work that have a price from now on. */
  kinds: Set<string>
}

async function chargeWritten(tx: PracticeTx, actor: Actor, written: readonly Written[]): Promise<void> {
  const concerned = concernedBy(written, { today: dayOf(currentTime(), actor.zone), isImport: isInBulk(tx) })
  const { entries, visits, kinds, priced } = concerned
  if (kinds.size > 0) {
    const since = addDays(dayOf(currentTime(), actor.zone), -RECENT_DAYS)
    for (const id of await listUncharged(tx, actor.practiceId, [...kinds], since)) entries.add(id)
  }
  if (entries.size + visits.size === 0) return
  const work = await listWork(tx, actor.practiceId, [...entries], [...visits])
  for (const { entry, line } of work) if (line && visits.has(line.appointmentId)) priced.add(entry.id)
  const calledOut = [
    ...new Set([...visits, ...work.flatMap(({ line, visit }) => (line && visit?.tariff !== 'standard' ? [line.appointmentId] : []))]),
  ]
  if (work.length + calledOut.length > 0) await charge(tx, actor, { work, calledOut, concerned })
}

/** The written rows that make a difference to a charge. */
function concernedBy(written: readonly Written[], { today, isImport }: { today: string; isImport: boolean }): Concerned {
  const none = () => new Set<string>()
  const found: Concerned = { entries: none(), visits: none(), priced: none(), renamed: none(), fresh: none(), kinds: none() }
  for (const { table, before, after } of written) {
    const isOther = (column: string) => before === undefined || before[column] !== after[column]
    if (table === 'price_items') {
      if (!before) found.kinds.add(String(after.service_type))
    } else if (table === 'appointments') {
      const isCharged = after.tariff !== 'standard' || (before && before.tariff !== 'standard')
      if (isCharged && ['tariff', 'status', 'deleted_at', 'on_day'].some(isOther)) found.visits.add(after.id)
    } else {
      const isHistory = isImport || (after.visit_horse_id === null && String(after.work_date) < addDays(today, -RECENT_DAYS))
      if (!before && isHistory) continue
      if (!before) found.fresh.add(after.id)
      if (isOther('service_type')) found.priced.add(after.id)
      if (before && isOther('service_type')) found.renamed.add(after.id)
      if (['service_type', 'work_date', 'deleted_at', 'visit_horse_id'].some(isOther)) found.entries.add(after.id)
    }
  }
  return found
}

type ChargeInput = { work: readonly WorkToCharge[]; calledOut: readonly string[]; concerned: Concerned }

async function charge(tx: PracticeTx, actor: Actor, { work, calledOut, concerned }: ChargeInput): Promise<void> {
  const { practiceId } = actor
  const ids = [...work.map(({ entry }) => chargeIdOf(entry.id)), ...calledOut.map(callOutIdOf)]
  // Not awaited yet: it is sent together with the batch's first queries.
  const reading = allEnded([
    pricingFor(tx, practiceId, work),
    listChargesById(tx, practiceId, ids),
    calledOut.length > 0 ? listVisits(tx, practiceId, calledOut, CALL_OUT) : Promise.resolve([]),
  ])
  reading.catch(() => {})
  await inBatch(tx, practiceId, async (inner, batch) => {
    const [pricing, existing, visits] = await reading
    const charges = new Map(existing.map((row) => [row.id, row]))
    batch.know('charges', existing, ids)
    for (const one of work) await followWork(inner, actor, one, { pricing, concerned, row: charges.get(chargeIdOf(one.entry.id)) })
    for (const visit of visits) await followVisit(inner, actor, visit, { pricing, concerned, row: charges.get(callOutIdOf(visit.id)) })
  })
}

/** The input for the price of work: the list, and the prices agreed for its horses, owners and yards. */
export async function pricingFor(tx: PracticeTx, practiceId: string, work: readonly WorkToCharge[]): Promise<Pricing> {
  const named = work.flatMap(({ entry, line, visit, horse }) => [
    entry.horseId,
    line?.clientId ?? horse.clientId,
    visit ? visit.yardId : horse.yardId,
  ])
  const found = await findPrices(tx, practiceId, [...new Set(named.filter((id) => id !== null))])
  return {
    items: found.items,
    overrides: found.overrides,
    money: moneyOf(found.money ?? undefined),
    rates: autoReplyOf({ autoReply: found.autoReply ?? {} }),
    labelOf: (serviceType) => found.labels[serviceType] ?? serviceType,
  }
}

type ChargeContext = { pricing: Pricing; concerned: Concerned; row: ChargeRow | undefined }

/** One entry's charge: made, updated or removed. Invoiced charges, and those a person removed, stay as they are. */
async function followWork(tx: PracticeTx, actor: Actor, work: WorkToCharge, { pricing, concerned, row }: ChargeContext): Promise<void> {
  if (row?.invoice_id || (row && isRemovedByHand(row))) return
  if (!row && !work.line && !concerned.fresh.has(work.entry.id)) return
  if (work.isGone) return takeAway(tx, row)
  const wanted = chargeOfWork(work, pricing)
  const { id, serviceType, workDate } = work.entry
  if (row?.is_by_hand) {
    const description = concerned.renamed.has(id) ? { description: pricing.labelOf(serviceType) } : {}
    await keepServerColumns(tx, row, 'charges', { ...description, charged_on: workDate, deleted_at: null })
  } else if (row && !row.deleted_at && !concerned.priced.has(id)) await keepServerColumns(tx, row, 'charges', { charged_on: workDate })
  else await make(tx, actor, row, wanted)
}

/** A visit's call-out. Chosen again it is charged, even where a person had removed that of an earlier choice. */
async function followVisit(tx: PracticeTx, actor: Actor, visit: VisitToCharge, { pricing, concerned, row }: ChargeContext): Promise<void> {
  if (row?.invoice_id) return
  const { clientId, payerClientId, isDue } = visit
  const wanted = isDue && clientId && payerClientId ? callOutOf({ ...visit, clientId, payerClientId }, pricing) : undefined
  const isRechosen = concerned.visits.has(visit.id)
  if (row && isRemovedByHand(row) && !(isRechosen && row.description !== wanted?.description)) return
  if (!wanted) return takeAway(tx, row)
  if (row && !row.deleted_at && (row.is_by_hand || !isRechosen)) await keepServerColumns(tx, row, 'charges', { charged_on: visit.onDay })
  else await make(tx, actor, row, wanted)
}

async function make(tx: PracticeTx, actor: Actor, row: ChargeRow | undefined, wanted: Charge | undefined): Promise<void> {
  if (!wanted) return takeAway(tx, row)
  if (row) await keepServerColumns(tx, row, 'charges', { ...columnsOf(wanted), deleted_at: null })
  else await insertRow(tx, actor, 'charges', wanted.id, columnsOf(wanted), { isPart: true })
}

async function takeAway(tx: PracticeTx, row: ChargeRow | undefined): Promise<void> {
  if (row && !row.deleted_at) await keepServerColumns(tx, row, 'charges', { deleted_at: currentTime() })
}

/** A person's removal is written down with who made it; what followed away is not. */
const isRemovedByHand = ({ deleted_at, fw, rev }: ChargeRow): boolean => deleted_at !== null && fw.deleted?.r === rev
