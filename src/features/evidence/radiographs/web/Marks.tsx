import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { type Film, isOwn, type Measure, placeAt, withoutMeasure, withPlace } from '#features/evidence/radiographs/film.ts'
import { type Mark, measured } from '#features/evidence/radiographs/measure.ts'
import type { Scale } from '#features/evidence/radiographs/scale.ts'
import { onScreen, type Place, type Size } from '#features/evidence/radiographs/view.ts'
import type { Shown } from '#features/evidence/radiographs/web/use-painting.ts'
import type { Change } from '#features/evidence/radiographs/web/use-pointers.ts'

type Props = { shown: Shown; picture: Size; film: Film; scale: Scale | undefined; mayMeasure: boolean; change: Change }

/** The measurements of a film, laid over what its canvas shows: lines, what they come to, and a handle at each place of one's own. */
export function Marks({ shown, picture, film, scale, mayMeasure, change }: Props) {
  const { drawing, frame } = film
  const measures = film.measures.filter((measure) => measure.frame === frame)
  const at = (place: Place) => onScreen(place, shown.view, shown.screen)
  const drawn = drawing ? [{ ...drawing, id: 0 }] : []
  return (
    <>
      <svg aria-hidden className="pointer-events-none absolute inset-0 size-full text-forge-due">
        {[...measures, ...drawn].map((measure) => (
          <Lines key={measure.id} places={measure.places.map(at)} />
        ))}
      </svg>
      {[...measures, ...drawn].map((measure) => (
        <Figure key={measure.id} measure={measure} scale={scale} places={measure.places.map(at)} screen={shown.screen} />
      ))}
      {(mayMeasure ? measures.filter(isOwn) : []).map((measure) =>
        measure.places.map((place, index) => (
          <Handle
            // biome-ignore lint/suspicious/noArrayIndexKey: a measurement always has the same places, in the same order
            key={`${measure.id} ${index}`}
            label={handleLabel(measure, index, scale)}
            at={at(place)}
            onMove={(pixel) => change((now) => withPlace(now, measure.id, index, placeAt(now, picture, pixel)))}
            onStep={(by) =>
              change((now) => {
                const { x, y } = now.measures.find(({ id }) => id === measure.id)?.places[index] ?? place
                const within = (value: number, most: number) => Math.min(most, Math.max(0, value))
                return withPlace(now, measure.id, index, { x: within(x + by.x, picture.width), y: within(y + by.y, picture.height) })
              })
            }
            onRemove={() => change((now) => withoutMeasure(now, measure.id))}
          />
        )),
      )}
    </>
  )
}

/** Wide and dark below, so that it is seen on bone too. */
const Lines = ({ places }: { places: readonly Place[] }) => {
  const points = places.map(({ x, y }) => `${x},${y}`).join(' ')
  return (
    <g fill="none" strokeLinecap="round" strokeLinejoin="round">
      <polyline points={points} className="stroke-forge" strokeWidth={5} strokeOpacity={0.75} />
      <polyline points={points} stroke="currentColor" strokeWidth={2} />
    </g>
  )
}

type FigureProps = { measure: Mark & { id: number }; scale: Scale | undefined; places: readonly Place[]; screen: Size }

function Figure({ measure, scale, places, screen }: FigureProps) {
  const words = measured(measure, scale)
  const place = places[measure.kind === 'angle' ? 1 : places.length - 1]
  if (!words || !place) return null
  // Next to the line, on the side that has more room, and never off the screen.
  const style = {
    ...(place.x > screen.width / 2 ? { right: Math.max(4, screen.width - place.x + 14) } : { left: Math.max(4, place.x + 14) }),
    top: Math.min(Math.max(4, place.y + 10), screen.height - 32),
  }
  return (
    <span
      data-figure
      style={style}
      className="pointer-events-none absolute rounded-sm bg-forge px-1.5 py-0.5 text-14 font-medium whitespace-nowrap text-forge-due tabular-nums"
    >
      {measure.id > 0 && <span className="mr-1.5 text-on-forge">{measure.id}</span>}
      {words}
    </span>
  )
}

const ENDS = { length: ['one end', 'other end'], angle: ['first arm', 'corner', 'second arm'] } as const

/** What a measurement is called: by its number, however it is named. */
export const nameOf = ({ id, kind }: Pick<Measure, 'id' | 'kind'>): string => `${kind === 'length' ? 'Length' : 'Angle'} ${id}`

const handleLabel = (measure: Measure, index: number, scale: Scale | undefined) =>
  `${nameOf(measure)}, ${ENDS[measure.kind][index]}, ${measured(measure, scale)}`

type HandleProps = { label: string; at: Place; onMove: (pixel: Place) => void; onStep: (by: Place) => void; onRemove: () => void }

/** As large as a thumb, with a small ring to be seen. Arrow keys move it by a point of the picture, with Shift by ten; Delete takes the measurement away. */
function Handle({ label, at, onMove, onStep, onRemove }: HandleProps) {
  const held = useRef<Place>(undefined)
  const grip = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): Place => {
    const { left = 0, top = 0 } = currentTarget.parentElement?.getBoundingClientRect() ?? {}
    return { x: clientX - left, y: clientY - top }
  }
  const down = (event: PointerEvent<HTMLElement>) => {
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    // The finger is rarely on its middle.
    const finger = grip(event)
    held.current = { x: at.x - finger.x, y: at.y - finger.y }
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!held.current) return
    event.stopPropagation()
    const finger = grip(event)
    onMove({ x: finger.x + held.current.x, y: finger.y + held.current.y })
  }
  const up = (event: PointerEvent<HTMLElement>) => {
    event.stopPropagation()
    held.current = undefined
  }
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step) onStep(event.shiftKey ? { x: step.x * 10, y: step.y * 10 } : step)
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove()
    else return
    event.preventDefault()
  }
  return (
    <button
      type="button"
      aria-label={label}
      style={{ left: at.x - 24, top: at.y - 24 }}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
      onKeyDown={press}
      className="absolute grid size-12 touch-none place-items-center rounded-full cursor-move focus-visible:-outline-offset-3"
    >
      <span aria-hidden className="size-3.5 rounded-full border-2 border-forge-due outline-2 outline-forge" />
    </button>
  )
}

const STEPS: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
