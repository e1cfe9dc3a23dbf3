import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { type Film, moved, zoomed } from '#features/evidence/radiographs/film.ts'
import type { MarkBook } from '#features/evidence/radiographs/kept.ts'
import type { Place, Size } from '#features/evidence/radiographs/view.ts'
import { Marks } from '#features/evidence/radiographs/web/Marks.tsx'
import type { FilmState } from '#features/evidence/radiographs/web/use-film.ts'
import { useKeeping } from '#features/evidence/radiographs/web/use-keeping.ts'
import { usePainting } from '#features/evidence/radiographs/web/use-painting.ts'
import { type Tool, usePointers } from '#features/evidence/radiographs/web/use-pointers.ts'
import { draggedWindow } from '#features/evidence/radiographs/window.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { ErrorState } from '#ui/EmptyState.tsx'
import { Note } from '#ui/Note.tsx'
import { Spinner } from '#ui/Spinner.tsx'

type Props = {
  /** The accessible description of the film. */
  label: string
  /** Laid over its corner; never part of the picture. */
  caption: string
  state: FilmState
  tool: Tool
  book: MarkBook | undefined
  /** Of two films, the one the tools act on. */
  isMarked: boolean
  onActive: () => void
}

/** One radiograph in its frame, in each of its states. */
export const FilmView = ({ label, caption, state, tool, book, isMarked, onActive }: Props) => (
  <section
    aria-label={label}
    onPointerDownCapture={onActive}
    onFocusCapture={onActive}
    className="relative grid min-h-0 min-w-0 flex-1 overflow-hidden bg-forge"
  >
    {state.state === 'open' && <OpenFilm label={label} state={state} tool={tool} book={book} />}
    {state.state === 'reading' && (
      <p role="status" className="m-auto flex items-center gap-3 px-6 text-ink-2">
        <Spinner /> Reading the radiograph...
      </p>
    )}
    {state.state === 'refused' && (
      <div className="m-auto">
        <ErrorState title="This radiograph can't be opened" {...(state.again && { onRetry: state.again })}>
          {state.sentence}
        </ErrorState>
      </div>
    )}
    <p
      aria-hidden
      className="pointer-events-none absolute top-2 left-2 max-w-[calc(100%-16px)] rounded-sm bg-forge px-2 py-0.5 text-14 font-bold"
    >
      {caption}
    </p>
    {isMarked && <span aria-hidden className="pointer-events-none absolute inset-0 border-2 border-ember" />}
  </section>
)

type OpenProps = Pick<Props, 'label' | 'tool' | 'book'> & { state: Extract<FilmState, { state: 'open' }> }

function OpenFilm({ label, state, tool, book }: OpenProps) {
  const { facts, reader, film, change } = state
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const picture = { width: facts.columns, height: facts.rows }
  const isTurned = facts.tone.isInverse !== film.isInverted
  const { shown, problem } = usePainting(canvas, reader, film, picture)
  const { isRefused, again } = useKeeping(state, book)
  useScreen(box, (screen) => change((now) => ({ ...now, screen })))
  useWheel(box, (factor, pixel) => change((now) => zoomed(now, picture, factor, pixel)))
  const press = (event: KeyboardEvent) => {
    if (event.target !== box.current || event.ctrlKey || event.metaKey || event.altKey) return
    const done = keyed(event.key, tool, picture, isTurned)
    if (!done) return
    event.preventDefault()
    change(done)
  }
  return (
    <>
      <div
        ref={box}
        role="application"
        aria-label={`${label}. Arrow keys move, plus and minus zoom, 0 shows all of it, I inverts.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved and zoomed by keys
        tabIndex={0}
        onKeyDown={press}
        {...usePointers({ tool, picture, isTurned, change })}
        className={cx('relative min-h-0 touch-none select-none focus-visible:-outline-offset-3', CURSOR[tool])}
      >
        <canvas ref={canvas} role="img" aria-label={label} className="absolute inset-0 size-full" />
        {shown && (
          <Marks
            shown={shown}
            picture={picture}
            film={film}
            scale={facts.scale}
            mayMeasure={!book || book.measuresAs !== null}
            change={change}
          />
        )}
        {problem && (
          <Note tone="late" live className="absolute inset-x-2 bottom-2">
            {problem}
          </Note>
        )}
      </div>
      {/* Beside what fingers move: what is pressed here is no place on the film. */}
      {isRefused && !problem && (
        <Note tone="late" live className="absolute inset-x-2 bottom-2">
          <p>What you measured isn’t kept: there’s no signal, or the film isn’t open to you any more.</p>
          <Button size="sm" className="mt-2" onClick={again}>
            Try again
          </Button>
        </Note>
      )}
    </>
  )
}

const CURSOR: Readonly<Record<Tool, string>> = {
  move: 'cursor-grab active:cursor-grabbing',
  light: 'cursor-ns-resize',
  length: 'cursor-crosshair',
  angle: 'cursor-crosshair',
}

/* The room an element has, as it changes. */
function useScreen(box: { current: HTMLElement | null }, onChange: (screen: Size) => void) {
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      if (width > 0 && height > 0) changed({ width, height })
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
}

/* Ours, because React's does not let the wheel be kept from the page. */
function useWheel(box: { current: HTMLElement | null }, zoom: (factor: number, pixel: Place) => void) {
  const turned = useEffectEvent(zoom)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1)
      turned(2 ** (-pixels / 300), { x: event.clientX - left, y: event.clientY - top })
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [box])
}

/** What one press of a button or a key zooms. */
export const ZOOM_STEP = 1.5
/** Pixels an arrow key moves the picture; with the light tool what a drag of so many does. */
const STEP = 40
const ARROWS: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

function keyed(key: string, tool: Tool, picture: Size, isTurned: boolean): ((film: Film) => Film) | undefined {
  const arrow = ARROWS[key]
  if (arrow && tool === 'light') return (film) => ({ ...film, window: draggedWindow(film.window, arrow.x, -arrow.y, isTurned) })
  // The keys look about: what lies to the right comes to the middle.
  if (arrow) return (film) => moved(film, picture, { x: -arrow.x, y: -arrow.y })
  if (key === '+' || key === '=') return (film) => zoomed(film, picture, ZOOM_STEP)
  if (key === '-') return (film) => zoomed(film, picture, 1 / ZOOM_STEP)
  if (key === '0') return (film) => ({ ...film, view: null })
  if (key.toLowerCase() === 'i') return (film) => ({ ...film, isInverted: !film.isInverted })
  return undefined
}
