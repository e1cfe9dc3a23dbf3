import { currentStore } from '#platform/web/sync/current.ts'
import { readMeta, writeMeta } from '#platform/web/sync/store.ts'

/** Deletes something kept that can't be opened, or leaves it where it is; either way it is not reported again. */
export async function resolveLocked(id: string, how: 'delete' | 'leave'): Promise<void> {
  const store = currentStore()
  if (!store) return
  const { dropLocked, leaveLocked } = await import('#platform/web/session/kept-queue.ts')
  await (how === 'delete' ? dropLocked : leaveLocked)(store.owner, id)
  const others = ((await readMeta(store, 'locked')) ?? []).filter((one) => one.id !== id)
  await writeMeta(store, 'locked', others)
}
