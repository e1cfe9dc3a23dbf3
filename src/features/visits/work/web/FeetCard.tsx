import { lazy, Suspense, useState } from 'react'
import { FEET, type FootName, footLabel, footWords } from '#features/core/practice/foot-names.ts'
import { useFootScheme } from '#features/core/practice/web/use-foot-scheme.ts'
import { photoCounts } from '#features/evidence/files/views.ts'
import { useFilesOf } from '#features/evidence/files/web/data.ts'
import { footInWords, glyphOf, type Setup } from '#features/visits/work/feet.ts'
import { PhotoCount } from '#features/visits/work/web/PhotoCount.tsx'
import { capital } from '#lib/capital.ts'
import { FootGlyph } from '#ui/FootGlyph.tsx'

const FootOverTimePanel = lazy(() =>
  import('#features/evidence/files/web/FootOverTimePanel.tsx').then((module) => ({ default: module.FootOverTimePanel })),
)

type Props = {
  setup: Setup
  /** The horse whose feet they are: a foot with photos then shows their number, and opens them. */
  horse?: { id: string; name: string }
}

/** The four feet as they were last left, in a row. */
export function FeetCard({ setup, horse }: Props) {
  const scheme = useFootScheme()
  const [opened, open] = useState<FootName>()
  const counts = photoCounts(useFilesOf(horse?.id ?? '') ?? [])
  return (
    <>
      <ul
        aria-label="Feet as left"
        className="grid grid-cols-4 *:border-l *:border-line *:first:border-transparent rounded-lg border border-line bg-surface"
      >
        {FEET.map((foot) => (
          <li key={foot} className="relative grid min-w-0 content-start justify-items-center gap-0.5 px-1 py-2.5 text-center">
            <FootGlyph look={glyphOf(foot, setup[foot])} size={34} />
            <b title={footWords(foot, scheme)}>{footLabel(foot, scheme)}</b>
            <span className="text-14 leading-tight text-ink-2 [overflow-wrap:anywhere]">{footInWords(setup[foot])}</span>
            {horse && counts[foot] > 0 && (
              <button
                type="button"
                aria-label={`${counts[foot]} ${counts[foot] === 1 ? 'photo' : 'photos'} of the ${footWords(foot, scheme)}`}
                onClick={() => open(foot)}
                className="mt-0.5 after:absolute after:inset-0 after:rounded-lg"
              >
                <PhotoCount count={counts[foot]} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {opened && horse && (
        <Suspense>
          <FootOverTimePanel horse={horse} foot={opened} footName={capital(footWords(opened, scheme))} onClose={() => open(undefined)} />
        </Suspense>
      )}
    </>
  )
}
