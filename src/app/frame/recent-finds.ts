import { FINDS, keepDraft, readDraft } from '#platform/web/session/drafts.ts'

const MOST = 8

/** The keys of what this person found last on this device, newest first. */
export function recentFinds(): string[] {
  const keys = readDraft(FINDS)?.keys
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
}

/** Remembers what was picked. */
export const noteFind = (key: string): void =>
  keepDraft(FINDS, { keys: [key, ...recentFinds().filter((other) => other !== key)].slice(0, MOST) })
