import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { Readable } from 'node:stream'
import type { Database } from '#platform/server/database/db.ts'
import type { FileStore } from '#platform/server/files/store.ts'

/** Set while the work of a transaction in a practice is under way. */
const inside = new AsyncLocalStorage<true>()

/** The same doors to the data, but calls inside a practice's transaction can be distinguished from all others. */
export const watched = (db: Database): Database => ({
  ...db,
  withPractice: (practiceId, work) => db.withPractice(practiceId, (tx) => inside.run(true, () => work(tx))),
})

/**
 * Actions that wait for the store, which may be far away: a transaction that waits keeps its connection and its locks from everyone else.
 */
const SLOW = [
  ...(['expect', 'offsetOf', 'append', 'receive', 'arrivedBytes', 'inspect', 'versionOf', 'keep', 'drop', 'dropStale'] as const),
  ...(['find', 'put', 'onDisk', 'remove', 'dropLoneDerived'] as const),
]

/** A file store that nothing is done to while a transaction waits. */
export function aside(files: FileStore): FileStore {
  const guarded: Record<string, unknown> = { ...files }
  for (const name of SLOW) {
    guarded[name] = async (...args: unknown[]) => {
      if (inside.getStore()) throw new Error(`files.${name} inside a transaction`)
      return (files[name] as (...all: unknown[]) => unknown)(...args)
    }
  }
  // A stream may be handed out of a transaction; it is read when that is over.
  const read: FileStore['read'] = (...args) =>
    Readable.from(
      contentOf(() => files.read(...args)),
      { objectMode: false },
    )
  return { ...guarded, read } as FileStore
}

async function* contentOf(read: () => Readable): AsyncGenerator<Uint8Array> {
  if (inside.getStore()) throw new Error('files.read inside a transaction')
  yield* read()
}

/**
 * Records which other servers are called inside a transaction: Stripe, providers of texts, push services. `noted` returns and clears the
 * list.
 */
export function noteRequestsInside() {
  const asked: string[] = []
  const note = (to: string) => inside.getStore() && asked.push(to)
  const ofHttp = (message: unknown) => note((message as { request: ClientRequest }).request.host)
  const ofFetch = (message: unknown) => note(String((message as { request: { origin: string } }).request.origin))
  const channels = [channel('http.client.request.created'), channel('undici:request:create')] as const
  channels[0].subscribe(ofHttp)
  channels[1].subscribe(ofFetch)
  return {
    noted: () => asked.splice(0),
    stop() {
      channels[0].unsubscribe(ofHttp)
      channels[1].unsubscribe(ofFetch)
    },
  }
}
