// Followed by: charges (ledger/invoices).

import { seesMoney } from '#features/core/practice/rules.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { requireHorse } from '#features/records/horses/server/require-horse.ts'
import { addStandardKinds } from '#features/records/kinds/server/service.ts'
import type {
  NewPriceItem,
  NewPriceOverride,
  PriceItem,
  PriceItemChange,
  PriceOverride,
  PriceOverrideChange,
} from '#features/records/prices/contract.ts'
import {
  NewPriceItem as NewPriceItemShape,
  NewPriceOverride as NewPriceOverrideShape,
  PriceItemChange as PriceItemChangeShape,
  PriceOverrideChange as PriceOverrideChangeShape,
} from '#features/records/prices/contract.ts'
import { FIRST_PRICES, inListOrder, overrideId, priceItemId } from '#features/records/prices/rules.ts'
import {
  findItem,
  findOverride,
  listItems,
  listOverrides,
  type PriceItemRow,
  type PriceOverrideRow,
} from '#features/records/prices/server/queries.ts'
import { requireYard } from '#features/records/yards/server/require-yard.ts'
import { idOf } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, insertRow, NOTHING_SEEN, rowForChange, SHARED, updateRow } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

/** The price list in its order. @throws forbidden for members who see no money */
export async function priceList(tx: PracticeTx, actor: Actor): Promise<PriceItem[]> {
  requireMay(actor, 'seeMoney')
  return inListOrder((await listItems(tx)).map(toItem))
}

/** All agreed prices that differ from the list. @throws forbidden for members who see no money */
export async function agreedPrices(tx: PracticeTx, actor: Actor): Promise<PriceOverride[]> {
  requireMay(actor, 'seeMoney')
  return (await listOverrides(tx)).map(toOverride)
}

/** Gives a new practice the standard kinds of work, and their first prices. Spec §9. This is no change by a person, so it has no journal entry. */
export async function addStandardRates(tx: PracticeTx, actor: Actor): Promise<void> {
  await addStandardKinds(tx, actor)
  for (const rate of FIRST_PRICES) await addRate(tx, actor, rate)
}

/** Adds a kind of work to the list; if it is already there, or came from another device, it is changed. @throws forbidden, conflict */
export async function addItem(tx: PracticeTx, actor: Actor, input: NewPriceItem, baseRev?: number): Promise<PriceItemRow> {
  requireMay(actor, 'setPrices')
  await holdWriters(tx)
  const { serviceType, label = serviceType, unitPence, vatRateBp } = input
  const id = priceItemId(actor.practiceId, serviceType)
  const columns = { label, unit_pence: unitPence, vat_rate_bp: vatRateBp }
  const before = await findItem(tx, id)
  if (before) return updateRow(tx, actor, before, 'price_items', columns, { baseRev })
  return insertRow(tx, actor, 'price_items', id, { ...columns, service_type: serviceType }, SHARED)
}

/** Changes a line of the list; agreed prices stay. @throws forbidden, price_item_not_found, conflict */
export async function changeItem(
  tx: PracticeTx,
  actor: Actor,
  id: string,
  input: PriceItemChange,
  baseRev?: number,
): Promise<PriceItemRow> {
  requireMay(actor, 'setPrices')
  const before = await rowForChange(tx, 'price_items', id, 'price_item_not_found')
  const columns = { label: input.label, unit_pence: input.unitPence, vat_rate_bp: input.vatRateBp }
  return updateRow(tx, actor, before, 'price_items', columns, { baseRev })
}

/**
 * Agrees a price for a horse, a client or a yard; null returns to the list's price. A repeated call changes the agreed price.
 * @throws forbidden for members who see no money, bad_request unless exactly one is named, price_item_not_found, horse_not_found,
 * client_not_found, yard_not_found, conflict
 */
export async function agreePrice(tx: PracticeTx, actor: Actor, input: NewPriceOverride, baseRev?: number): Promise<PriceOverrideRow> {
  requireMay(actor, 'seeMoney')
  await holdWriters(tx)
  const item = await findItem(tx, idOf(input.priceItemId, 'price_item_not_found'))
  if (!item) throw new AppError('price_item_not_found')
  const whose = await requireWhose(tx, input)
  const id = overrideId(item.id, whose.id)
  const before = await findOverride(tx, id)
  if (before) return updateRow(tx, actor, before, 'price_overrides', { unit_pence: input.unitPence }, { baseRev })
  const columns = { price_item_id: item.id, ...whose.columns, unit_pence: input.unitPence }
  return insertRow(tx, actor, 'price_overrides', id, columns, SHARED)
}

/**
 * The price agreed for one horse, by the name of the work; for imports. If the list lacks the kind of work, it is added with its standard
 * rate.
 * @throws forbidden, horse_not_found, price_item_not_found when the product knows no such work
 */
export async function setHorsePrice(tx: PracticeTx, actor: Actor, horseId: string, serviceType: string, pence: number): Promise<void> {
  requireMay(actor, 'seeMoney')
  const id = priceItemId(actor.practiceId, serviceType)
  const rate = FIRST_PRICES.find((one) => one.serviceType === serviceType)
  if (rate && !(await findItem(tx, id))) await addRate(tx, actor, rate)
  await agreePrice(tx, actor, { priceItemId: id, horseId, unitPence: pence })
}

/** A row as it goes over the wire. */
export const toItem = (row: PriceItemRow): PriceItem => ({
  id: row.id,
  serviceType: row.service_type,
  label: row.label,
  unitPence: row.unit_pence,
  vatRateBp: row.vat_rate_bp,
})

export const toOverride = (row: PriceOverrideRow): PriceOverride => ({
  id: row.id,
  priceItemId: row.price_item_id,
  clientId: row.client_id,
  horseId: row.horse_id,
  yardId: row.yard_id,
  unitPence: row.unit_pence,
})

const refused = async (): Promise<never> => {
  throw new AppError('forbidden')
}

/**
 * One line per kind of work, so a CREATE from a second device is an update. The line of a removed kind stays, for the prices agreed for
 * that kind.
 */
export const priceItemSync: SyncedEntity<'price_items'> = {
  toWire: toItem,
  isSeenBy: seesMoney,
  write: {
    newShape: NewPriceItemShape,
    changeShape: PriceItemChangeShape,
    create: (tx, actor, _id, input: NewPriceItem) => addItem(tx, actor, input, NOTHING_SEEN),
    update: changeItem,
    remove: refused,
  },
}

/** One record per kind of work and horse, client or yard, so a CREATE from a second device is an update; going back to the list is one too. */
export const priceOverrideSync: SyncedEntity<'price_overrides'> = {
  toWire: toOverride,
  isSeenBy: seesMoney,
  write: {
    newShape: NewPriceOverrideShape,
    changeShape: PriceOverrideChangeShape,
    create: (tx, actor, _id, input: NewPriceOverride) => agreePrice(tx, actor, input, NOTHING_SEEN),
    update: changeOverride,
    remove: refused,
  },
}

async function changeOverride(tx: PracticeTx, actor: Actor, id: string, input: PriceOverrideChange, baseRev: number | undefined) {
  requireMay(actor, 'seeMoney')
  const before = await rowForChange(tx, 'price_overrides', id, 'price_item_not_found')
  return updateRow(tx, actor, before, 'price_overrides', { unit_pence: input.unitPence }, { baseRev })
}

async function addRate(tx: PracticeTx, actor: Actor, rate: (typeof FIRST_PRICES)[number]) {
  const id = priceItemId(actor.practiceId, rate.serviceType)
  const columns = { service_type: rate.serviceType, label: rate.label, unit_pence: rate.unitPence }
  await insertRow(tx, actor, 'price_items', id, columns, { isPart: true })
}

async function requireWhose(tx: PracticeTx, { horseId, clientId, yardId }: NewPriceOverride) {
  if ([horseId, clientId, yardId].filter(Boolean).length !== 1) throw new AppError('bad_request', { fields: ['horseId'] }, ONE_OF_THREE)
  const none = { horse_id: null, client_id: null, yard_id: null }
  if (horseId) {
    const { id } = await requireHorse(tx, idOf(horseId, 'horse_not_found'))
    return { id, columns: { ...none, horse_id: id } }
  }
  if (clientId) {
    const { id } = await requireClient(tx, idOf(clientId, 'client_not_found'))
    return { id, columns: { ...none, client_id: id } }
  }
  const { id } = await requireYard(tx, idOf(yardId ?? '', 'yard_not_found'))
  return { id, columns: { ...none, yard_id: id } }
}

const ONE_OF_THREE = 'A price is agreed for one horse, one client or one yard.'
