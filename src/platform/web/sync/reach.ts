/** What the last request found out of the way to the server. */
export type Reach = {
  /** Whether it got there; `navigator.onLine` only says that there is some network (Sync: Reachable). */
  reachable: boolean
  /** Somebody else's page came in place of an answer: a network that wants a sign-in of its own first. */
  isCaptive: boolean
}

let now: Reach = { reachable: typeof navigator === 'undefined' || !('onLine' in navigator) || navigator.onLine !== false, isCaptive: false }
const listeners = new Set<() => void>()

/** Whether the last request reached the server. */
export const reachable = (): boolean => now.reachable

/** The same with its reason; the same object until it changes. */
export const reach = (): Reach => now

/** Notes the outcome of a request. */
export const noteReach = (reached: boolean) => note({ reachable: reached, isCaptive: false })

/** Notes that another page answered in the server's place. */
export const noteCaptive = () => note({ reachable: false, isCaptive: true })

/** Calls back when it changes; returns how to stop. */
export function onReach(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function note(next: Reach) {
  if (next.reachable === now.reachable && next.isCaptive === now.isCaptive) return
  now = next
  for (const listener of listeners) listener()
}
