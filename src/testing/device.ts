import { uuidv7 } from '#lib/ids.ts'
import type { SyncedName } from '#lib/synced.ts'
import { ApiError } from '#platform/web/api.ts'
import { type Change, recordIn } from '#platform/web/sync/outbox.ts'
import { runPass, type Wires } from '#platform/web/sync/pass.ts'
import { Store } from '#platform/web/sync/store.ts'
import type { TestServer } from '#testing/server.ts'

type Send = TestServer['gareth']['send']
export type RealDevice = Awaited<ReturnType<typeof realDevice>>

/** A device of a member, its outbox and pass the product's own, its requests going to the real server. Import `fake-indexeddb/auto` first. */
export async function realDevice(send: Send) {
  const store = new Store({ personId: uuidv7(), practiceId: uuidv7(), deviceId: uuidv7() })
  await store.open()
  const ask = async (method: 'GET' | 'POST', url: string, body?: object) => {
    const answer = await send(method, url, body)
    if (answer.statusCode !== 200) throw new ApiError(answer.statusCode, '', answer.body)
    return answer.json()
  }
  const wires: Wires = {
    push: (body) => ask('POST', '/api/sync/push', body),
    pull: (query) => ask('GET', `/api/sync/pull?${new URLSearchParams(JSON.parse(JSON.stringify(query)) as Record<string, string>)}`),
  }
  return {
    store,
    wires,
    sync: (over: Partial<Wires> = {}) => runPass(store, { ...wires, ...over }),
    record: (...changes: Change[]) => recordIn(store, changes),
    row: async (entity: SyncedName, id: string) => (await store.rec.get([entity, id]))?.data,
    queue: () => store.queue.toArray(),
  }
}
