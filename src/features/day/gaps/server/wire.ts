import type { SlotOffer } from '#features/day/gaps/contract.ts'
import type { Row } from '#platform/server/database/rows.ts'

/** A row as it goes over the wire. */
export const toOffer = (row: Row<'slot_offers'>): SlotOffer => ({
  id: row.id,
  gapId: row.gap_id,
  clientId: row.client_id,
  memberId: row.member_id,
  onDay: row.on_day,
  localStart: row.local_start,
  localEnd: row.local_end,
  zone: row.zone,
  startTime: row.starts_at.toISOString(),
  endTime: row.ends_at.toISOString(),
  yardId: row.yard_id,
  horses: row.horses,
  expiresAt: row.expires_at.toISOString(),
  state: row.state,
  stateAt: row.state_at.toISOString(),
  appointmentId: row.appointment_id,
  askedBy: row.asked_by,
})
