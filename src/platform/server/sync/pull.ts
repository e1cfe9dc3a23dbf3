import { AppError } from '#lib/errors.ts'
import type { SyncedName, SyncRow } from '#lib/sync.ts'
import { syncedNames } from '#lib/synced.ts'
import type { Actor } from '#platform/server/actor.ts'
import { allEnded, type PracticeTx } from '#platform/server/database/db.ts'
import { isHandedOut, proofOf } from '#platform/server/sync/cursor-proof.ts'
import { meetDevice, requireOwner } from '#platform/server/sync/devices.ts'
import { pullFirst } from '#platform/server/sync/first-copy.ts'
import { isSeen, type SyncRegistry, syncRowOf } from '#platform/server/sync/sync.ts'

type Pull = {
  deviceId: string
  personId?: string | undefined
  practiceId?: string | undefined
  since: number
  epoch?: string | undefined
  proof?: string | undefined
  view?: string | undefined
  isNew?: 'true' | undefined
  limit: number
  name: string
  first?: string | undefined
}

/**
 * Rows of every synced table changed after `since`, in commit order, at most `limit` of them.
 * @throws wrong_person; resync when the copy is of another epoch or view, or older than the tombstones; with `lostTime` when it was here and further on than we are
 */
export async function pull(tx: PracticeTx, actor: Actor, registry: SyncRegistry, request: Pull) {
  requireOwner(actor, request)
  const { since, limit } = request
  const [counter, { view, lastK, keep }] = await allEnded([
    tx.selectFrom('sync_counters').select(['seq', 'min_seq', 'epoch', 'cursor_key']).executeTakeFirstOrThrow(),
    meetDevice(tx, actor, { deviceId: request.deviceId, lastK: 0, name: request.name }),
  ])
  const { seq, epoch } = counter
  const isStale = (request.epoch && request.epoch !== epoch) || (request.view && request.view !== view)
  const isTooOld = since > 0 && since < counter.min_seq && !request.isNew
  if (isStale || isTooOld || since > seq) {
    const lostTime = request.epoch === epoch && since > seq && isHandedOut(counter, since, request.proof)
    throw new AppError('resync', { resync: true, epoch, view, ...(lostTime ? { lostTime } : {}) })
  }
  if (request.first !== undefined) {
    const [page] = await allEnded([pullFirst(tx, { registry, actor }, { asked: request.first, upTo: since || seq, limit }), keep()])
    const cursor = since || seq
    return { epoch, view, lastK, since, cursor, proof: proofOf(counter, cursor), ...page }
  }
  // Nothing past the counter as we read it: rows committed since may be visible in one table and missing in another.
  const seen = syncedNames().filter((entity) => isSeen(registry, entity, actor))
  const reading = allEnded(seen.map((entity) => rowsOf(tx, { registry, actor, entity }, { since, upTo: seq, limit })))
  const [found] = await allEnded([reading, keep()])
  const ordered = found.flat().sort((a, b) => a.seq - b.seq)
  const rows = ordered.slice(0, limit)
  const more = ordered.length > limit
  const cursor = more ? (rows.at(-1)?.seq ?? since) : seq
  return { epoch, view, lastK, since, cursor, proof: proofOf(counter, cursor), more, rows }
}

type Span = { since: number; upTo: number; limit: number }

type Whose = { registry: SyncRegistry; actor: Actor; entity: SyncedName }

async function rowsOf(tx: PracticeTx, { registry, actor, entity }: Whose, { since, upTo, limit }: Span): Promise<SyncRow[]> {
  const rows = await tx
    .selectFrom(entity as 'clients')
    .selectAll()
    .where('seq', '>', since)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => syncRowOf({ registry, actor, entity }, row))
}
