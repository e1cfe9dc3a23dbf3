import { useRehearsed } from '#features/office/integrations/web/data.ts'
import { shortDay } from '#lib/dates.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

/** Test version: the invoices and credit notes that would go to accounting, word for word. */
export function RehearsedPapers({ id }: { id: string }) {
  const rehearsed = useRehearsed(id)
  return (
    <section className="grid gap-2">
      <h3 className="text-16">What would go there</h3>
      {rehearsed.isError ? (
        <Note tone="late">{sentenceOf(rehearsed.error)}</Note>
      ) : rehearsed.isPending ? (
        <SkeletonRows label="Loading the invoices..." />
      ) : rehearsed.data.length === 0 ? (
        <p className="text-ink-2">Nothing: no invoice was issued since that day.</p>
      ) : (
        <ul className="grid gap-2 text-14">
          {rehearsed.data.map(({ uid, day, title, place }) => (
            <li key={uid} className="grid [overflow-wrap:anywhere]">
              <span className="text-ink-2 tabular-nums">{shortDay(day)}</span>
              <span>{title}</span>
              {place && <span className="whitespace-pre-line text-ink-2">{place}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
