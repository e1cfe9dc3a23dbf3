import type { LatLng } from '#lib/position.ts'
import type { MapPoint } from '#ui/map-sketch.ts'

/** The input of a map. */
export type MapViewProps = {
  /** What it shows, for a screen reader: "Map of the round". */
  label: string
  /** The style maps are drawn from (`CurrentUser.mapStyleUrl`); null: none is set up. */
  styleUrl: string | null
  /** Without a network a map has nothing to be drawn from. */
  isOnNetwork: boolean
  points: readonly MapPoint[]
  /** The way from place to place. */
  line?: readonly LatLng[]
  selectedId?: string | null
  onSelect?: (id: string) => void
  /** A pin that can be moved, by pointer and by arrow keys. Only on a real map: a sketch shows no ground to put it on. */
  pin?: LatLng
  onPin?: (at: LatLng) => void
  /** How close it begins, 0 (the world) to 20. */
  closest?: number
  className?: string
}

/** The same on a real map; `onFail` when it cannot be drawn here. */
export type MapTilesProps = Omit<MapViewProps, 'className' | 'styleUrl' | 'isOnNetwork'> & { styleUrl: string; onFail: () => void }
