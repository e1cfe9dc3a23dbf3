import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { currentTime } from '#lib/clock.ts'
import { AppError, type ErrorCode } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { SyncedName } from '#lib/sync.ts'
import type { Actor } from '#platform/server/actor.ts'
import { allEnded, type PracticeTx } from '#platform/server/database/db.ts'
import { noteWritten, type Written } from '#platform/server/database/followers.ts'
import { lastPlace, takePlace } from '#platform/server/database/places.ts'
import type { Tables } from '#platform/server/database/tables.ts'
import { batchFor, batchOf, insertMany, type Owned } from '#platform/server/sync/batch.ts'
import type { SyncColumns, SyncedRow } from '#platform/server/sync/columns.ts'
import { type MergePolicy, merge, same, unseenFields, writersAfter } from '#platform/server/sync/merge.ts'

/** Absent and `undefined` mean the same: the default, or unchanged. */
type Loose<C> = { [K in keyof C]: C[K] | undefined }
type Bare<T extends SyncedName> = Loose<Omit<Insertable<Tables[T]>, keyof SyncColumns | 'practice_id' | 'id'>>
type Changes<T extends SyncedName> = Loose<Omit<Updateable<Tables[T]>, keyof SyncColumns | 'practice_id' | 'id'>>
export type Row<T extends SyncedName> = Selectable<Tables[T]>

export type { MergePolicy }

type Json = Record<string, unknown>

type Options = {
  /** Activity's verb; by default the plain one. */
  verb?: string
  /** Revision the change was made on; without it nothing can conflict. */
  baseRev?: number | undefined
  policy?: MergePolicy
  /** Reverses a monotonic column. */
  isReopening?: boolean
  /** Part of a larger action, which writes the one journal entry itself. */
  isPart?: true
}

/**
 * For a record that two devices may both create: the creation writes its fields, so that the second device's creation is a conflict and not
 * ignored.
 */
export const SHARED = { isShared: true } as const
/** The base revision of such a creation: its author has seen none. */
export const NOTHING_SEEN = 0

/**
 * Adds a synced row with its place in the practice's order, and an activity row.
 * @throws id_taken when the id already names something of this practice.
 */
export async function insertRow<T extends SyncedName>(
  tx: PracticeTx,
  actor: Actor,
  table: T,
  id: string,
  values: Bare<T>,
  options: Pick<Options, 'isPart'> & { isShared?: true } = {},
): Promise<Row<T>> {
  const seq = await nextSeq(tx)
  const given = Object.keys(values).filter((column) => values[column as keyof typeof values] !== undefined)
  const fw = options.isShared ? { fw: writersAfter({}, given, 1, actor.deviceId) } : {}
  const row = { ...values, practice_id: actor.practiceId, id, rev: 1, seq, created_at: currentTime(), ...fw }
  const line = { entity: table, entityId: id, verb: 'added', before: null, after: values }
  const inserted = await withLine(tx, actor, (to) => add(to, table, row), options.isPart ? undefined : line)
  noteWritten(tx, actor, writtenOf(table, undefined, inserted))
  return inserted
}

/**
 * Changes columns of a synced row under the merge rule: a column conflicts when another device wrote it after `baseRev`.
 * Nothing is written when nothing differs; nothing is applied when anything conflicts.
 * @throws conflict with `fields` (columns or groups) and the current row.
 */
export async function updateRow<T extends SyncedName>(
  tx: PracticeTx,
  actor: Actor,
  before: Row<T> & SyncedRow,
  table: T,
  changes: Changes<T>,
  options: Options = {},
): Promise<Row<T>> {
  refuseRemoved(before)
  const { baseRev, policy, isReopening = false } = options
  const how = { baseRev: believed(baseRev, before), policy, isReopening, deviceId: actor.deviceId, mark: actor.mark ?? ELSEWHERE }
  const merged = merge({ current: before, fw: before.fw, rev: before.rev }, changes, how)
  if (merged.kind === 'conflict') throw conflictOver(before, merged.fields)
  if (merged.kind === 'nothing') return before
  const rev = before.rev + 1
  const fw = writersAfter(before.fw, merged.names, rev, actor.deviceId)
  const values = { ...merged.values, rev, seq: await nextSeq(tx), fw }
  const old = Object.fromEntries(Object.keys(merged.values).map((column) => [column, before[column as never]]))
  const line = { entity: table, entityId: before.id, verb: options.verb ?? 'changed', before: old, after: merged.values }
  const updated = await withLine(tx, actor, (to) => write(to, table, before.id, values), options.isPart ? undefined : line)
  noteWritten(tx, actor, writtenOf(table, before, updated))
  return updated
}

/** @throws conflict with the row when it was removed meanwhile */
export function refuseRemoved(row: SyncedRow): void {
  if (row.deleted_at) throw conflictOver(row, [GONE])
}

/**
 * Makes this transaction the practice's one writer until it ends. Held before reading what a write depends on: a row read without it may
 * be old by the time it is changed, and two changes would be given one revision.
 */
export async function holdWriters(tx: PracticeTx): Promise<void> {
  if (!batchOf(tx)) await lastPlace(tx)
}

/**
 * A row about to be changed, read as the practice's one writer. A tombstone is returned too: the merge rule handles it.
 * @throws `missing` when the practice never had it.
 */
export async function rowForChange<T extends SyncedName>(tx: PracticeTx, table: T, id: string, missing: ErrorCode): Promise<Row<T>> {
  // Sent together: the row is read once the practice's lock is held.
  const [, row] = await allEnded([holdWriters(tx), findRow(tx, table, id)])
  if (!row) throw new AppError(missing)
  return row
}

/** A row by its id, a tombstone too; undefined when the practice never had it. */
export async function findRow<T extends SyncedName>(tx: PracticeTx, table: T, id: string): Promise<Row<T> | undefined> {
  const batch = batchFor(tx, table)
  if (batch) return (await batch.find(table, id)) as Row<T> | undefined
  return (await tx
    .selectFrom(table as 'clients')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()) as unknown as Row<T> | undefined
}

/** Every row whose `column` names `id`, tombstones too, in no order. */
export async function rowsUnder<T extends SyncedName>(tx: PracticeTx, table: T, column: string & keyof Row<T>, id: string) {
  const batch = batchFor(tx, table)
  if (batch) return (await batch.under(table, column, id)) as unknown as Row<T>[]
  const { rows } = await sql<Row<T>>`select * from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(tx)
  return rows
}

/** Puts `rows` in place of all that a record had in a table which devices don't keep. */
export async function replaceUnder(tx: PracticeTx, whose: Owned, rows: readonly object[]): Promise<void> {
  const batch = batchOf(tx)
  if (batch) return batch.replaceUnder(whose, rows)
  await sql`delete from ${sql.table(whose.table)} where ${sql.ref(whose.column)} = ${whose.id}`.execute(tx)
  if (rows.length > 0) await tx.executeQuery(insertMany(whose.table, rows))
}

/**
 * Leaves a tombstone. A row already gone stays as it is.
 * @throws conflict when another device wrote any field after `baseRev`.
 */
export async function deleteRow<T extends SyncedName>(
  tx: PracticeTx,
  actor: Actor,
  before: Row<T> & SyncedRow,
  table: T,
  options: Options = {},
): Promise<Row<T>> {
  if (before.deleted_at) return before
  const unseen = unseenFields(before.fw, { baseRev: believed(options.baseRev, before), deviceId: actor.deviceId })
  if (unseen.length > 0) throw conflictOver(before, unseen)
  const rev = before.rev + 1
  const fw = writersAfter(before.fw, [GONE], rev, actor.deviceId)
  const values = { deleted_at: currentTime(), rev, seq: await nextSeq(tx), fw }
  const deleted = await write(tx, table, before.id, values)
  noteWritten(tx, actor, writtenOf(table, before, deleted))
  if (options.isPart) return deleted
  await logActivity(tx, actor, { entity: table, entityId: before.id, verb: options.verb ?? 'removed', before, after: null })
  return deleted
}

/** Removes a tombstone and restores what the removal had cleared. A row that is not removed stays as it is. */
export async function restoreRow<T extends SyncedName>(
  tx: PracticeTx,
  actor: Actor,
  before: Row<T> & SyncedRow,
  table: T,
  cleared: Changes<T>,
): Promise<Row<T>> {
  if (!before.deleted_at) return before
  const rev = before.rev + 1
  const fw = writersAfter(before.fw, [GONE], rev, actor.deviceId)
  const restored = await write(tx, table, before.id, { ...cleared, deleted_at: null, rev, seq: await nextSeq(tx), fw })
  noteWritten(tx, actor, writtenOf(table, before, restored))
  await logActivity(tx, actor, { entity: table, entityId: before.id, verb: 'restored', before: null, after: cleared })
  return restored
}

/**
 * Sets columns the server keeps for itself (outside `fw`): devices receive them, but no one can conflict with them and they are not an activity.
 * Rows that only followed from other rows are removed and restored this way too (`deleted_at`): no one removed them.
 */
export async function keepServerColumns<T extends SyncedName>(
  tx: PracticeTx,
  before: Row<T> & SyncedRow,
  table: T,
  changes: Changes<T> & { deleted_at?: Date | null },
): Promise<Row<T>> {
  if (Object.entries(changes).every(([column, value]) => same(before[column as never], value))) return before
  const kept = await write(tx, table, before.id, { ...changes, rev: before.rev + 1, seq: await nextSeq(tx) })
  noteWritten(tx, undefined, writtenOf(table, before, kept))
  return kept
}

/** A row and its journal entry are written by one statement; in a batch the entry waits until the row is accepted. */
async function withLine<R>(tx: PracticeTx, actor: Actor, write: (to: Writer) => Promise<R>, what: Line | undefined): Promise<R> {
  const batch = batchOf(tx)
  if (!what || !batch) return write(what ? tx.with('line', (to) => to.insertInto('activity').values(lineOf(actor, what))) : tx)
  const written = await write(tx)
  batch.log(lineOf(actor, what))
  return written
}

/** A transaction, or one statement of it that writes more. */
type Writer = Pick<PracticeTx, 'insertInto' | 'updateTable'>

type Line = { entity: string; entityId: string; verb: string; before: Json | null; after: Json | null }

/** Writes an action to the practice's journal, which Recent Activity, the audit trail and undo read. Returns the entry's id. */
export async function logActivity(tx: PracticeTx, actor: Actor, what: Line): Promise<string> {
  const line = lineOf(actor, what)
  const batch = batchOf(tx)
  if (batch) batch.log(line)
  else await tx.insertInto('activity').values(line).execute()
  return line.id
}

const lineOf = (actor: Actor, what: Line) => ({
  practice_id: actor.practiceId,
  id: uuidv7(),
  member_id: actor.memberId,
  device_id: actor.deviceId,
  entity: what.entity,
  entity_id: what.entityId,
  verb: what.verb,
  before: what.before,
  after: what.after,
  act_id: actor.opId,
  by_person: actor.byPerson ?? null,
  by_key: actor.byKey ?? null,
})

const bulk = new WeakSet<PracticeTx>()

/** Declares that this transaction will write thousands of rows, as an import does. It holds the writers until it ends. */
export async function writeInBulk(tx: PracticeTx): Promise<void> {
  bulk.add(tx)
  await lastPlace(tx)
}

/** Whether this transaction writes thousands of rows. */
export const isInBulk = (tx: PracticeTx): boolean => bulk.has(tx)

async function nextSeq(tx: PracticeTx): Promise<number> {
  const batch = batchOf(tx)
  return batch ? batch.nextSeq() : takePlace(tx)
}

async function add<T extends SyncedName>(tx: Writer, table: T, values: { id: string }): Promise<Row<T>> {
  const batch = batchFor(tx, table)
  if (batch) return (await batch.insert(table, values)) as unknown as Row<T>
  const added = await tx
    .insertInto(table)
    .values(values as never)
    .onConflict((clash) => clash.columns(['practice_id', 'id'] as never).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!added) throw new AppError('id_taken')
  return added as Row<T>
}

async function write<T extends SyncedName>(tx: Writer, table: T, id: string, values: Record<string, unknown>): Promise<Row<T>> {
  const batch = batchFor(tx, table)
  if (batch) return (await batch.change(table, id, values)) as unknown as Row<T>
  return (await tx
    .updateTable(table as 'clients')
    .set(values as never)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as unknown as Row<T>
}

const writtenOf = <T extends SyncedName>(table: T, before: Row<T> | undefined, after: Row<T>) =>
  ({ table, before, after }) as unknown as Written

/** The name under which `fw` keeps who removed a row, or brought it back. */
const GONE = 'deleted'
const ELSEWHERE = '— Elsewhere:'

/** A revision that was never issued counts as none: its author has not seen the current values. */
const believed = (baseRev: number | undefined, { rev }: SyncedRow) => (baseRev !== undefined && baseRev > rev ? 0 : baseRev)

/** `writer` is the device whose value is current. */
function conflictOver(row: SyncedRow, names: readonly string[]): AppError {
  const last = names.flatMap((name) => row.fw[name] ?? []).sort((a, b) => b.r - a.r)[0]
  return new AppError('conflict', { fields: names.map(wireName), row, writer: last?.d ?? null })
}

/** Groups and one-word columns are named alike on both sides; `work_date` is `workDate` on the wire. */
const wireName = (field: string) => field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
