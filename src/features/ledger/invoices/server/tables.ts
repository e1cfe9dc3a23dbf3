import type { Generated } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

/** What a jsonb column may hold; the feature that owns the column knows its shape. */
type Json = Record<string, unknown>

declare module '#platform/server/database/tables.ts' {
  interface Tables {
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
      /** A person set this price. */
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
  }
}
