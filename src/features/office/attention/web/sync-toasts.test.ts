import { expect, test } from 'vitest'
import { toastOf } from '#features/office/attention/web/sync-toasts.ts'
import { ApiError, Unreachable } from '#platform/web/api.ts'

const left = (pendingCount: number, needsAttention = 0) => ({ pendingCount, needsAttention })
const DONE = { end: 'done' } as const

test('sync completed is only shown when nothing is left', () => {
  expect(toastOf(DONE, left(3), left(0))).toMatchObject({
    title: 'Sync Completed',
    description: 'All changes have been synchronized with the server',
  })
  expect(toastOf(DONE, left(3), left(1))).toMatchObject({ title: 'Sync Failed', description: 'Failed to sync changes' })
})

test.each([
  [left(43), left(0, 2), '2 changes are for you to decide. 41 others are saved.'],
  [left(2), left(0, 1), '1 change is for you to decide. 1 other is saved.'],
  [left(0, 2), left(0, 2), '2 changes are for you to decide.'],
])('what the server did not take is said with what it did', (before, after, words) => {
  expect(toastOf(DONE, before, after)).toMatchObject({ title: 'Sync Failed', description: words, variant: 'destructive' })
})

test('an unreachable server, an ended session and an old version have different toasts', () => {
  expect(toastOf({ end: 'later', error: new Unreachable('no network') }, left(2), left(2))).toMatchObject({
    title: 'No Internet Connection',
    description: 'Cannot sync while offline. Changes will sync automatically when connection is restored.',
  })
  expect(toastOf({ end: 'signed_out' }, left(2), left(2)).description).toBe("Sign in to send 2 changes. They're safe on this device.")
  expect(toastOf({ end: 'lapsed' }, left(2), left(2)).description).toMatch(/^Your plan has ended\. Changes waiting here are safe/)
  expect(toastOf({ end: 'upgrade' }, left(2), left(2)).description).toBe('Pritchel must be updated on this device first. Reload the page.')
  expect(toastOf({ end: 'later', error: new Error('500') }, left(2), left(2)).description).toBe('Failed to sync changes')
})

test("a server's refusal is shown in its own words, and an unreadable answer isn't quoted", () => {
  const busy = new ApiError(
    503,
    'Service Unavailable',
    JSON.stringify({ code: 'unavailable', message: 'The server is starting. Try again.' }),
  )
  expect(toastOf({ end: 'later', error: busy }, left(2), left(2))).toMatchObject({
    title: 'Sync Failed',
    description: 'The server is starting. Try again.',
  })
  expect(toastOf({ end: 'later', error: new TypeError('x is undefined') }, left(2), left(2)).description).toBe('Failed to sync changes')
})
