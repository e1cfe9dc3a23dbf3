import { AppError } from '#lib/errors.ts'
import type { SyncedName } from '#lib/sync.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, logActivity, type Row, restoreRow, rowForChange } from '#platform/server/database/rows.ts'
import { inSavepoint } from '#platform/server/database/savepoint.ts'
import type { Tables } from '#platform/server/database/tables.ts'
import type { SyncedRow } from '#platform/server/sync/columns.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

type Json = Record<string, unknown>

/** A line of the journal: what one act did to one record, with the columns it wrote as they were and as it left them. */
export type ActivityRow = {
  id: string
  at: Date
  member_id: string | null
  entity: string
  entity_id: string
  verb: string
  before: Json | null
  after: Json | null
  act_id: string | null
}

/** Puts back what an act did, through the services that did it. @throws what they throw, changed_since, text_has_gone, cannot_undo */
export type Undo = (tx: PracticeTx, actor: Actor, done: ActivityRow) => Promise<void>

/** Every act that can be undone, by `entity.verb`. */
export type UndoRegistry = Readonly<Record<string, Undo>>

/** Whether a member may take this act back: an apprentice only what they did to a horse themselves; services check the rest. */
export const mayUndo = (actor: Pick<Actor, 'role' | 'memberId'>, done: Pick<ActivityRow, 'entity' | 'member_id'>): boolean =>
  actor.role !== 'apprentice' || (done.member_id === actor.memberId && APPRENTICES.has(done.entity))

/**
 * Undoes one act, once; that is an act of its own, written as `activity.undone`.
 * @throws activity_not_found, undone_already, cannot_undo, forbidden, and what the entry of the registry throws
 */
export async function undoActivity(tx: PracticeTx, actor: Actor, registry: UndoRegistry, id: string): Promise<void> {
  await holdWriters(tx)
  const done = await tx.selectFrom('activity').selectAll().where('id', '=', id).executeTakeFirst()
  if (!done) throw new AppError('activity_not_found')
  if (!mayUndo(actor, done)) throw new AppError('forbidden')
  const undo = registry[keyOf(done)]
  if (!undo) throw new AppError('cannot_undo')
  if (await isUndone(tx, id)) throw new AppError('undone_already')
  await undo(tx, { ...actor, isUndoing: true }, done).catch(sayWhatIsGone)
  await logActivity(tx, actor, { entity: 'activity', entityId: id, verb: 'undone', before: null, after: null })
}

/** How the registry names an act. */
export const keyOf = (done: Pick<ActivityRow, 'entity' | 'verb'>): string => `${done.entity}.${done.verb}`

/** Undoes a change: the old values go through the entity's own service, as a device would send them. */
export const undoChange =
  <T extends SyncedName>(table: T, entity: SyncedEntity<T>): Undo =>
  async (tx, actor, done) => {
    const row = await standing(tx, table, done)
    const then = { ...row, ...asColumns(done.before) } as Row<T>
    const [wireNow, wireThen] = [entity.toWire(row), entity.toWire(then)]
    const old = Object.entries(wireThen).filter(([field, value]) => comparable(value) !== comparable(wireNow[field]))
    await write(tx, actor, entity, done.entity_id, Object.fromEntries(old))
  }

/** Undoes an addition: the record is removed, if it still is as it was added. */
export const undoAddition =
  <T extends SyncedName>(table: T, entity: SyncedEntity<T>): Undo =>
  async (tx, actor, done) => {
    await standing(tx, table, done)
    await entity.write?.remove(tx, actor, done.entity_id, undefined)
  }

/**
 * Undoes a removal: the record stands again, then what the same act took away or cleared with it, where that has not gone another way
 * since. Its service sees it last, as at any change: role, dates and what follows from it.
 */
export const undoRemoval =
  <T extends SyncedName>(table: T, entity: SyncedEntity<T>, registry: () => UndoRegistry): Undo =>
  async (tx, actor, done) => {
    await putBack(tx, actor, table, done)
    await undoFollowing(tx, actor, registry(), done)
    await write(tx, actor, entity, done.entity_id, {})
  }

/** Undoes what the same act did to other records that name this one, last first; what has gone another way since stays where it went. */
export async function undoFollowing(tx: PracticeTx, actor: Actor, registry: UndoRegistry, done: ActivityRow): Promise<void> {
  for (const followed of await listFollowing(tx, done)) {
    await inSavepoint(tx, async () => registry[keyOf(followed)]?.(tx, actor, followed)).catch(leaveAsItIs)
  }
}

/** Takes a tombstone away, with the references the removal had cleared. @throws changed_since, cannot_undo when what it names has gone */
export async function putBack(tx: PracticeTx, actor: Actor, table: SyncedName, done: ActivityRow): Promise<void> {
  const row = await rowForChange(tx, table, done.entity_id, 'activity_not_found')
  if (!row.deleted_at) throw new AppError('changed_since', {}, 'This is back already.')
  const was = Object.entries(asColumns(done.before)).filter(([column]) => REFERENCES.has(column))
  const cleared = Object.fromEntries(was.filter(([column, value]) => comparable(value) !== comparable(row[column as never])))
  for (const [column, id] of was) if (typeof id === 'string') await requireStanding(tx, REFERENCES.get(column), id)
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

/** The record as the act left it. @throws changed_since */
async function standing<T extends SyncedName>(tx: PracticeTx, table: T, done: ActivityRow): Promise<Row<T>> {
  const row = await rowForChange(tx, table, done.entity_id, 'activity_not_found')
  if ((row as SyncedRow).deleted_at) throw new AppError('changed_since', {}, 'This was removed since. Put it back first.')
  const left = Object.entries(done.after ?? {})
  if (left.some(([column, value]) => comparable(row[column as keyof Row<T>]) !== comparable(value))) throw new AppError('changed_since')
  return row
}

async function write<T extends SyncedName>(tx: PracticeTx, actor: Actor, entity: SyncedEntity<T>, id: string, wire: Json): Promise<void> {
  if (!entity.write) throw new AppError('cannot_undo')
  const data = entity.write.changeShape.parse(wire) as never
  await entity.write.update(tx, actor, id, data, undefined)
}

const isUndone = async (tx: PracticeTx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('activity')
    .select('id')
    .where('entity', '=', 'activity')
    .where('entity_id', '=', id)
    .where('verb', '=', 'undone')
    .executeTakeFirst()) !== undefined

async function requireStanding(tx: PracticeTx, table: keyof Tables | undefined, id: string): Promise<void> {
  if (!table) return
  const row = await tx
    .selectFrom(table as 'clients')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('cannot_undo', {}, GONE_SINCE)
}

const GONE_SINCE = 'What this belonged to was removed since. Put that back first.'

/** A service that misses what the old values name speaks of a request nobody made. */
function sayWhatIsGone(error: unknown): never {
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

/** Equal for what PostgreSQL keeps as the same, whatever order jsonb put its keys in. */
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

const APPRENTICES: ReadonlySet<string> = new Set(['work_entries', 'visit_horses', 'attachments', 'voice_notes', 'tasks'])
