import type { CurrentUser } from '#features/core/practice/contract.ts'
import { iconOf } from '#features/office/attention/web/reading.ts'
import type { WaitingList as List, Waiting } from '#features/office/attention/web/use-waiting.ts'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'

/** Changes waiting to be sent, by record, newest first. Nothing when there is none. */
export function WaitingList({ waiting }: { waiting: List }) {
  if (waiting.total === 0) return null
  const more = waiting.total - waiting.rows.length
  return (
    <section aria-labelledby="waiting-to-send">
      <h2 id="waiting-to-send" className="mb-2 text-16">
        Waiting to send
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {waiting.rows.map((row) => (
          <WaitingRow key={row.key} row={row} />
        ))}
        {more > 0 && <li className="px-3 py-2.5 text-14 text-ink-2">And {more === 1 ? '1 more record' : `${more} more records`}.</li>}
      </ul>
    </section>
  )
}

function WaitingRow({ row }: { row: Waiting }) {
  const Icon = iconOf(row.entity)
  return (
    <li className="flex items-center gap-3 px-3 py-2.5">
      <Icon size={20} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-bold">{row.title}</span>
        <span className="block text-14 text-ink-2">{row.what}</span>
      </span>
      <Since at={row.at} />
    </li>
  )
}

/* The local time; for another day, with the day. */
function Since({ at }: { at: string }) {
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  const day = dayOf(at, zone)
  return (
    <time dateTime={at} className="shrink-0 text-14 text-ink-2 tabular-nums">
      {day === useToday() ? timeOf(at, zone) : shortDay(day)}
    </time>
  )
}
