import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '#ui/cx.ts'
import { MapPin, PIN_LOOK } from '#ui/MapPin.tsx'
import type { MapViewProps } from '#ui/map-props.ts'
import { type MapPoint, sketchOf } from '#ui/map-sketch.ts'
import type { MapGround as Loaded } from '#ui/outline/MapGround.tsx'

type Props = Pick<MapViewProps, 'label' | 'points' | 'line' | 'selectedId' | 'onSelect'>
type Size = { width: number; height: number }

/* Coast and towns are 25 kB; they come when a map is looked at. */
const MapGround = lazy(() =>
  import('#ui/outline/MapGround.tsx').then(
    (module) => ({ default: module.MapGround }),
    () => ({ default: NoGround }),
  ),
)

/* Without a network it may not be there. */
const NoGround: typeof Loaded = () => <></>

/** Places as they lie to each other and to the towns and coasts about them, with a mile to measure by; no roads. */
export function MapSketch({ label, points, line = [], selectedId, onSelect }: Props) {
  const [box, size] = useSize()
  const sketch = points.length > 0 && size ? sketchOf([...points.map((point) => point.position), ...line], size) : undefined
  return (
    <figure ref={box} aria-label={label} className="absolute inset-0 m-0 overflow-hidden">
      {sketch && size && (
        <>
          <svg width={size.width} height={size.height} aria-hidden className="absolute inset-0">
            <Suspense>
              <MapGround size={size} place={sketch.place} middle={sketch.middle} taken={taken(points, sketch.place, size)} />
            </Suspense>
            {line.length > 1 && (
              <polyline
                points={line.map((at) => Object.values(sketch.place(at)).join(',')).join(' ')}
                fill="none"
                className="stroke-ink-2"
                strokeWidth={2.5}
                strokeDasharray="1 7"
                strokeLinecap="round"
              />
            )}
          </svg>
          <Pins points={points} selectedId={selectedId} onSelect={onSelect} place={sketch.place} />
          <Scale {...sketch.scale} />
        </>
      )}
    </figure>
  )
}

/** The room of the pins with their names, and of the bar. */
const taken = (points: readonly MapPoint[], place: PinsProps['place'], { height }: Size) => [
  { left: 0, right: 200, top: height - 44, bottom: height },
  ...points.map(({ position }) => {
    const { x, y } = place(position)
    return { left: x - 72, right: x + 72, top: y - 62, bottom: y }
  }),
]

type PinsProps = {
  points: readonly MapPoint[]
  selectedId: Props['selectedId'] | undefined
  onSelect: Props['onSelect'] | undefined
  place: (at: MapPoint['position']) => { x: number; y: number }
}

const Pins = ({ points, selectedId, onSelect, place }: PinsProps) => (
  <ul className="absolute inset-0">
    {points.map((point) => {
      const { x, y } = place(point.position)
      const look = { point, isSelected: point.id === selectedId }
      return (
        <li key={point.id} className="absolute -translate-x-1/2 -translate-y-full" style={{ left: x, top: y }}>
          {onSelect ? (
            <button type="button" onClick={() => onSelect(point.id)} className={PIN_LOOK}>
              <MapPin {...look} />
            </button>
          ) : (
            <span className={PIN_LOOK}>
              <MapPin {...look} />
            </span>
          )}
        </li>
      )
    })}
  </ul>
)

const Scale = ({ miles, length }: { miles: number; length: number }) => (
  <figcaption className="pointer-events-none absolute bottom-2 left-4 text-14 text-ink-2">
    <span className={cx('block border-x-2 border-b-2 border-ink-2')} style={{ width: length, height: 6 }} />
    {miles} {miles === 1 ? 'mile' : 'miles'}, as the crow flies
  </figcaption>
)

function useSize() {
  const box = useRef<HTMLElement>(null)
  const [size, setSize] = useState<Size>()
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return [box, size] as const
}
