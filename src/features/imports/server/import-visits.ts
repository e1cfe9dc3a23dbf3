import { bookVisit } from '#features/appointments/server/service.ts'
import type { ImportedVisit } from '#features/imports/contract.ts'
import { clientMatcher, MONTHS_AHEAD, MONTHS_BACK } from '#features/imports/rules.ts'
import { type Entry, readCalendar } from '#features/imports/server/calendar.ts'
import { knownVisits, listIdentities } from '#features/imports/server/queries.ts'
import { textOf } from '#features/imports/server/text.ts'
import { addMonths, type Day, dayOf, instantOf } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/db.ts'

/** What a calendar file would add to the diary, a year back and ahead of `today`. @throws unreadable_file */
export async function previewVisits(tx: PracticeTx, actor: Actor, content: string, today = dayOf(new Date(), actor.zone)) {
  const { calendar, window } = read(actor, content, today)
  const visits = await visitsOf(tx, actor, calendar.entries)
  const { outsideWindow, cancelled, unreadable } = calendar
  return { visits: visits.map(({ id: _, ...visit }) => visit), ...window, outsideWindow, cancelled, unreadable }
}

/**
 * Adds a file's entries to the diary one by one as single entry does, in the caller's transaction: all or none. An entry brought in
 * before is passed over, so the same file may be brought in again; one without a client is the farrier's own. Nobody is texted.
 * @throws unreadable_file
 */
export async function importVisits(
  tx: PracticeTx,
  actor: Actor,
  choice: { content: string; skip: readonly number[] },
  today = dayOf(new Date(), actor.zone),
) {
  const visits = await visitsOf(tx, actor, read(actor, choice.content, today).calendar.entries)
  const skipped = new Set(choice.skip)
  const wanted = visits.filter((visit) => !visit.isAlreadyHere && !skipped.has(visit.index))
  for (const visit of wanted) {
    await bookVisit(tx, actor, visit.id, {
      title: visit.title,
      clientId: visit.client?.id ?? null,
      startTime: instantOf(visit.onDay, visit.localStart, actor.zone).toISOString(),
      endTime: instantOf(visit.onDay, visit.localEnd, actor.zone).toISOString(),
      location: visit.location,
      notes: visit.notes,
    })
  }
  return { added: wanted.length, joined: 0, skipped: visits.length - wanted.length }
}

function read(actor: Actor, content: string, today: Day) {
  const window = { fromDay: addMonths(today, -MONTHS_BACK), toDay: addMonths(today, MONTHS_AHEAD) }
  return { calendar: readCalendar(textOf(content), { ...window, zone: actor.zone }), window }
}

async function visitsOf(tx: PracticeTx, actor: Actor, entries: Entry[]): Promise<(ImportedVisit & { id: string })[]> {
  const clientOf = clientMatcher(await listIdentities(tx))
  // The id comes of what the entry is, so the same entry meets itself when the file is brought in again.
  const ids = entries.map((entry) => uuidOf('ics', actor.practiceId, entry.key))
  const known = await knownVisits(tx, ids)
  return entries.map(({ key: _, attendees, ...entry }, index) => {
    const id = ids[index] ?? ''
    const client = clientOf({ title: entry.title, attendees })
    return {
      ...entry,
      id,
      index,
      client: client ? { id: client.id, name: client.name } : null,
      isAlreadyHere: known.has(id),
      warnings: [],
    }
  })
}
