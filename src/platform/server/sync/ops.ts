import { hash } from 'node:crypto'
import { AppError } from '#lib/errors.ts'
import { canon, isUuid } from '#lib/ids.ts'
import { SyncOp, type SyncResult } from '#lib/sync.ts'
import { SYNC_SCHEMA } from '#lib/synced.ts'
import { type Upcasters, upcast } from '#lib/upcast.ts'
import { type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'

/** An op as the server works on it: its id canonical, its shape this build's, its fingerprint of what was sent. */
export type ReadOp = SyncOp & { fingerprint: string }
/** What stands in `sync_ops` of an op that was applied. */
export type KnownOp = { fingerprint: string; schema: number }

/** What can be told of something that is no op: it is answered by itself, and the others of its batch are not kept waiting. */
export type Unread = Pick<SyncResult, 'opId' | 'id'> & { error: AppError }

const UPCASTERS: Upcasters<object> = {}

/**
 * Reads ops of any schema up to ours. One that is no op, or names what can't be an id, is told apart.
 * A batch of a newer build is not looked at: nothing here knows what its words mean.
 */
export function readOps(raw: readonly unknown[], schema: number): (ReadOp | Unread)[] {
  return raw.map((each) => {
    const read = SyncOp.safeParse(upcast(Object(each), schema, SYNC_SCHEMA, UPCASTERS))
    if (!read.success)
      return unread(
        each,
        read.error.issues.map((issue) => issue.path.join('.')),
      )
    const id = canon(read.data.id).toLowerCase()
    if (!isUuid(id)) return unread(each, ['id'])
    return { ...read.data, id, fingerprint: fingerprintOf(each) }
  })
}

/** The names a sender gave something that may be no op at all. */
export function namesOf(raw: unknown): Pick<SyncResult, 'opId' | 'id'> {
  const { opId, id } = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>
  return { opId: typeof opId === 'string' ? opId : '', id: typeof id === 'string' ? canon(id) : '' }
}

/**
 * The order in which ops are applied: as they came, but none before what it waits for. Those that wait for each other in a ring can never
 * be applied; they are left out.
 */
export function inOrder(ops: readonly ReadOp[]): ReadOp[] {
  const byId = new Map(ops.map((op) => [op.opId, op]))
  const ordered: ReadOp[] = []
  const state = new Map<ReadOp, 'waiting' | 'placed' | 'ringed'>()
  const place = (op: ReadOp): boolean => {
    const at = state.get(op)
    if (at) return at === 'placed'
    state.set(op, 'waiting')
    const isFree = op.deps.every((dep) => place(byId.get(dep) ?? FREE))
    state.set(op, isFree ? 'placed' : 'ringed')
    if (isFree) ordered.push(op)
    return isFree
  }
  const FREE = { deps: [] as string[] } as unknown as ReadOp
  state.set(FREE, 'placed')
  for (const op of ops) place(op)
  return ordered
}

/** The ops of a batch that were applied before. */
export async function knownOps(tx: PracticeTx, practiceId: string, ops: readonly ReadOp[]): Promise<Map<string, KnownOp>> {
  if (ops.length === 0) return new Map()
  const rows = await readIn(tx)<KnownOp & { op_id: string }>(KNOWN_OPS, [practiceId, ops.map(({ opId }) => opId)])
  return new Map(rows.map(({ op_id, ...known }) => [op_id, known]))
}

const KNOWN_OPS: Prepared = {
  name: 'known_ops',
  text: 'select op_id, fingerprint, schema from sync_ops where practice_id = $1 and op_id = any($2::uuid[])',
}

/** Whether an op sent again is the one that was applied; of another schema it may read otherwise and still be. @throws key_reuse */
export function refuseReuse(op: ReadOp, known: KnownOp, schema: number): void {
  if (known.schema === schema && known.fingerprint !== op.fingerprint) throw new AppError('key_reuse')
}

const unread = (raw: unknown, fields: string[]): Unread => ({ ...namesOf(raw), error: new AppError('bad_request', { fields }) })

/** Equal for a replay of the same op, whatever order its keys came in. */
function fingerprintOf(raw: unknown): string {
  const { action, entity, id, data } = raw as SyncOp
  const sorted = Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify([action, entity, canon(id), sorted]), 'base64url')
}
