import { milesOf } from '#lib/distance.ts'
import type { LatLng } from '#lib/position.ts'
import type { Spot } from '#ui/outline/clip.ts'
import { type Box, borderPath, directionTo, landPath, nearestTown, townNames } from '#ui/outline/ground.ts'

type Props = {
  size: { width: number; height: number }
  place: (at: LatLng) => Spot
  /** What the map is about, in the middle of it. */
  middle: LatLng
  /** Where no town's name may be: on pins and their names. */
  taken: readonly Box[]
}

/** Coast, borders and towns under the pins of a sketch; where no town is in sight, how far it is to the nearest. */
export function MapGround({ size, place, middle, taken }: Props) {
  const names = townNames(place, size, taken)
  return (
    <>
      <path d={landPath(place, size)} className="fill-surface stroke-line-2" strokeWidth={1.5} />
      <path d={borderPath(place, size)} fill="none" className="stroke-line-2" strokeWidth={1.5} strokeDasharray="6 4" />
      {names.map(({ town, at }) => (
        <g key={town.name} className="fill-ink-2">
          <circle cx={at.x} cy={at.y} r={2.5} />
          <text x={at.x + 7} y={at.y + 5} className="text-14">
            {town.name}
          </text>
        </g>
      ))}
      {names.length === 0 && <Nearest size={size} middle={middle} />}
    </>
  )
}

function Nearest({ size, middle }: Pick<Props, 'size' | 'middle'>) {
  const { town, km } = nearestTown(middle)
  const miles = Math.max(1, Math.round(milesOf(km)))
  return (
    <text x={size.width - 12} y={size.height - 14} textAnchor="end" className="fill-ink-2 text-14">
      {town.name}: {miles} {miles === 1 ? 'mile' : 'miles'} {directionTo(middle, town)}
    </text>
  )
}
