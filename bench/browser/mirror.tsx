import { Dexie } from 'dexie'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { putMirror } from '#platform/web/sync/mirror.ts'
import type { Mirror, MirrorFile } from '#platform/web/sync/mirror-port.ts'
import { recordIn } from '#platform/web/sync/outbox.ts'
import { runPass, wires } from '#platform/web/sync/pass.ts'
import { liveRows } from '#platform/web/sync/rows.ts'
import { type Owner, Store } from '#platform/web/sync/store.ts'

type Timed = { ms: number; rows: number }

/** The page's commands; results in milliseconds. */
declare global {
  interface Window {
    mirror: {
      put: (at: { port: number }) => Promise<void>
      firstSync: (how: { isMirrored: boolean; personId: string }) => Promise<Timed>
      keep: (personId: string) => Promise<void>
      refill: () => Promise<Timed>
      changeVisits: (count: number) => Promise<{ mirrored: number[]; plain: number[] }>
      settle: (unsent: number) => Promise<void>
      startedMs: number | undefined
    }
  }
}

const KEPT = 'pritchel.bench'
let mirror: Mirror

/** The store of another process. */
function mirrorAt(port: number): Mirror {
  const ask = async <T,>(what: string, given: unknown[], of?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: JSON.stringify({ of, what, given }) })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as T
  }
  const file = (of: object): MirrorFile => ({
    marks: () => ask('marks', [], of),
    read: (...given) => ask('read', given, of),
    take: (...given) => ask('take', given, of),
    forget: () => ask('forget', [], of),
  })
  return {
    open: async ({ practiceId, personId }) => file({ practiceId, personId }),
    readNotes: () => ask('readNotes', []),
    keepNotes: (...given) => ask('keepNotes', given),
  }
}

async function put({ port }: { port: number }) {
  mirror = mirrorAt(port)
}

/** A copy, with the mirror under it or not. One that was opened without stays so. */
async function opened<T>(owner: Owner, isMirrored: boolean, use: (store: Store) => Promise<T>): Promise<T> {
  const takeOut = isMirrored ? await putMirror(mirror) : () => undefined
  const store = new Store(owner)
  try {
    return await use(store)
  } finally {
    store.close()
    takeOut()
  }
}

const ownerOf = (personId: string): Owner => ({ personId, practiceId: uuidv7(), deviceId: uuidv7() })

/** From an empty store to a complete local copy. */
async function firstSync({ isMirrored, personId }: { isMirrored: boolean; personId: string }): Promise<Timed> {
  const owner = ownerOf(personId)
  const synced = await opened(owner, isMirrored, async (store) => {
    await store.open()
    const started = performance.now()
    const outcome = await runPass(store, wires)
    // What is not awaited by the pass is awaited here.
    await store.change(['meta'], (tx) => tx.meta.put({ k: 'hasLostTime', value: true }))
    const ms = performance.now() - started
    if (outcome.end !== 'done') throw new Error(`the pass ended ${outcome.end}`)
    return { ms, rows: await store.rec.count() }
  })
  await Dexie.delete(`pritchel/${owner.practiceId}/${owner.personId}`)
  if (isMirrored) await (await mirror.open(owner)).forget()
  return synced
}

type Kept = { mirrored: Owner; plain: Owner }
const kept = () => JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Kept

/** Fetches two copies that stay for the next steps, one with a mirror. */
async function keep(personId: string) {
  const both: Kept = { mirrored: ownerOf(personId), plain: ownerOf(personId) }
  for (const [how, owner] of Object.entries(both))
    await opened(owner, how === 'mirrored', async (store) => {
      await runPass(store, wires)
      await store.change(['meta'], (tx) => tx.meta.put({ k: 'hasLostTime', value: true }))
    })
  localStorage.setItem(KEPT, JSON.stringify(both))
}

/** The copy is cleared, and filled again from its mirror before anything else uses it. */
async function refill(): Promise<Timed> {
  const { mirrored } = kept()
  await Dexie.delete(`pritchel/${mirrored.practiceId}/${mirrored.personId}`)
  return opened(mirrored, true, async (store) => {
    const started = performance.now()
    await store.open()
    const ms = performance.now() - started
    return { ms, rows: await store.rec.count() }
  })
}

/** Changes visits one by one in both copies, in turns. */
async function changeVisits(count: number) {
  const { mirrored, plain } = kept()
  const took = { mirrored: [] as number[], plain: [] as number[] }
  const without = new Store(plain)
  await without.open()
  await opened(mirrored, true, async (store) => {
    const recs = await store.rec.where('[entity+day]').between(['appointments', ''], ['appointments', '\uffff']).limit(count).toArray()
    for (const { id, data } of recs) {
      took.mirrored.push(await changed(store, id, data as VisitRow))
      took.plain.push(await changed(without, id, data as VisitRow))
    }
  })
  without.close()
  return took
}

/** Sends everything of both copies, and leaves as many changes unsent in each as an afternoon without signal does. */
async function settle(unsent: number) {
  for (const [how, owner] of Object.entries(kept()))
    await opened(owner, how === 'mirrored', async (store) => {
      await runPass(store, wires)
      const recs = await store.rec.where('[entity+day]').between(['appointments', ''], ['appointments', '\uffff']).limit(unsent).toArray()
      for (const { id, data } of recs) await changed(store, id, data as VisitRow)
    })
}

async function changed(store: Store, id: string, { title }: VisitRow): Promise<number> {
  const started = performance.now()
  const data = { title: `${title}, front only`, notes: 'Ring first.' }
  if (!(await recordIn(store, [{ action: 'UPDATE', entity: 'appointments', id, data }]))) throw new Error('the change was not recorded')
  return performance.now() - started
}

/** From the page's beginning to the first day's visits. */
async function start() {
  const asked = new URLSearchParams(location.search)
  if (asked.has('mirrored')) await putMirror(mirrorAt(Number(asked.get('port'))))
  const store = new Store(kept()[asked.has('mirrored') ? 'mirrored' : 'plain'])
  const list = liveRows(store, 'appointments', { day: currentTime().toISOString().slice(0, 10) })
  await new Promise<void>((done) => {
    const stop = list.listen(() => {
      if (!list.read()?.length) return
      stop()
      done()
    })
  })
  window.mirror.startedMs = performance.now()
}

window.mirror = { put, firstSync, keep, refill, changeVisits, settle, startedMs: undefined }
if (location.search) void start()
