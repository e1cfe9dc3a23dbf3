import type { VisitAnswer } from '#features/visits/answers/contract.ts'
import type { AnswerRow } from '#features/visits/answers/server/queries.ts'

/** A row as it goes over the wire. */
export const toAnswer = (row: AnswerRow): VisitAnswer => ({
  id: row.id,
  appointmentId: row.appointment_id,
  clientId: row.client_id,
  kind: row.kind,
  horseId: row.horse_id,
  horseName: row.horse_name,
  work: row.work,
  untilOn: row.until_on,
  words: row.words,
  visitStart: row.visit_start.toISOString(),
  saidAt: row.said_at.toISOString(),
  seenAt: row.seen_at?.toISOString() ?? null,
  seenBy: row.seen_by,
})
