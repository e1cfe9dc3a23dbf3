import { liveQuery, type Subscription } from 'dexie'
import type { SyncedName } from '#lib/synced.ts'
import { currentStore, onCurrentStore } from '#platform/web/sync/current.ts'
import { type Rec, type Store, shownId } from '#platform/web/sync/store.ts'

/** Which records of an entity: all, one, or those of a day, a span of days (both ends in), a client, a horse or a visit. Ids in either form. */
export type RowsQuery =
  | Record<never, never>
  | { id: string }
  | { day: string }
  | { from: string; to: string }
  | { clientId: string }
  | { horseId: string | readonly string[] }
  | { appointmentId: string }

/**
 * A record as a screen reads it: its fields, and its status with the server. `id` is canonical: join and compare by it; `shownId` is for
 * people's eyes. `rev` is the server's revision it was read at, which a form that edits it hands back.
 */
export type Kept<T> = T & { id: string; rev?: number; shownId: string; isOffline: boolean; isPending: boolean; needsAttention: boolean }

/** A list that is kept current while it has listeners. */
export type LiveRows = { read: () => readonly Kept<unknown>[] | undefined; listen: (changed: () => void) => () => void }

/** A screen that was left and opened again finds its rows still there. */
const LINGER_MS = 30_000

const open = new WeakMap<Store, Map<string, LiveRows & Closable>>()
type Closable = { close: () => void }

/** The one live list of a query: all callers with the same query share it. */
export function liveRows(store: Store, entity: SyncedName, query: RowsQuery): LiveRows {
  const lists = open.get(store) ?? listsOf(store)
  const key = JSON.stringify([entity, query])
  const known = lists.get(key)
  if (known) return known
  const isWhole = Object.keys(query).length === 0
  const list = shared((publish) => (isWhole ? watchAll(store, entity, publish) : watchSome(store, entity, query, publish)))
  lists.set(key, list)
  return list
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

function shared(watch: (publish: Publish) => Subscription): LiveRows & Closable {
  const listeners = new Set<() => void>()
  let rows: readonly Kept<unknown>[] | undefined
  let subscription: Subscription | undefined
  let closing: ReturnType<typeof setTimeout> | undefined
  const publish: Publish = (next) => {
    rows = next
    for (const listener of listeners) listener()
  }
  const close = () => {
    clearTimeout(closing)
    subscription?.unsubscribe()
    subscription = undefined
    rows = undefined
  }
  return {
    close,
    read: () => rows,
    listen(changed) {
      clearTimeout(closing)
      listeners.add(changed)
      subscription ??= watch(publish)
      return () => {
        listeners.delete(changed)
        if (!listeners.size) closing = setTimeout(close, LINGER_MS)
      }
    },
  }
}

/** A whole entity: read once, then only what changed since, so that an edit among 10,000 rows costs one row. */
function watchAll(store: Store, entity: SyncedName, publish: Publish): Subscription {
  const kept = new Map<string, Kept<unknown>>()
  let stamp = 0
  let isFirst = true
  const changed = () => store.rec.where('[entity+stamp]').between([entity, stamp], [entity, Number.MAX_SAFE_INTEGER], false).toArray()
  return liveQuery(changed).subscribe({
    next(recs) {
      for (const rec of recs) {
        stamp = Math.max(stamp, rec.stamp)
        if (rec.deleted) kept.delete(rec.id)
        else kept.set(rec.id, keptOf(rec))
      }
      if (recs.length || isFirst) publish([...kept.values()])
      isFirst = false
    },
    error: reportLater,
  })
}

const watchSome = (store: Store, entity: SyncedName, query: RowsQuery, publish: Publish): Subscription =>
  liveQuery(() => readOnce(store, entity, query)).subscribe({ next: publish, error: reportLater })

/** The rows of a query as the disk has them now. */
export async function readOnce(store: Store, entity: SyncedName, query: RowsQuery): Promise<Kept<unknown>[]> {
  const recs = await select(store, entity, query).toArray()
  return recs.filter((rec) => !rec.deleted).map(keptOf)
}

function select(store: Store, entity: SyncedName, query: RowsQuery) {
  if ('from' in query) return store.rec.where('[entity+day]').between([entity, query.from], [entity, query.to], true, true)
  if (Object.keys(query).length === 0) return store.rec.where('[entity+id]').between([entity, ''], [entity, '\uffff'])
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

/** A read that fails has no screen to show it; the window's own handler receives the error. */
const reportLater = (error: unknown) => queueMicrotask(() => Promise.reject(error))
