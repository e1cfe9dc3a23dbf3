import { type QueueItem, readMeta, type Store, writeMeta } from '#platform/web/store.ts'

/**
 * Takes the highest queue number the server has of this device. Above all that the copy remembers, the copy was cleared: the person is told,
 * and the next numbers go on above it, or the server's would stand still and a second loss would go unnoticed.
 */
export async function heedLastNumber(store: Store, lastK: number | undefined): Promise<void> {
  if (lastK === undefined) return
  if (((await readMeta(store, 'lastK')) ?? -1) >= lastK) return
  await store.transaction('rw', store.queue, store.done, store.meta, async () => {
    const remembered = await rememberedNumber(store)
    await writeMeta(store, 'lastK', Math.max(remembered, lastK))
    if (lastK <= remembered) return
    await writeMeta(store, 'wasCleared', true)
    await store.queue.add({ ...NOBODY, seq: lastK })
    await store.queue.delete(lastK)
  })
}

async function rememberedNumber(store: Store): Promise<number> {
  const [queued, done, kept] = await Promise.all([
    store.queue.orderBy('seq').lastKey(),
    store.done.orderBy('seq').lastKey(),
    readMeta(store, 'lastK'),
  ])
  return Math.max(0, Number(queued ?? 0), Number(done ?? 0), kept ?? 0)
}

/* An item with a given number moves the counter behind it; it never outlives its transaction. */
const NOBODY: QueueItem = {
  opId: '',
  action: 'UPDATE',
  endpoint: '',
  data: {},
  shown: {},
  localId: '',
  entity: 'settings',
  id: '',
  before: {},
  deps: [],
  state: 'pending',
  attempts: 0,
  nextAttemptAt: 0,
  schema: 0,
  createdAt: '',
  deviceId: '',
}
