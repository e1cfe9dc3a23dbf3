import type { Page } from 'playwright'
import { cast } from '#db/cast.ts'
import { cellOf } from '#features/day/weather/cells.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf, mondayOf } from '#lib/dates.ts'
import { type LatLng, positionOf } from '#lib/position.ts'
import type { SyncRow } from '#lib/sync.ts'
import { forecastOf } from '#testing/browser/forecast.ts'
import type { Opened } from './steps.ts'

/** A wet week at the stops. It comes last of the screens, because the device keeps the forecasts. */
export const WEATHER: Opened = {
  'weather-home': (page) => inRain(page, '/'),
  'weather-round': (page) => inRain(page, '/round'),
  'weather-day': (page) => inRain(page, `/calendar?view=day&date=${monday()}`),
  'weather-week': (page) => inRain(page, `/calendar?view=week&date=${monday()}`),
  'weather-move-day': async (page) => {
    await inRain(page, `/calendar?view=day&date=${monday()}`)
    await page.getByRole('button', { name: 'Move the whole day...' }).first().click()
    await page.getByRole('dialog').waitFor()
  },
}

const DAYS = 10
const MORNING = [8, 9, 10, 11]
const today = () => dayOf(currentTime(), cast.practice.zone)
/** On most Mondays there is a full round, and nothing of it is done yet. */
const monday = () => addDays(mondayOf(today()), 7)

async function inRain(page: Page, path: string) {
  await page.clock.setFixedTime(instantOf(monday(), '07:30', cast.practice.zone))
  await page.goto(path)
  const { origin } = new URL(page.url())
  const places = await Promise.all(['yards', 'clients'].map(async (kind) => (await page.request.get(`${origin}/api/${kind}`)).json()))
  const rows = forecastsAt(places.flat())
  await page.route('**/api/sync/pull?*', async (route) => {
    const answer = await route.fetch()
    const json = await answer.json()
    const isLast = !json.more
    await route.fulfill({ response: answer, json: isLast ? { ...json, rows: [...json.rows, ...rows] } : json })
  })
  await page.reload()
  await page.getByText('Powered by Met Office data.').first().waitFor()
}

/** What the server, which fetches nothing in the demo practice, would send of a wet and gusty week: one forecast a square and day. */
function forecastsAt(records: readonly (LatLng | { lat: null; lng: null })[]): SyncRow[] {
  const squares = new Map(records.flatMap((record) => positionOf(record) ?? []).map((place) => [cellOf(place), place]))
  const madeAt = instantOf(monday(), '06:00', cast.practice.zone)
  const days = Array.from({ length: DAYS }, (_, ahead) => addDays(today(), ahead))
  return [...squares.values()].flatMap((place, at) =>
    days.map((day) => {
      const { id, ...data } = forecastOf(day, place, {
        rain: MORNING,
        gust: at % 2 ? 46 : 12,
        coldest: at % 5 ? 6 : -1,
        madeAt,
      })
      return { entity: 'place_forecasts', id, rev: 1, seq: 1, deleted: false, data }
    }),
  )
}
