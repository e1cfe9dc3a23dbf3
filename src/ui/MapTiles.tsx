import { LngLatBounds, Map as MapLibre, Marker, NavigationControl, setWorkerUrl } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import '#ui/map-tiles.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { LatLng } from '#lib/position.ts'
import { cx } from '#ui/cx.ts'
import { MapPin, PIN_LOOK } from '#ui/MapPin.tsx'
import { MapSketch } from '#ui/MapSketch.tsx'
import type { MapTilesProps } from '#ui/map-props.ts'

setWorkerUrl(workerUrl)

const CLOSEST = 15
/** Room for a pin with its name above it. */
const PADDING = { top: 76, right: 84, bottom: 40, left: 84 }
/** Pixels an arrow key moves a pin; with Shift one. */
const STEP = 10

/** Places on a real map, drawn by MapLibre from a style. `onFail` when it cannot be drawn here. */
export function MapTiles({
  label,
  styleUrl,
  points,
  line = [],
  selectedId,
  onSelect,
  pin,
  onPin,
  closest = CLOSEST,
  onFail,
}: MapTilesProps) {
  const box = useRef<HTMLDivElement>(null)
  const map = useMap(box, styleUrl, label, onFail)
  useView(map, pin ? [pin] : points.map((point) => point.position), closest)
  useTaps(map, onPin)
  useLine(map, line)
  const movePin = (event: KeyboardEvent) => {
    const way = ARROWS[event.key]
    if (!map || !pin || !onPin || !way) return
    event.preventDefault()
    const at = map.project(pin)
    const step = event.shiftKey ? 1 : STEP
    onPin(rounded(map.unproject([at.x + way[0] * step, at.y + way[1] * step])))
  }
  return (
    <div className="absolute inset-0">
      {!map && <MapSketch label={label} points={pin ? [] : points} line={line} />}
      {/* Its own style sheet makes a map `relative`, so it gets its size and not its edges. */}
      <div ref={box} className={cx('size-full', !map && 'invisible')} />
      {map &&
        points.map((point) => (
          <OnMap key={point.id} map={map} at={point.position}>
            <button type="button" onClick={() => onSelect?.(point.id)} className={PIN_LOOK}>
              <MapPin point={point} isSelected={point.id === selectedId} />
            </button>
          </OnMap>
        ))}
      {map && pin && (
        <OnMap map={map} at={pin} onDrag={onPin}>
          <button type="button" aria-label="Pin: move it with the arrow keys" onKeyDown={movePin} className={PIN_LOOK}>
            <MapPin point={{ id: 'pin', position: pin, label: '', tone: 'now' }} isSelected={false} />
          </button>
        </OnMap>
      )}
    </div>
  )
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The map once its style is there; one map for the life of the box. */
function useMap(box: RefObject<HTMLDivElement | null>, style: string, label: string, onFail: () => void) {
  const [map, setMap] = useState<MapLibre>()
  const fail = useEffectEvent(onFail)
  useEffect(() => {
    const container = box.current
    if (!container) return
    let made: MapLibre | undefined
    try {
      made = new MapLibre({ container, style, attributionControl: { compact: true }, dragRotate: false, locale: { 'Map.Title': label } })
    } catch {
      fail() // No WebGL on this device.
      return
    }
    const drawn = made
    let isThere = false
    drawn.touchZoomRotate.disableRotation()
    drawn.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    drawn.on('load', () => {
      isThere = true
      setMap(drawn)
    })
    drawn.on('error', () => !isThere && fail())
    return () => {
      setMap(undefined)
      drawn.remove()
    }
  }, [box, style, label])
  return map
}

/** Shows all places when they become others, not when the person has moved the map. */
function useView(map: MapLibre | undefined, places: readonly LatLng[], maxZoom: number) {
  const key = places.length === 1 ? 'one' : places.map(({ lat, lng }) => `${lat},${lng}`).join(' ')
  const show = useEffectEvent(() => {
    const bounds = new LngLatBounds()
    for (const place of places) bounds.extend(place)
    if (!bounds.isEmpty()) map?.fitBounds(bounds, { padding: PADDING, maxZoom, animate: false })
  })
  useEffect(() => {
    if (map && key) show()
  }, [map, key])
}

/** A tap on the ground moves the pin there. */
function useTaps(map: MapLibre | undefined, onPin: ((at: LatLng) => void) | undefined) {
  const tapped = useEffectEvent((at: LatLng) => onPin?.(rounded(at)))
  useEffect(() => {
    if (!map) return
    const { unsubscribe } = map.on('click', ({ lngLat }) => tapped(lngLat))
    return unsubscribe
  }, [map])
}

function useLine(map: MapLibre | undefined, line: readonly LatLng[]) {
  const key = JSON.stringify(line.map(({ lat, lng }) => [lng, lat]))
  useEffect(() => {
    if (!map) return
    const coordinates = JSON.parse(key) as [number, number][]
    if (coordinates.length < 2) return
    map.addSource('way', { type: 'geojson', data: { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } } })
    const paint = { 'line-color': '#bc3f0a', 'line-width': 3, 'line-dasharray': [0.1, 2] }
    map.addLayer({ id: 'way', type: 'line', source: 'way', layout: { 'line-cap': 'round' }, paint })
    return () => {
      if (!map.getStyle()) return
      map.removeLayer('way')
      map.removeSource('way')
    }
  }, [map, key])
}

type OnMapProps = { map: MapLibre; at: LatLng; onDrag?: ((at: LatLng) => void) | undefined; children: React.ReactNode }

/** React's own elements as a marker of the map. */
function OnMap({ map, at, onDrag, children }: OnMapProps) {
  const [element] = useState(() => document.createElement('div'))
  const marker = useRef<Marker>(undefined)
  const dragged = useEffectEvent((to: LatLng) => onDrag?.(to))
  const isDraggable = onDrag !== undefined
  useEffect(() => {
    const made = new Marker({ element, anchor: 'bottom', draggable: isDraggable }).setLngLat([0, 0]).addTo(map)
    made.on('dragend', () => dragged(rounded(made.getLngLat())))
    marker.current = made
    return () => void made.remove()
  }, [map, element, isDraggable])
  useEffect(() => {
    marker.current?.setLngLat(at)
  }, [at])
  return createPortal(children, element)
}

/** Six decimals are a hand's breadth. */
const rounded = ({ lat, lng }: LatLng): LatLng => ({ lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 })
