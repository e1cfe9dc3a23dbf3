import { CloudCheck, WifiOff } from 'lucide-react'
import { changes } from '#features/office/attention/web/connection-status.ts'
import { ApiError } from '#platform/web/api.ts'
import { isOnNetwork } from '#platform/web/device/network.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import type { Outcome } from '#platform/web/sync/pass.ts'
import { countIn } from '#platform/web/sync/status.ts'
import { forceSync } from '#platform/web/sync/sync.ts'
import { type ToastInput, toast } from '#ui/toast-store.ts'

/** The number of changes the server does not have. */
type Left = { pendingCount: number; needsAttention: number }

/** Spec §8: manual sync is refused when offline. */
const OFFLINE: ToastInput = {
  title: 'No Internet Connection',
  description: 'Cannot sync while offline. Changes will sync automatically when connection is restored.',
  variant: 'destructive',
  icon: WifiOff,
}
const COMPLETED: ToastInput = {
  title: 'Sync Completed',
  description: 'All changes have been synchronized with the server',
  icon: CloudCheck,
}
const failed = (description: string): ToastInput => ({ title: 'Sync Failed', description, variant: 'destructive' })

/** The button: sends and fetches now, and shows the actual outcome. */
export async function syncByHand(isOnline: boolean): Promise<void> {
  // The last request may have failed while the server can be reached now; only a device without any network is refused.
  if (!isOnline && !isOnNetwork()) return void toast(OFFLINE)
  const before = await left()
  try {
    const outcome = await forceSync()
    if (outcome) toast(toastOf(outcome, before, await left()))
  } catch (error) {
    toast({ title: 'Sync Error', description: error instanceof Error ? error.message : String(error), variant: 'destructive' })
  }
}

/** The toast after a manual sync (Spec §8 Offline sync): completed only when nothing is left. */
export function toastOf(outcome: Outcome, before: Left, after: Left): ToastInput {
  if (outcome.end === 'later' && isUnreachable(outcome.error)) return OFFLINE
  if (outcome.end === 'signed_out')
    return failed(
      after.pendingCount > 0 ? `Sign in to send ${changes(after.pendingCount)}. They're safe on this device.` : 'Sign in first.',
    )
  if (outcome.end === 'lapsed')
    return failed('Your plan has ended. Changes waiting here are safe, and go once the practice has a plan again.')
  if (outcome.end === 'upgrade') return failed('Pritchel must be updated on this device first. Reload the page.')
  if (after.needsAttention > 0) return failed(decisionWords(before, after))
  if (outcome.end === 'done' && after.pendingCount === 0) return COMPLETED
  return failed(outcome.end === 'later' && outcome.error instanceof ApiError ? outcome.error.sentence : 'Failed to sync changes')
}

/** "2 changes are for you to decide. 41 others are saved." */
function decisionWords(before: Left, after: Left): string {
  const asking = `${changes(after.needsAttention)} ${after.needsAttention === 1 ? 'is' : 'are'} for you to decide.`
  const saved = total(before) - total(after)
  if (saved <= 0) return asking
  return `${asking} ${saved === 1 ? '1 other is' : `${saved} others are`} saved.`
}

const total = ({ pendingCount, needsAttention }: Left) => pendingCount + needsAttention
const isUnreachable = (error: unknown) => error instanceof Error && error.name === 'Unreachable'

async function left(): Promise<Left> {
  const store = currentStore()
  return store ? countIn(store) : { pendingCount: 0, needsAttention: 0 }
}
