import { currentTime } from '#lib/clock.ts'
import { offlineId, uuidv7 } from '#lib/ids.ts'
import { SYNC_SCHEMA, type SyncedName } from '#lib/synced.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { cancelUnsent, supersede } from '#platform/web/sync/outbox-amend.ts'
import { baseOf, isAsSeen, ownQueue, refold } from '#platform/web/sync/records.ts'
import {
  type Copy,
  canonical,
  type Queued,
  type QueueItem,
  type Rec,
  type RecordKey,
  readMeta,
  type Tx,
  type Wire,
} from '#platform/web/sync/store.ts'

/** One change as a screen requests it. Ids and references may have either form. */
export type Change = {
  action: 'CREATE' | 'UPDATE' | 'DELETE'
  entity: SyncedName
  /** Of the record; a CREATE may bring its own (`uuidv7()`), so that others in the same call can name it. */
  id?: string
  /** Fields of the record: shown here, sent to the server. */
  data?: Wire
  /** Only sent: what the server must do with it, such as `sendSmsNotification`. */
  alsoSend?: Wire
  /** Only shown: what the server will work out itself, such as `localStart` of a moved visit. */
  alsoShow?: Wire
  /** The ordinary endpoint of the same change; by default its usual path. */
  endpoint?: string
  /** Bytes kept on this device that must be on the server first. */
  blobId?: string
} & Seen

/** The revision a person saw when they began: they never saw what has come since, and must not overwrite it. By default the current one. */
export type Seen = {
  /** `rev` of the row. */
  seenRev?: number | undefined
  /** The whole row: what is not in it was empty. */
  before?: Wire | undefined
  /** Refuses with `Overwrites` to change a field that is no longer as the person saw it: the person decides before anything is recorded. */
  asks?: boolean
}

/** Another tab, or another device by way of the server, changed a field since the person saw it. Nothing was recorded. */
export class Overwrites extends Error {}

const enqueueListeners = new Set<() => void>()

/** Calls back after every recorded change; returns a function that stops it. */
export function onEnqueue(listener: () => void): () => void {
  enqueueListeners.add(listener)
  return () => enqueueListeners.delete(listener)
}

/**
 * Records changes on the device, all or none, and has them sent soon. Resolves when they are safely on the disk, with the records' ids in
 * the order of the changes; false, with nothing recorded, when one changes or deletes a record the device doesn't hold (Spec §4).
 * @throws Overwrites for a change that `asks`
 */
export async function record(changes: readonly Change[]): Promise<string[] | false> {
  const store = currentStore()
  if (!store) throw new Error('nobody is signed in on this device')
  const ids = await recordIn(store, changes)
  if (ids) noteEnqueued()
  return ids
}

/** Has what was put in the queue sent soon. */
export function noteEnqueued(): void {
  for (const listener of enqueueListeners) listener()
}

/** `record` on a given copy, without sending. */
export async function recordIn(copy: Copy, changes: readonly Change[]): Promise<string[] | false> {
  const identified = changes.map((change) => ({ ...canonical(change), id: canonical(change.id ?? uuidv7()) }))
  try {
    await copy.change(['rec', 'queue', 'done', 'meta'], async (tx) => {
      for (const change of identified) await enqueue(tx, copy.owner.deviceId, change)
    })
  } catch (error) {
    if (error instanceof UnknownRecord) return false
    throw error
  }
  return identified.map((change) => change.id)
}

type IdentifiedChange = Change & { id: string }

class UnknownRecord extends Error {}

async function enqueue(tx: Tx<'rec' | 'queue' | 'done' | 'meta'>, deviceId: string, change: IdentifiedChange) {
  const key: RecordKey = [change.entity, change.id]
  const [rec, own, deps, hasLostTime] = await Promise.all([
    tx.rec.get(key),
    ownQueue(tx, key),
    dependenciesOf(tx, change),
    readMeta(tx, 'hasLostTime'),
  ])
  if (change.action !== 'CREATE' && (!rec || rec.deleted)) throw new UnknownRecord(key.join(' '))
  if (change.asks && change.before && !stillAsSeen(change.before, change.data, rec)) throw new Overwrites(key.join(' '))
  const stand = change.action === 'CREATE' ? { before: {} } : seenBy(change, rec, [...own, ...(await laidAsideOf(tx, change, rec))])
  // A revision from before the server began to count again means nothing: then only a field that is still as it was seen counts as seen.
  if (hasLostTime && !isAsSeen(stand.before, baseOf(rec)?.data ?? {})) stand.baseRev = 0
  const item = { ...itemOf(change, rec), ...stand, deps, deviceId }
  if (change.action === 'DELETE' && rec?.isOffline && (await cancelUnsent(tx, own))) return refold(tx, [{ key }])
  await tx.queue.put(await supersede(tx, item, own))
  await refold(tx, [{ key }])
}

/* Another person's change of a field is no loss where this person wants the same value. */
const stillAsSeen = (before: Wire, data: Wire = {}, rec: Rec | undefined) =>
  Object.entries(data).every(([field, wanted]) => {
    const now = { [field]: rec?.data[field] }
    return isAsSeen({ [field]: before[field] }, now) || isAsSeen({ [field]: wanted }, now)
  })

function itemOf({ data = {}, ...change }: IdentifiedChange, rec: Rec | undefined): Omit<QueueItem, 'before' | 'deps' | 'deviceId'> {
  return {
    opId: uuidv7(),
    action: change.action,
    endpoint: change.endpoint ?? endpointOf(change.entity, change.action === 'CREATE' ? undefined : change.id),
    data: { ...data, ...change.alsoSend },
    shown: { ...data, ...change.alsoShow },
    localId: change.action === 'CREATE' || rec?.isOffline ? offlineId(change.id) : change.id,
    entity: change.entity,
    id: change.id,
    ...(change.blobId ? { blobId: change.blobId } : {}),
    state: 'pending',
    attempts: 0,
    nextAttemptAt: 0,
    schema: SYNC_SCHEMA,
    createdAt: currentTime().toISOString(),
  }
}

type Stand = Pick<QueueItem, 'baseRev' | 'before'>

/**
 * What the author of a change saw. Where an earlier change of theirs lay over a field, no newer value showed through it, so the new change
 * has the same base revision as that one (I6).
 */
function seenBy(change: IdentifiedChange, rec: Rec | undefined, earlier: readonly Queued[]): Stand {
  const fields = Object.keys({ ...change.data, ...change.alsoShow })
  const hiding = earlier.filter((item) => change.action === 'DELETE' || fields.some((field) => field in item.shown))
  const seen: Wire = Object.assign({}, change.before ?? baseOf(rec)?.data, ...hiding.map((item) => item.before).reverse())
  return {
    // A form's revision above the record's is of a count that was lost.
    baseRev: Math.min(change.seenRev ?? Number.POSITIVE_INFINITY, rec?.rev ?? 0, ...hiding.map((item) => item.baseRev ?? 0)),
    before: change.action === 'DELETE' ? seen : Object.fromEntries(fields.map((field) => [field, seen[field] ?? null])),
  }
}

/** Changes of the record that a form still showed when it was opened, and that have been given up since: it would be shown otherwise now. */
async function laidAsideOf(tx: Tx<'done'>, { id, before }: IdentifiedChange, rec: Rec | undefined): Promise<Queued[]> {
  if (!before || isAsSeen(before, rec?.data ?? {})) return []
  const journal = await tx.done.toArray()
  return journal.filter((item) => item.id === id && item.outcome !== 'applied' && isAsSeen(item.shown, before))
}

/** Unacknowledged CREATEs of the record itself and of every record its data names: they must be applied first. */
async function dependenciesOf(tx: Tx<'queue'>, change: IdentifiedChange): Promise<string[]> {
  const named = new Set([change.id, ...namesIn(change.data)])
  const queued = await Promise.all([...named].map((id) => tx.queue.where('id').equals(id).toArray()))
  return queued.flat().flatMap((item) => (item.action === 'CREATE' ? [item.opId] : []))
}

function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length === 36 ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namesIn) : []
}

const endpointOf = (entity: SyncedName, id: string | undefined) => `/api/${entity.replace('_', '-')}${id ? `/${id}` : ''}`
