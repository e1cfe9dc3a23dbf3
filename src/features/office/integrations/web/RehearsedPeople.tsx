import { useRehearsed } from '#features/office/integrations/web/data.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

/** Test version: who would be on the list, as they would be there. */
export function RehearsedPeople({ id }: { id: string }) {
  const rehearsed = useRehearsed(id)
  return (
    <section className="grid gap-2">
      <h3 className="text-16">Who would be on the list</h3>
      {rehearsed.isError ? (
        <Note tone="late">{sentenceOf(rehearsed.error)}</Note>
      ) : rehearsed.isPending ? (
        <SkeletonRows label="Loading the people..." />
      ) : rehearsed.data.length === 0 ? (
        <p className="text-ink-2">Nobody: no client with an e-mail address has agreed to marketing.</p>
      ) : (
        <ul className="grid gap-2 text-14">
          {rehearsed.data.map(({ uid, title, place }) => (
            <li key={uid} className="grid">
              <span className="break-words">{title}</span>
              {place && <span className="text-ink-2">{place.replaceAll('\n', ' · ')}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
