import { currentStore } from '#platform/web/sync/current.ts'

/* When this person last looked at something on this device. Losing it does no harm: then all of it is new again. */

const keyOf = (what: string): string => {
  const owner = currentStore()?.owner
  return `looked/${owner?.practiceId}/${owner?.personId}/${what}`
}

/** When they last looked, by the server's clock; undefined: never here. */
export const lastLooked = (what: string): string | undefined => localStorage.getItem(keyOf(what)) ?? undefined

/** Keeps when they looked. */
export function noteLooked(what: string, at: string): void {
  try {
    localStorage.setItem(keyOf(what), at)
  } catch {
    // A full disk: what they have seen is new again.
  }
}
