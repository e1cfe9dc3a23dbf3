import { useLiveQuery } from 'dexie-react-hooks'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { readNamed } from '#features/office/attention/web/read-named.ts'
import { titleOf, wordsOf } from '#features/office/attention/web/reading.ts'
import type { SyncedName } from '#lib/synced.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useStore } from '#platform/web/sync/current.ts'
import { isRefused } from '#platform/web/sync/fold.ts'
import type { Queued, Store } from '#platform/web/sync/store.ts'
import { useToday } from '#platform/web/use-today.ts'

/** The unsent changes of one record. */
export type Waiting = { key: string; entity: SyncedName; title: string; what: string; at: string }
/** The newest of them, and the number of records in all. */
export type WaitingList = { rows: Waiting[]; total: number }

const MOST = 30

/** Unsent changes by record, newest first; undefined while they load. */
export function useWaiting(): WaitingList | undefined {
  const store = useStore()
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  const thisYear = useToday().slice(0, 4)
  return useLiveQuery(() => (store ? readWaiting(store, { zone, thisYear }) : { rows: [], total: 0 }), [store, zone, thisYear])
}

async function readWaiting(store: Store, words: { zone: string; thisYear: string }): Promise<WaitingList> {
  const items = ((await store.queue.orderBy('seq').toArray()) as Queued[]).filter((item) => !isRefused(item))
  const byRecord = Map.groupBy(items, ({ entity, id }) => `${entity} ${id}`)
  const newest = [...byRecord].sort(([, one], [, other]) => (other.at(-1)?.seq ?? 0) - (one.at(-1)?.seq ?? 0)).slice(0, MOST)
  const changed = newest.flatMap(([, own]) => own.map(({ entity, id, shown }) => ({ entity, id, data: shown })))
  const { reading, dataOf } = await readNamed(store, changed, words)
  const rows = newest.flatMap(([key, own]): Waiting[] => {
    const last = own.at(-1)
    if (!last) return []
    const data = { ...dataOf(last), ...Object.assign({}, ...own.map((item) => item.shown)) }
    return [{ key, entity: last.entity, title: titleOf(last.entity, data, reading), what: whatOf(own), at: last.createdAt }]
  })
  return { rows, total: byRecord.size }
}

/** `Added`, `Removed`, or the fields that changed; and that a text is sent with it. */
function whatOf(own: readonly Queued[]): string {
  const asks = own.some(({ data }) => data.sendSmsNotification === true || data.onMyWayAt !== undefined || data.tell !== undefined)
  return `${didOf(own)}${asks ? ', and a text to send' : ''}`
}

function didOf(own: readonly Queued[]): string {
  if (own.at(-1)?.action === 'DELETE') return 'Removed'
  if (own.some(({ action }) => action === 'CREATE')) return 'Added'
  const labels = [
    ...new Set(
      own.flatMap(({ entity, data, shown }) =>
        Object.keys(data)
          .filter((field) => field in shown)
          .map((field) => wordsOf(entity, field).label),
      ),
    ),
  ]
  if (labels.length === 0) return 'Said'
  return labels.length > 3 ? `Changed: ${labels.slice(0, 2).join(', ')} and ${labels.length - 2} more` : `Changed: ${labels.join(', ')}`
}
