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
 * What is to be done. `catch up`: the mirror is as old as the copy or older, by some transactions. `refill`: the copy is older, or gone.
 * `unite`: nothing proves which of them followed from the other.
 */
export type Verdict = 'catch up' | 'refill' | 'unite'

/** Compares a copy with its mirror. */
export function compare(copy: Standing, mirror: MirrorMarks): Verdict {
  if (mirror.line === null || deviceOf(mirror.line) !== copy.device) return 'unite'
  if (copy.isEmpty) return 'refill'
  if (mirror.line !== copy.line) return 'unite'
  return mirror.stamp > copy.stamp ? 'refill' : 'catch up'
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
  const done = new Map([...mirror.done, ...copy.done].map((item) => [item.opId, item]))
  const queue = new Map(mirror.queue.map((item) => [item.opId, item]))
  const onlyHere: Queued[] = []
  for (const item of copy.queue) {
    const there = queue.get(item.opId)
    if (there) queue.set(item.opId, { ...furtherOf(item, there), seq: there.seq })
    else onlyHere.push(item)
  }
  for (const item of numbered(onlyHere, [...mirror.queue, ...mirror.done], highest)) queue.set(item.opId, item)
  const left = [...queue.values()].filter((item) => item.again || !done.has(item.opId))
  for (const item of left) done.delete(item.opId)
  return { queue: left.sort((a, b) => a.seq - b.seq), done: [...done.values()] }
}

/* Numbers that are taken move all of these behind the others, or they would not keep their order among themselves. */
function numbered(items: readonly Queued[], others: readonly Queued[], highest: number): Queued[] {
  const taken = new Map(others.map((item) => [item.seq, item.opId]))
  if (!items.some((item) => (taken.get(item.seq) ?? item.opId) !== item.opId)) return [...items]
  const top = Math.max(highest, ...[...items, ...others].map((item) => item.seq))
  return items.toSorted((a, b) => a.seq - b.seq).map((item, at) => ({ ...item, seq: top + 1 + at }))
}

const FURTHEST: Readonly<Record<Queued['state'], number>> = { pending: 0, sent: 1, rejected: 2, conflict: 2 }

/** The one of two states of a change that it reached later: one that may have been sent was sent. The first where they are alike. */
export function furtherOf(one: Queued, other: Queued): Queued {
  const isFurther = FURTHEST[other.state] - FURTHEST[one.state] || other.attempts - one.attempts
  return isFurther > 0 ? other : one
}
