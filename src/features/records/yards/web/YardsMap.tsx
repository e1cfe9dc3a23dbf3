import { MapPinOff } from 'lucide-react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { KnownYard } from '#features/records/yards/web/data.ts'
import { positionOf } from '#lib/position.ts'
import { useIsOnNetwork } from '#platform/web/device/use-is-on-network.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { MapView } from '#ui/MapView.tsx'

type Props = { yards: readonly KnownYard[]; selectedId: string | null; onSelect: (id: string) => void }

/** The yards on a map; yards without a position are counted under it. */
export function YardsMap({ yards, selectedId, onSelect }: Props) {
  const styleUrl = useSession<CurrentUser>().user?.mapStyleUrl ?? null
  const isOnNetwork = useIsOnNetwork()
  const points = yards.flatMap((yard) => {
    const position = positionOf(yard)
    return position ? [{ id: yard.id, position, label: yard.name }] : []
  })
  const missing = yards.length - points.length
  return (
    <Card aria-label="Map of the yards">
      {points.length > 0 ? (
        <MapView
          label="Map of the yards"
          styleUrl={styleUrl}
          isOnNetwork={isOnNetwork}
          points={points}
          selectedId={selectedId}
          onSelect={onSelect}
          className="h-[min(560px,60dvh)] rounded-b-none border-0"
        />
      ) : (
        <EmptyState icon={MapPinOff} title="No yard has a position yet">
          Open a yard and press Edit, then stand at its gate, paste a position or place a pin.
        </EmptyState>
      )}
      {points.length > 0 && missing > 0 && (
        <p className="border-t border-line px-4 py-3 text-ink-2">
          {missing === 1 ? "1 yard has no position and isn't" : `${missing} yards have no position and aren't`} on the map.
        </p>
      )}
    </Card>
  )
}
