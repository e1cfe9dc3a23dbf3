import { isRefused } from '#platform/web/fold.ts'
import { refold } from '#platform/web/records.ts'
import type { DoneItem, Queued, QueueItem, Store } from '#platform/web/store.ts'

/**
 * A DELETE of a record made here whose CREATE can't have reached the server (never sent, or refused): the queue forgets the record instead.
 * False: it may have arrived, so the DELETE must be queued behind it (Sync: literal readings that lose data).
 */
export async function cancelUnsent(store: Store, removal: QueueItem): Promise<boolean> {
  const own = await ownQueue(store, removal)
  if (own.some((item) => item.attempts > 0 && !isRefused(item))) return false
  await store.queue.bulkDelete(own.map((item) => item.seq))
  await refuseOrphans(store, new Set(own.map((item) => item.opId)))
  return true
}

/**
 * An edit of a record whose earlier change was refused takes its place: a refused CREATE is sent anew with the edit in it, and a refused
 * UPDATE is laid aside once every field of it has been entered again. Returns what to queue.
 */
export async function supersede(store: Store, item: QueueItem): Promise<QueueItem> {
  const own = await ownQueue(store, item)
  const refused = own.filter(isRefused)
  const create = refused.find((other) => other.action === 'CREATE')
  if (create && item.action === 'UPDATE') return recreate(store, create, own, item)
  const covered = refused.filter((other) => other.action !== 'CREATE' && Object.keys(other.shown).every((field) => field in item.shown))
  await layAside(store, covered, 'superseded')
  return item
}

/** Gives a refused change up; it is kept 30 days. False when it is not one. */
export async function discard(store: Store, opId: string): Promise<boolean> {
  return store.transaction('rw', store.rec, store.queue, store.done, store.meta, async () => {
    const item = (await store.queue.get({ opId })) as Queued | undefined
    if (!item || !isRefused(item)) return false
    // Without its CREATE nothing else of the record can ever be applied.
    const given = item.action === 'CREATE' ? await ownQueue(store, item) : [item]
    await layAside(store, given, 'discarded')
    await refuseOrphans(store, new Set(given.map((one) => one.opId)))
    await refold(store, [{ key: [item.entity, item.id] }])
    return true
  })
}

/** None of a record's own changes can have been applied while its CREATE was refused: they become one CREATE in its place. */
async function recreate(store: Store, create: Queued, own: Queued[], edit: QueueItem): Promise<QueueItem> {
  await layAside(store, own, 'superseded')
  await store.queue
    .where('deps')
    .equals(create.opId)
    .modify((item) => {
      item.deps = item.deps.map((dep) => (dep === create.opId ? edit.opId : dep))
      item.nextAttemptAt = 0
    })
  const { baseRev: _, ...rest } = edit
  const steps = [...own, edit]
  const gone = new Set(own.map((item) => item.opId))
  return {
    ...rest,
    seq: create.seq,
    action: 'CREATE',
    endpoint: create.endpoint,
    data: Object.assign({}, ...steps.map((step) => step.data)),
    shown: Object.assign({}, ...steps.map((step) => step.shown)),
    before: {},
    deps: [...new Set(steps.flatMap((step) => step.deps))].filter((dep) => !gone.has(dep)),
  }
}

/** What was to follow a CREATE that is gone can't be applied; the farrier is told. */
async function refuseOrphans(store: Store, gone: ReadonlySet<string>) {
  const orphans = (await store.queue
    .where('deps')
    .anyOf([...gone])
    .distinct()
    .toArray()) as Queued[]
  const error = { code: 'not_found', message: 'What this belonged to was removed.', fields: [] }
  await store.queue.bulkPut(orphans.map((item) => ({ ...item, state: 'rejected' as const, error })))
  await refold(
    store,
    orphans.map((item) => ({ key: [item.entity, item.id] })),
  )
}

async function layAside(store: Store, items: Queued[], outcome: DoneItem['outcome']) {
  if (!items.length) return
  await store.done.bulkPut(items.map((item) => ({ ...item, outcome, ackedAt: Date.now() })))
  await store.queue.bulkDelete(items.map((item) => item.seq))
}

const ownQueue = (store: Store, { entity, id }: Pick<QueueItem, 'entity' | 'id'>) =>
  store.queue.where('[entity+id]').equals([entity, id]).sortBy('seq') as Promise<Queued[]>
