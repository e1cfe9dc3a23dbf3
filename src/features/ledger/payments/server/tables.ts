import type { Generated } from 'kysely'
import type { LineSource } from '#features/ledger/payments/contract.ts'
import type { Day } from '#lib/dates.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
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
    /** The VAT and other income in money allocated to an invoice, and the day on which they count. */
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
      source: Generated<LineSource>
      /** Of a reader of cards. */
      kind: Generated<'taking' | 'refund' | 'fee' | 'payout'>
      /** Of a refund: the taking it is out of. */
      of_line_id: string | null
      /** Of a line of the bank: the payout it is. */
      payout_id: string | null
    }
  }
}
