import type { FarItem } from '#connectors/kit/calendar.ts'
import { CALENDARS } from '#connectors/registry.ts'
import type { OnMoved } from '#features/office/integrations/contract.ts'
import { type Decided, type Item, whenText } from '#features/office/integrations/server/deciding.ts'
import { forgetItems, type LogLine, listVisitIds, putItems } from '#features/office/integrations/server/exchange-queries.ts'
import type { ConnectionRow } from '#features/office/integrations/server/queries.ts'
import { bookVisit } from '#features/visits/appointments/server/book-visit.ts'
import { changeVisit } from '#features/visits/appointments/server/change-visit.ts'
import { type CalendarPlace, putCalendarChange } from '#features/visits/calendars/server/put-calendar-change.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { MemberActor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { inSavepoint } from '#platform/server/database/savepoint.ts'

type When = NonNullable<FarItem['when']>

/**
 * Records what changes there mean here: a question for each visit moved or deleted there, and an own entry for each entry added. Time off
 * is written there again. `how`: `ask`; `apply` moves here what was moved there, as a drag does; `back` writes ours there again. Returns
 * what to log, and the items of the own entries it made.
 */
export async function applyDecided(
  tx: PracticeTx,
  actor: MemberActor,
  row: ConnectionRow,
  decided: Decided,
  how: OnMoved,
): Promise<{ log: LogLine[]; added: Item[] }> {
  const changed = [
    ...decided.moved.map(({ wanted, now }) => ({ wanted, now })),
    ...decided.deleted.map((wanted) => ({ wanted, now: null })),
  ]
  const visits =
    how === 'back'
      ? new Set<string>()
      : await listVisitIds(
          tx,
          changed.map(({ wanted }) => wanted.subjectId),
        )
  // An item that raises no question is written again, even if decided as one.
  const items = decided.items.map(
    (item): Item => (item.state === 'asked' && !visits.has(item.subjectId) ? { ...item, sentHash: null, state: 'sent' } : item),
  )
  await forgetItems(tx, row.id, decided.forgotten)
  await putItems(tx, row, items)
  const calendar = CALENDARS[row.connector]?.manifest.name ?? row.connector
  const ask = { memberId: actor.memberId, calendar }
  for (const { wanted, now } of changed) {
    const { subjectId: appointmentId, item } = wanted
    if (!visits.has(appointmentId) || (now && how === 'apply' && (await move(tx, actor, appointmentId, now)))) continue
    const [kind, was] = [now ? 'moved' : 'deleted', placeOf(item.when, actor.zone)] as const
    await putCalendarChange(tx, actor, { ...ask, appointmentId, kind, was, now: now && placeOf(now, actor.zone) })
  }
  const added: Item[] = []
  for (const far of decided.added) {
    const item = await addOwnEntry(tx, actor, far)
    if (!item || !far.when) continue
    added.push(item)
    const now = placeOf(far.when, actor.zone)
    await putCalendarChange(tx, actor, { ...ask, appointmentId: item.subjectId, kind: 'new', was: null, now })
  }
  const log: LogLine[] = [
    { verb: 'moved_there', count: decided.moved.length },
    { verb: 'deleted_there', count: decided.deleted.length },
    { verb: 'added_there', count: added.length },
  ]
  return { log, added }
}

const placeOf = (when: When, zone: string): CalendarPlace =>
  'fromDay' in when ? { day: when.fromDay, start: null, end: null } : { day: dayOf(when.start, zone), ...when }

/** Moves a visit here as a drag does; its owners are texted. False: it can't be moved, so a person decides. */
async function move(tx: PracticeTx, actor: MemberActor, id: string, now: When): Promise<boolean> {
  if ('fromDay' in now) return false
  const [startTime, endTime] = [now.start.toISOString(), now.end.toISOString()]
  try {
    await inSavepoint(tx, () => changeVisit(tx, { ...actor, opId: uuidv7() }, id, { startTime, endTime, sendSmsNotification: true }))
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/**
 * An entry added there becomes an own entry of the member. Returns its item, whose hash is not known yet; undefined: it is longer than a day, so
 * it stays there alone.
 */
async function addOwnEntry(tx: PracticeTx, actor: MemberActor, { id, tag, title, place, when }: FarItem): Promise<Item | undefined> {
  if (!when || 'fromDay' in when || dayOf(when.start, actor.zone) !== dayOf(when.end, actor.zone)) return undefined
  const subjectId = uuidv7()
  await bookVisit(tx, { ...actor, opId: uuidv7() }, subjectId, {
    title: title.slice(0, LONGEST_TEXT),
    startTime: when.start.toISOString(),
    endTime: when.end.toISOString(),
    memberId: actor.memberId,
    location: place?.slice(0, LONGEST_TEXT) ?? null,
  })
  return {
    subjectId,
    remoteId: id,
    remoteTag: tag,
    sentHash: null,
    sentWhen: whenText(when),
    sendingWhen: null,
    state: 'sent',
    sentence: null,
  }
}

const LONGEST_TEXT = 200
