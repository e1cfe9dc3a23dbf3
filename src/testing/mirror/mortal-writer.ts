// Records changes as fast as it can, in a copy with its mirror, and says each that was acknowledged; to be killed at any moment.
import 'fake-indexeddb/auto'
import { writeSync } from 'node:fs'
import { putMirror } from '#platform/web/sync/mirror.ts'
import { recordIn } from '#platform/web/sync/outbox.ts'
import { Store } from '#platform/web/sync/store.ts'
import { MemoryStorage } from '#testing/mirror/memory-storage.ts'
import { openStore } from '../../../shells/desktop/core/store.ts'

const [folder = '', personId = '', practiceId = '', from = '0'] = process.argv.slice(2)
const WRITERS = 3
const parent = process.ppid // it ends with the test

Object.assign(globalThis, { localStorage: new MemoryStorage(), Storage: MemoryStorage })
await putMirror(openStore(folder))
const store = new Store({ personId, practiceId, deviceId: 'mortal' })
let count = Number(from)

await Promise.all(Array.from({ length: WRITERS }, write))

async function write() {
  while (process.ppid === parent) {
    const name = `Client ${++count} ${'of a long address '.repeat(20)}`
    const made = await recordIn(store, [{ action: 'CREATE', entity: 'clients', data: { name } }])
    if (made) writeSync(1, `${name.split(' ')[1]} ${made[0]}\n`)
  }
}
