import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { currentTime } from '#lib/clock.ts'

/*
 * For tests only: a double of the Weather DataHub, as its documentation and its answers have it: Site Specific, Global Spot, hourly for 48 hours and
 * three-hourly for a week, values in metres a second and millimetres, and nothing about what a key may do but its status.
 */

const KEY = 'a.key.made-up'
const HOUR_MS = 3_600_000
const STEPS = { hourly: { hours: 1, count: 49 }, 'three-hourly': { hours: 3, count: 57 } } as const

/** What is expected at a place in a step that ends then; what is left out is missing there. */
export type Sky = {
  rainMm?: number
  chance?: number
  /** In metres a second. */
  gust?: number
  coldest?: number
}
type ForecastParams = { steps: string; lat: number; lng: number }
/** What it answers instead of a forecast. */
type Instead = (answer: ServerResponse) => void

export async function startDataHub() {
  const asked: ForecastParams[] = []
  let sky: (at: Date) => Sky = () => ({ rainMm: 0, chance: 5, gust: 4, coldest: 9 })
  let left = Number.POSITIVE_INFINITY
  let instead: Instead | undefined
  const server = createServer((request, answer) => {
    const url = new URL(request.url ?? '', 'http://double')
    const steps = /^\/sitespecific\/v0\/point\/(hourly|three-hourly)$/.exec(url.pathname)?.[1] as keyof typeof STEPS | undefined
    if (request.headers.apikey !== KEY) return say(answer, 401, { code: '900901', message: 'Invalid Credentials' })
    if (!steps) return say(answer, 404, { code: '404', message: 'No matching resource found' })
    const [lat, lng] = ['latitude', 'longitude'].map((name) => Number(url.searchParams.get(name) ?? Number.NaN)) as [number, number]
    asked.push({ steps, lat, lng })
    if (instead) return instead(answer)
    if (left-- <= 0) return say(answer, 429, { code: '900800', message: 'Message throttled out' })
    if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return say(answer, 400, { message: 'Invalid coordinates' })
    say(answer, 200, forecastOf(steps, { lat, lng }, sky))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    credentials: { key: KEY, address: `http://127.0.0.1:${port}` },
    /** The requests it got, in order. */
    asked,
    forecast(next: typeof sky) {
      sky = next
    },
    /** So many calls are left of the day's. */
    allow(calls: number) {
      left = calls
    },
    answer(next: Instead | undefined) {
      instead = next
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Answers so; headers may follow the body. */
export const say = (answer: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  void answer
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(typeof body === 'string' ? body : JSON.stringify(body))

function forecastOf(steps: keyof typeof STEPS, { lat, lng }: { lat: number; lng: number }, sky: (at: Date) => Sky) {
  const { hours, count } = STEPS[steps]
  const first = Math.floor(currentTime().getTime() / (hours * HOUR_MS)) * hours * HOUR_MS
  const timeSeries = Array.from({ length: count }, (_, at) => {
    const end = new Date(first + at * hours * HOUR_MS)
    const { rainMm, chance, gust, coldest } = sky(end)
    return {
      time: `${end.toISOString().slice(0, 16)}Z`,
      // Whole for the three hours, where the sky is given by the hour.
      totalPrecipAmount: rainMm === undefined ? undefined : rainMm * hours,
      probOfPrecipitation: chance,
      max10mWindGust: gust,
      minScreenAirTemp: coldest,
      windSpeed10m: 3,
      significantWeatherCode: 7,
      // Hourly ones alone have the temperature of the moment.
      ...(hours === 1 && coldest !== undefined && { screenTemperature: coldest + 0.4 }),
    }
  })
  const geometry = { type: 'Point', coordinates: [lng, lat, 80] }
  const properties = { requestPointDistance: 512.3, modelRunDate: `${new Date(first).toISOString().slice(0, 16)}Z`, timeSeries }
  return { type: 'FeatureCollection', features: [{ type: 'Feature', geometry, properties }] }
}
