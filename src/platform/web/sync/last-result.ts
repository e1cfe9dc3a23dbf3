import { currentMs } from '#lib/clock.ts'
import { ApiError, Unreachable } from '#platform/web/api.ts'
import type { Outcome } from '#platform/web/sync/pass.ts'
import { readMeta, type Store, writeMeta } from '#platform/web/sync/store.ts'

const KEEP_DONE_MS = 30 * 24 * 60 * 60 * 1000

/** Writes down how a pass ended (Spec §3 Sync result); after a good one, forgets acknowledged changes older than 30 days. */
export async function noteResult(store: Store, outcome: Outcome): Promise<void> {
  const timestamp = currentMs()
  const lastSyncAt = (await readMeta(store, 'last'))?.lastSyncAt ?? null
  if (outcome.end !== 'done') {
    await writeMeta(store, 'last', { success: false, error: reasonOf(outcome), timestamp, lastSyncAt })
    return
  }
  await writeMeta(store, 'last', { success: true, timestamp, lastSyncAt: timestamp })
  await store.done
    .where('ackedAt')
    .below(timestamp - KEEP_DONE_MS)
    .delete()
}

function reasonOf(outcome: Exclude<Outcome, { end: 'done' }>): string {
  if (outcome.end === 'signed_out') return 'Sign in to send your changes.'
  if (outcome.end === 'lapsed') return "Your practice's plan has ended. Your changes are safe on this device."
  if (outcome.end !== 'later') return 'Pritchel must be updated on this device first. Reload the page.'
  const { error } = outcome
  return error instanceof ApiError || error instanceof Unreachable ? error.sentence : String(error)
}
