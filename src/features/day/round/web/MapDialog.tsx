import { Navigation } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { mapHref, type RoundDay, type RoundStop } from '#features/day/round/round-day.ts'
import { holeOf } from '#features/day/round/web/RoundHead.tsx'
import { StopWords } from '#features/day/round/web/StopRows.tsx'
import { outside } from '#platform/web/device/outside.ts'
import { useIsOnNetwork } from '#platform/web/device/use-is-on-network.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { MapView } from '#ui/MapView.tsx'
import { Note } from '#ui/Note.tsx'
import { Hole } from '#ui/Track.tsx'

/** The round on a map: its stops by number, the way between them, and each a press from the phone's own map app. */
export function MapDialog({ round, onClose }: { round: RoundDay; onClose: () => void }) {
  const styleUrl = useSession<CurrentUser>().user?.mapStyleUrl ?? null
  const isOnNetwork = useIsOnNetwork()
  const [selectedId, select] = useState<string | null>(round.next?.visit.id ?? null)
  const placed = round.stops.flatMap((stop) => (stop.position ? [{ stop, position: stop.position }] : []))
  const missing = round.stops.length - placed.length
  return (
    <Dialog open size="lg" onOpenChange={(isOpen) => !isOpen && onClose()} title="Map of the round">
      <div className="grid gap-3">
        {placed.length > 0 && (
          <MapView
            label="Map of the round"
            className="h-[46dvh] md:h-96"
            styleUrl={styleUrl}
            isOnNetwork={isOnNetwork}
            points={placed.map(({ stop, position }) => ({
              id: stop.visit.id,
              position,
              label: stop.name,
              mark: String(stop.number),
              tone: toneOf(stop, round),
            }))}
            line={placed.map(({ position }) => position)}
            selectedId={selectedId}
            onSelect={select}
          />
        )}
        {missing > 0 && (
          <Note>{`${missing === 1 ? '1 stop has' : `${missing} stops have`} no position and ${missing === 1 ? "isn't" : "aren't"} on the map.`}</Note>
        )}
        <ol className="grid divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {round.stops.map((stop) => (
            <Row key={stop.visit.id} stop={stop} round={round} isSelected={stop.visit.id === selectedId} />
          ))}
        </ol>
      </div>
    </Dialog>
  )
}

function Row({ stop, round, isSelected }: { stop: RoundStop; round: RoundDay; isSelected: boolean }) {
  const href = mapHref(stop)
  return (
    <li aria-current={isSelected ? 'location' : undefined} className={`flex items-center gap-3 px-3 py-2 ${isSelected ? 'bg-sunken' : ''}`}>
      <Hole state={holeOf(stop, round)} number={stop.number} />
      <StopWords
        stop={stop}
        aside={
          stop.arrival && (
            <span className="block text-14 tabular-nums first-letter:uppercase">{`${stop.arrival.lead}${stop.arrival.words}`}</span>
          )
        }
      />
      {href && !stop.visit.isCallComplete && (
        <LinkButton {...outside(href)} size="sm" icon={Navigation} aria-label={`Navigate to ${stop.name}`}>
          Navigate
        </LinkButton>
      )}
    </li>
  )
}

function toneOf(stop: RoundStop, round: RoundDay) {
  const hole = holeOf(stop, round)
  return hole === 'now' || hole === 'to-come' ? hole : 'done'
}
