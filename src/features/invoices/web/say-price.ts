import type { VisitHorse, VisitRow } from '#features/appointments/contract.ts'
import type { Client } from '#features/clients/contract.ts'
import type { HorseRow } from '#features/horses/contract.ts'
import { chargeOfWork } from '#features/invoices/rules.ts'
import { priceByHand } from '#features/invoices/web/data.ts'
import { readPricing } from '#features/invoices/web/use-pricing.ts'
import type { WorkEntry } from '#features/work/contract.ts'
import { record } from '#platform/web/outbox.ts'
import { readRow } from '#platform/web/use-rows.ts'

/** Records what a horse's work costs this once; false when the work is gone from this device. */
export async function sayPrice(workEntryId: string, unitPence: number): Promise<boolean> {
  const entry = await readRow<WorkEntry>('work_entries', workEntryId)
  const horse = entry && (await readRow<HorseRow>('horses', entry.horseId))
  if (!horse) return false
  const line = entry.visitHorseId ? await readRow<VisitHorse>('visit_horses', entry.visitHorseId) : undefined
  const visit = line && (await readRow<VisitRow>('appointments', line.appointmentId))
  const owner = await readRow<Client>('clients', line?.clientId ?? horse.clientId)
  const shown = chargeOfWork({ entry, line, visit, horse, owner }, await readPricing(), unitPence)
  return shown !== undefined && (await record([await priceByHand({ workEntryId, shown }, unitPence)])) !== false
}
