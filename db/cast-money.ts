import type { Insertable } from 'kysely'
import { cast } from '#db/cast.ts'
import { CAST_PAYERS } from '#db/cast-places.ts'
import { priceItemRows, priceOverrideRows } from '#db/cast-prices.ts'
import type { StopRows } from '#db/cast-rows.ts'
import { type CalledOut, callOutOf, chargeIdOf } from '#features/ledger/invoices/rules.ts'
import { columnsOf } from '#features/ledger/invoices/server/wire.ts'
import { priceFor } from '#features/records/prices/rules.ts'
import { moneyOf, moneySettingsId } from '#features/records/prices/settings.ts'
import { atTariff } from '#features/records/prices/tariff.ts'
import type { Tables } from '#platform/server/database/tables.ts'

type Bare<T extends keyof Tables> = Omit<Insertable<Tables[T]>, 'practice_id' | 'rev' | 'seq' | 'deleted_at' | 'fw'>

export const DUE_DAYS = 14
export const BANK = { accountName: 'G Probert Farriery', sortCode: '00-00-00', accountNumber: '00000000' }
export const ADDRESS = { address: 'The Forge, Risbury, Leominster HR6 0VA', phone: '07700 900100', email: cast.owner.email }
export const INVOICING = {
  ...ADDRESS,
  dueDays: DUE_DAYS,
  terms: 'Payment within 14 days, by bank transfer, card or cash. Thank you.',
}

/** The practice's settings for money, from the beginning. */
export const moneySettingsRows = (): Bare<'money_settings'>[] => [
  { id: moneySettingsId(cast.practice.id), invoicing: INVOICING, bank: BANK, tax: { chargePerMilePence: 45 } },
]

/** The charges for the work of finished visits, and for having come out after hours; none has an invoice yet. */
export const chargeRows = (rows: readonly StopRows[]): Bare<'charges'>[] =>
  rows.filter(({ visit }) => visit.status === 'done' && visit.client_id).flatMap((row) => [...callOuts(row), ...workCharges(row)])

function workCharges({ visit, lines, entries }: StopRows): Bare<'charges'>[] {
  return entries.flatMap((entry, place) => {
    const clientId = lines[place]?.client_id ?? ''
    const price = priceFor(ITEMS, OVERRIDES, { horseId: entry.horse_id, clientId, yardId: visit.yard_id ?? null }, entry.service_type)
    if (!price) return []
    return {
      id: chargeIdOf(entry.id),
      payer_client_id: payerOf(visit, clientId),
      client_id: clientId,
      appointment_id: visit.id,
      visit_horse_id: entry.visit_horse_id ?? null,
      horse_id: entry.horse_id,
      work_entry_id: entry.id,
      invoice_id: null,
      kind: 'work' as const,
      description: entry.service_type,
      unit_pence: atTariff(price.pence, visit.tariff ?? 'standard', RATES),
      charged_on: entry.work_date,
      place: place + 1,
    }
  })
}

function callOuts({ visit, lines: [first] }: StopRows): Bare<'charges'>[] {
  if (!first || visit.tariff === 'standard') return []
  const { id, on_day: onDay, tariff = 'standard' } = visit
  const called: CalledOut = { id, onDay, tariff, clientId: first.client_id, payerClientId: payerOf(visit, first.client_id) }
  const charge = callOutOf(called, { items: ITEMS, rates: RATES, money: MONEY })
  return charge ? [{ id: charge.id, ...columnsOf(charge) }] : []
}

function payerOf({ yard_id }: StopRows['visit'], clientId: string): string {
  const yardPays = Object.entries(CAST_PAYERS).find(([yard]) => cast.yards[yard as keyof typeof cast.yards].id === yard_id)?.[1]
  return yardPays ? cast.clients[yardPays].id : clientId
}

/** Spec §9 Messaging: what a practice charges for an emergency unless it says otherwise. */
const RATES = { emergencyRate: 50, emergencyMultiplier: 1.75 }
const MONEY = moneyOf(undefined)
const ITEMS = priceItemRows().map(({ id, service_type: serviceType, label, unit_pence: unitPence }) => ({
  ...{ id, serviceType, label, unitPence },
  vatRateBp: 0,
}))
const OVERRIDES = priceOverrideRows().map((row) => ({
  id: row.id,
  priceItemId: row.price_item_id,
  clientId: row.client_id ?? null,
  horseId: row.horse_id ?? null,
  yardId: row.yard_id ?? null,
  unitPence: row.unit_pence ?? null,
}))
