import { offlineId, uuidv7 } from '#lib/ids.ts'
import { SYNC_SCHEMA, type SyncedName } from '#lib/synced.ts'
import { currentStore } from '#platform/web/current.ts'
import { cancelUnsent, supersede } from '#platform/web/outbox-amend.ts'
import { baseOf, refold } from '#platform/web/records.ts'
import { canonical, type QueueItem, type Rec, type RecordKey, type Store, type Wire } from '#platform/web/store.ts'

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
  if (ids) for (const listener of enqueueListeners) listener()
  return ids
}

/** `record` on a given copy, without sending. */
export async function recordIn(store: Store, changes: readonly Change[]): Promise<string[] | false> {
  const asked = changes.map((change) => ({ ...canonical(change), id: canonical(change.id ?? uuidv7()) }))
  try {
    await store.transaction('rw', store.rec, store.queue, store.done, store.meta, async () => {
      for (const change of asked) await enqueue(store, change)
    })
  } catch (error) {
    if (error instanceof UnknownRecord) return false
    throw error
  }
  return asked.map((change) => change.id)
}

type Asked = Change & { id: string }

class UnknownRecord extends Error {}

async function enqueue(store: Store, change: Asked) {
  const key: RecordKey = [change.entity, change.id]
  const rec = await store.rec.get(key)
  if (change.action !== 'CREATE' && (!rec || rec.deleted)) throw new UnknownRecord(key.join(' '))
  const item = await itemOf(store, change, rec)
  if (change.action === 'DELETE' && rec?.isOffline && (await cancelUnsent(store, item))) return refold(store, [{ key }])
  await store.queue.add(await supersede(store, item))
  await refold(store, [{ key }])
}

async function itemOf(store: Store, { data = {}, ...change }: Asked, rec: Rec | undefined): Promise<QueueItem> {
  const shown = { ...data, ...change.alsoShow }
  const isUpdate = change.action === 'UPDATE'
  const base = baseOf(rec)?.data ?? {}
  return {
    opId: uuidv7(),
    action: change.action,
    endpoint: change.endpoint ?? endpointOf(change.entity, change.action === 'CREATE' ? undefined : change.id),
    data: { ...data, ...change.alsoSend },
    shown,
    localId: change.action === 'CREATE' || rec?.isOffline ? offlineId(change.id) : change.id,
    entity: change.entity,
    id: change.id,
    ...(change.action === 'CREATE' ? {} : { baseRev: rec?.rev ?? 0 }),
    before: isUpdate ? Object.fromEntries(Object.keys(shown).map((field) => [field, base[field] ?? null])) : {},
    deps: await dependenciesOf(store, change, data),
    state: 'pending',
    attempts: 0,
    nextAttemptAt: 0,
    schema: SYNC_SCHEMA,
    createdAt: new Date().toISOString(),
    deviceId: store.owner.deviceId,
  }
}

/** Unacknowledged CREATEs of the record itself and of every record its data names: they must be applied first. */
async function dependenciesOf(store: Store, change: Asked, data: Wire): Promise<string[]> {
  const named = new Set([change.id, ...namesIn(data)])
  const queued = await store.queue
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
