import { useSyncExternalStore } from 'react'
import type { Day } from '#lib/dates.ts'
import { currentStore } from '#platform/web/sync/current.ts'

/** A visit that this person has just booked. */
export type JustBooked = { id: string; onDay: Day }

/** How long a booked visit is what people look for in the diary. */
const JUST_MS = 10 * 60_000

/* With the copy it was booked on: another person who signs in has nothing to look for. */
let last: { booked: JustBooked; store: ReturnType<typeof currentStore> } | undefined
let forgetting: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** The diary opens on its week for a while, and rings it. */
export function noteBooked(id: string, onDay: Day): void {
  set({ booked: { id, onDay }, store: currentStore() })
  clearTimeout(forgetting)
  forgetting = setTimeout(() => set(undefined), JUST_MS)
}

/** The visit that was booked just now on this copy, to show where it went. */
export const useJustBooked = (): JustBooked | undefined => useSyncExternalStore(listen, justBooked)

const justBooked = () => (last?.store === currentStore() ? last?.booked : undefined)

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: typeof last) {
  last = next
  for (const listener of listeners) listener()
}
