import { useSyncExternalStore } from 'react'
import type { Store } from '#platform/web/sync/store.ts'

let current: Store | undefined
const listeners = new Set<() => void>()

/** The signed-in person's local copy, or undefined when no user is signed in on this device. */
export const currentStore = (): Store | undefined => current

/** Puts another person's copy in use, or none. */
export function setCurrentStore(store: Store | undefined) {
  current = store
  for (const listener of listeners) listener()
}

/** Calls back when another local copy comes into use; returns a function that stops it. */
export function onCurrentStore(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The copy in use, kept current. */
export const useStore = (): Store | undefined => useSyncExternalStore(onCurrentStore, currentStore)
