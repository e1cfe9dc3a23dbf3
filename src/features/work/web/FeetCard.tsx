import { FEET, footInWords, footLabel, footWords, glyphOf, type Setup } from '#features/work/feet.ts'
import { FootGlyph } from '#features/work/web/FootGlyph.tsx'
import { useFootScheme } from '#features/work/web/use-foot-scheme.ts'

/** The four feet as they were last left, in a row. */
export function FeetCard({ setup }: { setup: Setup }) {
  const scheme = useFootScheme()
  return (
    <ul aria-label="Feet as they were left" className="grid grid-cols-4 divide-x divide-line rounded-lg border border-line bg-surface">
      {FEET.map((foot) => (
        <li key={foot} className="grid min-w-0 content-start justify-items-center gap-0.5 px-1 py-2.5 text-center">
          <FootGlyph look={glyphOf(foot, setup[foot])} size={34} />
          <b title={footWords(foot, scheme)}>{footLabel(foot, scheme)}</b>
          <span className="text-14 leading-tight text-ink-2 [overflow-wrap:anywhere]">{footInWords(setup[foot])}</span>
        </li>
      ))}
    </ul>
  )
}
