import { realMs } from '#lib/clock.ts'
import type { StorageState } from '#platform/web/device/device.ts'
import { canKeepStorage, keepStorage, storageState } from '#platform/web/device/storage.ts'

const REQUESTED_KEY = 'pritchel.askedToKeep'
const DAY_MS = 24 * 60 * 60 * 1000

let known: StorageState = { isKept: null, bytesFree: null }
const listeners = new Set<() => void>()

/** As last looked at. */
export const storageNow = (): StorageState => known

/** Calls back when it changes; each new listener triggers a new look. Returns a function that stops it. */
export function onStorage(listener: () => void): () => void {
  listeners.add(listener)
  void lookAtStorage()
  return () => listeners.delete(listener)
}

/** Looks again: after much was stored, or when a screen wants to know. */
export async function lookAtStorage(): Promise<void> {
  note(await storageState())
}

/**
 * Requests that the browser never clear the local copy on its own. Called once there is something to lose, not at the start: Firefox
 * prompts the person, and Chromium grants it to an app in use. At most once a day, so that a person who dismisses the prompt is left in
 * peace.
 */
export async function requestPersistence(now: number = realMs()): Promise<void> {
  const requestedAt = Number(localStorage.getItem(REQUESTED_KEY) ?? 0)
  // A clock set back since must not put it off for years.
  if (known.isKept || !canKeepStorage() || (requestedAt <= now && now - requestedAt < DAY_MS)) return
  await lookAtStorage()
  if (known.isKept) return
  localStorage.setItem(REQUESTED_KEY, String(now))
  await keepStorage()
  await lookAtStorage()
}

function note(next: StorageState) {
  if (next.isKept === known.isKept && next.bytesFree === known.bytesFree) return
  known = next
  for (const listener of listeners) listener()
}
