import 'fake-indexeddb/auto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { forgetCopy, stripCopy } from '#platform/web/session/forget-copy.ts'
import { putMirror } from '#platform/web/sync/mirror.ts'
import { NotMirrored } from '#platform/web/sync/mirror-line.ts'
import type { Mirror } from '#platform/web/sync/mirror-port.ts'
import { recordIn } from '#platform/web/sync/outbox.ts'
import { runPass } from '#platform/web/sync/pass.ts'
import { type Owner, type Queued, readMeta, Store } from '#platform/web/sync/store.ts'
import { MemoryServer } from '#testing/browser/memory-server.ts'
import { mirrorFolder, noSqlite, openDesktop } from '#testing/mirror/desktop.ts'
import { MemoryStorage, stubStorage } from '#testing/mirror/memory-storage.ts'
import type { DesktopStore } from '../../../shells/desktop/core/store.ts'

let folder: string
let remove: () => void
let desktop: DesktopStore
let owner: Owner
let server: MemoryServer
let store: Store
let takeOut: () => void
/** Throws to make the statement fail. */
let beforeWrite: (sql: string) => void = () => undefined

beforeEach(async () => {
  if (noSqlite) return
  ;({ folder, remove } = mirrorFolder())
  owner = { personId: uuidv7(), practiceId: uuidv7(), deviceId: uuidv7() }
  server = new MemoryServer()
  beforeWrite = () => undefined
  stubStorage(new MemoryStorage())
  localStorage.setItem('pritchel.device', 'this computer')
  await start()
})
afterEach(async () => {
  if (noSqlite) return
  await quit()
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name)
  remove()
  vi.unstubAllGlobals()
})

/** The shell starts, and the app with it. */
async function start(mirror?: Mirror) {
  desktop = await openDesktop(folder, { beforeWrite: (sql) => beforeWrite(sql) })
  takeOut = await putMirror(mirror ?? desktop)
  store = new Store(owner)
}
async function quit() {
  store.close()
  takeOut()
  desktop.close()
}
/** The browser's storage is cleared while the shell is closed. */
const clearBrowser = () => Dexie.delete(store.name)
const sync = () => runPass(store, server.wires)

const add = async (name: string) => {
  const ids = await recordIn(store, [{ action: 'CREATE', entity: 'clients', data: { name } }])
  return String(ids ? ids[0] : ids)
}
const rename = (id: string, name: string) => recordIn(store, [{ action: 'UPDATE', entity: 'clients', id, data: { name } }])
const names = async () =>
  (await store.rec.toArray())
    .filter((rec) => !rec.deleted)
    .map(({ data }) => data.name)
    .sort()
const queue = async () => (await store.queue.toArray()).map(({ seq, data, state }) => `${seq} ${data.name} ${state}`)
/** All of a copy that the mirror must have. */
const whole = async (of: Store = store) => ({
  rec: await of.rec.toArray(),
  queue: await of.queue.toArray(),
  done: await of.done.toArray(),
  meta: (await of.meta.toArray()).filter(({ k }) => k !== 'lastK'),
  blob: await of.blob.toArray(),
})
const inMirror = async () => {
  const file = await desktop.open(owner)
  return (await file.read('queue', null, 99)).map(([, seq, json]) => `${seq} ${(JSON.parse(json) as Queued).data.name}`).sort()
}
const bytesOf = () =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name)).toString('latin1'))
    .join('')

describe.skipIf(noSqlite)(`a mirrored copy (${noSqlite ?? 'node:sqlite'})`, () => {
  test('a change is in the mirror when it is recorded', async () => {
    await add('Ann')
    expect(await inMirror()).toEqual(['1 Ann'])
    await add('Bea')
    expect(await inMirror()).toEqual(['1 Ann', '2 Bea'])
  })

  test('a cleared browser has everything back before anything is asked of the copy, without a network', async () => {
    const ann = await add('Ann')
    await sync()
    await rename(ann, 'Ann Price')
    await add('Bea')
    await store.blob.put({ ...BYTES, id: 'photo' })
    const before = await whole()
    await quit()
    await clearBrowser()
    await start()
    expect(await names()).toEqual(['Ann Price', 'Bea'])
    expect(await whole()).toEqual(before)
  })

  test('each change of a cleared browser reaches the server once, and numbers go on above all that were used', async () => {
    await add('Ann')
    await sync()
    const bea = await add('Bea')
    // Neither the queue nor the journal shows the highest number any more.
    await recordIn(store, [{ action: 'DELETE', entity: 'clients', id: bea }])
    await store.done.clear()
    await quit()
    await clearBrowser()
    await start()
    await add('Cai')
    expect(await queue()).toEqual(['3 Cai pending'])
    expect(await sync()).toMatchObject({ end: 'done' })
    expect([...server.rows.values()].map(({ data }) => data.name).sort()).toEqual(['Ann', 'Cai'])
    expect(await readMeta(store, 'wasCleared')).toBeUndefined()
  })

  test('a copy put back from a day before becomes what it was last', async () => {
    const ann = await add('Ann')
    await sync()
    const yesterday = await whole()
    await rename(ann, 'Ann Price')
    await sync()
    await add('Bea')
    const today = await whole()
    await quit()
    const old = new Store(owner)
    await old.transaction('rw', old.tables, async () => {
      for (const table of old.tables) await table.clear()
      for (const [name, rows] of Object.entries(yesterday)) await old.table(name).bulkPut(rows)
    })
    old.close()
    await start()
    expect(await whole()).toEqual(today)
  })

  test('a mirror that was deleted is made anew from the copy', async () => {
    await add('Ann')
    await sync()
    await add('Bea')
    await quit()
    remove()
    await start()
    const before = await whole()
    await quit()
    await clearBrowser()
    await start()
    expect(await whole()).toEqual(before)
    expect(await names()).toEqual(['Ann', 'Bea'])
  })

  test('a mirror that is some transactions behind catches up at the start', async () => {
    const ann = await add('Ann')
    await sync()
    await quit()
    // The app ran without its mirror.
    store = new Store(owner)
    await rename(ann, 'Ann Price')
    await sync()
    await add('Bea')
    await store.rec.delete(['clients', ann])
    const before = await whole()
    await quit()
    await start()
    await store.open()
    await quit()
    await clearBrowser()
    await start()
    expect(await whole()).toEqual(before)
  })

  test('a copy that was begun without its mirror and the mirror are united, every change once', async () => {
    await add('Ann')
    await sync()
    await add('Bea')
    await quit()
    await clearBrowser()
    // It could not be read at this start.
    await start({ ...desktop, open: () => Promise.reject(new Error('no such disk')) })
    await expect(add('Cai')).rejects.toThrow(NotMirrored)
    await quit()
    await start()
    expect(await names()).toEqual(['Ann', 'Bea', 'Cai'])
    expect(await queue()).toEqual(['2 Bea pending', '3 Cai pending'])
    await sync()
    expect([...server.rows.values()].map(({ data }) => data.name).sort()).toEqual(['Ann', 'Bea', 'Cai'])
  })

  test('a full disk under the mirror is told, the change is sent all the same, and the mirror has it with the next', async () => {
    await add('Ann')
    beforeWrite = () => {
      throw new Error('database or disk is full')
    }
    const failed = add('Bea')
    await expect(failed).rejects.toThrow(NotMirrored)
    await expect(failed).rejects.toMatchObject({ sentence: expect.stringContaining("Don't enter it again") })
    expect(await sync()).toMatchObject({ end: 'done' })
    expect([...server.rows.values()].map(({ data }) => data.name).sort()).toEqual(['Ann', 'Bea'])
    beforeWrite = () => undefined
    await add('Cai')
    const before = await whole()
    await quit()
    await clearBrowser()
    await start()
    expect(await whole()).toEqual(before)
  })

  test('a transaction that is broken off leaves nothing in the mirror', async () => {
    await add('Ann')
    const broken = store.change(['rec', 'queue'], async (tx) => {
      await tx.queue.clear()
      throw new Error('no')
    })
    await expect(broken).rejects.toThrow('no')
    await add('Bea')
    expect(await inMirror()).toEqual(['1 Ann', '2 Bea'])
  })

  test('after a copy was deleted on purpose nothing is refilled', async () => {
    await add('Ann')
    store.close()
    await forgetCopy(owner)
    expect(readdirSync(folder).filter((name) => name.includes(owner.personId))).toEqual([])
    store = new Store(owner)
    expect(await names()).toEqual([])
    // And the next copy of the same person is mirrored again.
    await add('Bea')
    expect(await inMirror()).toEqual([expect.stringContaining('Bea')])
  })

  test('a mirror that cannot be deleted does not let a copy pass for deleted', async () => {
    await add('Ann')
    await quit()
    await start({ ...desktop, open: () => Promise.reject(new Error('no such disk')) })
    await expect(forgetCopy(owner)).rejects.toThrow('no such disk')
    expect(await Dexie.exists(store.name)).toBe(true)
  })

  test('an ended copy leaves only what is unsent in the mirror, to the last byte', async () => {
    await add('Gwendolen')
    await sync()
    await add('Bea')
    expect(bytesOf().includes('Gwendolen')).toBe(true)
    store.close()
    await stripCopy(owner)
    expect(await inMirror()).toEqual(['2 Bea'])
    expect(bytesOf().includes('Gwendolen')).toBe(false)
  })

  test('after an erasure and one pull no byte holds name, telephone or e-mail', async () => {
    const details = { name: 'Gwendolen Prosser', phone: '07700900999', email: 'gwen@example.com' }
    const ids = await recordIn(store, [{ action: 'CREATE', entity: 'clients', data: details }])
    const id = String(ids ? ids[0] : ids)
    await add('Bea')
    await sync()
    await rename(id, 'Gwendolen Prosser-Hill')
    for (const word of ['Gwendolen', '07700900999', 'gwen@example.com']) expect(bytesOf().includes(word)).toBe(true)
    // An erasure takes the row away and gives each device another view.
    server.rows.delete(`clients ${id}`)
    server.applied.clear()
    server.view = uuidv7()
    await sync()
    expect(await names()).toEqual(['Bea'])
    for (const word of ['Gwendolen', '07700900999', 'gwen@example.com']) expect(bytesOf().includes(word)).toBe(false)
    expect(bytesOf().includes('Bea')).toBe(true)
  })

  test('without a mirror nothing of it is written', async () => {
    await quit()
    owner = { ...owner, personId: uuidv7() }
    store = new Store(owner)
    await add('Ann')
    expect(await readMeta(store, 'line')).toBeUndefined()
    expect(bytesOf().includes('Ann')).toBe(false)
  })

  test('the fault loop: the n-th statement fails, for every n, and no acknowledged change is missing or twice', async () => {
    for (let nth = 1, hasFailed = true; hasFailed; nth++) {
      hasFailed = false
      let count = 0
      beforeWrite = () => {
        if (++count !== nth) return
        hasFailed = true
        throw new Error('disk I/O error')
      }
      const acknowledged: string[] = []
      const say = async (name: string) => {
        await add(name).then(
          () => acknowledged.push(name),
          (error) => expect(error).toBeInstanceOf(NotMirrored),
        )
      }
      await say(`${nth} first`)
      await say(`${nth} second`)
      await sync()
      await quit().catch(() => undefined)
      await clearBrowser()
      beforeWrite = () => undefined
      await start()
      const there = await names()
      for (const name of acknowledged) expect(there.filter((one) => one === name)).toEqual([name])
      await sync()
      const known = [...server.rows.values()].map(({ data }) => data.name)
      for (const name of acknowledged) expect(known.filter((one) => one === name)).toEqual([name])
      expect(new Set(known).size).toBe(known.length)
      if (nth > 1) expect(acknowledged.length, `of ${nth}`).toBeGreaterThan(0)
      if (!hasFailed) expect(nth).toBeGreaterThan(20)
    }
  })
})

const BYTES = {
  name: '',
  sha256: '',
  size: 1,
  mime: '',
  store: 'idb' as const,
  path: '',
  offset: 0,
  state: 'waiting' as const,
  addedAt: 0,
  attempts: 0,
  nextAttemptAt: 0,
}
