// Followed by: reminders and confirmations (visits/appointments).

import '#features/visits/appointments/server/tables.ts'
import { refuseIfNotified } from '#features/core/notices/server/service.ts'
import { changeLine, visitHorseSync } from '#features/visits/appointments/server/change-line.ts'
import { appointmentSync } from '#features/visits/appointments/server/change-visit.ts'
import { updateCompletionOf } from '#features/visits/appointments/server/lines.ts'
import { undoDayMove } from '#features/visits/appointments/server/moving-days.ts'
import { busyBlockSync } from '#features/visits/appointments/server/put-busy-blocks.ts'
import { timeOffSync } from '#features/visits/appointments/server/time-off.ts'
import { shortDay } from '#lib/dates.ts'
import { rowForChange, updateRow } from '#platform/server/database/rows.ts'
import type { ActDeclaration, Entities, JournalLine, Undo } from '#platform/server/entity.ts'
import { ERASED_CLIENT } from '#platform/server/erased.ts'
import { ifAny } from '#platform/server/journal-words.ts'
import { putBack, UNDO_ALL, undoAddition, undoChange, undoFollowing } from '#platform/server/undo.ts'

/** A visit goes back only while no one has been notified of its place; the service stops a text that is still held. */
const unlessNotified =
  (undo: Undo): Undo =>
  async (tx, actor, done) => {
    await refuseIfNotified(tx, done.entity_id, done.at)
    await undo(tx, actor, done)
  }

/** Undoes a change of a visit, with its effects on the visit's horses. */
const undoVisitChange: Undo = async (tx, actor, done) => {
  await undoChange(tx, actor, done)
  await undoFollowing(tx, actor, done)
}

/** A horse that was removed had left its lines, which no change from a screen does. */
const undoLineChange: Undo = async (tx, actor, done) => {
  const horse_id = done.before?.horse_id
  if (typeof horse_id !== 'string') return undoChange(tx, actor, done)
  const line = await rowForChange(tx, 'visit_horses', done.entity_id, 'visit_horse_not_found')
  await updateRow(tx, actor, line, 'visit_horses', { horse_id })
}

const undoOutcome: Undo = async (tx, actor, done) => {
  await changeLine(tx, actor, done.entity_id, { reopen: true })
}

/** The horse is on the visit again, and the visit as done as its horses are. */
const undoLineRemoval: Undo = async (tx, actor, done) => {
  await putBack(tx, actor, done)
  await updateCompletionOf(tx, actor, String(done.before?.appointment_id))
}

export const appointmentEntities = {
  appointments: {
    sync: appointmentSync,
    journal: {
      kind: 'diary',
      noun: 'an entry of the diary',
      named: {
        by: 'title',
        sql: `select a.id, coalesce(a.as_was ->> 'clientName', c.name, nullif(a.title, '')), c.id from appointments a
      left join clients c on c.practice_id = a.practice_id and c.id = a.client_id
      where a.practice_id = $1 and a.id = any($2::uuid[])`,
      },
      title: visitTitle,
      detail: visitDetail,
    },
    undo: {
      added: unlessNotified(undoAddition),
      changed: undoVisitChange,
      confirmed: unlessNotified(undoVisitChange),
      moved: unlessNotified(undoVisitChange),
      cancelled: unlessNotified(undoChange),
      removed: UNDO_ALL.removed,
    },
    holding: {
      words: ['visit', 'visits'],
      with: ['client_id'],
      names: ['yard_id'],
      kept: {
        columns: [
          ...['client_id', 'member_id', 'on_day', 'local_start', 'local_end', 'zone', 'starts_at', 'ends_at', 'is_call_only'],
          ...['call_number', 'call_period', 'status', 'is_call_complete', 'completed_at', 'tariff'],
        ],
        blank: { title: `''`, as_was: `'{"clientName": "${ERASED_CLIENT}", "location": null, "yardName": null}'` },
      },
    },
    namesClient: ['client_id'],
  },
  visit_horses: {
    sync: visitHorseSync,
    journal: {
      kind: 'diary',
      noun: 'A horse',
      named: { after: 'horses', column: 'horse_id' },
      title: ({ named, after }) => `${named} not done${ifAny(', ', after?.reason)}`,
    },
    undo: { added: undoAddition, changed: undoLineChange, done: undoOutcome, not_done: undoOutcome, removed: undoLineRemoval },
    holding: {
      words: ['horse on a visit', 'horses on visits'],
      with: ['client_id', 'horse_id', 'appointment_id'],
      names: ['payer_client_id'],
      kept: { columns: ['appointment_id', 'horse_id', 'client_id', 'payer_client_id', 'place', 'planned_work', 'outcome', 'completed_at'] },
    },
    namesClient: ['client_id', 'payer_client_id'],
    isApprentices: true,
  },
  time_off: {
    sync: timeOffSync,
    journal: { kind: 'diary', noun: 'time off' },
    undo: UNDO_ALL,
    holding: 'of those who work here',
    namesClient: [],
  },
  /** Written as calendars elsewhere have them, and in no journal of their own. */
  busy_blocks: {
    sync: busyBlockSync,
    journal: { kind: 'diary', noun: 'a busy time' },
    holding: 'of those who work here',
    loose: { connection_id: 'no person' },
    namesClient: [],
  },
} satisfies Entities

/** A day that was moved as one. */
export const dayAct: ActDeclaration = {
  journal: { kind: 'diary', title: dayTitle, detail: ({ after }) => ifAny('', after?.reason) },
  undo: { moved: undoDayMove },
}

function visitTitle({ verb, after, named }: JournalLine): string {
  const day = typeof after?.on_day === 'string' ? shortDay(after.on_day) : ''
  switch (verb) {
    case 'added':
      return `Booked ${named}${ifAny(' for ', day)}`
    case 'booked_overdue':
      return `Booked ${named} though the account is overdue`
    case 'moved':
      return `Moved ${named}${ifAny(' to ', day)}`
    case 'completed':
      return `Finished ${named}`
    case 'confirmed':
      return `Confirmed ${named}`
    case 'cancelled':
      return `${after?.status === 'no_show' ? 'Nobody there' : 'Cancelled'}: ${named}`
    case 'reopened':
      return `Reopened ${named}`
    case 'removed':
      return `Removed the visit to ${named}`
    default:
      return `Changed the visit to ${named}`
  }
}

function visitDetail({ verb, before, after }: JournalLine): string {
  if (verb === 'moved' && typeof before?.on_day === 'string') return `was ${shortDay(before.on_day)}`
  return verb === 'cancelled' ? ifAny('', after?.status_reason) : ''
}

/** `Moved 5 visits of Tue 24 Nov`. */
function dayTitle({ before }: JournalLine): string {
  const visits = Array.isArray(before?.visits) ? before.visits : []
  const day: unknown = visits[0]?.onDay
  return `Moved ${visits.length === 1 ? '1 visit' : `${visits.length} visits`}${ifAny(' of ', typeof day === 'string' && shortDay(day))}`
}
