import type { Generated } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

/** What a jsonb column may hold; the feature that owns the column knows its shape. */
type Json = Record<string, unknown>

/** Tenant tables of money; whole pence. Devices of those who may not see money hold no row of them. */
export interface MoneyTables {
  /** What differs from the defaults, column by column. */
  money_settings: {
    practice_id: string
    id: string
    invoicing: Generated<Json>
    vat: Generated<Json>
    bank: Generated<Json>
    fees: Generated<Json>
    tax: Generated<Json>
  } & SyncColumns
  charges: {
    practice_id: string
    id: string
    payer_client_id: string
    client_id: string
    appointment_id: string | null
    visit_horse_id: string | null
    horse_id: string | null
    work_entry_id: string | null
    /** None: still to be invoiced. */
    invoice_id: string | null
    kind: 'work' | 'call-out' | 'mileage' | 'extra' | 'discount' | 'late-fee' | 'interest' | 'compensation' | 'late-cancellation'
    description: string
    quantity: Generated<number>
    unit_pence: number
    vat_rate_bp: Generated<number>
    includes_vat: Generated<boolean>
    charged_on: Day
    place: Generated<number>
    /** Somebody said this price. */
    is_by_hand: Generated<boolean>
  } & SyncColumns
  invoices: {
    practice_id: string
    id: string
    payer_client_id: string
    kind: Generated<'invoice' | 'credit'>
    credits_invoice_id: string | null
    series: string
    number: number
    appointment_id: string | null
    issued_on: Day
    due_on: Day
    note: string | null
    as_was: Json
    net_pence: number
    vat_pence: number
    total_pence: number
    /** What is allocated to it, or from it for a credit. */
    paid_pence: Generated<number>
    sent_at: Date | null
    /** The provider's page made last, and whose account it is of. */
    checkout_session: Generated<string | null>
    checkout_account: Generated<string | null>
    member_id: string | null
  } & SyncColumns
  invoice_counters: {
    practice_id: string
    series: string
    next: Generated<number>
  }
  payments: {
    practice_id: string
    id: string
    payer_client_id: string
    /** Below nothing: money given back. */
    amount_pence: number
    method: 'cash' | 'bank-transfer' | 'card'
    received_on: Day
    reference: string | null
    provider_ref: string | null
    refunds_payment_id: string | null
    appointment_id: string | null
    invoice_id: string | null
    member_id: string | null
  } & SyncColumns
  allocations: {
    practice_id: string
    id: string
    payment_id: string | null
    credit_id: string | null
    invoice_id: string
    amount_pence: number
  } & SyncColumns
  /** The VAT and other income in money that settled an invoice, and on which day they count. */
  income_shares: {
    practice_id: string
    id: string
    invoice_id: string
    /** Whose money it is; none: a credit note's. */
    payment_id: string | null
    /** The payment or refund on whose day it counts; none: on `on_day`. */
    counts_with: string | null
    on_day: Day | null
    vat_pence: number
    other_pence: number
  }
  bank_lines: {
    practice_id: string
    id: string
    import_id: string
    file_name: string
    fingerprint: string
    on_day: Day
    description: Generated<string>
    amount_pence: number
    state: Generated<'new' | 'matched' | 'ignored'>
    payment_id: string | null
    member_id: string
    created_at: Generated<Date>
  }
  expenses: {
    practice_id: string
    id: string
    spent_on: Day
    category:
      | 'cost-of-goods'
      | 'subcontractors'
      | 'staff'
      | 'travel'
      | 'premises'
      | 'maintenance'
      | 'admin'
      | 'entertainment'
      | 'advertising'
      | 'loan-interest'
      | 'finance'
      | 'bad-debts'
      | 'professional'
      | 'depreciation'
      | 'other'
    description: string
    supplier: string | null
    total_pence: number
    vat_pence: Generated<number>
    method: Generated<'cash' | 'bank-transfer' | 'card'>
    member_id: string
  } & SyncColumns
  trips: {
    practice_id: string
    id: string
    on_day: Day
    member_id: string
    vehicle: Generated<'car-or-van' | 'motorcycle' | 'bicycle'>
    miles_tenths: number
    purpose: string
    from_place: string | null
    to_place: string | null
  } & SyncColumns
}
