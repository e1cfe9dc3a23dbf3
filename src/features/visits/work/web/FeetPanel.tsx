import { lazy, Suspense, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { FEET, type FootName, footLabel, footWords } from '#features/core/practice/foot-names.ts'
import { useFootScheme } from '#features/core/practice/web/use-foot-scheme.ts'
import { isOfWork, type PhotosOf, photoCounts } from '#features/evidence/files/views.ts'
import { useFilesOf } from '#features/evidence/files/web/data.ts'
import { changesSince, findingsOf, footInWords, glyphOf, type Setup } from '#features/visits/work/feet.ts'
import { PhotoCount } from '#features/visits/work/web/PhotoCount.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'
import { cx } from '#ui/cx.ts'
import { FootGlyph } from '#ui/FootGlyph.tsx'

const FootDialog = lazy(() => import('#features/visits/work/web/FootDialog.tsx').then((module) => ({ default: module.FootDialog })))
const FootPhotosPanel = lazy(() =>
  import('#features/evidence/files/web/FootPhotosPanel.tsx').then((module) => ({ default: module.FootPhotosPanel })),
)

type Props = {
  setup: Setup
  onChange: (setup: Setup) => void
  /** What the feet are compared with; a foot that differs is outlined. */
  before?: Setup | null
  /** Whose feet they are, and what photos of them are filed with; none: there are no photos to take. */
  photos?: { horse: { id: string; name: string }; of: PhotosOf } | undefined
}

/** The four feet, each a button that opens it. */
export function FeetPanel({ setup, onChange, before = null, photos }: Props) {
  const [opened, open] = useState<FootName>()
  const scheme = useFootScheme()
  const changed = new Set(before ? changesSince(before, setup).map(({ foot }) => foot) : [])
  const taken = usePhotosTaken(photos)
  const found = new Map(findingsOf(setup).map(({ foot, words }) => [foot, words]))
  return (
    <>
      <ul aria-label="Feet" className="grid grid-cols-2 gap-2">
        {FEET.map((foot) => (
          <li key={foot} className="grid">
            <button
              type="button"
              onClick={() => open(foot)}
              className={cx(
                'flex min-h-16 items-center gap-2 rounded-lg border bg-surface px-2.5 py-2 text-left hover:bg-sunken max-[359px]:flex-col max-[359px]:text-center',
                changed.has(foot) ? 'border-2 border-ember bg-ember-tint hover:bg-ember-tint' : 'border-line-2',
              )}
            >
              <FootGlyph look={glyphOf(foot, setup[foot])} size={34} />
              <span className="min-w-0 leading-tight">
                <b className="block" title={footWords(foot, scheme)}>
                  {footLabel(foot, scheme)}
                  {changed.has(foot) && <span className="sr-only"> changed</span>}
                  {taken[foot] > 0 && (
                    <>
                      {' '}
                      <PhotoCount count={taken[foot]} />
                    </>
                  )}
                </b>
                <span className="block text-14 [overflow-wrap:anywhere]">{footInWords(setup[foot])}</span>
                {found.has(foot) && <span className="block text-14 text-flag-ink [overflow-wrap:anywhere]">{found.get(foot)}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {opened && (
        <Suspense>
          <FootDialog foot={opened} scheme={scheme} setup={setup} onChange={onChange} onClose={() => open(undefined)}>
            {photos && <FootPhotosPanel {...photos} foot={opened} footName={footWords(opened, scheme)} />}
          </FootDialog>
        </Suspense>
      )}
    </>
  )
}

const NO_PHOTOS = { NF: 0, OF: 0, NH: 0, OH: 0 }

/** How many photos each foot has of this work. */
function usePhotosTaken(photos: Props['photos']) {
  const memberId = useSession<CurrentUser>().user?.memberId ?? ''
  const today = useToday()
  const files = useFilesOf(photos?.horse.id ?? '')
  return photos && files ? photoCounts(files.filter((file) => isOfWork(file, photos.of, { today, memberId }))) : NO_PHOTOS
}
