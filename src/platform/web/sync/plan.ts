import { isRefused } from '#platform/web/sync/fold.ts'
import type { Queued } from '#platform/web/sync/store.ts'

const MOST_BYTES = 256_000
const LONGEST_WAIT_MS = 60_000

/**
 * The ops to send next, in order: none that waits for the farrier or for bytes not yet on the server, none that needs one not yet applied
 * (unless it goes in the same batch), and none that would overtake an earlier change of the same record. All are of one schema.
 */
export function readyBatch(queue: readonly Queued[], now: number, most: number, unstored: ReadonlySet<string> = new Set()): Queued[] {
  const inQueue = new Set(queue.map((item) => item.opId))
  const taken = new Set<string>()
  const held = new Set<string>()
  const batch: Queued[] = []
  let bytes = 0
  for (const item of queue) {
    if (isRefused(item)) continue
    const record = `${item.entity} ${item.id}`
    const hangs = unstored.has(item.blobId ?? '') || item.deps.some((dep) => inQueue.has(dep) && !taken.has(dep))
    if (hangs || isAhead(item.nextAttemptAt, now) || held.has(record)) {
      held.add(record)
      continue
    }
    bytes += JSON.stringify(item.data).length * 1.2 + 400
    const isFull = batch.length >= most || bytes > MOST_BYTES
    if (batch[0] && (isFull || item.schema !== batch[0].schema)) break
    batch.push(item)
    taken.add(item.opId)
  }
  return batch
}

/** 1, 2, 4 … 60 s after the n-th failure in a row, give or take a fifth so that a valley of phones doesn't call at once. */
export const backoffMs = (failures: number, random: number = Math.random()): number =>
  Math.round(Math.min(LONGEST_WAIT_MS, 1000 * 2 ** Math.max(0, failures - 1)) * (0.8 + 0.4 * random))

/* Nothing is ever put off by more than the longest back-off: a moment further away was noted before the clock was put right. */
const isAhead = (at: number, now: number) => at > now && at - now <= LONGEST_WAIT_MS * 1.2

/**
 * What a failed request means for the pass. `narrow`: the server would not take this batch, perhaps for one op in it. `lapsed`: the practice's plan
 * has ended, and nothing is taken until it has one again.
 */
export type Failure = 'signed_out' | 'resync' | 'narrow' | 'lapsed' | 'later'

/** Unknown statuses mean later: nothing is ever refused by the way the request went (I16). */
export function failureOf(status: number | undefined): Failure {
  if (status === 401) return 'signed_out'
  if (status === 410) return 'resync'
  if (status === 402) return 'lapsed'
  if (status === 400 || status === 413 || status === 422) return 'narrow'
  // A server that fails on one op must not keep the others from it; a broken gateway answers 502 to 504.
  return status === 500 ? 'narrow' : 'later'
}
