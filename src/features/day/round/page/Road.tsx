import type { PublicStop } from '#features/day/round/contract.ts'
import { type Marker, markersOf, roadInWords } from '#features/day/round/page/road.ts'

const WAY = 'M-10 138C44 138 54 138 84 126S112 66 150 60 190 118 226 112 250 44 330 38'

/** The round as a road with stops: what is done, where the farrier is, and the owner's own. */
export const Road = ({ stop }: { stop: PublicStop }) => (
  <svg
    viewBox="0 16 320 142"
    role="img"
    aria-label={roadInWords(stop)}
    className="-mx-4 block w-[calc(100%+2rem)] overflow-visible select-none"
  >
    <path d={WAY} fill="none" className="stroke-road" strokeWidth="30" />
    <path d={WAY} fill="none" className="stroke-road-line" strokeWidth="2" strokeDasharray="9 8" />
    {markersOf(stop).map((marker) => (
      <Stop key={marker.number} marker={marker} stop={stop} />
    ))}
  </svg>
)

function Stop({ marker, stop }: { marker: Marker; stop: PublicStop }) {
  if (marker.look === 'you') return <You {...marker} isNow={marker.number === stop.currentCallNumber} />
  if (marker.look === 'now') return <Van {...marker} isHeld={stop.note !== null} />
  if (marker.look === 'done') return <Done {...marker} />
  return (
    <g transform={`translate(${marker.x} ${marker.y})`}>
      <circle r="12" strokeWidth="3" className="fill-surface stroke-line-2" />
      <text y="5" textAnchor="middle" fontSize="14" className="fill-ink-2 font-bold tabular-nums">
        {marker.number}
      </text>
    </g>
  )
}

const Done = ({ x, y }: Marker) => (
  <g transform={`translate(${x} ${y})`}>
    <circle r="13" strokeWidth="3" className="fill-ok stroke-surface" />
    <path d="m-5 1 3.5 3.500 7-7" fill="none" strokeWidth="2.600" strokeLinecap="round" strokeLinejoin="round" className="stroke-on-ok" />
  </g>
)

/** Its words keep clear of the left edge. */
const VAN_WORDS_FROM = 48

const Van = ({ x, y, isHeld }: Marker & { isHeld: boolean }) => (
  <g transform={`translate(${x} ${y})`}>
    <circle r="26" className="fill-ember opacity-20" />
    <circle r="18" strokeWidth="3" className="fill-ember stroke-surface" />
    <g
      transform="translate(-10 -10) scale(.833)"
      fill="none"
      strokeWidth="2.200"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="stroke-on-ember"
    >
      <path d="M14 18V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v11a1 1 0 0 0 1 1h2M15 18H9M19 18h2a1 1 0 0 0 1-1v-3.650a1 1 0 0 0-.220-.624l-3.480-4.350A1 1 0 0 0 17.520 8H14" />
      <circle cx="17" cy="18" r="2" />
      <circle cx="7" cy="18" r="2" />
    </g>
    <text x={Math.max(0, VAN_WORDS_FROM - x)} y="-40" textAnchor="middle" fontSize="14" className="fill-ember-ink font-medium">
      {isHeld ? 'Still here' : 'Here now'}
    </text>
  </g>
)

const You = ({ x, y, number, isNow }: Marker & { isNow: boolean }) => (
  <g transform={`translate(${x} ${y})`}>
    <path
      d="M0 4C-7 -8 -22 -14 -22 -32A22 22 0 0 1 22 -32C22 -14 7 -8 0 4Z"
      strokeWidth="3"
      className={`stroke-surface ${isNow ? 'fill-ember' : 'fill-ink'}`}
    />
    <text y="-25" textAnchor="middle" fontSize="20" className={`font-bold tabular-nums ${isNow ? 'fill-on-ember' : 'fill-surface'}`}>
      {number}
    </text>
    <text y="24" textAnchor="middle" fontSize="15" strokeWidth="5" paintOrder="stroke" className="fill-ink stroke-surface font-bold">
      You
    </text>
  </g>
)
