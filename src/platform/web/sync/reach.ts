import { isOnNetwork } from '#platform/web/device/network.ts'

/** What the last request found out of the way to the server. */
export type Reach = {
  /** Whether the request got there; that there is some network means less (Sync: Reachable). */
  reachable: boolean
  /** A stranger's page came in place of an answer: a network that wants a sign-in of its own first. */
  isCaptive: boolean
}

/** So many time-outs in a row are no connection; fewer may be a server, or a signal, that is only slow. */
const SILENCES = 2

let now: Reach | undefined
let silences = 0
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
export function noteReach(reached: boolean) {
  silences = 0
  note({ reachable: reached, isCaptive: false })
}

/** Notes that no answer came in time. */
export function noteSilence() {
  silences += 1
  if (silences >= SILENCES) note({ reachable: false, isCaptive: false })
}

/** Notes that another page answered in the server's place. */
export function noteCaptive() {
  silences = 0
  note({ reachable: false, isCaptive: true })
}

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
