import type { Charge, ChargeKind, NewCharge } from '#features/ledger/invoices/contract.ts'
import { vatOf } from '#features/ledger/invoices/rules.ts'
import type { KnownCharge } from '#features/ledger/invoices/web/data.ts'
import type { Money } from '#features/records/prices/settings.ts'
import type { Day } from '#lib/dates.ts'
import { inPounds, readPence } from '#lib/money.ts'

/** What a person may add; work is charged where it is recorded, and a fee where it is proposed. */
export const ADDED = [
  { value: 'extra', label: 'Extra' },
  { value: 'mileage', label: 'Miles' },
  { value: 'discount', label: 'Discount' },
] as const
type AddedKind = (typeof ADDED)[number]['value']

/** What a new line belongs to, as far as it is known. */
export type LinePresets = {
  payerClientId: string
  /** Whose horse it is about. */
  clientId?: string | null
  appointmentId?: string | null
  horseId?: string | null
  chargedOn?: Day
}

/** A line as its form has it: sums as typed, a discount's without the minus. */
export type ChargeValues = {
  kind: AddedKind
  payerClientId: string | null
  description: string
  quantity: string
  price: string
  vat: string
  chargedOn: string
}

/** What the form begins with. */
export function valuesOf(charge: KnownCharge | undefined, presets: LinePresets | undefined, money: Money, today: Day): ChargeValues {
  if (!charge)
    return {
      kind: 'extra',
      payerClientId: presets?.payerClientId ?? null,
      description: '',
      quantity: '1',
      price: '',
      vat: String(vatOf(money).vatRateBp / 100),
      chargedOn: presets?.chargedOn ?? today,
    }
  return {
    kind: isAdded(charge.kind) ? charge.kind : 'extra',
    payerClientId: charge.payerClientId,
    description: charge.description,
    quantity: String(charge.quantity),
    price: inPounds(Math.abs(charge.unitPence)),
    vat: String(charge.vatRateBp / 100),
    chargedOn: charge.chargedOn,
  }
}

/** The changed fields of a line, as the server takes them. */
export const toChange = (changed: Partial<ChargeValues>, isDiscount: boolean) => ({
  ...(changed.description !== undefined && { description: changed.description.trim() }),
  ...(changed.payerClientId && { payerClientId: changed.payerClientId }),
  ...(changed.quantity !== undefined && { quantity: Number(changed.quantity) }),
  ...(changed.price !== undefined && { unitPence: penceOf(changed.price, isDiscount) }),
  ...(changed.vat !== undefined && { vatRateBp: Math.round(Number(changed.vat) * 100) }),
  ...(changed.chargedOn && { chargedOn: changed.chargedOn }),
})

/** A new line, and how it is shown until the server has made it. */
export function toCharge(
  values: ChargeValues,
  presets: LinePresets | undefined,
  money: Money,
): { words: NewCharge; shown: Partial<Charge> } {
  const payerClientId = values.payerClientId ?? ''
  const of = presets?.payerClientId === payerClientId ? presets : undefined
  const words = {
    kind: values.kind,
    payerClientId,
    clientId: of?.clientId ?? payerClientId,
    ...(of?.appointmentId && { appointmentId: of.appointmentId }),
    ...(of?.horseId && { horseId: of.horseId }),
    description: values.description.trim() || (values.kind === 'mileage' ? 'Miles' : 'Discount'),
    quantity: Number(values.quantity),
    unitPence: penceOf(values.price, values.kind === 'discount'),
    chargedOn: values.chargedOn,
    ...(money.vat.isRegistered && { vatRateBp: Math.round(Number(values.vat) * 100) }),
  } satisfies NewCharge
  return { words, shown: vatOf(money) }
}

/** Whether a line is of a kind that people add. */
export const isAdded = (kind: ChargeKind): kind is AddedKind => ADDED.some(({ value }) => value === kind)

const penceOf = (text: string, isDiscount: boolean) => (isDiscount ? -1 : 1) * (readPence(text) ?? 0)
