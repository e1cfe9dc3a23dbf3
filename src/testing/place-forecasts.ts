import { cellOf, forecastId } from '#features/day/weather/cells.ts'
import { putForecasts } from '#features/day/weather/server/put-forecasts.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, instantOf } from '#lib/dates.ts'
import type { FixturePractice } from '#testing/practice.ts'

/** Rain near Kingsland in the first three hours of a day; the forecast's id. */
export async function addForecast(practice: FixturePractice, day: Day): Promise<string> {
  const cell = cellOf({ lat: 52.2479, lng: -2.8145 })
  const from = instantOf(day, '00:00', 'Europe/London').toISOString()
  const hours = { from, stepHours: 1 as const, rainMm: [1, 2, 1], rainChance: [80, 90, 80], gustMph: [20, 20, 20], coldest: [6, 6, 6] }
  await practice.inPractice((tx, actor) => putForecasts(tx, actor, [{ cell, onDay: day, hours, madeAt: currentTime() }]))
  return forecastId(practice.practiceId, cell, day)
}
