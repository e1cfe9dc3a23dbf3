import { capability } from '#platform/web/device/device.ts'

const storage = (): Partial<StorageManager> | undefined => globalThis.navigator?.storage

/** What the room the copy lives in is like just now. */
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

/** Whether there is somebody to ask that nothing be cleared. */
export const canKeepStorage = capability('canKeepStorage', () => storage()?.persist !== undefined)

/** Asks that nothing be cleared when the disk runs full; `storageState` says what came of it. Some browsers put it to the person. */
export const keepStorage = capability('keepStorage', async () => {
  await storage()
    ?.persist?.()
    .catch(() => false)
})
