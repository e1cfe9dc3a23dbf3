import { useState } from 'react'
import { type KnownWork, useWorkOf } from '#features/work/web/data.ts'
import { dayAndYear, shortWeekday } from '#lib/dates.ts'
import { Button } from '#ui/Button.tsx'
import { PendingMark } from '#ui/PendingMark.tsx'
import { StatusBadge } from '#ui/StatusBadge.tsx'

/** A farrier looks at the last few; the rest on asking. */
const SHOWN_AT_ONCE = 6

/** Spec §2 Horses, view: recent work history, newest first. */
export function WorkHistoryPanel({ horseId }: { horseId: string }) {
  const entries = useWorkOf(horseId)
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? entries : entries?.slice(0, SHOWN_AT_ONCE)
  const hidden = (entries?.length ?? 0) - (shown?.length ?? 0)
  return (
    <section aria-label="Recent work">
      <h3 className="text-16">Recent work</h3>
      {entries?.length === 0 && <p className="mt-1 text-ink-2">No work recorded yet. Finishing a stop of the round records it.</p>}
      <ul className="divide-y divide-line">
        {shown?.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button block onClick={() => setWhole(true)}>
          Show {hidden} more
        </Button>
      )}
    </section>
  )
}

const Entry = ({ entry }: { entry: KnownWork }) => (
  <li className="py-3">
    <p className="flex flex-wrap items-center justify-between gap-2">
      <span className="font-bold">{entry.serviceType}</span>
      <span className="flex items-center gap-2">
        <PendingMark isPending={entry.isPending} needsAttention={entry.needsAttention} />
        <StatusBadge status="complete">Completed</StatusBadge>
      </span>
    </p>
    <p className="text-14 text-ink-2">
      <time dateTime={entry.workDate}>
        {shortWeekday(entry.workDate)} {dayAndYear(entry.workDate)}
      </time>
    </p>
    {[entry.description, entry.findings, entry.recommendations].filter(Boolean).map((text) => (
      <p key={text} className="mt-1 whitespace-pre-line">
        {text}
      </p>
    ))}
  </li>
)
