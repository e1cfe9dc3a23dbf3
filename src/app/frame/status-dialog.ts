let isOpen = false
const listeners = new Set<() => void>()

/** Whether the Offline Status dialog is open. */
export const isStatusOpen = (): boolean => isOpen

/** Opens it from anywhere in the frame. */
export const openStatus = (): void => set(true)
export const closeStatus = (): void => set(false)

/** Calls back when it opens or closes; returns a function that stops it. */
export function onStatus(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: boolean) {
  isOpen = next
  for (const listener of listeners) listener()
}
