import { AppError } from '#lib/errors.ts'
import { isJustFound } from '#lib/position-fields.ts'
import type { SyncedName } from '#lib/sync.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, logActivity, type Row, restoreRow, rowForChange } from '#platform/server/database/rows.ts'
import { inSavepoint } from '#platform/server/database/savepoint.ts'
import type { Tables } from '#platform/server/database/tables.ts'
import { type ActivityRow, declarationOf, declarations, type Undo } from '#platform/server/entity.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

type Json = Record<string, unknown>

/** Whether a member may undo this action: an apprentice only what they did to a horse themselves; services check the rest. */
export const mayUndo = (actor: Pick<Actor, 'role' | 'memberId'>, done: Pick<ActivityRow, 'entity' | 'member_id'>): boolean =>
  actor.role !== 'apprentice' || (done.member_id === actor.memberId && declarationOf(done.entity)?.isApprentices === true)

/**
 * Undoes one action, once, as its feature declares, or by `instead`. The undo is an action of its own, recorded as `activity.undone`.
 * @throws activity_not_found, undone_already, cannot_undo, forbidden, and what the undo throws
 */
export async function undoActivity(tx: PracticeTx, actor: Actor, id: string, instead?: Undo): Promise<void> {
  await holdWriters(tx)
  const done = await tx.selectFrom('activity').selectAll().where('id', '=', id).executeTakeFirst()
  if (!done) throw new AppError('activity_not_found')
  if (!mayUndo(actor, done)) throw new AppError('forbidden')
  const undo = instead ?? undoOf(done)
  if (!undo) throw new AppError('cannot_undo')
  if (await isUndone(tx, id)) throw new AppError('undone_already')
  await undo(tx, { ...actor, isUndoing: true }, done).catch(refuseGone)
  await logActivity(tx, actor, { entity: 'activity', entityId: id, verb: 'undone', before: null, after: null })
}

/** How an action is undone; undefined: it cannot be. */
export const undoOf = ({ entity, verb }: Pick<ActivityRow, 'entity' | 'verb'>): Undo | undefined => declarationOf(entity)?.undo?.[verb]

/** Undoes a change: the old values go through the entity's own service, as a device would send them. */
export const undoChange: Undo = async (tx, actor, done) => {
  const { table, sync } = syncedOf(done)
  const row = await requireUnchanged(tx, table, done)
  const then = { ...row, ...asColumns(done.before) }
  const [wireNow, wireThen]: [Json, Json] = [sync.toWire(row), sync.toWire(then)]
  const old = Object.entries(wireThen).filter(([field, value]) => comparable(value) !== comparable(wireNow[field]))
  await write(tx, actor, done, Object.fromEntries(old))
}

/** Undoes an addition: removes the record, if it is still as it was added. */
export const undoAddition: Undo = async (tx, actor, done) => {
  const { table, sync } = syncedOf(done)
  await requireUnchanged(tx, table, done)
  await sync.write?.remove(tx, actor, done.entity_id, undefined)
}

/**
 * Undoes a removal: restores the record, then what the same action removed or cleared with it, unless that has changed since. Its service sees
 * it last, as with any change, and checks role, dates and consequences.
 */
export const undoRemoval: Undo = async (tx, actor, done) => {
  await putBack(tx, actor, done)
  await undoFollowing(tx, actor, done)
  await write(tx, actor, done, {})
}

/** The undo of most records. */
export const UNDO_ALL = { added: undoAddition, changed: undoChange, removed: undoRemoval } as const

/** Undoes what the same action did to other records that name this one, last first; a record that has changed since stays as it is. */
export async function undoFollowing(tx: PracticeTx, actor: Actor, done: ActivityRow): Promise<void> {
  for (const followed of await listFollowing(tx, done)) {
    await inSavepoint(tx, async () => undoOf(followed)?.(tx, actor, followed)).catch(leaveAsItIs)
  }
}

/**
 * Removes a tombstone and restores the references the removal had cleared. @throws changed_since, cannot_undo when what it names no longer
 * exists
 */
export async function putBack(tx: PracticeTx, actor: Actor, done: ActivityRow): Promise<void> {
  const { table } = syncedOf(done)
  const row = await rowForChange(tx, table, done.entity_id, 'activity_not_found')
  if (!row.deleted_at) throw new AppError('changed_since', {}, 'This is already back.')
  const was = Object.entries(asColumns(done.before)).filter(([column]) => REFERENCES.has(column))
  const cleared = Object.fromEntries(was.filter(([column, value]) => comparable(value) !== comparable(row[column as never])))
  for (const [column, id] of was) if (typeof id === 'string') await requireExisting(tx, REFERENCES.get(column), id)
  await restoreRow(tx, actor, row, table, cleared as never)
}

async function listFollowing(tx: PracticeTx, done: ActivityRow): Promise<ActivityRow[]> {
  if (!done.act_id) return []
  const rows = await tx
    .selectFrom('activity')
    .selectAll()
    .where('act_id', '=', done.act_id)
    .where('entity_id', '<>', done.entity_id)
    .orderBy('id', 'desc')
    .execute()
  return rows.filter((row) => [row.before, row.after].some((columns) => Object.values(columns ?? {}).includes(done.entity_id)))
}

function syncedOf({ entity }: ActivityRow): { table: SyncedName; sync: SyncedEntity } {
  const table = entity as SyncedName
  return { table, sync: declarations().synced[table].sync as unknown as SyncedEntity }
}

/** The record as the action left it. @throws changed_since */
async function requireUnchanged(tx: PracticeTx, table: SyncedName, done: ActivityRow): Promise<Row<SyncedName>> {
  const row = await rowForChange(tx, table, done.entity_id, 'activity_not_found')
  if (row.deleted_at) throw new AppError('changed_since', {}, 'This has been removed since. Put it back first.')
  const left = Object.entries(done.after ?? {}).filter(([column, value]) => !isJustFound(column, value, row))
  if (left.some(([column, value]) => comparable(row[column as keyof typeof row]) !== comparable(value))) throw new AppError('changed_since')
  return row
}

async function write(tx: PracticeTx, actor: Actor, done: ActivityRow, wire: Json): Promise<void> {
  const { sync } = syncedOf(done)
  if (!sync.write) throw new AppError('cannot_undo')
  const data = sync.write.changeShape.parse(wire) as never
  await sync.write.update(tx, actor, done.entity_id, data, undefined)
}

const isUndone = async (tx: PracticeTx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('activity')
    .select('id')
    .where('entity', '=', 'activity')
    .where('entity_id', '=', id)
    .where('verb', '=', 'undone')
    .executeTakeFirst()) !== undefined

async function requireExisting(tx: PracticeTx, table: keyof Tables | undefined, id: string): Promise<void> {
  if (!table) return
  const row = await tx
    .selectFrom(table as 'clients')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('cannot_undo', {}, GONE_SINCE)
}

const GONE_SINCE = 'What this belonged to has been removed since. Put that back first.'

/** When the old values name something missing, the service's error describes a request that no one made. */
function refuseGone(error: unknown): never {
  if (error instanceof AppError && error.status === 404 && error.code !== 'activity_not_found') {
    throw new AppError('cannot_undo', {}, GONE_SINCE)
  }
  throw error
}

function leaveAsItIs(error: unknown): void {
  if (!(error instanceof AppError) || error.status >= 500) throw error
}

/** jsonb holds instants as text; every timestamptz column ends in `_at`. */
export const asColumns = (columns: Json | null): Json =>
  Object.fromEntries(
    Object.entries(columns ?? {}).map(([name, value]) => [
      name,
      name.endsWith('_at') && typeof value === 'string' ? new Date(value) : value,
    ]),
  )

/** Equal when PostgreSQL stores both as the same value, regardless of the order jsonb gave their keys. */
export function comparable(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** Columns that name another record. */
const REFERENCES: ReadonlyMap<string, keyof Tables> = new Map([
  ['client_id', 'clients'],
  ['payer_client_id', 'clients'],
  ['contact_client_id', 'clients'],
  ['yard_id', 'yards'],
  ['horse_id', 'horses'],
  ['appointment_id', 'appointments'],
  ['visit_horse_id', 'visit_horses'],
])
