import { capability } from '#platform/web/device/device.ts'

const storage = (): Partial<StorageManager> | undefined => globalThis.navigator?.storage

/** The current state of the storage that holds the local copy. */
export const storageState = capability('storageState', async () => {
  const isKept = await storage()
    ?.persisted?.()
    .catch(() => null)
  const room = await storage()
    ?.estimate?.()
    .catch(() => null)
  const bytesFree = room?.quota === undefined ? null : Math.max(0, room.quota - (room.usage ?? 0))
  return { isKept: isKept ?? null, bytesFree }
})

/** Whether the device can be requested to clear nothing. */
export const canKeepStorage = capability('canKeepStorage', () => storage()?.persist !== undefined)

/** Requests that nothing be cleared when the disk runs full; `storageState` returns the outcome. Some browsers prompt the person. */
export const keepStorage = capability('keepStorage', async () => {
  await storage()
    ?.persist?.()
    .catch(() => false)
})
