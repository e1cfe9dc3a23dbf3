import { useLiveQuery } from 'dexie-react-hooks'
import { Undo2 } from 'lucide-react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { readNamed } from '#features/office/attention/web/read-named.ts'
import { titleOf } from '#features/office/attention/web/reading.ts'
import { takeBack } from '#features/office/attention/web/resolving.ts'
import { dayOf, shortDay } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useStore } from '#platform/web/sync/current.ts'
import type { Store } from '#platform/web/sync/store.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'

type GivenUp = { opId: string; title: string; at: number }

/** Changes discarded in the last 30 days; each can be restored. Nothing when there is none. */
export function GivenUpList() {
  const store = useStore()
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  const thisYear = useToday().slice(0, 4)
  const given = useLiveQuery(() => (store ? readGivenUp(store, { zone, thisYear }) : []), [store, zone, thisYear])
  if (!given?.length) return null
  return (
    <details className="rounded-lg border border-line bg-surface">
      <summary className="min-h-12 cursor-pointer px-3 py-3 font-bold">Set aside in the last 30 days ({given.length})</summary>
      <ul className="divide-y divide-line border-t border-line">
        {given.map(({ opId, title, at }) => (
          <li key={opId} className="flex items-center gap-3 py-1.5 pr-1.5 pl-3">
            <span className="min-w-0 flex-1">
              <span className="block truncate">{title}</span>
              <span className="block text-14 text-ink-2">{shortDay(dayOf(at, zone))}</span>
            </span>
            <Button size="sm" variant="quiet" icon={Undo2} onClick={() => takeBack(opId)} aria-label={`Restore: ${title}`}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}

async function readGivenUp(store: Store, words: { zone: string; thisYear: string }): Promise<GivenUp[]> {
  const given = (await store.done.filter((item) => item.outcome === 'discarded').toArray()).sort((a, b) => b.ackedAt - a.ackedAt)
  const changed = given.map(({ entity, id, shown }) => ({ entity, id, data: shown }))
  const { reading, dataOf } = await readNamed(store, changed, words)
  return given.map((item) => ({
    opId: item.opId,
    title: titleOf(item.entity, { ...dataOf(item), ...item.shown }, reading),
    at: item.ackedAt,
  }))
}
