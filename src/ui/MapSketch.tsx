import { useLayoutEffect, useRef, useState } from 'react'
import { cx } from '#ui/cx.ts'
import { MapPin, PIN_LOOK } from '#ui/MapPin.tsx'
import type { MapViewProps } from '#ui/map-props.ts'
import { type MapPoint, sketchOf } from '#ui/map-sketch.ts'

type Props = Pick<MapViewProps, 'label' | 'points' | 'line' | 'selectedId' | 'onSelect'>
type Size = { width: number; height: number }

/** Places as they lie to each other, with a mile to measure by; no roads. */
export function MapSketch({ label, points, line = [], selectedId, onSelect }: Props) {
  const [box, size] = useSize()
  const sketch = points.length > 0 && size ? sketchOf([...points.map((point) => point.position), ...line], size) : undefined
  return (
    <figure ref={box} aria-label={label} className="absolute inset-0 m-0 overflow-hidden">
      {sketch && size && (
        <>
          <svg width={size.width} height={size.height} aria-hidden className="absolute inset-0">
            <Ground size={size} step={sketch.scale.length} />
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

/** Squares of as many miles as the bar shows. */
const Ground = ({ size, step }: { size: Size; step: number }) => (
  <g className="stroke-line" strokeWidth={1}>
    {Array.from({ length: Math.ceil(size.width / step) }, (_, index) => index * step + 16).map((x) => (
      <line key={`x${x}`} x1={x} x2={x} y1={0} y2={size.height} />
    ))}
    {Array.from({ length: Math.ceil(size.height / step) }, (_, index) => size.height - 16 - index * step).map((y) => (
      <line key={`y${y}`} x1={0} x2={size.width} y1={y} y2={y} />
    ))}
  </g>
)

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
