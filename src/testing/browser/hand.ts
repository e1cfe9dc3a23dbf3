import { type Change, recordIn } from '#platform/web/sync/outbox.ts'
import { deviceIdOf, Store } from '#platform/web/sync/store.ts'

declare global {
  /** The outbox of another tab, in a page of a test: see `src/testing/e2e-hand.ts`. */
  var recordByHand: (changes: readonly Change[][]) => Promise<void>
}

/** Records changes, each list at once, as another tab of the app would: with the same code on the same copy. */
globalThis.recordByHand = async (changes) => {
  const user = JSON.parse(localStorage.getItem('pritchel.user') ?? '') as { id: string; practice: { id: string } }
  const who = { personId: user.id, practiceId: user.practice.id }
  const store = new Store({ ...who, deviceId: deviceIdOf(localStorage.getItem('pritchel.device') ?? '', who.personId, who.practiceId) })
  try {
    for (const together of changes) {
      if (!(await recordIn(store, together))) throw new Error('the device holds no such record')
    }
    // A tab's message to the others: one of them sends it soon.
    const others = new BroadcastChannel(`${store.name}/sync`)
    others.postMessage('queued')
    others.close()
  } finally {
    store.close()
  }
}
