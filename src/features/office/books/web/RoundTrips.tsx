import { MapPinned, Plus } from 'lucide-react'
import { useState } from 'react'
import { sourceWords } from '#features/day/round/road-words.ts'
import { milesWords } from '#features/office/books/mileage.ts'
import type { ProposedTrip } from '#features/office/books/round-trips.ts'
import { addRounds } from '#features/office/books/web/data.ts'
import { useRoundTrips } from '#features/office/books/web/use-books.ts'
import { shortDay } from '#lib/dates.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { Note } from '#ui/Note.tsx'
import { withToast } from '#ui/with-toast.ts'

type Props = { memberId: string; year: number }

/** Proposals shown at first; a button shows the others. */
const SHOWN_AT_ONCE = 5

/** Rounds that were driven and are not in the log: one tap adds one, or all of them. */
export function RoundTrips({ memberId, year }: Props) {
  const [isWhole, setWhole] = useState(false)
  const proposed = useRoundTrips(memberId, year)
  if (!proposed) return null
  if (!proposed.hasBase) return <NoBase />
  const { trips } = proposed
  if (trips.length === 0) return null
  const engine = trips.find((trip) => trip.byRoad === 'all' || trip.byRoad === 'some')?.engine ?? null
  const shown = isWhole ? trips : trips.slice(0, SHOWN_AT_ONCE)
  const all = trips.length > 1 && <Button size="sm" icon={Plus} onClick={() => add(trips)}>{`Add all ${trips.length}`}</Button>
  return (
    <Card title="Rounds not in the log" action={all}>
      <List label="Rounds not in the log">
        {shown.map((trip) => (
          <Round key={trip.onDay} trip={trip} />
        ))}
      </List>
      {shown.length < trips.length && (
        <div className="border-t border-line p-1 text-center">
          <Button variant="quiet" onClick={() => setWhole(true)}>{`Show ${trips.length - shown.length} more`}</Button>
        </div>
      )}
      <p className="border-t border-line px-4 py-3 text-14 text-ink-2">
        {`Worked out from your base by every stop and home again${engine ? ', by road where it says so and else' : ','} in straight lines allowing for roads. If the milometer differs, correct the line. ${sourceWords(engine)}`.trim()}
      </p>
    </Card>
  )
}

const Round = ({ trip }: { trip: ProposedTrip }) => (
  <ListRow
    title={`${shortDay(trip.onDay)}, ${milesWords(trip.milesTenths)}`}
    detail={[trip.purpose, trip.toPlace, ROAD_WORDS[trip.byRoad ?? 'none'], unplacedWords(trip.unplaced)].filter(Boolean).join('. ')}
    aside={
      <Button size="sm" icon={Plus} aria-label={`Add ${shortDay(trip.onDay)}`} onClick={() => add([trip])}>
        Add
      </Button>
    }
  />
)

const ROAD_WORDS = { all: 'By road', some: 'Partly by road', none: '' }

const unplacedWords = (count: number) => {
  if (count === 0) return ''
  return count === 1 ? "1 stop has no position and isn't counted" : `${count} stops have no position and aren't counted`
}

function add(trips: readonly ProposedTrip[]) {
  const miles = milesWords(trips.reduce((sum, { milesTenths }) => sum + milesTenths, 0))
  const [first] = trips
  const what = trips.length === 1 && first ? `${miles} on ${shortDay(first.onDay)}` : `${miles} on ${trips.length} days`
  return withToast('Miles added', what, () => addRounds(trips))
}

const NoBase = () => (
  <Note icon={MapPinned}>
    <p>Set where your van is overnight, and we'll work out the miles of every finished round.</p>
    <p className="text-14">In your round choose Order, then My base is here.</p>
    <LinkButton size="sm" href="/round" className="mt-2">
      To the round
    </LinkButton>
  </Note>
)
