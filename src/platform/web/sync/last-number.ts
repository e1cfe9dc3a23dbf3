import { type Owner, type QueueItem, readMeta, Store, writeMeta } from '#platform/web/sync/store.ts'

/**
 * Takes the highest queue number the server has of this device. A number higher than any in the local copy means the copy was cleared: the
 * app warns the person. The next numbers continue above it, or the server's number would not grow and a second loss would go unnoticed.
 */
export async function applyLastNumber(store: Store, lastK: number | undefined): Promise<void> {
  if (lastK === undefined) return
  if (((await readMeta(store, 'lastK')) ?? -1) >= lastK) return
  await store.transaction('rw', store.queue, store.done, store.meta, async () => {
    const here = await rememberedNumber(store)
    const left = numbersLeft()[store.owner.deviceId] ?? 0
    const highest = Math.max(here, left, lastK)
    await writeMeta(store, 'lastK', highest)
    if (lastK > Math.max(here, left)) await writeMeta(store, 'wasCleared', true)
    if (highest === here) return
    await store.queue.add({ ...NO_ITEM, seq: highest })
    await store.queue.delete(highest)
  })
}

const LEFT = 'pritchel.numbers'

/**
 * Records the highest number of a local copy that is about to be deleted on purpose: its person's next copy here continues above it, and
 * reports no loss.
 */
export async function noteNumberLeft(owner: Owner): Promise<void> {
  if (typeof localStorage === 'undefined') return
  const store = new Store(owner)
  const number = await rememberedNumber(store).finally(() => store.close())
  const known = numbersLeft()
  localStorage.setItem(LEFT, JSON.stringify({ ...known, [owner.deviceId]: Math.max(number, known[owner.deviceId] ?? 0) }))
}

function numbersLeft(): Record<string, number> {
  try {
    return JSON.parse(globalThis.localStorage?.getItem(LEFT) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
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
const NO_ITEM: QueueItem = {
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
