import { lineOf } from '#features/evidence/gait/web/lines.ts'

/** A piece of a column's line. On its own ground, for a pressed chip is dark. */
export function Swatch({ place }: { place: number }) {
  const { swatch, dash } = lineOf(place)
  return (
    <svg aria-hidden="true" width="28" height="12" className={`shrink-0 rounded-sm bg-surface ${swatch}`}>
      <line x1="2" x2="26" y1="6" y2="6" stroke="currentColor" strokeWidth="2.5" strokeDasharray={dash.join(' ')} />
    </svg>
  )
}
