import { uuidv7 } from '#lib/ids.ts'
import { setCurrentStore } from '#platform/web/sync/current.ts'
import { type Owner, Store } from '#platform/web/sync/store.ts'

/** An empty local copy of a new user, put in use; `close` deletes it. */
export async function openTestStore(owner: Partial<Owner> = {}) {
  const store = new Store({ personId: uuidv7(), practiceId: uuidv7(), deviceId: uuidv7(), ...owner })
  await store.open()
  setCurrentStore(store)
  return store
}
