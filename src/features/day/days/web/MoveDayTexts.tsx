import type { Preview } from '#features/day/days/day-move.ts'
import { SkeletonRows } from '#ui/Skeleton.tsx'

/** Every text as it will go, and who gets none, so that they can be rung. */
export function MoveDayTexts({ previews }: { previews: readonly Preview[] | undefined }) {
  if (!previews) return <SkeletonRows label="Writing the texts..." />
  const texted = previews.flatMap((preview) => ('body' in preview ? [preview] : []))
  const unsent = previews.flatMap((preview) => ('because' in preview ? [preview] : []))
  return (
    <section aria-label="Texts" className="grid gap-3">
      <h3 className="text-16">{texted.length === 0 ? 'No text goes' : texted.length === 1 ? 'One text' : `${texted.length} texts`}</h3>
      {texted.map(({ clientId, name, body }) => (
        <div key={clientId} className="grid gap-1">
          <p className="text-14 font-medium">{name}</p>
          <p className="w-fit max-w-full rounded-lg rounded-tr-sm border border-dashed border-line-2 bg-sunken px-3 py-2 whitespace-pre-line">
            {body}
          </p>
        </div>
      ))}
      {unsent.length > 0 && (
        <ul className="grid gap-1 text-ink-2">
          {unsent.map(({ clientId, name, because }) => (
            <li key={clientId}>
              <b className="text-ink">{name}</b> {WHY[because]}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const WHY = {
  no_phone: 'has no phone number on file: tell them another way.',
  stopped: "doesn't want texts: ring them.",
  no_updates: "doesn't want texts about changes: ring them.",
  pencilled: "hasn't been told about the visit yet, so there's nothing to say.",
} as const
