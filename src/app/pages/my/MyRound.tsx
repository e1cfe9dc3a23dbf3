import { Fragment } from 'react'
import type { PracticeOnHome } from '#app/my/home-view.ts'
import { PaintedStop } from '#features/day/round/page/PaintedStop.tsx'
import { RoundNews } from '#features/day/round/page/RoundNews.tsx'
import { Note } from '#ui/Note.tsx'

type Props = NonNullable<PracticeOnHome['round']> & { slug: string }

/** Where they are in today's round, as the link of the day shows it. The page is painted once: to see more, it is opened again. */
export function MyRound({ slug, stops, cards, asAt, zone, prepLine }: Props) {
  const note = stops.find((stop) => stop.note && (!stop.isCallComplete || stop.isSkipped))?.note
  return (
    <div className="grid gap-2 pt-2">
      {note && (
        <div className="px-4">
          <RoundNews note={note} hasKeptPlace={false} />
        </div>
      )}
      {stops.map((stop) => (
        <Fragment key={stop.id}>
          <PaintedStop stop={stop} asAt={asAt} zone={zone} />
          {cards.includes(stop.id) && (
            <p className="px-4 pb-3">
              <a
                href={`/my/at/${slug}/visits/${stop.id}/card`}
                className="inline-grid min-h-12 content-center underline underline-offset-4"
              >
                Visit card: what was done and seen
              </a>
            </p>
          )}
        </Fragment>
      ))}
      {prepLine && stops.some((stop) => !stop.isCallComplete) && (
        <div className="px-4">
          <Note>{prepLine}</Note>
        </div>
      )}
      <p className="px-4 pb-3">
        <a href="/my" className="inline-grid min-h-12 content-center underline underline-offset-4">
          Look again
        </a>
      </p>
    </div>
  )
}
