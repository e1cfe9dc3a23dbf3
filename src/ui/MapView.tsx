import { lazy, Suspense, useState } from 'react'
import { cx } from '#ui/cx.ts'
import { MapSketch } from '#ui/MapSketch.tsx'
import type { MapTilesProps, MapViewProps } from '#ui/map-props.ts'
import type { MapPoint } from '#ui/map-sketch.ts'

/* A map's own code is larger than all the rest of the app; it comes when a map is looked at. */
const MapTiles = lazy(() =>
  import('#ui/MapTiles.tsx').then(
    (module) => ({ default: module.MapTiles }),
    () => ({ default: NoTiles }),
  ),
)

/** Places on a map; without a style or a network the same places in a sketch of our own, true in direction and distance. */
export function MapView({ className, isOnNetwork, ...map }: MapViewProps) {
  const [failedStyle, setFailedStyle] = useState<string>()
  const { styleUrl } = map
  const sketch = <MapSketch {...map} points={withPin(map)} />
  return (
    <div className={cx('relative h-72 overflow-hidden rounded-lg border border-line bg-sunken', className)}>
      {styleUrl && isOnNetwork && failedStyle !== styleUrl ? (
        <Suspense fallback={sketch}>
          <MapTiles {...map} styleUrl={styleUrl} onFail={() => setFailedStyle(styleUrl)} />
        </Suspense>
      ) : (
        sketch
      )}
    </div>
  )
}

/* Without a network its code may not be there either. */
function NoTiles(props: MapTilesProps) {
  return <MapSketch {...props} points={withPin(props)} />
}

const withPin = ({ points, pin }: Pick<MapViewProps, 'points' | 'pin'>): readonly MapPoint[] =>
  pin ? [...points, { id: 'pin', position: pin, label: '', tone: 'now' }] : points
