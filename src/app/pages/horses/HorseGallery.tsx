import { Camera, Images } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { galleryOf, picturesOf, type Wanted, wantedOf } from '#app/pages/horses/gallery.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { FEET, footLabel } from '#features/core/practice/foot-names.ts'
import { useFootScheme } from '#features/core/practice/web/use-foot-scheme.ts'
import { feetToCompare, viewLabel, viewsOf } from '#features/evidence/files/views.ts'
import { type KnownFile, useFilesOf } from '#features/evidence/files/web/data.ts'
import { GalleryPanel } from '#features/evidence/files/web/GalleryPanel.tsx'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import type { VisitHorse } from '#features/visits/appointments/contract.ts'
import { useWorkOf } from '#features/visits/work/web/data.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'

const BeforeAfterDialog = lazy(() =>
  import('#app/pages/horses/BeforeAfterDialog.tsx').then((module) => ({ default: module.BeforeAfterDialog })),
)

const PostsPanel = lazy(() => import('#features/office/posts/web/PostsPanel.tsx').then((module) => ({ default: module.PostsPanel })))

/** So many pictures at once, and so many more on request: a horse has hundreds in a few years. */
const SHOWN_AT_ONCE = 48

/** All pictures of a horse by year and visit, or only those of one foot or from one side. Shown from this device where it has them. */
export function HorseGallery({ horse, onAdd }: { horse: KnownHorse; onAdd: () => void }) {
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  const scheme = useFootScheme()
  const { labelOf } = useKinds()
  const files = useFilesOf(horse.id)
  const work = useWorkOf(horse.id)
  const lines = useRows<VisitHorse>('visit_horses', { horseId: horse.id })
  const [wanted, want] = useState<Wanted>({ foot: null, view: null })
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  const [isMaking, setMaking] = useState(false)
  if (!files || !work || !lines) return null
  const pictures = picturesOf(files, zone)
  if (pictures.length === 0) return <NoPictures horse={horse} onAdd={onAdd} />
  const found = wantedOf(pictures, wanted)
  const years = galleryOf(found.slice(0, most), { work, lines, zone, labelOf })
  return (
    <div className="grid gap-4">
      <Filter pictures={pictures} wanted={wanted} onWant={want} />
      {feetToCompare(pictures).length > 0 && (
        <Button icon={Images} onClick={() => setMaking(true)}>
          Before and after
        </Button>
      )}
      {isMaking && (
        <Suspense>
          <BeforeAfterDialog horse={horse} photos={pictures} onClose={() => setMaking(false)} />
        </Suspense>
      )}
      <Suspense>
        <PostsPanel horseId={horse.id} />
      </Suspense>
      {found.length === 0 ? (
        <p className="text-ink-2">No photos like that yet.</p>
      ) : (
        <GalleryPanel label={`Photos of ${horse.name}`} years={years} footLabel={(foot) => footLabel(foot, scheme)} />
      )}
      {found.length > most && (
        <Button block onClick={() => setMost(most + SHOWN_AT_ONCE)}>
          {`Show more of ${found.length}`}
        </Button>
      )}
    </div>
  )
}

type FilterProps = { pictures: readonly KnownFile[]; wanted: Wanted; onWant: (wanted: Wanted) => void }

/** Offered for what the pictures say of themselves. */
function Filter({ pictures, wanted, onWant }: FilterProps) {
  const scheme = useFootScheme()
  const feet = FEET.filter((foot) => pictures.some((file) => file.foot === foot))
  const views = viewsOf(pictures)
  if (feet.length === 0 && views.length === 0) return null
  return (
    <div className="grid gap-3">
      {feet.length > 0 && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Foot</legend>
          {feet.map((foot) => (
            <Chip key={foot} pressed={wanted.foot === foot} onPressedChange={(isOn) => onWant({ ...wanted, foot: isOn ? foot : null })}>
              {footLabel(foot, scheme)}
            </Chip>
          ))}
        </fieldset>
      )}
      {views.length > 1 && (
        <Field label="View">
          <Select
            options={views.map((view) => ({ value: view, label: viewLabel(view) }))}
            placeholder="All views"
            value={wanted.view ?? ''}
            onChange={({ target }) => onWant({ ...wanted, view: target.value || null })}
          />
        </Field>
      )}
    </div>
  )
}

const NoPictures = ({ horse, onAdd }: { horse: KnownHorse; onAdd: () => void }) => (
  <EmptyState icon={Camera} title="No photos yet" action={<Button onClick={onAdd}>Add a file</Button>}>
    Photos, videos and X-rays of {horse.name} appear here by visit. Take them at the stop, or add ones you have.
  </EmptyState>
)
