import { z } from 'zod'
import type { WeatherConnector } from '#connectors/kit/connector.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import { waitAskedBy } from '#connectors/kit/retry-after.ts'
import type { Place, Spell } from '#connectors/kit/weather.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { manifest } from '#connectors/weather/manifest.ts'
import { currentTime } from '#lib/clock.ts'

/** Where the Met Office is: a key is tried with its weather. */
const EXETER: Place = { lat: 50.73, lng: -3.48 }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MPH_OF_METRES = 2.23694
/** A week by the hour, with room. */
const MOST_STEPS = 400
const READS = [401, 403, 429]

/** The Met Office's Weather DataHub, Site Specific (Global Spot). */
export const weather: WeatherConnector = {
  manifest,
  async check(wire) {
    await forecast(wire, 'hourly', EXETER)
    return { account: 'Weather DataHub' }
  },
  weather: {
    hourly: (wire, place) => forecast(wire, 'hourly', place),
    threeHourly: (wire, place) => forecast(wire, 'three-hourly', place),
  },
}

const STEP_HOURS = { hourly: 1, 'three-hourly': 3 } as const

async function forecast(wire: Wire, steps: keyof typeof STEP_HOURS, { lat, lng }: Place): Promise<Spell[]> {
  const url = new URL(`/sitespecific/v0/point/${steps}`, wire.credentials.address)
  url.search = new URLSearchParams({ latitude: String(lat), longitude: String(lng), excludeParameterMetadata: 'true' }).toString()
  const headers = { accept: 'application/json', apikey: wire.credentials.key }
  const answer = await wire.fetch(url.href, { headers, reads: READS })
  if (!answer.ok) throw refusalOf(answer)
  return spellsOf(await bodyOf(answer), STEP_HOURS[steps])
}

function refusalOf({ status, headers }: Response): Refusal {
  if (status === 401)
    return new Refusal('sign_in', { sentence: 'The Met Office refused the key: it is wrong, or was replaced. Enter it again.' })
  if (status === 403)
    return new Refusal('not_allowed', { sentence: "This key isn't for Site Specific, Global Spot. Subscribe to it, and enter its key." })
  if (status !== 429) return new Refusal('refused', { sentence: `The Met Office won't give a forecast (${status}).` })
  const afterMs = waitAskedBy(headers.get('retry-after')) ?? tillTomorrow()
  return new Refusal('later', { afterMs, sentence: "The key's calls are used up for the day. We go on once there are more." })
}

/** Calls are counted by the day; which day is undocumented. */
const tillTomorrow = (): number => DAY_MS - (currentTime().getTime() % DAY_MS)

/* A value of the wrong kind is one that is missing. */
const value = z.number().nullable().catch(null).default(null)
const Step = z.object({
  time: z.union([z.iso.datetime({ precision: -1 }), z.iso.datetime()]),
  totalPrecipAmount: value,
  probOfPrecipitation: value,
  max10mWindGust: value,
  windGustSpeed10m: value,
  minScreenAirTemp: value,
  screenTemperature: value,
})
const Answer = z.object({ features: z.tuple([z.object({ properties: z.object({ timeSeries: z.array(Step).max(MOST_STEPS) }) })]) })

async function bodyOf(answer: Response): Promise<z.output<typeof Answer>> {
  try {
    return Answer.parse(await answer.json())
  } catch (cause) {
    // As a page about repairs: another time it may be right.
    throw new Refusal('later', { sentence: "The Met Office answered what can't be read. We keep trying.", cause })
  }
}

/** A step names the end of its hours: amounts, gusts and the coldest are of the time before it. */
function spellsOf({ features: [{ properties }] }: z.output<typeof Answer>, hours: number): Spell[] {
  return properties.timeSeries.map((step) => {
    const gust = step.max10mWindGust ?? step.windGustSpeed10m
    return {
      start: new Date(new Date(step.time).getTime() - hours * HOUR_MS),
      hours,
      rainMm: step.totalPrecipAmount,
      rainChance: step.probOfPrecipitation,
      gustMph: gust === null ? null : Math.round(gust * MPH_OF_METRES),
      coldest: step.minScreenAirTemp ?? step.screenTemperature,
    }
  })
}
