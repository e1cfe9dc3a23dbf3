import type { RehearsedEntry } from '#features/office/integrations/contract.ts'
import { useRehearsed } from '#features/office/integrations/web/data.ts'
import { shortDay, timeOf } from '#lib/dates.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

/** Test version: the next entries that would be in that calendar, word for word. */
export function RehearsedList({ id }: { id: string }) {
  const rehearsed = useRehearsed(id)
  return (
    <section className="grid gap-2">
      <h3 className="text-16">What would be in that calendar</h3>
      {rehearsed.isError ? (
        <Note tone="late">{sentenceOf(rehearsed.error)}</Note>
      ) : rehearsed.isPending ? (
        <SkeletonRows label="Loading the entries..." />
      ) : rehearsed.data.length === 0 ? (
        <p className="text-ink-2">Nothing: your diary has nothing ahead.</p>
      ) : (
        <ul className="grid gap-2 text-14">
          {rehearsed.data.map((entry) => (
            <li key={entry.uid} className="grid">
              <span className="text-ink-2 tabular-nums">{whenOf(entry)}</span>
              <span>{[entry.title, entry.place?.replaceAll('\n', ', ')].filter(Boolean).join(' · ')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone
const whenOf = ({ day, start, end }: RehearsedEntry) =>
  start && end ? `${shortDay(day)}, ${timeOf(start, ZONE)}–${timeOf(end, ZONE)}` : `${shortDay(day)}, all day`
