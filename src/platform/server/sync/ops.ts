import { hash } from 'node:crypto'
import { AppError } from '#lib/errors.ts'
import { canon, isUuid } from '#lib/ids.ts'
import { SyncOp, type SyncResult } from '#lib/sync.ts'
import { SYNC_SCHEMA } from '#lib/synced.ts'
import { type Upcasters, upcast } from '#lib/upcast.ts'
import { type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'

/** An op as the server processes it: its id canonical, its shape this build's, its fingerprint of the data as sent. */
export type ReadOp = SyncOp & { fingerprint: string }
/** The row in `sync_ops` of an applied op. */
export type KnownOp = { fingerprint: string; schema: number }

/** What can be reported of an entry that is not an op: it gets its own result, and the other ops of its batch continue. */
export type Unread = Pick<SyncResult, 'opId' | 'id'> & { error: AppError }

const UPCASTERS: Upcasters<object> = {}

/**
 * Parses ops of any schema up to ours. An entry that is not an op, or names something that can't be an id, is returned separately. A batch of a
 * newer build is not read: this build does not know what it means.
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

/** The ids in an entry that may not be an op at all. */
export function namesOf(raw: unknown): Pick<SyncResult, 'opId' | 'id'> {
  const { opId, id } = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>
  return { opId: typeof opId === 'string' ? opId : '', id: typeof id === 'string' ? canon(id) : '' }
}

/**
 * The order in which ops are applied: as they came, but each after those it depends on. Ops that depend on each other in a cycle can never be
 * applied; they are left out.
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

/** Whether a repeated op is the one that was applied; in another schema it may read differently and still be the same. @throws key_reuse */
export function refuseReuse(op: ReadOp, known: KnownOp, schema: number): void {
  if (known.schema === schema && known.fingerprint !== op.fingerprint) throw new AppError('key_reuse')
}

const unread = (raw: unknown, fields: string[]): Unread => ({ ...namesOf(raw), error: new AppError('bad_request', { fields }) })

/** Equal for a repeat of the same op, regardless of the order of its keys. */
function fingerprintOf(raw: unknown): string {
  const { action, entity, id, data } = raw as SyncOp
  const sorted = Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify([action, entity, canon(id), sorted]), 'base64url')
}
