import { cx } from '#ui/cx.ts'
import type { MapPoint } from '#ui/map-sketch.ts'

/** Around a pin: its point is on the place, its name under it. */
export const PIN_LOOK = 'grid justify-items-center font-sans text-14 font-medium'

const TONE = { now: 'fill-ember', done: 'fill-ok', 'to-come': 'fill-ink' } as const
const MARK = { now: 'fill-on-ember', done: 'fill-on-ok', 'to-come': 'fill-surface' } as const

/** A pin with its mark in the head and its name next to it. */
export function MapPin({ point, isSelected }: { point: MapPoint; isSelected: boolean }) {
  const tone = point.tone ?? 'to-come'
  return (
    <>
      {point.label && (
        <span
          className={cx(
            'mb-0.5 max-w-36 truncate rounded-sm px-1.5 leading-5',
            isSelected ? 'bg-ink text-surface' : 'bg-surface/90 text-ink',
          )}
        >
          {point.mark && <span className="sr-only">{point.mark}, </span>}
          {point.label}
        </span>
      )}
      <svg width={30} height={36} viewBox="0 0 30 36" aria-hidden>
        <path
          d="M15 35C12 29 3 22 3 14a12 12 0 0 1 24 0c0 8-9 15-12 21Z"
          className={cx(TONE[tone], isSelected ? 'stroke-focus' : 'stroke-surface')}
          strokeWidth={isSelected ? 3 : 2}
        />
        {point.mark ? (
          <text x={15} y={19} textAnchor="middle" className={cx('text-14 font-bold tabular-nums', MARK[tone])}>
            {point.mark}
          </text>
        ) : (
          <circle cx={15} cy={14} r={4} className={MARK[tone]} />
        )}
      </svg>
    </>
  )
}
