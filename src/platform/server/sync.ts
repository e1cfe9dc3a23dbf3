import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { AppError, type ErrorCode, explain } from '#lib/errors.ts'
import { canon, isUuid, uuidv7 } from '#lib/ids.ts'
import { SYNCED, type SyncedName, type SyncOp, type SyncResult, type SyncRow } from '#lib/sync.ts'
import type { Actor } from '#platform/server/actor.ts'
import { inSavepoint, type PracticeTx } from '#platform/server/db.ts'
import type { Row } from '#platform/server/rows.ts'
import type { SyncedRow } from '#platform/server/tables.ts'

type Wire = Record<string, unknown>

/** How one entity takes part in sync. Writers are the same service functions the ordinary endpoints call. */
export type SyncedEntity<T extends SyncedName = SyncedName> = {
  toWire: (row: Row<T>) => Wire
  /** Absent: every member's device holds it. A device of anyone else learns nothing of it, and changes nothing. */
  isSeenBy?: (role: Actor['role']) => boolean
  /** Absent: devices may not write it. */
  write?: {
    newShape: z.ZodType
    changeShape: z.ZodType
    create: (tx: PracticeTx, actor: Actor, id: string, data: never) => Promise<Row<T>>
    update: (tx: PracticeTx, actor: Actor, id: string, data: never, baseRev: number | undefined) => Promise<Row<T>>
    remove: (tx: PracticeTx, actor: Actor, id: string, baseRev: number | undefined) => Promise<Row<T>>
  }
}
export type SyncRegistry = { [T in SyncedName]: SyncedEntity<T> }

type Push = { deviceId: string; personId?: string | undefined; epoch?: string | undefined; ops: SyncOp[] }

/**
 * Applies a device's ops in order, each at most once and each for itself: one that is refused leaves the others be.
 * The op's row in `sync_ops` is written in the transaction of its effect.
 */
export async function push(tx: PracticeTx, actor: Actor, registry: SyncRegistry, { deviceId, personId, epoch, ops }: Push) {
  if (personId && personId !== actor.personId) throw new AppError('wrong_person')
  const counter = await tx.selectFrom('sync_counters').select(['epoch']).executeTakeFirstOrThrow()
  // A device that knows a later time sends what we acknowledged then before what hangs on it.
  if (epoch && epoch !== counter.epoch) throw new AppError('resync', { resync: true, epoch: counter.epoch })
  const device = await meetDevice(tx, actor, deviceId, Math.max(...ops.map((op) => op.k)))
  const known = await knownOps(tx, ops)
  const results: SyncResult[] = []
  const unapplied = new Set<string>()
  for (const op of ops) {
    const result = await answerOp(tx, { ...actor, deviceId, opId: op.opId }, registry, op, known.get(op.opId), unapplied)
    if (result.status !== 'applied') unapplied.add(op.opId)
    results.push(result)
  }
  return { epoch: counter.epoch, view: device.view, lastK: device.lastK, results }
}

async function answerOp(
  tx: PracticeTx,
  actor: Actor,
  registry: SyncRegistry,
  op: SyncOp,
  before: { fingerprint: string } | undefined,
  unapplied: ReadonlySet<string>,
): Promise<SyncResult> {
  const id = canon(op.id)
  const base = { opId: op.opId, id }
  try {
    if (!isUuid(id)) throw new AppError('bad_request')
    if (!isSeen(registry, op.entity, actor)) throw new AppError('forbidden')
    const fingerprint = fingerprintOf(op, id)
    if (before) {
      if (before.fingerprint !== fingerprint) throw new AppError('key_reuse')
      return { ...base, status: 'applied', ...(await currentRow(tx, registry, op.entity, id)) }
    }
    if (op.deps.some((dep) => unapplied.has(dep))) return { ...base, status: 'blocked' }
    const row = await inSavepoint(tx, async () => {
      const written = await apply(tx, actor, registry, op, id)
      await rememberOp(tx, actor, op, id, fingerprint, written.rev)
      return written
    })
    return { ...base, status: 'applied', rev: row.rev, row: registry[op.entity].toWire(row as never) }
  } catch (error) {
    return { ...base, ...refusalOf(error, registry, op.entity) }
  }
}

async function apply(tx: PracticeTx, actor: Actor, registry: SyncRegistry, op: SyncOp, id: string): Promise<SyncedRow> {
  const { write } = registry[op.entity]
  if (!write) throw new AppError('forbidden')
  if (op.action === 'DELETE') return (await write.remove(tx, actor, id, op.baseRev)) as SyncedRow
  const shape = op.action === 'CREATE' ? write.newShape : write.changeShape
  const parsed = shape.safeParse(op.data)
  if (!parsed.success) {
    throw new AppError('bad_request', { fields: parsed.error.issues.map((issue) => issue.path.join('.')) })
  }
  const data = parsed.data as never
  if (op.action === 'CREATE') return (await write.create(tx, actor, id, data)) as SyncedRow
  return (await write.update(tx, actor, id, data, op.baseRev)) as SyncedRow
}

/** A refusal belongs to its op; anything that might pass on another try is thrown on and fails the whole request. */
function refusalOf(
  error: unknown,
  registry: SyncRegistry,
  entity: SyncedName,
): Pick<SyncResult, 'status' | 'code' | 'message' | 'fields' | 'row' | 'rev'> {
  if (error instanceof AppError) {
    const { row, fields } = error.details as { row?: SyncedRow; fields?: string[] }
    if (error.code !== 'conflict') return { status: 'rejected', code: error.code, message: error.message, ...(fields ? { fields } : {}) }
    return {
      status: 'conflict',
      code: error.code,
      message: error.message,
      fields: fields ?? [],
      ...(row ? { row: registry[entity].toWire(row as never), rev: row.rev } : {}),
    }
  }
  const code = refusalOfDatabase(error)
  if (code) return { status: 'rejected', code, message: explain(code).message }
  throw error
}

/** Class 22 (bad values) and 23 (constraints) will fail the same way each time. */
const refusalOfDatabase = (error: unknown): ErrorCode | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[23]/.test(error.code) ? 'bad_request' : undefined

/** Rows of every synced table changed after `since`, in commit order, at most `limit` of them. */
export async function pull(
  tx: PracticeTx,
  actor: Actor,
  registry: SyncRegistry,
  asked: { deviceId: string; since: number; epoch?: string | undefined; view?: string | undefined; limit: number },
) {
  const counter = await tx.selectFrom('sync_counters').select(['seq', 'min_seq', 'epoch']).executeTakeFirstOrThrow()
  const { view, lastK } = await meetDevice(tx, actor, asked.deviceId, 0)
  const isStale = (asked.epoch && asked.epoch !== counter.epoch) || (asked.view && asked.view !== view)
  if (isStale || (asked.since > 0 && asked.since < counter.min_seq) || asked.since > counter.seq) {
    throw new AppError('resync', { resync: true, epoch: counter.epoch, view })
  }
  // Nothing past the counter as we read it: rows committed since may be seen in one table and missed in another.
  const seen = SYNCED.filter((entity) => isSeen(registry, entity, actor))
  const found = await Promise.all(seen.map((entity) => rowsOf(tx, registry, entity, asked.since, counter.seq, asked.limit)))
  const ordered = found.flat().sort((a, b) => a.seq - b.seq)
  const rows = ordered.slice(0, asked.limit)
  const more = ordered.length > asked.limit
  const cursor = more ? (rows.at(-1)?.seq ?? asked.since) : counter.seq
  return { epoch: counter.epoch, view, lastK, since: asked.since, cursor, more, rows }
}

const isSeen = (registry: SyncRegistry, entity: SyncedName, actor: Actor): boolean => registry[entity].isSeenBy?.(actor.role) ?? true

async function rowsOf(
  tx: PracticeTx,
  registry: SyncRegistry,
  entity: SyncedName,
  since: number,
  upTo: number,
  limit: number,
): Promise<SyncRow[]> {
  const rows = await tx
    .selectFrom(entity as 'clients')
    .selectAll()
    .where('seq', '>', since)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => ({
    entity,
    id: row.id,
    rev: row.rev,
    seq: row.seq,
    deleted: row.deleted_at !== null,
    data: row.deleted_at ? {} : registry[entity].toWire(row as never),
  }))
}

/** Notes that a device spoke, and says which view of the data it should hold. */
async function meetDevice(tx: PracticeTx, actor: Actor, deviceId: string, lastK: number): Promise<{ view: string; lastK: number }> {
  const known = await tx
    .selectFrom('devices')
    .select(['view', 'member_id', 'last_k', 'last_seen_at'])
    .where('id', '=', deviceId)
    .executeTakeFirst()
  const isSameMember = known?.member_id === actor.memberId
  const isRecent = known && Date.now() - known.last_seen_at.getTime() < 60_000
  if (known && isSameMember && isRecent && known.last_k >= lastK) return { view: known.view, lastK: known.last_k }
  // Another member on the device may see other things: a new view makes it fetch its copy anew.
  const view = known && isSameMember ? known.view : uuidv7()
  const row = { member_id: actor.memberId, view, last_k: Math.max(known?.last_k ?? 0, lastK), last_seen_at: new Date() }
  await tx
    .insertInto('devices')
    .values({ practice_id: actor.practiceId, id: deviceId, ...row })
    .onConflict((clash) => clash.columns(['practice_id', 'id']).doUpdateSet(row))
    .execute()
  return { view, lastK: row.last_k }
}

async function knownOps(tx: PracticeTx, ops: SyncOp[]) {
  const ids = ops.map((op) => op.opId)
  const rows = await tx.selectFrom('sync_ops').select(['op_id', 'fingerprint']).where('op_id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.op_id, row]))
}

async function currentRow(tx: PracticeTx, registry: SyncRegistry, entity: SyncedName, id: string) {
  const row = await tx
    .selectFrom(entity as 'clients')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { rev: row.rev, row: registry[entity].toWire(row as never) } : {}
}

async function rememberOp(tx: PracticeTx, actor: Actor, op: SyncOp, id: string, fingerprint: string, rev: number) {
  await tx
    .insertInto('sync_ops')
    .values({
      practice_id: actor.practiceId,
      op_id: op.opId,
      device_id: String(actor.deviceId),
      fingerprint,
      entity: op.entity,
      entity_id: id,
      rev,
    })
    .execute()
}

/** Equal for a replay of the same op, whatever order its keys came in. */
function fingerprintOf(op: SyncOp, id: string) {
  const data = Object.entries(op.data).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([op.action, op.entity, id, data]))
    .digest('base64url')
}
