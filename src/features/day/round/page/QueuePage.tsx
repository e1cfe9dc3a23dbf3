import { Fragment } from 'react'
import type { AfterStop, QueueView } from '#features/day/round/contract.ts'
import { AfterVisit } from '#features/day/round/page/AfterVisit.tsx'
import { wallTime } from '#features/day/round/page/clock.ts'
import { RoundNews, Titled } from '#features/day/round/page/RoundNews.tsx'
import { StopPosition } from '#features/day/round/page/StopPosition.tsx'
import { hear } from '#features/day/round/page/seen-stop.ts'
import { Sign } from '#features/day/round/page/signs.tsx'
import { useAfter } from '#features/day/round/page/use-after.ts'
import { type QueueState, useQueue, useSeenStops } from '#features/day/round/page/use-queue.ts'
import { HorseshoeIcon } from '#ui/icons.tsx'
import { Note } from '#ui/Note.tsx'
import { OwnerHead } from '#ui/OwnerHead.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

/** The owner's page: where they are in today's round. Spec §2 Public stop queue. */
export function QueuePage({ first }: { first: QueueView }) {
  const queue = useQueue(first)
  const seen = useSeenStops(queue.stops)
  const after = useAfter(first.token, queue.stops)
  const open = queue.stops?.filter((stop) => !stop.isCallComplete) ?? []
  const noted = queue.stops?.find((stop) => stop.note && (!stop.isCallComplete || stop.isSkipped))
  return (
    <>
      <OwnerHead
        name={first.practiceName ?? 'Your farrier'}
        detail={<h1 className="text-14 font-normal tracking-normal">Stop Queue Status</h1>}
        phone={first.phone}
        {...(first.practiceName !== null && { picture: first.picture })}
      />
      <main className="mx-auto grid max-w-[440px] gap-3 px-4 pt-3.5 pb-8 sm:pt-8">
        {first.firstName !== null && (
          <p className="text-24 font-bold tracking-tight">{['Hello', first.firstName].filter(Boolean).join(' ')}</p>
        )}
        {queue.isLastKnown && <LastKnown queue={queue} zone={first.zone} />}
        {noted?.note && <RoundNews note={noted.note} hasKeptPlace={seen[noted.id]?.hasKeptPlace ?? false} />}
        <section
          aria-labelledby="your-place"
          aria-busy={queue.stops === null}
          className="overflow-hidden rounded-lg border border-line bg-surface"
        >
          <h2 id="your-place" className="px-4 pt-3.5">
            Your Stop Position
          </h2>
          <Stops queue={queue} seen={seen} after={after} zone={first.zone} />
        </section>
        {first.prepLine && open.length > 0 && (
          <Note>
            <div className="flex items-start gap-3">
              <HorseshoeIcon size={20} className="mt-0.5 shrink-0" />
              <p>{first.prepLine}</p>
            </div>
          </Note>
        )}
        <p className="text-center text-14 text-ink-2">
          <Sign of="refresh" size={16} className="mr-1.5 inline align-[-3px]" />
          This page updates automatically.
          <br />
          Questions? Contact your farrier directly.
        </p>
      </main>
    </>
  )
}

type StopsProps = { queue: QueueState; seen: ReturnType<typeof useSeenStops>; after: readonly AfterStop[]; zone: string }

function Stops({ queue: { stops, isLastKnown, asAt }, seen, after, zone }: StopsProps) {
  if (stops === null) return isLastKnown ? null : <Waiting />
  if (stops.length === 0) return <Nothing />
  return (
    <div>
      {stops.map((stop) => (
        <Fragment key={stop.id}>
          <StopPosition stop={stop} seen={seen[stop.id] ?? hear(null, stop)} asAt={asAt} zone={zone} />
          <AfterVisit after={after.find(({ id }) => id === stop.id)} />
        </Fragment>
      ))}
    </div>
  )
}

const LastKnown = ({ queue, zone }: { queue: QueueState; zone: string }) => (
  <Note tone="late" live>
    <Titled sign="offline" title="No answer just now">
      {queue.stops ? `This was the position at ${wallTime(queue.asAt, zone)}. ` : ''}We keep trying.
    </Titled>
  </Note>
)

const Nothing = () => (
  <div className="grid justify-items-center gap-2 px-6 py-10 text-center">
    <Sign of="calendar" size={40} strokeWidth={1.5} className="text-ink-2" />
    <p className="text-18 font-bold">No active appointments today</p>
    <p className="text-ink-2">The link in a text works until the end of the day of the visit.</p>
  </div>
)

const Waiting = () => (
  <div className="grid gap-4 p-4">
    <p role="status" className="text-ink-2">
      Finding the round...
    </p>
    <div className="flex items-center gap-3.5">
      <Skeleton className="size-15 rounded-full" />
      <span className="grid flex-1 gap-2">
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-4 w-1/2" />
      </span>
    </div>
    <Skeleton className="h-28 w-full" />
    <Skeleton className="h-2.5 w-full" />
  </div>
)
