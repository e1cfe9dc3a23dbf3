import type { Generated } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
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
}
