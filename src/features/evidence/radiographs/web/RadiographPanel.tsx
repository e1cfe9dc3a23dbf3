import { Info } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { MarkBook } from '#features/evidence/radiographs/kept.ts'
import { type RadiographLabels, radiographSubtitle, radiographTitle, spokenLabel } from '#features/evidence/radiographs/labels.ts'
import { Controls, type Shelf } from '#features/evidence/radiographs/web/Controls.tsx'
import { FilmView } from '#features/evidence/radiographs/web/FilmView.tsx'
import { type FilmState, useFilm } from '#features/evidence/radiographs/web/use-film.ts'
import type { Tool } from '#features/evidence/radiographs/web/use-pointers.ts'
import { Button } from '#ui/Button.tsx'
import { FullScreen } from '#ui/FullScreen.tsx'

/** A radiograph that can be shown next to it: fetched when it is chosen. */
type OtherRadiograph = { id: string; label: string; load: () => Promise<Blob> }

type Props = {
  id: string
  /** DICOM or an ordinary picture, as it was filed. */
  blob: Blob
  labels: RadiographLabels
  others: readonly OtherRadiograph[]
  /** Whether this member may see the patient named in the file; if not, it is not even read. */
  mayReadPatient: boolean
  /** Where measurements are kept; without it they are of the moment. */
  book?: MarkBook
  onClose: () => void
}

/**
 * A radiograph over the whole screen: light, zoom, lengths and angles, a second one next to it. It is read on this device, and nothing changes the
 * file; what is measured is kept in `book`. Load it with `lazy()`.
 */
export function RadiographPanel({ id: ownId, blob, labels, others, mayReadPatient, book, onClose }: Props) {
  const [other, setOther] = useState<OtherRadiograph>()
  const [tool, setTool] = useState<Tool>('move')
  const [shelf, setShelf] = useState<Shelf>()
  const [isOtherActive, setOtherActive] = useState(false)
  const load = useCallback(() => Promise.resolve(blob), [blob])
  const own = useFilm({ id: ownId, load }, mayReadPatient) ?? READING
  const beside = useFilm(other, mayReadPatient)
  const state = (isOtherActive && beside) || own
  const choose = (id: string) => {
    setOther(others.find((each) => each.id === id))
    setOtherActive(id !== '')
  }
  const take = (next: Tool) => {
    endDrawing(state)
    setShelf(undefined)
    setTool(next)
  }
  const mayMeasure = !book || book.measuresAs !== null
  const options = others.map(({ id, label }) => ({ value: id, label }))
  return (
    // Next to a bright page the greys of a film can't be distinguished.
    <FullScreen
      isDark
      title={radiographTitle(labels)}
      subtitle={radiographSubtitle(labels)}
      actions={own.state === 'open' && own.facts.patient && <AboutButton shelf={shelf} onShelf={setShelf} />}
      onEscape={() => endDrawing(state)}
      onClose={onClose}
    >
      <div className="flex min-h-0 flex-1 flex-col landscape:flex-row md:flex-row">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-px bg-line landscape:flex-row">
          <FilmView
            label={spokenLabel(labels)}
            caption={radiographTitle(labels)}
            state={own}
            tool={tool}
            book={book}
            isMarked={beside !== undefined && !isOtherActive}
            onActive={() => setOtherActive(false)}
          />
          {beside && other && (
            <FilmView
              label={`Radiograph ${other.label}`}
              caption={other.label}
              state={beside}
              tool={tool}
              book={book}
              isMarked={isOtherActive}
              onActive={() => setOtherActive(true)}
            />
          )}
        </div>
        <Controls
          tool={tool}
          onTool={take}
          shelf={shelf}
          onShelf={setShelf}
          state={state}
          mayMeasure={mayMeasure}
          others={options.length > 0 ? { options, value: other?.id ?? '', onChange: choose } : undefined}
        />
      </div>
    </FullScreen>
  )
}

const READING: FilmState = { state: 'reading' }

/** True when a measurement was on its way. */
function endDrawing(state: FilmState): boolean {
  if (state.state !== 'open' || !state.film.drawing) return false
  state.change((film) => ({ ...film, drawing: null }))
  return true
}

/* Next to the film its details are always visible. */
const AboutButton = ({ shelf, onShelf }: { shelf: Shelf; onShelf: (shelf: Shelf) => void }) => (
  <Button
    variant="quiet"
    size="icon"
    icon={Info}
    aria-label="In the file"
    aria-pressed={shelf === 'about'}
    onClick={() => onShelf(shelf === 'about' ? undefined : 'about')}
    className="md:hidden"
  />
)
