import { useSyncExternalStore } from 'react'
import { currentTime } from '#lib/clock.ts'
import { canon } from '#lib/ids.ts'

/* When the farrier set off to a stop: a note of this device for its own button, which no one else needs. */
const KEY = 'round/set-off'
type Note = { visitId: string; at: string }
const listeners = new Set<() => void>()

/** Remembers the stop that was set off to; the one before is forgotten. */
export function noteSetOff(visitId: string, at = currentTime().toISOString()) {
  localStorage.setItem(KEY, JSON.stringify({ visitId: canon(visitId), at } satisfies Note))
  for (const listener of listeners) listener()
}

/** When this device last recorded that it set off to this stop. */
export function useSetOff(visitId: string): string | undefined {
  const text = useSyncExternalStore(listen, () => localStorage.getItem(KEY))
  const note = text ? (JSON.parse(text) as Note) : undefined
  return note?.visitId === canon(visitId) ? note.at : undefined
}

function listen(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
