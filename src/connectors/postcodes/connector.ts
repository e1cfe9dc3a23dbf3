import { z } from 'zod'
import type { Postcodes, PostcodesConnector } from '#connectors/kit/places.ts'
import { readJson } from '#connectors/kit/read-json.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import { manifest } from '#connectors/postcodes/manifest.ts'
import type { LatLng } from '#lib/position.ts'

const NAME = 'Postcodes.io'
/** What it takes at once. */
const MOST = 100
const Point = z.object({ longitude: z.number().nullable(), latitude: z.number().nullable() })
const Answer = z.object({ result: z.array(z.object({ query: z.string(), result: Point.nullable() })).max(MOST) })

/** Bulk lookup. Only their positions are requested. */
const find: Postcodes['find'] = async (wire, postcodes) => {
  const answer = await wire.fetch(`${wire.credentials.address?.replace(/\/$/, '')}/postcodes?filter=longitude,latitude`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ postcodes }),
    reads: [401, 403],
  })
  if (!answer.ok) throw new Refusal('refused', { sentence: `${NAME} won't answer (${answer.status}). Check its address.` })
  const { result } = await readJson(answer, Answer, NAME)
  const found = new Map(result.map(({ query, result: point }) => [query, point && positionIn(point)]))
  if (postcodes.some((postcode) => !found.has(postcode))) throw new Refusal('later', { sentence: `${NAME} left some postcodes out.` })
  return found
}

/** Some postcodes have no published position: those of Jersey, Guernsey and the Isle of Man, and large users'. */
function positionIn({ latitude: lat, longitude: lng }: z.output<typeof Point>): LatLng | null {
  return lat !== null && lng !== null && Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null
}

/** Northern Ireland's may not be used in business without a licence of its own (Land & Property Services). */
const covers = (postcode: string) => !postcode.startsWith('BT')

export const postcodes: PostcodesConnector = {
  manifest,
  check: async (wire) => {
    await find(wire, ['SW1A 1AA'])
    return { account: NAME }
  },
  postcodes: { most: MOST, covers, find },
}
