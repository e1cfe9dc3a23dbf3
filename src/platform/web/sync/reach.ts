import { isOnNetwork } from '#platform/web/device/network.ts'

/** What the last request found out of the way to the server. */
export type Reach = {
  /** Whether the request got there; that there is some network means less (Sync: Reachable). */
  reachable: boolean
  /** A stranger's page came in place of an answer: a network that wants a sign-in of its own first. */
  isCaptive: boolean
}

let now: Reach | undefined
const listeners = new Set<() => void>()

/** Whether the last request reached the server. */
export const reachable = (): boolean => reach().reachable

/** The same with its reason; the same object until it changes. */
export function reach(): Reach {
  // Before any request there is only the network to go by, and where nothing is known of it, it is there.
  now ??= { reachable: isOnNetwork() !== false, isCaptive: false }
  return now
}

/** Notes the outcome of a request. */
export const noteReach = (reached: boolean) => note({ reachable: reached, isCaptive: false })

/** Notes that another page answered in the server's place. */
export const noteCaptive = () => note({ reachable: false, isCaptive: true })

/** Calls back when it changes; returns a function that stops it. */
export function onReach(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function note(next: Reach) {
  const { reachable, isCaptive } = reach()
  if (next.reachable === reachable && next.isCaptive === isCaptive) return
  now = next
  for (const listener of listeners) listener()
}
