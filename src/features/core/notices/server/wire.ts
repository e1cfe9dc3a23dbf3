import type { Notice, NoticeOutcome } from '#features/core/notices/contract.ts'
import type { NoticeRow } from '#features/core/notices/server/queries.ts'
import { textSize } from '#lib/segments.ts'

/** A row as it goes over the wire. */
export function toNotice(row: NoticeRow): Notice {
  return {
    id: row.id,
    kind: row.kind,
    channel: row.channel,
    recipient: row.facts.recipient,
    clientId: row.client_id,
    appointmentId: 'fields' in row.facts ? null : row.subject_id,
    purpose: row.purpose,
    address: row.address,
    subject: row.subject,
    body: row.body,
    state: row.state,
    stateReason: row.state_reason,
    segments: row.segments,
    alphabet: textSize(row.body).alphabet,
    createdAt: cameAt(row).toISOString(),
    stateAt: row.state_at.toISOString(),
    goesAt: waitsUntil(row)?.toISOString() ?? null,
  }
}

/** When it was requested; for a reminder planned long before, when it was due. */
const cameAt = (row: NoticeRow): Date => (row.kind === 'reminder' && row.heeds_quiet && row.not_before) || row.created_at

/** The outcome of a press or a move for the text. */
export const outcomeOf = (row: NoticeRow): NoticeOutcome => {
  const { id, state, goesAt } = toNotice(row)
  return { noticeId: id, state, goesAt }
}

/** The end of a hold or of the pause before another try. */
export const waitsUntil = (row: NoticeRow): Date | null =>
  row.state === 'held' ? row.hold_until : row.state === 'queued' ? row.not_before : null
