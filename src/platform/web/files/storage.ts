import { currentMs } from '#lib/clock.ts'

/** What the browser says of the room the copy lives in; null where it doesn't say. */
export type Storage = {
  /** True: the browser has promised not to clear it by itself when the disk runs full. */
  isKept: boolean | null
  bytesFree: number | null
}

const ASKED = 'pritchel.askedToKeep'
const DAY_MS = 24 * 60 * 60 * 1000

let known: Storage = { isKept: null, bytesFree: null }
const listeners = new Set<() => void>()

/** As last looked at. */
export const storageNow = (): Storage => known

/** Calls back when it changes; each new listener has it looked at again. Returns how to stop. */
export function onStorage(listener: () => void): () => void {
  listeners.add(listener)
  void lookAtStorage()
  return () => listeners.delete(listener)
}

/** Looks again: after much was stored, or when a screen wants to know. */
export async function lookAtStorage(): Promise<void> {
  const { storage } = navigator
  const isKept = await storage?.persisted?.().catch(() => null)
  const room = await storage?.estimate?.().catch(() => null)
  const bytesFree = room?.quota === undefined ? null : Math.max(0, room.quota - (room.usage ?? 0))
  note({ isKept: isKept ?? null, bytesFree })
}

/**
 * Asks the browser never to clear the copy by itself. Called once there is something to lose, not at the start: Firefox puts the question to
 * the person, and Chromium says yes to an app in use. At most once a day, so that who waves the question away is left in peace.
 */
export async function askToKeep(now: number = currentMs()): Promise<void> {
  const asked = Number(localStorage.getItem(ASKED) ?? 0)
  // A clock set back since must not put it off for years.
  if (known.isKept || !navigator.storage?.persist || (asked <= now && now - asked < DAY_MS)) return
  if (await navigator.storage.persisted().catch(() => false)) return lookAtStorage()
  localStorage.setItem(ASKED, String(now))
  await navigator.storage.persist().catch(() => false)
  await lookAtStorage()
}

function note(next: Storage) {
  if (next.isKept === known.isKept && next.bytesFree === known.bytesFree) return
  known = next
  for (const listener of listeners) listener()
}
