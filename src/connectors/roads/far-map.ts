import { readFileSync } from 'node:fs'
import { distanceKm } from '#lib/distance.ts'
import type { LatLng } from '#lib/position.ts'

/* For the doubles of far sides: the same drawn map that the real Valhalla has. */

const DRAWING = new URL('../../../test-servers/valhalla/drawn.osm', import.meta.url)
/** A place farther from any junction of the drawing is on none of its roads. */
const NEAR_KM = 0.35
const KM_PER_SECOND = 50 / 3600

/** Seconds and metres by the roads that are drawn; null: none leads there. */
export type Driven = { seconds: number; metres: number } | null

/** Reads the drawing: how far it is between two places at its junctions; undefined of a place that is at none. */
export function drawnMap(): (places: readonly LatLng[]) => (Driven[] | undefined)[] {
  const text = readFileSync(DRAWING, 'utf8')
  const nodes = new Map(
    [...text.matchAll(/<node id="(\d+)" version="1" lat="([^"]+)" lon="([^"]+)"/g)].map(([, id = '', lat, lng]) => [
      id,
      { lat: Number(lat), lng: Number(lng) },
    ]),
  )
  const lengths = lengthsOf(nodes, roadsIn(text))
  const junctionAt = (place: LatLng) => [...nodes].find(([, node]) => distanceKm(node, place) < NEAR_KM)?.[0]
  return (places) => {
    const at = places.map(junctionAt)
    return at.map((from) => {
      if (from === undefined) return undefined
      return at.map((to) => {
        const km = to === undefined ? undefined : lengths.get(`${from} ${to}`)
        return km === undefined ? null : { seconds: km / KM_PER_SECOND, metres: km * 1000 }
      })
    })
  }
}

const roadsIn = (text: string): [string, string][] =>
  text.split('<way').flatMap((way) => {
    const ids = [...way.matchAll(/<nd ref="(\d+)"/g)].map(([, id = '']) => id)
    return ids.slice(1).map((id, index): [string, string] => [ids[index] ?? id, id])
  })

/** The shortest way between any two junctions (Floyd and Warshall). */
function lengthsOf(nodes: ReadonlyMap<string, LatLng>, roads: readonly [string, string][]): ReadonlyMap<string, number> {
  const lengths = new Map([...nodes.keys()].map((id) => [`${id} ${id}`, 0]))
  for (const [a, b] of roads) {
    const [from, to] = [nodes.get(a), nodes.get(b)]
    if (!from || !to) throw new Error(`the drawing has no junction ${a} or ${b}`)
    for (const way of [`${a} ${b}`, `${b} ${a}`]) lengths.set(way, distanceKm(from, to))
  }
  for (const by of nodes.keys())
    for (const from of nodes.keys())
      for (const to of nodes.keys()) {
        const over = (lengths.get(`${from} ${by}`) ?? Number.POSITIVE_INFINITY) + (lengths.get(`${by} ${to}`) ?? Number.POSITIVE_INFINITY)
        if (over < (lengths.get(`${from} ${to}`) ?? Number.POSITIVE_INFINITY)) lengths.set(`${from} ${to}`, over)
      }
  return lengths
}
