import type { CardFoot } from '#features/day/visit-card/card.ts'
import { FootGlyph } from '#ui/FootGlyph.tsx'

/** The four feet as an owner reads them, as they are under the horse: near on the left, fronts first. */
export const CardFeet = ({ feet }: { feet: readonly CardFoot[] }) => (
  <ul className="grid gap-x-4 gap-y-3 py-1 xs:grid-cols-2">
    {feet.map(({ foot, name, words, look }) => (
      <li key={foot} className="flex items-center gap-3">
        <FootGlyph look={look} size={34} />
        <span className="min-w-0 leading-tight">
          <span className="block text-14 text-ink-2">{name}</span>
          <span className="block [overflow-wrap:anywhere]">{words}</span>
        </span>
      </li>
    ))}
  </ul>
)
