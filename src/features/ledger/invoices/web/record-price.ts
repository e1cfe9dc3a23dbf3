import { chargeOfWork } from '#features/ledger/invoices/rules.ts'
import { priceByHand } from '#features/ledger/invoices/web/data.ts'
import { readPricing } from '#features/ledger/invoices/web/use-pricing.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import { record } from '#platform/web/sync/outbox.ts'
import { readRow } from '#platform/web/use-rows.ts'

/** Records the price of a horse's work this once; false when the work is gone from this device. */
export async function recordPrice(workEntryId: string, unitPence: number): Promise<boolean> {
  const entry = await readRow<WorkEntry>('work_entries', workEntryId)
  const horse = entry && (await readRow<HorseRow>('horses', entry.horseId))
  if (!horse) return false
  const line = entry.visitHorseId ? await readRow<VisitHorse>('visit_horses', entry.visitHorseId) : undefined
  const visit = line && (await readRow<VisitRow>('appointments', line.appointmentId))
  const owner = await readRow<Client>('clients', line?.clientId ?? horse.clientId)
  const shown = chargeOfWork({ entry, line, visit, horse, owner }, await readPricing(), unitPence)
  return shown !== undefined && (await record([await priceByHand({ workEntryId, shown }, unitPence)])) !== false
}
