import { currentStore } from '#platform/web/current.ts'

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
    // A full disk must not stop anybody typing; saving the form says so itself.
  }
}

/** Forgets a draft: it was saved, or given up. */
export const dropDraft = (name: string): void => localStorage.removeItem(keyOf(name))

/** Drafts are the person's own, as their queue is. */
const keyOf = (name: string) => {
  const owner = currentStore()?.owner
  return `draft/${owner?.practiceId}/${owner?.personId}/${name}`
}
