import { Columns2, Contrast, Hand, Maximize, Ruler, Sun, TriangleRight, ZoomIn, ZoomOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Film, zoomed } from '#features/evidence/radiographs/film.ts'
import type { PatientFact } from '#features/evidence/radiographs/patient.ts'
import { Adjust } from '#features/evidence/radiographs/web/Adjust.tsx'
import { ZOOM_STEP } from '#features/evidence/radiographs/web/FilmView.tsx'
import { Measurements } from '#features/evidence/radiographs/web/Measurements.tsx'
import { ToolButton } from '#features/evidence/radiographs/web/ToolButton.tsx'
import type { FilmState } from '#features/evidence/radiographs/web/use-film.ts'
import { isMeasuring, type Tool } from '#features/evidence/radiographs/web/use-pointers.ts'
import { cx } from '#ui/cx.ts'
import { Facts } from '#ui/Facts.tsx'
import { Field, useField } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'

/** What a phone shows above its tools in place of what the tool in hand needs. */
export type Shelf = 'beside' | 'about' | undefined
type Props = {
  tool: Tool
  onTool: (tool: Tool) => void
  shelf: Shelf
  onShelf: (shelf: Shelf) => void
  /** The film that the tools go to. */
  state: FilmState
  /** Whether the user measures here; otherwise they read what was measured. */
  mayMeasure: boolean
  /** The radiographs that can be shown next to it. */
  others: { options: readonly { value: string; label: string }[]; value: string; onChange: (id: string) => void } | undefined
}

const FRAME =
  'flex shrink-0 flex-col gap-1 border-t border-line bg-surface px-2 pt-2 pb-[max(8px,env(safe-area-inset-bottom))] ' +
  // A phone in landscape has its free space next to the film as well.
  'landscape:w-80 landscape:overflow-y-auto landscape:border-t-0 landscape:border-l ' +
  'md:w-80 md:gap-5 md:overflow-y-auto md:border-t-0 md:border-l md:px-4 md:py-4'

/** Everything that can be done: at the bottom of a phone, with only the current tool's controls above it; next to the film on anything wider. */
export function Controls({ tool, onTool, shelf, onShelf, state, mayMeasure, others }: Props) {
  const open = state.state === 'open' ? state : undefined
  const isSeen = (isWanted: boolean) => cx('grid gap-2', !isWanted && 'max-md:hidden')
  return (
    <div className={FRAME}>
      <Tools tool={shelf ? undefined : tool} onTool={onTool} isOff={!open} mayMeasure={mayMeasure} />
      <Steps
        state={state}
        beside={others && { isOpen: shelf === 'beside', onToggle: () => onShelf(shelf === 'beside' ? undefined : 'beside') }}
      />
      <div className="order-first grid gap-3 px-1 not-empty:pb-1 landscape:order-none md:order-none md:gap-5 md:px-0">
        {open && <Frames {...open} />}
        {open && (
          <Part title="Light" className={isSeen(tool === 'light' && !shelf)}>
            <Adjust {...open} />
          </Part>
        )}
        {open && (
          <Part title="Measurements" className={isSeen((mayMeasure ? isMeasuring(tool) : tool === 'move') && !shelf)}>
            <Measurements {...open} mayMeasure={mayMeasure} />
          </Part>
        )}
        {others && (
          <Field label="Beside it" className={isSeen(shelf === 'beside')}>
            <Select
              options={[{ value: '', label: 'Nothing' }, ...others.options]}
              value={others.value}
              onChange={({ target }) => others.onChange(target.value)}
            />
          </Field>
        )}
        {open?.facts.patient && (
          <Part title="In the file" className={isSeen(shelf === 'about')}>
            <Patient facts={open.facts.patient} />
          </Part>
        )}
      </div>
    </div>
  )
}

const TOOLS = [
  ['move', Hand, 'Move'],
  ['light', Sun, 'Light'],
  ['length', Ruler, 'Length'],
  ['angle', TriangleRight, 'Angle'],
] as const

type ToolsProps = { tool: Tool | undefined; onTool: (tool: Tool) => void; isOff: boolean; mayMeasure: boolean }

const Tools = ({ tool, onTool, isOff, mayMeasure }: ToolsProps) => (
  <div role="toolbar" aria-label="Tools" className="order-last flex gap-1 landscape:order-none md:order-none">
    {TOOLS.filter(([value]) => mayMeasure || !isMeasuring(value)).map(([value, icon, word]) => (
      <ToolButton key={value} icon={icon} disabled={isOff} aria-pressed={tool === value} onClick={() => onTool(value)}>
        {word}
      </ToolButton>
    ))}
  </div>
)

function Steps({ state, beside }: { state: FilmState; beside: { isOpen: boolean; onToggle: () => void } | undefined }) {
  const open = state.state === 'open' ? state : undefined
  const picture = { width: open?.facts.columns ?? 1, height: open?.facts.rows ?? 1 }
  const step = (change: (film: Film) => Film) => ({ disabled: !open, onClick: () => open?.change(change) })
  return (
    <div role="toolbar" aria-label="View" className="flex gap-1 md:-mt-4">
      <ToolButton icon={ZoomOut} {...step((film) => zoomed(film, picture, 1 / ZOOM_STEP))}>
        Smaller
      </ToolButton>
      <ToolButton icon={ZoomIn} {...step((film) => zoomed(film, picture, ZOOM_STEP))}>
        Larger
      </ToolButton>
      <ToolButton icon={Maximize} {...step((film) => ({ ...film, view: null }))}>
        Fit
      </ToolButton>
      <ToolButton
        icon={Contrast}
        aria-pressed={open?.film.isInverted ?? false}
        {...step((film) => ({ ...film, isInverted: !film.isInverted }))}
      >
        Invert
      </ToolButton>
      {beside && (
        <ToolButton icon={Columns2} aria-pressed={beside.isOpen} onClick={beside.onToggle} className="md:hidden">
          Beside
        </ToolButton>
      )}
    </div>
  )
}

function Frames({ facts: { frames }, film: { frame }, change }: Extract<FilmState, { state: 'open' }>) {
  if (frames < 2) return null
  return (
    <Field label={`Picture ${frame + 1} of ${frames}`}>
      <FrameSlider frames={frames} frame={frame} onChange={(next) => change((film) => ({ ...film, frame: next }))} />
    </Field>
  )
}

const FrameSlider = ({ frames, frame, onChange }: { frames: number; frame: number; onChange: (frame: number) => void }) => (
  <input
    {...useField()}
    type="range"
    min={1}
    max={frames}
    value={frame + 1}
    onChange={({ target }) => onChange(Number(target.value) - 1)}
    className="h-12 w-full accent-ember md:h-8"
  />
)

const Part = ({ title, className, children }: { title: string; className: string; children: ReactNode }) => (
  <section aria-label={title} className={className}>
    <h2 className="text-16 max-md:hidden">{title}</h2>
    {children}
  </section>
)

const Patient = ({ facts }: { facts: readonly PatientFact[] }) =>
  facts.length > 0 ? (
    <Facts facts={facts.map(({ label, value }) => [label, value] as const)} />
  ) : (
    <p className="text-ink-2">It doesn't name anybody.</p>
  )
