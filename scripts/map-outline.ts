/**
 * Makes the outline map that ships with the product (`src/ui/outline/outline.json`) from Natural Earth's shapes (public domain, decision 068):
 *
 *     npm run map-outline -- GBR.topo.json IRL.topo.json IMN.topo.json countries-10m.json
 *
 * The first three are counties of Great Britain with Northern Ireland, of Ireland, and the Isle of Man; the Channel Islands come from the fourth.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { merge, mesh } from 'topojson-client'
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from 'topojson-specification'
import { type Outline, PER_DEGREE } from '#ui/outline/outline.ts'

type Ring = readonly (readonly number[])[]
type Shape = (Polygon | MultiPolygon) & { id?: string | number; properties?: { name?: string } }
type Atlas = Topology<Record<string, GeometryCollection<{ name?: string }>>>

/** What is smaller is a rock, not a place to shoe a horse. */
const SMALLEST_KM2 = 0.5

const WALES = new Set(
  (
    'Anglesey|Blaenau Gwent|Bridgend|Caerphilly|Cardiff|Carmarthenshire|Ceredigion|Conwy|Denbighshire|Flintshire|Gwynedd|Merthyr Tydfil|' +
    'Monmouthshire|Neath Port Talbot|Newport|Pembrokeshire|Powys|Rhondda, Cynon, Taff|Swansea|Torfaen|Vale of Glamorgan|Wrexham'
  ).split('|'),
)
// Spelt as the atlas spells them.
const SCOTLAND = new Set(
  (
    'Aberdeen|Aberdeenshire|Angus|Argyll and Bute|Clackmannanshire|Dumfries and Galloway|Dundee|East Ayrshire|East Dunbartonshire|East Lothian|' +
    'East Renfrewshire|Edinburgh|Eilean Siar|Falkirk|Fife|Glasgow|Highland|Inverclyde|Midlothian|Moray|North Ayshire|North Lanarkshire|Orkney|' +
    'Perthshire and Kinross|Renfrewshire|Scottish Borders|Shetland Islands|South Ayrshire|South Lanarkshire|Stirling|West Dunbartonshire|West Lothian'
  ).split('|'),
)

const [britain, ireland, man, world] = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, 'utf8')) as Atlas)
if (!britain || !ireland || !man || !world) throw new Error('usage: npm run map-outline -- GBR IRL IMN WORLD')

const land = [...[britain, ireland, man].flatMap(ringsOf), ...channelIslands(world)].filter((ring) => areaOf(ring) >= SMALLEST_KM2)
const outline: Outline = { land: land.map(packed), borders: [...nations(britain), ...borderWith(ireland, britain)].map(packed) }
const target = join(import.meta.dirname, '../src/ui/outline/outline.json')
writeFileSync(target, `${JSON.stringify(outline)}\n`)
console.log(`${outline.land.length} islands, ${outline.borders.length} borders, ${readFileSync(target).length} bytes`)

/** The coasts of an atlas: its counties melted into one. */
function ringsOf(atlas: Atlas): Ring[] {
  return merge(atlas, shapesOf(atlas)).coordinates.map(([outer]) => outer ?? [])
}

function shapesOf(atlas: Atlas): Shape[] {
  const [collection] = Object.values(atlas.objects)
  return (collection?.geometries ?? []).filter(({ type }) => type) as Shape[]
}

function channelIslands(atlas: Atlas): Ring[] {
  const islands = shapesOf(atlas).filter(({ properties }) => /^(Jersey|Guernsey)$/.test(properties?.name ?? ''))
  return merge(atlas, islands).coordinates.map(([outer]) => outer ?? [])
}

function nationOf({ properties }: Shape) {
  const name = properties?.name ?? ''
  if (WALES.has(name)) return 'Wales'
  return SCOTLAND.has(name) ? 'Scotland' : 'England'
}

/** Where counties of two nations meet. */
function nations(atlas: Atlas): Ring[] {
  const [collection] = Object.values(atlas.objects)
  if (!collection) return []
  return mesh(atlas, collection, (a, b) => nationOf(a as Shape) !== nationOf(b as Shape)).coordinates
}

/** Northern Ireland's border: where Ireland's outline runs along a shore of the other atlas that is none. */
function borderWith(south: Atlas, north: Atlas): Ring[] {
  const others = ringsOf(north).flat()
  const isShared = (point: readonly number[]) =>
    others.some(([lng = 0, lat = 0]) => Math.abs(lng - (point[0] ?? 0)) < 0.004 && Math.abs(lat - (point[1] ?? 0)) < 0.003)
  return ringsOf(south).flatMap((ring) => runsOf(ring, isShared))
}

/** The longest stretches of a ring whose points all pass. */
function runsOf(ring: Ring, passes: (point: readonly number[]) => boolean): Ring[] {
  const runs: (readonly number[])[][] = []
  let run: (readonly number[])[] = []
  let missed = 0
  for (const point of ring) {
    if (passes(point)) {
      run.push(point)
      missed = 0
    } else if (run.length > 0 && missed < 3) {
      run.push(point)
      missed += 1
    } else {
      if (run.length > 10) runs.push(run)
      run = []
      missed = 0
    }
  }
  if (run.length > 10) runs.push(run)
  return runs
}

function areaOf(ring: Ring): number {
  const kmLat = 111.2
  const kmLng = kmLat * Math.cos(((ring[0]?.[1] ?? 54) * Math.PI) / 180)
  const twice = ring.reduce((sum, [lng = 0, lat = 0], at) => {
    const [nextLng = 0, nextLat = 0] = ring[(at + 1) % ring.length] ?? []
    return sum + (lng * nextLat - nextLng * lat) * kmLat * kmLng
  }, 0)
  return Math.abs(twice) / 2
}

/** Longitude and latitude in thousandths of a degree; after the first point as steps from the one before. */
function packed(ring: Ring): number[] {
  let [x, y] = [0, 0]
  return ring.flatMap(([lng = 0, lat = 0], at) => {
    const [toX, toY] = [Math.round(lng * PER_DEGREE), Math.round(lat * PER_DEGREE)]
    const step = [toX - x, toY - y]
    ;[x, y] = [toX, toY]
    return at > 0 && step[0] === 0 && step[1] === 0 ? [] : step
  })
}
