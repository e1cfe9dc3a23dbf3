import { expect, test } from 'vitest'
import { connectionStatusOf } from '#features/office/attention/web/connection-status.ts'
import type { SyncState } from '#features/office/attention/web/use-sync-state.ts'

const ONLINE: SyncState = {
  isOnline: true,
  isSyncing: false,
  waiting: 0,
  needsAttention: 0,
  lastSyncAt: null,
  isSignedOut: false,
  needsUpgrade: false,
  isCaptive: false,
}

test.each<[string, Partial<SyncState>, string]>([
  ['green with nothing pending', {}, 'ok'],
  ['yellow with changes on their way', { waiting: 2 }, 'due'],
  ['yellow while they are sent', { waiting: 2, isSyncing: true }, 'due'],
  ['yellow when a change needs a decision', { needsAttention: 1 }, 'due'],
  ['red offline, whatever waits', { isOnline: false, waiting: 2, needsAttention: 1 }, 'flag'],
  ['red where another network answers for us', { isOnline: false, isCaptive: true }, 'flag'],
])('the device is %s', (_, sync, tone) => {
  expect(connectionStatusOf({ ...ONLINE, ...sync }).tone).toBe(tone)
})

test('fetching with nothing to send is no news', () => {
  expect(connectionStatusOf({ ...ONLINE, isSyncing: true })).toMatchObject({ kind: 'online', text: 'Online' })
})
