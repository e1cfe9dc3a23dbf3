/** How a foot is drawn; only a shod one has a bar, a pad or studs. */
type Look = { isShod: boolean; hasBar: boolean; hasPad: boolean; hasStuds: boolean; isFront: boolean }
type Props = { look: Look; size?: number }

const OUTLINE = 'M10 39C5.5 31 4.2 24 6 17C8 9.5 13.5 5.5 20 5.5S32 9.5 34 17C35.8 24 34.5 31 30 39'
const POINTED = 'M11 39C6.5 31 5 24.5 7 17C9 10 14.5 4 20 4S31 10 33 17C35 24.5 33.5 31 29 39'
const BARE =
  'M10.5 39C7 31 5.2 24.5 6.8 17.5C8.6 9.8 14 5 20 5s11.4 4.8 13.2 12.5C34.8 24.5 33 31 29.5 39C27 41 24 38 20 41C16 38 13 41 10.5 39Z'
const FROG = 'M20 21 14.5 37.5M20 21l5.5 16.5'
const NAILS = [
  [6.8, 18.5],
  [6.3, 24.5],
  [7.6, 30],
  [33.2, 18.5],
  [33.7, 24.5],
  [32.4, 30],
] as const
const STUDS = [
  [9.6, 37],
  [30.4, 37],
] as const

/** A foot from the ground: fronts round, hinds pointed; bare, shod, with a bar, a pad (straw) or studs. The words are next to it. */
export function FootGlyph({ look, size = 40 }: Props) {
  const shoe = look.isFront ? OUTLINE : POINTED
  return (
    <svg viewBox="0 0 40 44" width={size} height={size * 1.1} fill="none" aria-hidden className="shrink-0">
      {look.hasPad && <path d={`${shoe}Z`} className="fill-due opacity-55" />}
      {look.isShod ? (
        <>
          <path d={look.hasBar ? `${shoe}Z` : shoe} className="stroke-ink" strokeWidth={6.5} strokeLinejoin="round" />
          {NAILS.map(([x, y]) => (
            <circle key={`${x} ${y}`} cx={x} cy={y} r={1.35} className="fill-surface" />
          ))}
          {look.hasStuds &&
            STUDS.map(([x, y]) => <circle key={x} cx={x} cy={y} r={3} className="fill-surface stroke-ink" strokeWidth={2} />)}
        </>
      ) : (
        <>
          <path d={BARE} className="stroke-ink-2" strokeWidth={2} />
          <path d={FROG} className="stroke-ink-2" strokeWidth={2} strokeLinecap="round" />
        </>
      )}
    </svg>
  )
}
