import type { Calendar } from '#connectors/kit/calendar.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { addLog, type LogLine } from '#features/office/integrations/server/exchange-queries.ts'
import { sentenceOf } from '#features/office/integrations/server/failing.ts'
import { inLease } from '#features/office/integrations/server/lease.ts'
import { type ConnectionRow, updateConnection } from '#features/office/integrations/server/queries.ts'
import { putBusyBlocks, type ReadBlock } from '#features/visits/appointments/server/put-busy-blocks.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import type { MemberActor } from '#platform/server/actor.ts'
import type { Database } from '#platform/server/database/db.ts'
import { holdWriters } from '#platform/server/database/rows.ts'

const EVERY_MS = 15 * 60_000
/** The days around today that are read. */
const [DAYS_BACK, DAYS_AHEAD] = [1, 90]
/** The nearest ones of a connection: a device holds them all. */
const MOST_BLOCKS = 2000

type Reading = { db: Database; row: ConnectionRow; actor: MemberActor }
type Far = { calendar: Calendar; wire: Wire }

/**
 * Reads when a member is busy by the calendars they picked there, every quarter of an hour at most, and writes what differs. Where none is picked
 * it requests nothing. A calendar that is gone, or can't be read, makes no one busy. @throws Refusal when the far side is silent
 */
export async function readBusy(reading: Reading, far: Far): Promise<void> {
  const { row, actor } = reading
  const now = currentTime()
  const { busyCalendars: picked = [] } = row.settings
  if (row.busy_read_at && (picked.length === 0 || now.getTime() - row.busy_read_at.getTime() < EVERY_MS)) return
  // Noted before it is read: calendars that are picked meanwhile are read at once.
  await inLease(reading, (tx) => updateConnection(tx, row.id, { busy_read_at: now }))
  const { blocks, log } = picked.length > 0 ? await readBlocks(row, picked, actor, far) : { blocks: [], log: [] }
  await inLease(reading, async (tx) => {
    await holdWriters(tx)
    await putBusyBlocks(tx, actor, { connectionId: row.id, memberId: actor.memberId }, blocks)
    await addLog(tx, row, currentTime(), log)
  })
}

async function readBlocks(row: ConnectionRow, picked: readonly string[], { zone }: MemberActor, { calendar, wire }: Far) {
  const today = dayOf(currentTime(), zone)
  const window = { fromDay: addDays(today, -DAYS_BACK), toDay: addDays(today, DAYS_AHEAD + 1), zone }
  const blocks: ReadBlock[] = []
  const log: LogLine[] = []
  for (const { id, name } of await calendar.calendars(wire)) {
    // What we write ourselves is in the diary.
    if (!picked.includes(id) || id === row.far_calendar || id === row.settings.calendarId) continue
    try {
      const found = await calendar.busy(wire, [id], window)
      blocks.push(
        ...found.map(({ start, end, isAllDay }) => ({ calendarId: id, source: name.slice(0, LONGEST_NAME), start, end, isAllDay })),
      )
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind === 'later' || error.kind === 'sign_in') throw error
      log.push({ verb: 'failed', count: 1, words: `“${name.slice(0, LONGEST_NAME)}”: ${sentenceOf(error)}` })
    }
  }
  return { blocks: blocks.sort((a, b) => a.start.getTime() - b.start.getTime()).slice(0, MOST_BLOCKS), log }
}

const LONGEST_NAME = 100
