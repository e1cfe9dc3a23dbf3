import { Dexie } from 'dexie'
import { guarded } from '#platform/web/sync/guarded.ts'
import { noteResult } from '#platform/web/sync/last-result.ts'
import { runPass, type Wires, wires } from '#platform/web/sync/pass.ts'
import { PassLock } from '#platform/web/sync/pass-lock.ts'
import { type Owner, readMeta, Store } from '#platform/web/sync/store.ts'

/**
 * What the service worker does when the browser reports a network again, the app open or not: a pass for every local copy on this device
 * that has something to send. The changes of a user who signed out are not sent; the server accepts none under another person's session.
 * @throws when something must be retried; the browser retries it automatically
 */
export async function sendWaiting(server: Wires = wires): Promise<void> {
  const names = (await Dexie.getDatabaseNames()).filter((name) => name.startsWith('pritchel/'))
  let failed: unknown
  for (const name of names) failed ??= await sendFrom(name, server)
  if (failed) throw failed
}

/** What to try again, if anything. */
async function sendFrom(name: string, server: Wires): Promise<unknown> {
  const [, practiceId = '', personId = ''] = name.split('/')
  const store = new Store({ practiceId, personId, deviceId: '' })
  try {
    const owner = await readMeta(store, 'owner')
    if (!owner || (await store.queue.count()) === 0) return undefined
    return await passOf(store, owner, server)
  } finally {
    store.close()
  }
}

async function passOf(store: Store, owner: Owner, server: Wires): Promise<unknown> {
  Object.assign(store.owner, owner)
  const lock = new PassLock(`${store.name}/sync`, () => performance.now())
  const guard = { isOwner: () => true }
  const outcome = await lock.hold((lost) => runPass(store, guarded(store, server, { ...guard, isOver: () => lost.aborted })))
  // An open tab looks after itself, but this one may be closing: the rest is left to the next try.
  if (outcome === 'busy') return new Error('another tab is at it')
  await noteResult(store, outcome)
  return outcome.end === 'later' ? outcome.error : undefined
}
