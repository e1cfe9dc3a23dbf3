import { sql } from 'kysely'
import { newsWaitsUntil } from '#features/core/notices/quiet.ts'
import { type Facts, type Recipient, type VisitWords, wayTo, wordingFor, wordsOf } from '#features/core/notices/rules.ts'
import { sizeOf } from '#features/core/notices/server/queries.ts'
import { MAYBE_SENT } from '#features/core/notices/server/queue-words.ts'
import { type Settings, sendingOf } from '#features/core/practice/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidOf, uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import { allEnded, type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'
import { wakeAt } from '#platform/server/database/wakes.ts'
import { same } from '#platform/server/sync/merge.ts'

type PlannedText = { recipient: Recipient; visit: VisitWords; diesAt: Date }
/** A reminder that should go: to whom, of what, and when. */
export type WantedReminder = PlannedText & { dueAt: Date }
/** A text, sent now at the request of `actor`, that a visit is booked. */
export type Confirmation = PlannedText & { actor: Actor }

/** The input for planning texts: the actor, the practice's settings, and the moment. */
type Planning = { actor: Actor; settings: Pick<Settings, 'wording' | 'prepLine' | 'sending'>; now: Date }

type Plan = {
  /** The visits' existing reminders (`listPlanned`): unwanted ones are removed. */
  known: readonly PlannedReminder[]
  reminders: readonly WantedReminder[]
  confirmations: readonly Confirmation[]
}

type PlannedReminder = {
  id: string
  event_id: string
  client_id: string
  channel: 'sms' | 'email'
  address: string
  facts: Facts
  /** Planned, with no attempt to send it: it may still be changed or removed. */
  is_open: boolean
}

const PLANNED: Prepared = {
  name: 'planned_reminders',
  text: `select id, event_id, client_id, channel, address, facts, heeds_quiet and state = 'queued' and attempts = 0 as is_open
    from notices where practice_id = $1 and subject_id = any($2::uuid[]) and kind = 'reminder'`,
}

const COLUMNS = `practice_id, id, event_id, kind, subject_id, client_id, channel, address, subject, body, facts, segments, not_before, not_after,
  state, state_reason, heeds_quiet, news_of`
const ADD: Prepared = {
  name: 'plan_texts',
  text: `insert into notices (${COLUMNS}) select ${COLUMNS} from json_populate_recordset(null::notices, $1::json)
    on conflict (practice_id, event_id, kind, coalesce(client_id, member_id), channel) do nothing`,
}

// A reminder that a worker has started to send in the meantime is left alone.
const OPEN = sql.raw(`n.state = 'queued' and n.attempts = 0`)
/** Due by any clock. */
const AT_ONCE = new Date(0)

/**
 * Updates the waiting reminders of some visits to match the wanted ones: one per visit, client and due moment, for ever. An unwanted
 * reminder is removed, one whose words differ is changed, and a missing one is added unless its moment has passed. A reminder that was
 * sent, is being sent, or was stopped by a person stays as it is. Confirmations are sent at once (in quiet hours, after them), one per
 * recipient and requesting action.
 */
export async function planTexts(tx: PracticeTx, planning: Planning, { known, reminders, confirmations }: Plan): Promise<void> {
  const { actor, now } = planning
  const byKey = new Map(known.map((row) => [keyOf(row), row]))
  const wanted = reminders.flatMap((one) => reminderRow(planning, one) ?? [])
  const keys = new Set(wanted.map(keyOf))
  const unwanted = known.filter((row) => row.is_open && !keys.has(keyOf(row)))
  const changed = wanted.flatMap((row) => {
    const before = byKey.get(keyOf(row))
    return before?.is_open && !isSameReminder(before, row) ? [{ ...row, id: before.id }] : []
  })
  const missing = wanted.filter((row) => !byKey.has(keyOf(row)) && row.not_before > now)
  const confirmed = confirmations.flatMap((one) => confirmationRow(planning, one) ?? [])
  const added = [...confirmed, ...missing]
  const due = new Date(Math.min(...added.map((row) => (row.not_before ?? AT_ONCE).getTime())))
  // One after the other on the wire, and none waits for the answer of another.
  await allEnded([
    ...(unwanted.length > 0 ? [remove(tx, actor.practiceId, unwanted)] : []),
    ...(changed.length > 0 ? [change(tx, changed)] : []),
    ...(added.length > 0 ? [readIn(tx)(ADD, [JSON.stringify(added)]), wakeAt(tx, due)] : []),
  ])
}

/** The reminders of some visits, in any state. */
export const listPlanned = async (tx: PracticeTx, practiceId: string, visitIds: readonly string[]): Promise<PlannedReminder[]> =>
  visitIds.length > 0 ? readIn(tx)<PlannedReminder>(PLANNED, [practiceId, [...visitIds]]) : []

/** Cancels reminders of a visit that would go automatically before a moment: these clients were just reminded by hand. */
export async function skipReminders(tx: PracticeTx, visitId: string, clientIds: readonly string[], before: Date): Promise<void> {
  await sql`update notices n set state = 'cancelled', state_reason = 'You reminded them yourself.', state_at = ${currentTime()}
    where n.subject_id = ${visitId} and n.client_id = any(${[...clientIds]}::uuid[]) and n.kind = 'reminder' and n.heeds_quiet
      and ${OPEN} and n.not_before < ${before}`.execute(tx)
}

const reminderRow = (planning: Planning, { dueAt, ...text }: WantedReminder) =>
  rowOf(planning, 'reminder', text, {
    event_id: uuidOf('reminder', text.visit.appointmentId, dueAt.toISOString()),
    not_before: dueAt,
    state: 'queued',
    state_reason: null,
    heeds_quiet: true,
    news_of: [],
  })

const confirmationRow = (planning: Planning, { actor, ...text }: Confirmation) =>
  rowOf(planning, 'booked', text, {
    event_id: actor.opId,
    not_before: newsWaitsUntil([text.visit], planning.now, sendingOf(planning.settings), actor.zone),
    state: 'queued',
    state_reason: null,
    ...(actor.isAgain && MAYBE_SENT),
    heeds_quiet: true,
    news_of: [text.visit.appointmentId],
  })

function rowOf<C extends { event_id: string }>(
  { actor, settings }: Planning,
  kind: 'reminder' | 'booked',
  { recipient, visit, diesAt }: PlannedText,
  columns: C,
) {
  const way = wayTo(recipient)
  if (typeof way === 'string') return undefined
  const facts: Facts = {
    recipient: recipient.name,
    firstName: recipient.firstName,
    practiceName: actor.practiceName,
    zone: actor.zone,
    ...wordingFor(kind, settings),
    visit,
  }
  const words = wordsOf(kind, facts)
  return {
    practice_id: actor.practiceId,
    id: uuidv7(),
    kind,
    subject_id: visit.appointmentId,
    client_id: recipient.clientId,
    ...way,
    ...words,
    facts,
    segments: sizeOf({ channel: way.channel, body: words.body }),
    not_after: diesAt,
    ...columns,
  }
}

type ReminderRow = NonNullable<ReturnType<typeof reminderRow>>

const keyOf = (row: Pick<PlannedReminder, 'event_id' | 'client_id' | 'channel'>) => `${row.event_id} ${row.client_id} ${row.channel}`

const isSameReminder = (before: PlannedReminder, row: ReminderRow) => before.address === row.address && same(before.facts, row.facts)

async function remove(tx: PracticeTx, practiceId: string, rows: readonly PlannedReminder[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  await sql`delete from notices n where n.practice_id = ${practiceId} and n.id = any(${ids}::uuid[]) and ${OPEN}`.execute(tx)
}

async function change(tx: PracticeTx, rows: readonly ReminderRow[]): Promise<void> {
  await sql`update notices n set address = r.address, subject = r.subject, body = r.body, facts = r.facts, segments = r.segments,
      not_after = r.not_after
    from json_populate_recordset(null::notices, ${JSON.stringify(rows)}::json) r
    where n.practice_id = r.practice_id and n.id = r.id and ${OPEN}`.execute(tx)
}
