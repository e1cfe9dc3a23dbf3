import { z } from 'zod'
import type { WordsConnector } from '#connectors/kit/places.ts'
import { readJson } from '#connectors/kit/read-json.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { manifest } from '#connectors/what3words/manifest.ts'
import type { LatLng } from '#lib/position.ts'

const NAME = 'what3words'
const Found = z.object({ coordinates: z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }) })
const Fault = z.object({ error: z.object({ code: z.string().max(100) }) })
/** Of what its documentation has for 4xx, these are read here. */
const READS = [400, 401, 402, 403]

/** convert-to-coordinates of its API, version 3. */
async function find(wire: Wire, words: string): Promise<LatLng | null> {
  const { key, address = '' } = wire.credentials
  // A header holds nothing else.
  if (!/^[\x21-\x7e]+$/.test(key)) throw wrongKey()
  const url = `${address}/v3/convert-to-coordinates?words=${encodeURIComponent(words)}&format=json`
  const answer = await wire.fetch(url, { headers: { 'x-api-key': key }, reads: READS })
  if (answer.ok) return (await readJson(answer, Found, NAME)).coordinates
  const code = Fault.safeParse(await answer.json().catch(() => undefined)).data?.error.code ?? ''
  if (answer.status === 400 && code === 'BadWords') return null
  throw refusalOf(answer.status, code)
}

function refusalOf(status: number, code: string): Refusal {
  if (status === 402 || code === 'QuotaExceeded') return new Refusal('refused', { sentence: PLAN })
  if (status === 401 || code === 'InvalidKey' || code === 'MissingKey') return wrongKey()
  if (status === 403)
    return new Refusal('not_allowed', { sentence: 'This key may not ask what3words for positions. Make another one there.' })
  return new Refusal('refused', { sentence: `what3words won't answer (${code || status}).` })
}

const PLAN =
  "Your what3words plan doesn't turn words into positions, or its requests are used up. Change the plan there, then press Check now."
const wrongKey = () => new Refusal('sign_in', { sentence: 'what3words refused the key. Enter it again.' })

/** Its own square in London, which its documentation requires. */
const KNOWN = 'filled.count.soap'

export const what3words: WordsConnector = {
  manifest,
  check: async (wire) => {
    await find(wire, KNOWN)
    return { account: NAME }
  },
  words: { find },
}
