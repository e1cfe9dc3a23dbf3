import { Refusal } from '#connectors/kit/refusal.ts'
import type { RoadTable } from '#connectors/kit/roads.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { degrees, jsonOf, legsOf, NO_TABLE } from '#connectors/roads/answers.ts'
import type { LatLng } from '#lib/position.ts'

const REFUSED_KEY = 'openrouteservice refused the key. Enter it again.'

/** A table of openrouteservice's matrix service (v2): metres and seconds, null where no road leads. */
export async function openrouteservice(wire: Wire, places: readonly LatLng[]): Promise<RoadTable> {
  const answer = await wire.fetch(`${base(wire)}/v2/matrix/driving-car`, {
    method: 'POST',
    headers: { authorization: wire.credentials.key, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      locations: places.map(degrees).map(({ lat, lng }) => [lng, lat]),
      metrics: ['distance', 'duration'],
    }),
    reads: [401, 403],
  })
  const json = await jsonOf(answer)
  if (!answer.ok) throw refusalOf(answer.status, json.error)
  return { engine: 'openrouteservice', legs: legsOf(places.length, json.durations, json.distances, { inMinute: 60, inKm: 1000 }) }
}

const base = ({ credentials: { address = '' } }: Wire) => address.replace(/\/$/, '')

/** A day's quota that is used up is a 403 as well. What is wrong with the places is named by a code of the matrix service, 6000 to 6099. */
function refusalOf(status: number, error: unknown): Refusal {
  if (status === 403 && typeof error === 'string' && /quota/i.test(error)) return new Refusal('later')
  if (status === 401 || status === 403) return new Refusal('sign_in', { sentence: REFUSED_KEY })
  const code = typeof error === 'object' && error !== null && 'code' in error ? Number(error.code) : 0
  if (code >= 6000 && code < 6100) return new Refusal('refused', { sentence: NO_TABLE })
  return new Refusal('gone', { sentence: "There's no openrouteservice at this address. Your own OSRM or Valhalla needs no key." })
}
