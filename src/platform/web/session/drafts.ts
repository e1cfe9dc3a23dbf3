import { currentStore } from '#platform/web/sync/current.ts'
import type { Owner } from '#platform/web/sync/store.ts'

/** A person's recent finds are kept next to the drafts under this name; losing them does no harm. */
export const FINDS = 'finds'

/** What was typed into a form and not saved, as this person left it on this device; undefined: nothing. */
export function readDraft(name: string): Record<string, unknown> | undefined {
  const text = localStorage.getItem(keyOf(name))
  const draft: unknown = text ? JSON.parse(text) : undefined
  return typeof draft === 'object' && draft !== null ? (draft as Record<string, unknown>) : undefined
}

/** Keeps what has been typed so far. */
export function keepDraft(name: string, values: object): void {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(values))
  } catch {
    // A full disk must not stop anyone typing; saving the form reports the error itself.
  }
}

/** Forgets a draft: it was saved, or given up. */
export const dropDraft = (name: string): void => localStorage.removeItem(keyOf(name))

/** Every form that a person filled in and did not save, by its name, as it is kept. */
export function draftsOf(owner: Owner): Record<string, string> {
  // There is none where the service worker runs.
  const storage = globalThis.localStorage as Storage | undefined
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? '')
  const own = keys.filter((key) => isDraftOf(owner, key)).toSorted()
  return Object.fromEntries(own.map((key) => [key.slice(placeOf(owner).length), storage?.getItem(key) ?? '']))
}

/** Whether a form that a person filled in is kept under this key. */
export const isDraftOf = (owner: Owner, key: string): boolean => key.startsWith(placeOf(owner)) && key !== `${placeOf(owner)}${FINDS}`

/** Puts drafts back; a draft begun again in the meantime stays. */
export function putDraftsBack(owner: Owner, drafts: Record<string, string>): void {
  for (const [name, text] of Object.entries(drafts)) {
    const key = `${placeOf(owner)}${name}`
    if (localStorage.getItem(key) === null) localStorage.setItem(key, text)
  }
}

/** Drafts are the person's own, as their queue is. */
const placeOf = (owner: Partial<Owner> | undefined) => `draft/${owner?.practiceId}/${owner?.personId}/`

const keyOf = (name: string) => `${placeOf(currentStore()?.owner)}${name}`
