// Followed by: charges (ledger/invoices).

import { seesMoney } from '#features/core/practice/rules.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { moneyOf, moneySettingsId } from '#features/records/prices/settings.ts'
import {
  type MoneySettings,
  type MoneySettingsChange,
  MoneySettingsChange as MoneySettingsChangeShape,
} from '#features/records/prices/settings-contract.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow, holdWriters, insertRow, NOTHING_SEEN, type Row, SHARED, updateRow } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

type SettingsRow = Row<'money_settings'>

/** The practice's money settings, with defaults for absent fields. @throws forbidden for members who see no money */
export async function moneySettings(tx: PracticeTx, actor: Actor): Promise<MoneySettings> {
  requireMay(actor, 'seeMoney')
  const id = moneySettingsId(actor.practiceId)
  const row = await findRow(tx, 'money_settings', id)
  return row ? toMoneySettings(row) : { id, invoicing: {}, vat: {}, bank: {}, fees: {}, tax: {} }
}

/**
 * Decides something about money; the record is made when missing, from whichever device comes first. Of each part what is absent stays. Who
 * registers for VAT has its standard rate put on the lines of the price list that had none.
 * @throws forbidden, conflict
 */
export async function changeMoneySettings(
  tx: PracticeTx,
  actor: Actor,
  input: MoneySettingsChange,
  baseRev?: number,
): Promise<SettingsRow> {
  requireMay(actor, 'setPrices')
  await holdWriters(tx)
  const id = moneySettingsId(actor.practiceId)
  const before = await findRow(tx, 'money_settings', id)
  const columns = {
    invoicing: input.invoicing && { ...before?.invoicing, ...input.invoicing },
    vat: input.vat && { ...before?.vat, ...input.vat },
    bank: input.bank && { ...before?.bank, ...input.bank },
    fees: input.fees && { ...before?.fees, ...input.fees },
    tax: input.tax && { ...before?.tax, ...input.tax },
  }
  const row = before
    ? await updateRow(tx, actor, before, 'money_settings', columns, { baseRev })
    : await insertRow(tx, actor, 'money_settings', id, columns, SHARED)
  const [was, is] = [moneyOf(before && toMoneySettings(before)), moneyOf(toMoneySettings(row))]
  if (is.vat.isRegistered && !was.vat.isRegistered) await putOnRate(tx, actor, is.vat.rateBp)
  return row
}

/** A row as it goes over the wire. */
export const toMoneySettings = (row: SettingsRow): MoneySettings => ({
  id: row.id,
  invoicing: row.invoicing,
  vat: row.vat,
  bank: row.bank,
  fees: row.fees,
  tax: row.tax,
})

/** One record per practice, so a CREATE from a second device is an update. */
export const moneySettingsSync: SyncedEntity<'money_settings'> = {
  toWire: toMoneySettings,
  isSeenBy: seesMoney,
  write: {
    newShape: MoneySettingsChangeShape,
    changeShape: MoneySettingsChangeShape,
    create: (tx, actor, _id, input: MoneySettingsChange) => changeMoneySettings(tx, actor, input, NOTHING_SEEN),
    update: (tx, actor, _id, input: MoneySettingsChange, baseRev) => changeMoneySettings(tx, actor, input, baseRev),
    async remove() {
      throw new AppError('forbidden')
    },
  },
}

async function putOnRate(tx: PracticeTx, actor: Actor, rateBp: number): Promise<void> {
  const items = await tx.selectFrom('price_items').selectAll().where('vat_rate_bp', '=', 0).where('deleted_at', 'is', null).execute()
  for (const item of items) await updateRow(tx, actor, item, 'price_items', { vat_rate_bp: rateBp })
}
