/** Whether the last request reached the server; `navigator.onLine` only says that there is some network (Sync: Reachable). */
let isReachable = typeof navigator === 'undefined' || !('onLine' in navigator) || navigator.onLine !== false
const listeners = new Set<() => void>()

/** What the last request found out. */
export const reachable = (): boolean => isReachable

/** Notes the outcome of a request. */
export function noteReach(reached: boolean) {
  if (reached === isReachable) return
  isReachable = reached
  for (const listener of listeners) listener()
}

/** Calls back when it changes; returns how to stop. */
export function onReach(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
