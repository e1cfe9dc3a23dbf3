import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import type { LineRecord, VisitRecord } from '#features/visits/appointments/server/queries.ts'

/** A visit as devices keep it. */
export const toVisit = (row: VisitRecord): VisitRow => ({
  id: row.id,
  title: row.title,
  clientId: row.client_id,
  yardId: row.yard_id,
  memberId: row.member_id,
  description: row.description,
  location: row.location,
  notes: row.notes,
  startTime: row.starts_at.toISOString(),
  endTime: row.ends_at.toISOString(),
  onDay: row.on_day,
  localStart: row.local_start,
  localEnd: row.local_end,
  zone: row.zone,
  isCallOnly: row.is_call_only,
  callNumber: row.call_number,
  callPeriod: row.call_period,
  roundRank: row.round_rank,
  status: row.status,
  statusReason: row.status_reason,
  tariff: row.tariff,
  isCallComplete: row.is_call_complete,
  completedAt: row.completed_at?.toISOString() ?? null,
  asWas: row.as_was as VisitRow['asWas'],
})

/** A line as it goes over the wire. */
export const toLine = (row: LineRecord): VisitHorse => ({
  id: row.id,
  appointmentId: row.appointment_id,
  horseId: row.horse_id,
  clientId: row.client_id,
  payerClientId: row.payer_client_id,
  place: row.place,
  plannedWork: row.planned_work,
  outcome: row.outcome,
  reason: row.reason,
  completedAt: row.completed_at?.toISOString() ?? null,
})
