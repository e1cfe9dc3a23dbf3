import { Refusal } from '#connectors/kit/refusal.ts'
import type { Engine, RoadTable } from '#connectors/kit/roads.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { degrees, jsonOf, legsOf, NO_TABLE } from '#connectors/roads/answers.ts'
import type { LatLng } from '#lib/position.ts'

/** An engine of one's own, and what it calls itself. */
export type Own = { engine: Exclude<Engine, 'openrouteservice'>; name: string }

const CLOSED = "This server wants a password, which can't be given here."
/** Two places in England, by which an OSRM is known: it answers of every table that it is one. */
const ANYWHERE = '-2.7,52.2;-2.7,52.3'

/** Which engine is behind an address, by asking it. @throws Refusal `gone` when it is neither */
export async function engineAt(wire: Wire): Promise<Own> {
  const status = await ask(wire, '/status')
  if (status.ok) {
    const { version, tileset_last_modified: tiles } = await jsonOf(status)
    if (typeof version === 'string' && typeof tiles === 'number') return { engine: 'valhalla', name: `Valhalla ${version.slice(0, 20)}` }
  }
  const { code } = await jsonOf(await ask(wire, `/table/v1/driving/${ANYWHERE}`))
  if (typeof code === 'string') return { engine: 'osrm', name: 'OSRM' }
  throw new Refusal('gone', { sentence: "There's no OSRM or Valhalla at this address." })
}

/** A table of OSRM (v1): metres and seconds, null where no road leads. */
async function osrm(wire: Wire, places: readonly LatLng[]): Promise<RoadTable> {
  const points = places.map(degrees).map(({ lat, lng }) => `${lng},${lat}`)
  const answer = await ask(wire, `/table/v1/driving/${points.join(';')}?annotations=duration,distance&generate_hints=false`)
  const { code, durations, distances } = await jsonOf(answer)
  if (!answer.ok) throw typeof code === 'string' ? new Refusal('refused', { sentence: NO_TABLE }) : new Refusal('later')
  return { engine: 'osrm', legs: legsOf(places.length, durations, distances, { inMinute: 60, inKm: 1000 }) }
}

/** A table of Valhalla, brief: kilometres and seconds, null where no road leads. */
async function valhalla(wire: Wire, places: readonly LatLng[]): Promise<RoadTable> {
  const points = places.map(degrees).map(({ lat, lng }) => ({ lat, lon: lng }))
  const body = JSON.stringify({ sources: points, targets: points, costing: 'auto', units: 'kilometers', verbose: false })
  const answer = await ask(wire, '/sources_to_targets', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const json = await jsonOf(answer)
  if (!answer.ok) throw typeof json.error_code === 'number' ? new Refusal('refused', { sentence: NO_TABLE }) : new Refusal('later')
  const { durations, distances } = (json.sources_to_targets ?? {}) as Record<string, unknown>
  return { engine: 'valhalla', legs: legsOf(places.length, durations, distances, { inMinute: 60, inKm: 1 }) }
}

/** How each engine makes a table. */
export const TABLES = { osrm, valhalla }

async function ask({ credentials: { address = '' }, fetch }: Wire, path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(`${address.replace(/\/$/, '')}${path}`, { ...init, reads: [401, 403] })
  if (answer.status === 401 || answer.status === 403) throw new Refusal('not_allowed', { sentence: CLOSED })
  return answer
}
