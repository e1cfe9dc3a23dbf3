import { offlineId, uuidv7 } from '#lib/ids.ts'
import { SYNC_SCHEMA, type SyncedName } from '#lib/synced.ts'
import { currentStore } from '#platform/web/current.ts'
import { cancelUnsent, supersede } from '#platform/web/outbox-amend.ts'
import { baseOf, ownQueue, refold } from '#platform/web/records.ts'
import { type Copy, canonical, type Queued, type QueueItem, type Rec, type RecordKey, type Tx, type Wire } from '#platform/web/store.ts'

/** One change as a screen asks for it. Ids and references may stand in either form. */
export type Change = {
  action: 'CREATE' | 'UPDATE' | 'DELETE'
  entity: SyncedName
  /** Of the record; a CREATE may bring its own (`uuidv7()`), so that others in the same call can name it. */
  id?: string
  /** Fields of the record: shown here, sent to the server. */
  data?: Wire
  /** Only sent: what the server is asked to do with it, such as `sendSmsNotification`. */
  alsoSend?: Wire
  /** Only shown: what the server will work out itself, such as `localStart` of a moved visit. */
  alsoShow?: Wire
  /** The ordinary endpoint of the same change; its usual path unless said. */
  endpoint?: string
  /** Bytes kept on this device that must be on the server first. */
  blobId?: string
} & Seen

/** What a person had before them when they began: what has come since they never saw, and it is not theirs to overwrite. Now, unless said. */
export type Seen = {
  /** `rev` of the row. */
  seenRev?: number | undefined
  /** The row, or the fields of it that matter. */
  before?: Wire | undefined
}

const enqueueListeners = new Set<() => void>()

/** Calls back after every recorded change; returns how to stop. */
export function onEnqueue(listener: () => void): () => void {
  enqueueListeners.add(listener)
  return () => enqueueListeners.delete(listener)
}

/**
 * Records changes on the device, all or none, and has them sent soon. Resolves when they are safely on the disk, with the records' ids in
 * the order of the changes; false, with nothing recorded, when one changes or deletes a record the device doesn't hold (Spec §4).
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
  const asked = changes.map((change) => ({ ...canonical(change), id: canonical(change.id ?? uuidv7()) }))
  try {
    await copy.change(['rec', 'queue', 'done', 'meta'], async (tx) => {
      for (const change of asked) await enqueue(tx, copy.owner.deviceId, change)
    })
  } catch (error) {
    if (error instanceof UnknownRecord) return false
    throw error
  }
  return asked.map((change) => change.id)
}

type Asked = Change & { id: string }

class UnknownRecord extends Error {}

async function enqueue(tx: Tx<'rec' | 'queue' | 'done' | 'meta'>, deviceId: string, change: Asked) {
  const key: RecordKey = [change.entity, change.id]
  const rec = await tx.rec.get(key)
  if (change.action !== 'CREATE' && (!rec || rec.deleted)) throw new UnknownRecord(key.join(' '))
  const own = await ownQueue(tx, key)
  const item = { ...itemOf(change, rec, own), deps: await dependenciesOf(tx, change), deviceId }
  if (change.action === 'DELETE' && rec?.isOffline && (await cancelUnsent(tx, own))) return refold(tx, [{ key }])
  await tx.queue.put(await supersede(tx, item, own))
  await refold(tx, [{ key }])
}

function itemOf({ data = {}, ...change }: Asked, rec: Rec | undefined, own: readonly Queued[]): QueueItem {
  const shown = { ...data, ...change.alsoShow }
  return {
    opId: uuidv7(),
    action: change.action,
    endpoint: change.endpoint ?? endpointOf(change.entity, change.action === 'CREATE' ? undefined : change.id),
    data: { ...data, ...change.alsoSend },
    shown,
    localId: change.action === 'CREATE' || rec?.isOffline ? offlineId(change.id) : change.id,
    entity: change.entity,
    id: change.id,
    ...(change.action === 'CREATE' ? { before: {} } : seenBy(change, shown, rec, own)),
    ...(change.blobId ? { blobId: change.blobId } : {}),
    deps: [],
    state: 'pending',
    attempts: 0,
    nextAttemptAt: 0,
    schema: SYNC_SCHEMA,
    createdAt: new Date().toISOString(),
    deviceId: '',
  }
}

/**
 * What the author of a change had before them. Where an earlier change of theirs still lies over a field, nothing that has come since shows
 * through it, so the new one stands on the same revision as that (I6).
 */
function seenBy(change: Asked, shown: Wire, rec: Rec | undefined, own: readonly Queued[]): Pick<QueueItem, 'baseRev' | 'before'> {
  const hiding = own.filter((item) => change.action === 'DELETE' || Object.keys(item.shown).some((field) => field in shown))
  const baseRev = Math.min(change.seenRev ?? rec?.rev ?? 0, ...hiding.map((item) => item.baseRev ?? 0))
  const seen: Wire = Object.assign({}, baseOf(rec)?.data, change.before, ...hiding.map((item) => item.before).reverse())
  if (change.action === 'DELETE') return { baseRev, before: seen }
  return { baseRev, before: Object.fromEntries(Object.keys(shown).map((field) => [field, seen[field] ?? null])) }
}

/** Unacknowledged CREATEs of the record itself and of every record its data names: they must be applied first. */
async function dependenciesOf(tx: Tx<'queue'>, change: Asked): Promise<string[]> {
  const named = new Set([change.id, ...namesIn(change.data)])
  const queued = await tx.queue
    .where('id')
    .anyOf([...named])
    .toArray()
  return queued.filter((item) => item.action === 'CREATE').map((item) => item.opId)
}

function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length === 36 ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namesIn) : []
}

const endpointOf = (entity: SyncedName, id: string | undefined) => `/api/${entity.replace('_', '-')}${id ? `/${id}` : ''}`
