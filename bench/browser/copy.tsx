import { Dexie } from 'dexie'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { SyncRow } from '#lib/sync.ts'
import { type Change, recordIn } from '#platform/web/sync/outbox.ts'
import { runPass, wires } from '#platform/web/sync/pass.ts'
import { liveRows } from '#platform/web/sync/rows.ts'
import { type Owner, Store } from '#platform/web/sync/store.ts'

type Person = Pick<Owner, 'personId'>
type First = { whole: string[]; before: Record<string, number> }
type Page = { epoch: string; view: string; cursor: number; more: boolean; rows: SyncRow[]; first: First }

/** The page's commands; results in milliseconds. Each local copy is a new person's, next to the server's own practice. */
declare global {
  interface Window {
    copy: {
      firstSync: (person: Person) => Promise<{ ms: number; rows: number }>
      bareSync: () => Promise<{ ms: number; rows: number }>
      keep: (person: Person) => Promise<number>
      openDays: (days: { skip: number; count: number }) => Promise<{ ms: number[]; visits: number }>
      changeVisits: (count: number) => Promise<{ ours: number[]; bare: number[] }>
      drain: () => Promise<{ ms: number; changes: number; requests: number }>
    }
  }
}

const PAGE = 1000

/** The product: from an empty store to a complete local copy. */
async function firstSync(person: Person) {
  const store = await openStore(person)
  const started = performance.now()
  const outcome = await runPass(store, wires)
  const ms = performance.now() - started
  if (outcome.end !== 'done') throw new Error(`the pass ended ${outcome.end}`)
  const rows = await store.rec.count()
  await store.delete()
  return { ms, rows }
}

/** The same requests, their rows put straight into Dexie with the indexes that screens need: no fold, no cursor, no second tab. */
async function bareSync() {
  const db = new Dexie(`bare/${uuidv7()}`, { chromeTransactionDurability: 'strict', cache: 'disabled' })
  const byField = ['onDay', 'clientId', 'horseId', 'appointmentId'].map((field) => `[entity+data.${field}]`)
  db.version(1).stores({ rec: ['[entity+id]', ...byField].join(', ') })
  await db.open()
  const deviceId = uuidv7()
  const started = performance.now()
  let at: Page | undefined
  do {
    const where = at ? { epoch: at.epoch, view: at.view } : {}
    const { whole, before } = at?.first ?? { whole: [], before: {} }
    const first = JSON.stringify({ whole, before })
    const query = new URLSearchParams({ deviceId, limit: String(PAGE), since: String(at?.cursor ?? 0), isNew: 'true', first, ...where })
    at = (await (await fetch(`/api/sync/pull?${query}`)).json()) as Page
    await db.table('rec').bulkPut(at.rows)
  } while (at.more)
  const ms = performance.now() - started
  const rows = await db.table('rec').count()
  await db.delete()
  return { ms, rows }
}

let kept: Store | undefined

/** Fetches a local copy that stays open for the next steps; returns the number of visits in it. */
async function keep(person: Person) {
  kept = await openStore(person)
  await runPass(kept, wires)
  return kept.rec.where('[entity+id]').between(['appointments', ''], ['appointments', '\uffff']).count()
}

const copy = () => kept ?? fail('there is no copy')

/** Days from today on as a screen opens them, one after the other, none read before: from the query to its visits. */
async function openDays({ skip, count }: { skip: number; count: number }) {
  const today = currentTime().toISOString().slice(0, 10)
  const ms: number[] = []
  let visits = 0
  for (let n = skip; n < skip + count; n++) {
    const { took, rows } = await openDay(addDays(today, n))
    if (rows === 0) fail('a day without visits')
    ms.push(took)
    visits += rows
  }
  return { ms, visits }
}

function openDay(day: string): Promise<{ took: number; rows: number }> {
  return new Promise((done) => {
    const started = performance.now()
    const list = liveRows(copy(), 'appointments', { day })
    const stop = list.listen(() => {
      done({ took: performance.now() - started, rows: list.read()?.length ?? 0 })
      stop()
    })
  })
}

/**
 * Changes visits one by one with a week of the diary open: how long until each change is safely on the disk; in turns with it, the same two
 * rows written without the product.
 */
async function changeVisits(count: number) {
  const today = currentTime().toISOString().slice(0, 10)
  const stop = liveRows(copy(), 'appointments', { from: today, to: addDays(today, 6) }).listen(() => {})
  const took = { ours: [] as number[], bare: [] as number[] }
  const bare = await openBare()
  const recs = await copy().rec.where('[entity+day]').between(['appointments', ''], ['appointments', '\uffff']).limit(count).toArray()
  for (const { id, data } of recs) {
    const { title } = data as VisitRow
    const change: Change = { action: 'UPDATE', entity: 'appointments', id, data: { title: `${title}, front only`, notes: 'Ring first.' } }
    const started = performance.now()
    if (!(await recordIn(copy(), [change]))) fail('the change was not recorded')
    took.ours.push(performance.now() - started)
    took.bare.push(await bareSave(bare, id))
  }
  stop()
  await bare.delete()
  return took
}

async function openBare() {
  const bare = new Dexie(`bare/${uuidv7()}`, { chromeTransactionDurability: 'strict', cache: 'disabled' })
  bare
    .version(1)
    .stores(
      Object.fromEntries(copy().tables.map(({ name, schema }) => [name, [schema.primKey, ...schema.indexes].map(({ src }) => src).join()])),
    )
  return bare.open()
}

/** The rows of a change, written bare: its record and its line in the queue, in one transaction that checks nothing. */
async function bareSave(bare: Dexie, id: string) {
  const rec = await copy().rec.get(['appointments', id])
  const item = (await copy().queue.where('[entity+id]').equals(['appointments', id]).toArray()).at(-1)
  const started = performance.now()
  await bare.transaction('rw', ['rec', 'queue'], () => Promise.all([bare.table('rec').put(rec), bare.table('queue').add(item)]))
  return performance.now() - started
}

/** Sends everything that waits, as a sync pass does. */
async function drain() {
  let requests = 0
  const changes = await copy().queue.count()
  const started = performance.now()
  const outcome = await runPass(copy(), {
    ...wires,
    push(body) {
      requests++
      return wires.push(body)
    },
  })
  const ms = performance.now() - started
  if (outcome.end !== 'done' || (await copy().queue.count())) fail(`the pass ended ${JSON.stringify(outcome)}`)
  return { ms, changes, requests }
}

async function openStore({ personId }: Person) {
  const store = new Store({ personId, practiceId: uuidv7(), deviceId: uuidv7() })
  await store.open()
  return store
}

const fail = (why: string): never => {
  throw new Error(why)
}

window.copy = { firstSync, bareSync, keep, openDays, changeVisits, drain }
