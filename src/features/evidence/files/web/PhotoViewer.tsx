import { ChevronLeft, ChevronRight } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { footLabel, footWords } from '#features/core/practice/foot-names.ts'
import { useFootScheme } from '#features/core/practice/web/use-foot-scheme.ts'
import { overTime } from '#features/evidence/files/views.ts'
import { BeforeAfter, Large } from '#features/evidence/files/web/BeforeAfter.tsx'
import type { KnownFile } from '#features/evidence/files/web/data.ts'
import { FilmView } from '#features/evidence/files/web/FilmView.tsx'
import { usePaging } from '#features/evidence/files/web/use-paging.ts'
import { dayTaken, usePhotoName } from '#features/evidence/files/web/use-photo-name.ts'
import { capital } from '#lib/capital.ts'
import { useRow } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { FullScreen } from '#ui/FullScreen.tsx'
import { Select } from '#ui/Select.tsx'

const FootOverTimePanel = lazy(() =>
  import('#features/evidence/files/web/FootOverTimePanel.tsx').then((module) => ({ default: module.FootOverTimePanel })),
)

type Props = {
  photos: readonly KnownFile[]
  others: readonly KnownFile[]
  firstId: string
  /** What it is laid over at once. */
  beforeId?: string
  onClose: () => void
}

/** One photo after the other over the whole screen, films among them; and one laid over another, to see what has changed between them. */
export function PhotoViewer({ photos, others, firstId, beforeId = '', onClose }: Props) {
  const [at, setAt] = useState(() => photos.findIndex(({ id }) => id === firstId))
  const [otherId, setOther] = useState(beforeId)
  const [isOverTime, setOverTime] = useState(false)
  const photoName = usePhotoName()
  const scheme = useFootScheme()
  const photo = photos[at]
  const choices = photo && !isFilm(photo) ? others.filter(({ id }) => id !== photo.id) : []
  const other = choices.find(({ id }) => id === otherId)
  const step = (by: number) => setAt((now) => Math.min(photos.length - 1, Math.max(0, now + by)))
  if (!photo) return null
  return (
    <FullScreen title={photoName(photo)} subtitle={`${dayTaken(photo)}, ${at + 1} of ${photos.length}`} isDark onClose={onClose}>
      <Pages onStep={step} isHeld={other !== undefined}>
        <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-center">
          {isFilm(photo) ? <FilmView key={photo.id} film={photo} /> : <Still photo={photo} before={other} />}
        </div>
        {photo.description && <p className="[overflow-wrap:anywhere]">{photo.description}</p>}
        <div className="flex flex-wrap items-end gap-2 pb-[env(safe-area-inset-bottom)]">
          {choices.length > 0 && (
            <Field label="Compare with" className="min-w-0 flex-1 max-md:basis-full">
              <Select
                value={otherId}
                onChange={({ target }) => setOther(target.value)}
                options={[
                  { value: '', label: 'Nothing' },
                  ...choices.map((one) => ({ value: one.id, label: `${photoName(one)}, ${dayTaken(one)}` })),
                ]}
              />
            </Field>
          )}
          {photo.foot && overTime(others, photo.foot).length > 1 && (
            <Button onClick={() => setOverTime(true)}>{`${footLabel(photo.foot, scheme)} over time`}</Button>
          )}
          <div className="flex gap-2 max-md:basis-full">
            <Button className="max-md:flex-1" icon={ChevronLeft} disabled={at === 0} onClick={() => step(-1)}>
              Previous
            </Button>
            <Button className="max-md:flex-1" icon={ChevronRight} disabled={at === photos.length - 1} onClick={() => step(1)}>
              Next
            </Button>
          </div>
        </div>
      </Pages>
      {/* Not in the body, whose pages a finger turns. */}
      {isOverTime && <OverTime photo={photo} onClose={() => setOverTime(false)} />}
    </FullScreen>
  )
}

type PagesProps = { onStep: (by: number) => void; isHeld: boolean; children: ReactNode }

/** The part that turns from picture to picture, except while two are compared. */
function Pages({ onStep, isHeld, children }: PagesProps) {
  const body = useRef<HTMLDivElement>(null)
  const paging = usePaging(body, onStep, isHeld)
  return (
    <div ref={body} {...paging} className="flex min-h-0 flex-1 touch-pan-y flex-col gap-3 overflow-y-auto p-3 outline-none">
      {children}
    </div>
  )
}

const Still = ({ photo, before }: { photo: KnownFile; before: KnownFile | undefined }) =>
  before ? <BeforeAfter before={before} after={photo} /> : <Large key={photo.id} photo={photo} />

const isFilm = ({ mime }: KnownFile) => /^video\//.test(mime)

/** All photos of the same foot. */
function OverTime({ photo: { foot, view, horseId }, onClose }: { photo: KnownFile; onClose: () => void }) {
  const horse = useRow<{ name: string }>('horses', horseId)
  const scheme = useFootScheme()
  if (!foot || !horseId) return null
  return (
    <Suspense>
      <FootOverTimePanel
        horse={{ id: horseId, name: horse?.name ?? '' }}
        foot={foot}
        footName={capital(footWords(foot, scheme))}
        view={view}
        onClose={onClose}
      />
    </Suspense>
  )
}
