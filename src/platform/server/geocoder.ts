import { z } from 'zod'
import { AppError } from '#lib/errors.ts'

/** A place an address may mean. */
type FoundPlace = { name: string; lat: number; lng: number }

/**
 * Looks addresses up; most likely place first, empty when nothing is known.
 * @throws geocoder_busy when it requests a pause, geocoder_silent when it gives no usable answer
 */
export type Geocoder = (address: string) => Promise<FoundPlace[]>

const LONGEST_WAIT_MS = 5000
const MOST_PLACES = 5

const Answer = z.array(
  z.object({ display_name: z.string(), lat: z.coerce.number().min(-90).max(90), lon: z.coerce.number().min(-180).max(180) }),
)

/**
 * A geocoder that speaks Nominatim's search (https://nominatim.org/release-docs/latest/api/Search/): `url` is its address, `origin` identifies
 * us to it.
 */
export function openGeocoder(url: string, origin: string): Geocoder {
  return async (address) => {
    const target = new URL(url)
    for (const [key, value] of Object.entries({ q: address, format: 'jsonv2', limit: MOST_PLACES, countrycodes: 'gb' }))
      target.searchParams.set(key, String(value))
    const read = Answer.safeParse(await answerTo(target, origin))
    if (!read.success) throw new AppError('geocoder_silent')
    return read.data.map(({ display_name, lat, lon }) => ({ name: display_name, lat, lng: lon }))
  }
}

async function answerTo(target: URL, origin: string): Promise<unknown> {
  const headers = { accept: 'application/json', 'user-agent': `Pritchel (${origin})` }
  try {
    const answer = await fetch(target, { headers, redirect: 'error', signal: AbortSignal.timeout(LONGEST_WAIT_MS) })
    if (answer.status === 429) throw new AppError('geocoder_busy')
    return answer.ok ? await answer.json() : undefined
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('geocoder_silent')
  }
}
