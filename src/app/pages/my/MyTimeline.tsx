import type { Moment } from '#app/my/horse-view.ts'
import { PhotoGrid } from '#app/pages/my/MyPhotos.tsx'
import { cardDay } from '#features/day/visit-card/card.ts'
import { CardFeet } from '#features/day/visit-card/page/CardFeet.tsx'
import { Card } from '#ui/Card.tsx'

/** How many are shown at once; the others are opened. */
const FIRST = 6

/** What was done in the time the horse was theirs, the latest first. `at`: the address that those of photos and cards begin with. */
export const MyTimeline = ({ at, timeline }: { at: string; timeline: readonly Moment[] }) => (
  <Card title="What was done">
    {timeline.length === 0 && <p className="p-4 text-ink-2">Nothing is written down yet.</p>}
    <Moments at={at} moments={timeline.slice(0, FIRST)} />
    {timeline.length > FIRST && (
      <details className="border-t border-line">
        <summary className="min-h-12 px-4 py-3 font-medium">Earlier ({timeline.length - FIRST})</summary>
        <Moments at={at} moments={timeline.slice(FIRST)} />
      </details>
    )}
  </Card>
)

const Moments = ({ at, moments }: { at: string; moments: readonly Moment[] }) => (
  <ol>
    {moments.map((moment) => (
      <li key={moment.id} className="border-line not-first:border-t">
        <One at={at} moment={moment} />
      </li>
    ))}
  </ol>
)

const One = ({ at, moment: { id, day, who, visitId, work, seen, advice, photos } }: { at: string; moment: Moment }) => (
  <article aria-labelledby={id} className="grid gap-2 px-4 py-3">
    <h3 id={id} className="text-16">
      <time dateTime={day}>{cardDay(day)}</time>
      {who && <span className="font-normal text-ink-2">, {who}</span>}
    </h3>
    {work.map((one) => (
      <div key={one.id} className="grid gap-1">
        <p className="font-bold">{one.serviceType}</p>
        {one.description && <p className="whitespace-pre-line">{one.description}</p>}
        {one.feet.length > 0 && (
          <details>
            <summary className="min-h-12 py-3">The four feet</summary>
            <CardFeet feet={one.feet} />
          </details>
        )}
      </div>
    ))}
    <Words title="What was seen" lines={seen} />
    <Words title="Advice" lines={advice} />
    {photos.length > 0 && <PhotoGrid at={at} photos={photos} />}
    {visitId && (
      <a href={`${at}/visits/${visitId}/card`} className="inline-grid min-h-12 w-fit content-center underline underline-offset-4">
        Visit card
      </a>
    )}
  </article>
)

const Words = ({ title, lines }: { title: string; lines: readonly string[] }) =>
  lines.length > 0 && (
    <div>
      <h4 className="text-14 font-medium text-ink-2">{title}</h4>
      {lines.map((line) => (
        <p key={line} className="whitespace-pre-line">
          {line}
        </p>
      ))}
    </div>
  )
