import { sql } from 'kysely'
import '#features/visits/appointments/server/tables.ts'
import type { BusyBlock } from '#features/visits/appointments/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { inBatch } from '#platform/server/database/in-batch.ts'
import { holdWriters, insertRow, keepServerColumns, type Row } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

type BusyBlockRow = Row<'busy_blocks'>
/** Whose calendars, and by which connection they are read. */
type Whose = { connectionId: string; memberId: string }
/** A block as it was read. */
export type ReadBlock = { calendarId: string; source: string; start: Date; end: Date; isAllDay: boolean }

/**
 * Writes when a member is busy by a connection's calendars, in place of what it had. Only what differs is written, nothing for the same again.
 * Returns how many blocks came, went or changed.
 */
export async function putBusyBlocks(tx: PracticeTx, actor: Actor, whose: Whose, blocks: readonly ReadBlock[]): Promise<number> {
  await holdWriters(tx)
  const wanted = new Map(blocks.map((block) => [blockId(whose.connectionId, block), block]))
  const known = new Map((await listKnown(tx, whose.connectionId, [...wanted.keys()])).map((row) => [row.id, row]))
  const added = [...wanted].filter(([id]) => !known.has(id))
  const changed = [...known.values()].flatMap((row) => changeOf(row, wanted.get(row.id)) ?? [])
  if (added.length + changed.length === 0) return 0
  await inBatch(tx, actor.practiceId, async (inner, batch) => {
    batch.know('busy_blocks', [...known.values()])
    batch.knowDrawn(
      'busy_blocks',
      added.map(([id]) => id),
    )
    for (const [id, { source, start, end, isAllDay }] of added) {
      const of = { member_id: whose.memberId, connection_id: whose.connectionId }
      await insertRow(
        inner,
        actor,
        'busy_blocks',
        id,
        { ...of, source, starts_at: start, ends_at: end, is_all_day: isAllDay },
        { isPart: true },
      )
    }
    for (const { row, change } of changed) await keepServerColumns(inner, row, 'busy_blocks', change)
  })
  return added.length + changed.length
}

/** Removes all that a connection wrote. */
export async function removeBusyBlocks(tx: PracticeTx, practiceId: string, connectionId: string): Promise<void> {
  await holdWriters(tx)
  const known = await listKnown(tx, connectionId, [])
  if (known.length === 0) return
  const deleted_at = currentTime()
  await inBatch(tx, practiceId, async (inner, batch) => {
    batch.know('busy_blocks', known)
    for (const row of known) await keepServerColumns(inner, row, 'busy_blocks', { deleted_at })
  })
}

const blockId = (connectionId: string, { calendarId, start, end, isAllDay }: ReadBlock) =>
  uuidOf('busy_blocks', connectionId, calendarId, start.toISOString(), end.toISOString(), String(isAllDay))

/** The blocks of a connection, and those of these ids that were removed: they come back. */
const listKnown = (tx: PracticeTx, connectionId: string, ids: readonly string[]): Promise<BusyBlockRow[]> =>
  tx
    .selectFrom('busy_blocks')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .where((eb) => eb.or([eb('deleted_at', 'is', null), sql<boolean>`id = any(${ids}::uuid[])`]))
    .execute()

function changeOf(row: BusyBlockRow, block: ReadBlock | undefined) {
  if (!block) return row.deleted_at ? undefined : { row, change: { deleted_at: currentTime() } }
  if (!row.deleted_at && row.source === block.source) return undefined
  return { row, change: { deleted_at: null, source: block.source } }
}

/** A row as it goes over the wire. */
const toBusyBlock = (row: BusyBlockRow): BusyBlock => ({
  id: row.id,
  memberId: row.member_id,
  source: row.source,
  startTime: row.starts_at.toISOString(),
  endTime: row.ends_at.toISOString(),
  isAllDay: row.is_all_day,
})

/** Devices only read them. */
export const busyBlockSync: SyncedEntity<'busy_blocks'> = { toWire: toBusyBlock }
