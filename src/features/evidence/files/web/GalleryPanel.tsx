import { Film, ImageOff, Play } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useState } from 'react'
import { viewLabel } from '#features/evidence/files/views.ts'
import type { KnownFile } from '#features/evidence/files/web/data.ts'
import { usePhoto } from '#features/evidence/files/web/use-photo.ts'
import { dayTaken } from '#features/evidence/files/web/use-photo-name.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { PendingMark } from '#ui/PendingMark.tsx'

const PhotoViewer = lazy(() => import('#features/evidence/files/web/PhotoViewer.tsx').then((module) => ({ default: module.PhotoViewer })))

type Foot = NonNullable<KnownFile['foot']>
type Props = {
  label: string
  years: readonly { year: string; visits: readonly { key: string; title: string; files: readonly KnownFile[] }[] }[]
  /** `NF`, as the practice calls it. */
  footLabel: (foot: Foot) => string
}
type Opened = { id: string; beforeId?: string }

/** Pictures by year and visit. One opens over the whole screen; two that are chosen open one over the other. */
export function GalleryPanel({ label, years, footLabel }: Props) {
  const [opened, open] = useState<Opened>()
  const [chosen, choose] = useState<readonly string[]>()
  const files = years.flatMap(({ visits }) => visits.flatMap((visit) => visit.files))
  const photos = files.filter((file) => !isFilm(file))
  const press = (file: KnownFile) => {
    if (!chosen) return open({ id: file.id })
    const now = chosen.includes(file.id) ? chosen.filter((id) => id !== file.id) : [...chosen, file.id]
    if (now.length < 2) return choose(now)
    choose(undefined)
    open(inOrder(files, now))
  }
  const tile = (file: KnownFile) => (
    <Tile
      key={file.id}
      file={file}
      caption={captionOf(file, footLabel)}
      isChosen={chosen?.includes(file.id)}
      disabled={chosen !== undefined && isFilm(file)}
      onPress={() => press(file)}
    />
  )
  return (
    <section aria-label={label} className="grid gap-4">
      {photos.length > 1 && (
        <div className="flex flex-wrap items-center gap-3">
          <Button aria-pressed={chosen !== undefined} onClick={() => choose(chosen ? undefined : [])}>
            {chosen ? 'Stop comparing' : 'Compare two'}
          </Button>
          <p role="status" className="text-14 text-ink-2">
            {chosen && (chosen.length === 0 ? 'Choose two photos.' : 'One chosen. Choose another.')}
          </p>
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows go from one button in it to the next */}
      <div className="grid gap-5" onKeyDown={walk}>
        {years.map(({ year, visits }) => (
          <section key={year} aria-label={year} className="grid gap-3">
            <h3 className="text-16">{year}</h3>
            {visits.map((visit) => (
              <div key={visit.key} className="grid gap-1.5">
                <h4 className="text-14 font-medium">{visit.title}</h4>
                <ul className="grid grid-cols-3 gap-2 md:grid-cols-[repeat(auto-fill,minmax(92px,1fr))]">{visit.files.map(tile)}</ul>
              </div>
            ))}
          </section>
        ))}
      </div>
      {opened && (
        <Suspense>
          <PhotoViewer
            photos={files}
            others={photos}
            firstId={opened.id}
            {...(opened.beforeId && { beforeId: opened.beforeId })}
            onClose={() => open(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** The later one opens with the earlier laid over it; they come the newest first. */
function inOrder(files: readonly KnownFile[], ids: readonly string[]): Opened {
  const [later, earlier] = files.filter(({ id }) => ids.includes(id))
  return { id: later?.id ?? '', ...(earlier && { beforeId: earlier.id }) }
}

type TileProps = { file: KnownFile; caption: string; isChosen: boolean | undefined; disabled: boolean; onPress: () => void }

function Tile({ file, caption, isChosen, disabled, onPress }: TileProps) {
  const name = `${isFilm(file) ? 'film' : 'photo'} ${caption || file.description || file.fileName}, ${dayTaken(file)}`
  return (
    <li className="min-w-0">
      <button
        type="button"
        data-tile
        aria-label={`${isChosen === undefined ? 'Open' : 'Choose'} ${name}`}
        {...(isChosen !== undefined && { 'aria-pressed': isChosen })}
        disabled={disabled}
        onClick={onPress}
        className={cx(
          'relative grid aspect-square w-full place-items-center overflow-hidden rounded-md border border-line bg-sunken disabled:opacity-40',
          isChosen && 'outline-3 outline-offset-1 outline-ember',
        )}
      >
        <Look file={file} />
        {caption && (
          <span aria-hidden className="absolute inset-x-0 bottom-0 truncate bg-forge px-1.5 py-0.5 text-left text-14 text-on-forge">
            {caption}
          </span>
        )}
        {(file.isPending || file.needsAttention) && (
          <span className="absolute top-1 right-1 grid size-6 place-items-center rounded-full bg-surface">
            <PendingMark isPending={file.isPending} needsAttention={file.needsAttention} />
          </span>
        )}
      </button>
    </li>
  )
}

/** The small picture; a film's has an icon on it, and a file that can't be shown now has another icon. */
function Look({ file }: { file: KnownFile }) {
  const url = usePhoto(file, 'thumbnail')
  if (url === undefined) return null
  if (url === null) {
    const Sign = isFilm(file) ? Film : ImageOff
    return <Sign size={24} aria-hidden className="text-ink-2" />
  }
  return (
    <>
      <img src={url} alt="" loading="lazy" className="size-full object-cover" />
      {isFilm(file) && (
        <span aria-hidden className="absolute grid size-9 place-items-center rounded-full bg-forge text-on-forge">
          <Play size={20} />
        </span>
      )}
    </>
  )
}

const isFilm = ({ mime }: KnownFile) => /^video\//.test(mime)

/** `NF Solar`; nothing where neither is known. */
const captionOf = ({ foot, view }: KnownFile, footLabel: Props['footLabel']): string =>
  [foot && footLabel(foot), view && viewLabel(view)].filter(Boolean).join(' ')

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** The arrow keys go through the pictures. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const step = STEPS[event.key]
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tile]')]
  const at = tiles.indexOf(event.target as HTMLElement)
  if (!step || at < 0) return
  event.preventDefault()
  tiles[step(at, tiles.length)]?.focus()
}
