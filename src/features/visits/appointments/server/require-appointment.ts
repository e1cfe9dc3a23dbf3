import type { Appointment } from '#features/visits/appointments/contract.ts'
import { VISIT_BY_ID } from '#features/visits/appointments/server/queries.ts'
import { AppError } from '#lib/errors.ts'
import { type PracticeTx, readIn } from '#platform/server/database/db.ts'

/** @throws appointment_not_found when this practice has no such visit, or no longer. */
export async function requireAppointment(tx: PracticeTx, practiceId: string, id: string): Promise<Appointment> {
  const [row] = await readIn(tx)<{ visit: Appointment }>(VISIT_BY_ID, [practiceId, id])
  if (!row) throw new AppError('appointment_not_found')
  return row.visit
}
