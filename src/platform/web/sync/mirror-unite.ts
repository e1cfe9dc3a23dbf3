import { uuidv7 } from '#lib/ids.ts'
import type { MirrorMarks } from '#platform/web/sync/mirror-port.ts'
import type { DoneItem, Queued } from '#platform/web/sync/store.ts'

/* What a copy and its mirror mean to each other at the start; pure. */

/** Where a copy stands. */
export type Standing = {
  line: string | undefined
  device: string
  stamp: number
  /** It has neither records nor changes, and no position: new, or cleared by the browser. */
  isEmpty: boolean
}

/**
 * What is to be done. `behind`: the mirror is as old as the copy or older, by some transactions. `refill`: the copy is older, or gone.
 * `unite`: nothing proves which of them followed from the other.
 */
export type Verdict = 'behind' | 'refill' | 'unite'

/** Compares a copy with its mirror. */
export function compare(copy: Standing, mirror: MirrorMarks): Verdict {
  if (mirror.line === null || deviceOf(mirror.line) !== copy.device) return 'unite'
  if (copy.isEmpty) return 'refill'
  if (mirror.line !== copy.line) return 'unite'
  return mirror.stamp > copy.stamp ? 'refill' : 'behind'
}

/** A new line of states of a device's copy. */
export const newLine = (deviceId: string): string => `${uuidv7()} ${deviceId}`

const deviceOf = (line: string): string | undefined => line.split(' ')[1]

type Changes = { queue: readonly Queued[]; done: readonly DoneItem[] }

/**
 * Unites the queues of a copy and a mirror of which neither is known to follow from the other. No change is dropped because only one of them
 * has it: it goes only if it is done, and the server knows each by its opId. `highest`: the highest queue number ever used.
 */
export function unite(copy: Changes, mirror: Changes, highest: number): { queue: Queued[]; done: DoneItem[] } {
  const numberOf = numbersOf(copy, mirror, highest)
  const renumbered = <T extends Queued>(item: T): T => ({ ...item, seq: numberOf.get(item.opId) ?? item.seq })
  const done = new Map([...mirror.done, ...copy.done.map(renumbered)].map((item) => [item.opId, item]))
  const queue = new Map(mirror.queue.map((item) => [item.opId, item]))
  for (const item of copy.queue) queue.set(item.opId, renumbered(furtherOf(item, queue.get(item.opId) ?? item)))
  const left = [...queue.values()].filter((item) => item.again || !done.has(item.opId))
  for (const item of left) done.delete(item.opId)
  return { queue: left.sort((a, b) => a.seq - b.seq), done: [...done.values()] }
}

/**
 * The numbers of the copy's changes. Those the mirror has too keep the mirror's. If one of the others has a number that is taken, all of them
 * move behind, or they would not keep their order; also those that are done, for a server that lost time is sent them again by their number.
 */
function numbersOf(copy: Changes, mirror: Changes, highest: number): Map<string, number> {
  const there = [...mirror.queue, ...mirror.done]
  const numberOf = new Map(there.map((item) => [item.opId, item.seq]))
  const taken = new Set(numberOf.values())
  const onlyHere = [...copy.queue, ...copy.done].filter((item) => !numberOf.has(item.opId)).sort((a, b) => a.seq - b.seq)
  if (!onlyHere.some((item) => taken.has(item.seq))) return numberOf
  const top = Math.max(highest, ...[...onlyHere, ...there].map((item) => item.seq))
  for (const [at, item] of onlyHere.entries()) numberOf.set(item.opId, top + 1 + at)
  return numberOf
}

const FURTHEST: Readonly<Record<Queued['state'], number>> = { pending: 0, sent: 1, rejected: 2, conflict: 2 }

/** The one of two states of a change that it reached later: one that may have been sent was sent. The first where they are alike. */
export function furtherOf(one: Queued, other: Queued): Queued {
  const isFurther = FURTHEST[other.state] - FURTHEST[one.state] || other.attempts - one.attempts
  return isFurther > 0 ? other : one
}
