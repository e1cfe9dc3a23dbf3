import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { isRefused } from '#platform/web/sync/fold.ts'
import { noteEnqueued } from '#platform/web/sync/outbox.ts'
import { layAside, ORPHANED, refuseOrphans, takePlace } from '#platform/web/sync/outbox-amend.ts'
import { ownQueue, refold } from '#platform/web/sync/records.ts'
import { dropFresh, requestResync } from '#platform/web/sync/resync.ts'
import type { Copy, DoneItem, Queued, QueueItem, Rec, RecordKey, Tx, Wire } from '#platform/web/sync/store.ts'

/** A change the server refused, as the farrier decides about it. */
export type Attention = {
  opId: string
  entity: QueueItem['entity']
  id: string
  action: QueueItem['action']
  kind: 'conflict' | 'rejected'
  error: { code: string; message: string; fields: string[] }
  /**
   * The fields of a conflict that both changed; of a refusal, those of the change. `theirs` is the server's current value, `before` the
   * value when the change was begun. A removal has no `mine`.
   */
  fields: { name: string; mine: unknown; theirs: unknown; before: unknown }[]
  /** Whose value is in place, and where it was written: "on the iPad". */
  by?: { member: string; device: string }
  createdAt: string
  /** Removed elsewhere in the meantime, or lost with a restored backup: no record is left to keep mine in. */
  isRemoved: boolean
  /** The revision of `theirs`; pass it to `keepMine`. */
  seenRev: number
}

/** The changes that wait for the farrier, the oldest first. */
export async function readAttention(copy: Copy): Promise<Attention[]> {
  const items = await copy.queue.where('state').anyOf(['conflict', 'rejected']).toArray()
  const recs = await copy.rec.bulkGet(items.map((item): RecordKey => [item.entity, item.id]))
  return items.map((item, at) => attentionOf(item, recs[at])).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
}

function attentionOf(item: Queued, rec: Rec | undefined): Attention {
  return {
    opId: item.opId,
    entity: item.entity,
    id: item.id,
    action: item.action,
    kind: item.state === 'conflict' ? 'conflict' : 'rejected',
    error: item.error ?? { code: item.state, message: 'The server refused this.', fields: [] },
    fields: fieldsOf(item, rec?.base ?? item.server ?? {}),
    ...(item.by ? { by: item.by } : {}),
    createdAt: item.createdAt,
    isRemoved: item.state === 'conflict' && (!rec?.base || rec.baseDeleted === 1),
    seenRev: rec?.rev ?? 0,
  }
}

function fieldsOf(item: Queued, base: Wire): Attention['fields'] {
  const names = Object.keys(item.action === 'DELETE' ? { ...item.before, ...base } : item.shown)
  const all = names.map((name) => ({
    name,
    mine: item.action === 'DELETE' ? null : item.shown[name],
    theirs: base[name] ?? null,
    before: item.before[name] ?? null,
  }))
  if (item.state !== 'conflict') return all
  const differing = all.filter(({ mine, theirs }) => !isSame(mine, theirs))
  const contested = differing.filter(({ theirs, before }) => !isSame(theirs, before))
  return contested.length || item.action === 'DELETE' ? contested : differing
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/**
 * Resolves a conflict in favour of this device's value: a new change on the server's row as the farrier saw it (`seenRev` of the card; by
 * default the row it collided with), with their `edited` fields in it. False when there is nothing to decide, or the record no longer
 * exists.
 */
export async function keepMine(opId: string, how: { seenRev?: number; edited?: Wire } = {}, copy: Copy = inUse()): Promise<boolean> {
  return decide(copy, async (tx) => {
    const item = await itemOf(tx, opId)
    const rec = item && (await tx.rec.get([item.entity, item.id]))
    if (item?.state !== 'conflict' || !rec?.base || rec.baseDeleted) return false
    const again = requeued(item, rec, how)
    await layAside(tx, [item], 'superseded')
    await tx.queue.put(await takePlace(tx, item, again))
    await refold(tx, [{ key: [item.entity, item.id] }])
    return true
  })
}

function requeued(item: Queued, rec: Rec, { seenRev = item.serverRev ?? 0, edited = {} }: { seenRev?: number; edited?: Wire }): QueueItem {
  const { error: _, server: theirs, serverRev: __, by: ___, seq: ____, ...rest } = item
  const base = rec.rev === seenRev ? rec.base : theirs
  const shown = { ...item.shown, ...edited }
  const data = { ...item.data, ...edited }
  const isUpsert = item.action === 'CREATE'
  return {
    ...rest,
    opId: uuidv7(),
    // The record is there, made elsewhere: what differs is a change of it.
    ...(isUpsert ? { action: 'UPDATE' as const, endpoint: `${item.endpoint}/${item.id}` } : {}),
    data: isUpsert ? Object.fromEntries(Object.entries(data).filter(([name, value]) => !isSame(value, base?.[name]))) : data,
    shown,
    baseRev: seenRev,
    before: Object.fromEntries(Object.keys(item.action === 'DELETE' ? item.before : shown).map((name) => [name, base?.[name] ?? null])),
    state: 'pending',
    attempts: 0,
    nextAttemptAt: 0,
    createdAt: currentTime().toISOString(),
  }
}

/**
 * The farrier sees both values and goes to edit the record: the base of what they then save is the server's row of `seenRev`, not the one
 * the change was first made on. The change itself goes on waiting. False when it is no conflict.
 */
export const seeTheirs = (opId: string, seenRev: number, copy: Copy = inUse()): Promise<boolean> =>
  decide(copy, async (tx) => {
    const item = await itemOf(tx, opId)
    const rec = item && (await tx.rec.get([item.entity, item.id]))
    if (item?.state !== 'conflict' || !rec) return false
    const theirs = (rec.rev === seenRev ? rec.base : item.server) ?? {}
    const before = Object.fromEntries(Object.keys(item.shown).map((name) => [name, theirs[name] ?? null]))
    await tx.queue.put({ ...item, baseRev: seenRev, before })
    return true
  })

/** Resolves a conflict in favour of the server's value: the change is kept aside for 30 days. False when it is no conflict. */
export const keepTheirs = (opId: string, copy: Copy = inUse()): Promise<boolean> =>
  decide(copy, async (tx) => {
    const item = await itemOf(tx, opId)
    return item?.state === 'conflict' && giveUp(tx, item)
  })

/** Gives a refused change up; it is kept 30 days. False when it is not one. */
export const discard = (opId: string, copy: Copy = inUse()): Promise<boolean> =>
  decide(copy, async (tx) => {
    const item = await itemOf(tx, opId)
    return item !== undefined && isRefused(item) && giveUp(tx, item)
  })

async function giveUp(tx: Deciding, item: Queued): Promise<true> {
  const isUnmade = item.action === 'CREATE' && item.state === 'rejected'
  // Without its CREATE nothing else of the record can ever be applied.
  const given = isUnmade ? await ownQueue(tx, [item.entity, item.id]) : [item]
  await layAside(tx, given, 'discarded')
  if (isUnmade) {
    await refuseOrphans(
      tx,
      given.map((one) => one.opId),
    )
  }
  await refold(tx, [{ key: [item.entity, item.id] }])
  return true
}

/** Undoes `keepTheirs` or `discard`: the change waits for a decision again. False when it can't be found any more. */
export const bringBack = (opId: string, copy: Copy = inUse()): Promise<boolean> =>
  decide(copy, async (tx) => {
    const given = await tx.done.get(opId)
    if (given?.outcome !== 'discarded') return false
    const others = await tx.done.toArray()
    const together = others.filter((one) => one.outcome === 'discarded' && one.id === given.id && one.ackedAt === given.ackedAt)
    for (const one of together) await tx.queue.put(await inItsPlace(tx, one, others))
    await tx.done.bulkDelete(together.map((one) => one.opId))
    const freed = await adopt(
      tx,
      together.map((one) => one.opId),
    )
    await refold(
      tx,
      [given, ...freed].map((one) => ({ key: [one.entity, one.id] })),
    )
    return true
  })

/** Its old place in the queue; the end, if another change has or had that place. */
async function inItsPlace(
  tx: Tx<'queue'>,
  { ackedAt: _, outcome: __, ...item }: DoneItem,
  journal: readonly DoneItem[],
): Promise<QueueItem> {
  const isTaken = (await tx.queue.get(item.seq)) || journal.some((one) => one.seq === item.seq && one.opId !== item.opId)
  if (!isTaken) return item
  const { seq: ___, ...loose } = item
  return loose
}

/** The changes that depended on it can go again. */
async function adopt(tx: Tx<'queue'>, opIds: string[]): Promise<Queued[]> {
  const waiting = await tx.queue.where('deps').anyOf(opIds).toArray()
  const orphans = waiting.filter((item) => item.error?.code === ORPHANED.code)
  const freed = orphans.map(({ error: _, ...item }) => ({ ...item, state: 'pending' as const }))
  await tx.queue.bulkPut(freed)
  return freed
}

/** Fetches the whole copy again next to the one in use; what waits in the queue is untouched (I17). */
export async function repairCopy(copy: Copy = inUse()): Promise<void> {
  await dropFresh(copy)
  await requestResync(copy)
  noteEnqueued()
}

type Deciding = Tx<'rec' | 'queue' | 'done' | 'meta'>

async function decide(copy: Copy, work: (tx: Deciding) => Promise<boolean>): Promise<boolean> {
  const isDecided = await copy.change(['rec', 'queue', 'done', 'meta'], work)
  if (isDecided) noteEnqueued()
  return isDecided
}

const itemOf = async (tx: Tx<'queue'>, opId: string) => (await tx.queue.where('opId').anyOf([opId]).toArray())[0]

function inUse(): Copy {
  const store = currentStore()
  if (!store) throw new Error('nobody is signed in on this device')
  return store
}
