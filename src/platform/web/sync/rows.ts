import { liveQuery, type Subscription } from 'dexie'
import type { SyncedName } from '#lib/synced.ts'
import { currentStore, onCurrentStore } from '#platform/web/sync/current.ts'
import { isWhole, whenHere } from '#platform/web/sync/here.ts'
import { type Live, liveOf, reportLater, type Stop } from '#platform/web/sync/live.ts'
import type { RowsQuery } from '#platform/web/sync/rows-query.ts'
import { type Rec, readMeta, type Store, shownId } from '#platform/web/sync/store.ts'

/**
 * A record as a screen reads it: its fields, and its status with the server. `id` is canonical: join and compare by it; `shownId` is for
 * people's eyes. `rev` is the server's revision it was read at, which a form that edits it hands back.
 */
export type Kept<T> = T & { id: string; rev?: number; shownId: string; isOffline: boolean; isPending: boolean; needsAttention: boolean }

/** A list that is kept current while it has listeners. */
export type LiveRows = Live<readonly Kept<unknown>[]>

/** A screen that was left and opened again finds its rows still there. */
const LINGER_MS = 30_000

const open = new WeakMap<Store, Map<string, LiveRows & Closable>>()
type Closable = { close: () => void }

/** The one live list of a query: all callers with the same query share it. Until all of it is in the copy it has no rows. */
export function liveRows(store: Store, entity: SyncedName, query: RowsQuery): LiveRows {
  const lists = open.get(store) ?? listsOf(store)
  const asked = JSON.stringify([entity, query])
  // In a whole copy all of a kind is one list for every caller.
  const key = 'ofVisits' in query && !lists.has(asked) && isWhole(store) ? JSON.stringify([entity, {}]) : asked
  const known = lists.get(key)
  if (known) return known
  const isAll = 'ofVisits' in query || Object.keys(query).length === 0
  const watch = isAll ? watchAll : watchSome
  const list = liveOf<readonly Kept<unknown>[]>(
    (publish) => watchHere(store, entity, query, () => watch(store, entity, query, publish)),
    LINGER_MS,
  )
  lists.set(key, list)
  return list
}

function watchHere(store: Store, entity: SyncedName, query: RowsQuery, watch: () => Stop): Stop {
  let stop: (() => void) | undefined
  const stopWaiting = whenHere(store, entity, query, () => {
    stop = watch()
  })
  return () => {
    stopWaiting()
    stop?.()
  }
}

/** The lists of a copy; they end with its use. */
function listsOf(store: Store) {
  const lists = new Map<string, LiveRows & Closable>()
  open.set(store, lists)
  const stop = onCurrentStore(() => {
    if (currentStore() === store) return
    stop()
    open.delete(store)
    for (const list of lists.values()) list.close()
  })
  return lists
}

type Publish = (rows: readonly Kept<unknown>[]) => void

/** How many rows are read at once: reading all of a large kind keeps a slow phone from answering. */
const SLICE = 500

/** A whole entity: read once, slice by slice, then only what changed since, so that an edit among 10,000 rows costs one row. */
function watchAll(store: Store, entity: SyncedName, _query: RowsQuery, publish: Publish): Stop {
  const kept = new Map<string, Kept<unknown>>()
  let subscription: Subscription | undefined
  let isOver = false
  const take = (recs: readonly Rec[]) => {
    for (const rec of recs) {
      if (rec.deleted) kept.delete(rec.id)
      else kept.set(rec.id, keptOf(rec))
    }
  }
  const follow = (from: number) => {
    let stamp = from
    let isFirst = true
    const changed = () => store.rec.where('[entity+stamp]').between([entity, stamp], [entity, Number.MAX_SAFE_INTEGER], false).toArray()
    subscription = liveQuery(changed).subscribe({
      next(recs) {
        for (const rec of recs) stamp = Math.max(stamp, rec.stamp)
        take(recs)
        if (recs.length || isFirst) publish([...kept.values()])
        isFirst = false
      },
      error: reportLater,
    })
  }
  const read = async () => {
    const stamp = (await readMeta(store, 'stamp')) ?? 0
    for (let after = ''; !isOver; ) {
      const recs = await store.rec.where('[entity+id]').between([entity, after], [entity, '\uffff'], false, true).limit(SLICE).toArray()
      take(recs)
      after = recs.at(-1)?.id ?? ''
      if (recs.length < SLICE) break
    }
    if (!isOver) follow(stamp)
  }
  read().catch(reportLater)
  return () => {
    isOver = true
    subscription?.unsubscribe()
  }
}

function watchSome(store: Store, entity: SyncedName, query: RowsQuery, publish: Publish): Stop {
  let before: string | undefined
  const subscription = liveQuery(() => select(store, entity, query).toArray()).subscribe({
    next(recs) {
      // A write nearby that changed none of them is nothing to draw again.
      const now = recs.map(({ id, stamp }) => `${id} ${stamp}`).join()
      if (now === before) return
      before = now
      publish(shownOf(recs))
    },
    error: reportLater,
  })
  return () => subscription.unsubscribe()
}

/** The rows of a query as the disk has them now. */
export async function readOnce(store: Store, entity: SyncedName, query: RowsQuery): Promise<Kept<unknown>[]> {
  return shownOf(await select(store, entity, query).toArray())
}

const shownOf = (recs: readonly Rec[]) => recs.filter((rec) => !rec.deleted).map(keptOf)

function select(store: Store, entity: SyncedName, query: RowsQuery) {
  if ('from' in query) return store.rec.where('[entity+day]').between([entity, query.from], [entity, query.to], true, true)
  if ('ofVisits' in query || Object.keys(query).length === 0)
    return store.rec.where('[entity+id]').between([entity, ''], [entity, '\uffff'])
  const [name, value] = (Object.entries(query)[0] ?? []) as [string, string | readonly string[]]
  return store.rec.where(`[entity+${name}]`).anyOf([value].flat().map((id) => [entity, id]))
}

/** The record as screens get it. */
const keptOf = (rec: Rec): Kept<unknown> => ({
  ...rec.data,
  id: rec.id,
  rev: rec.rev,
  shownId: shownId(rec),
  isOffline: rec.isOffline === 1,
  isPending: rec.pending > 0,
  needsAttention: rec.attention > 0,
})
