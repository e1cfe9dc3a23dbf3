import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { WEATHERS } from '#connectors/registry.ts'
import { middleOf } from '#features/day/weather/cells.ts'
import { putForecasts, type ReadForecast, removeForecasts } from '#features/day/weather/server/put-forecasts.ts'
import { wantedForecasts } from '#features/day/weather/server/service.ts'
import { packSteps } from '#features/day/weather/steps.ts'
import { endConnection } from '#features/office/integrations/server/end-connection.ts'
import { addLog, listLog } from '#features/office/integrations/server/exchange-queries.ts'
import { wireOf } from '#features/office/integrations/server/far-wire.ts'
import {
  DAYS_AHEAD,
  dueOf,
  everyMs,
  type ForecastRequest,
  MOST_CALLS,
  requestsFor,
  requestWords,
} from '#features/office/integrations/server/forecast-requests.ts'
import { type Exchanging, inPass, type Pass } from '#features/office/integrations/server/in-pass.ts'
import { inLease } from '#features/office/integrations/server/lease.ts'
import { type ConnectionRow, updateConnection } from '#features/office/integrations/server/queries.ts'
import { isRehearsed } from '#features/office/integrations/server/secrets.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf, instantOf } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Calls are counted before they are made, and what came is kept, after so many. */
const AT_ONCE = 5
const USED_UP = "The day's 300 calls are used up. The rest is read tomorrow."

/**
 * Reads the weather of the squares with open stops, of today and the next four days: what is older than three hours, and no more than 300 requests
 * a day. With nothing old it requests and writes nothing.
 */
export function readWeather(exchanging: Exchanging, row: ConnectionRow): Promise<void> {
  return inPass(exchanging, row, async (pass) => {
    if (pass.row.is_ending) return inLease(pass, (tx) => endConnection(tx, pass.row))
    return isRehearsed(pass, pass.row) ? rehearse(pass) : readDue(pass)
  })
}

async function readDue(pass: Pass): Promise<void> {
  const requests = await inLease(pass, async (tx) => {
    await removeForecasts(tx, pass.row.practice_id, todayIn(pass))
    return requestsOf(tx, pass)
  })
  const due = dueOf(requests, currentTime()).slice(0, callsLeft(pass.row))
  if (due.length > 0) await ask(pass, await wireOf(pass, pass.row), due)
  await inLease(pass, (tx) => rest(tx, pass, due.length))
}

const todayIn = ({ actor }: Pass): Day => dayOf(currentTime(), actor.zone)

async function requestsOf(tx: PracticeTx, pass: Pass): Promise<ForecastRequest[]> {
  const today = todayIn(pass)
  return requestsFor(await wantedForecasts(tx, today, addDays(today, DAYS_AHEAD)), today)
}

/** By the days of UTC. */
const callDay = (): Day => dayOf(currentTime(), 'UTC')
const callsOf = ({ calls_on, calls }: ConnectionRow): number => (calls_on === callDay() ? calls : 0)
const callsLeft = (row: ConnectionRow): number => Math.max(0, MOST_CALLS - callsOf(row))

/** Sends one after the other. A killed worker has counted too many calls rather than too few, and sends the last ones again. */
async function ask(pass: Pass, wire: Wire, due: readonly ForecastRequest[]): Promise<void> {
  for (let at = 0; at < due.length; at += AT_ONCE) {
    const some = due.slice(at, at + AT_ONCE)
    const counted = { calls_on: callDay(), calls: callsOf(pass.row) + some.length }
    pass.row = await inLease(pass, (tx) => updateConnection(tx, pass.row.id, counted))
    const came: ReadForecast[] = []
    try {
      for (const request of some) came.push(...(await forecastsOf(pass, wire, request)))
    } finally {
      await inLease(pass, (tx) => putForecasts(tx, pass.actor, came))
    }
  }
}

async function forecastsOf({ row, actor }: Pass, wire: Wire, { cell, isHourly, days }: ForecastRequest): Promise<ReadForecast[]> {
  const weather = WEATHERS[row.connector]?.weather
  if (!weather) throw new Refusal('refused', { sentence: `Nothing tells the weather as ${row.connector}.` })
  const spells = await (isHourly ? weather.hourly : weather.threeHourly)(wire, middleOf(cell))
  const madeAt = currentTime()
  const startOf = (day: Day) => instantOf(day, '00:00', actor.zone).getTime()
  return days.map((onDay) => ({ cell, onDay, madeAt, hours: packSteps(spells, startOf(onDay), startOf(addDays(onDay, 1))) }))
}

/** All went well: it rests until the first forecast is old, the next day begins, or there are calls again. */
async function rest(tx: PracticeTx, pass: Pass, asked: number): Promise<void> {
  const now = currentTime()
  await addLog(tx, pass.row, now, [{ verb: 'read', count: asked, words: asked === 1 ? '1 forecast' : `${asked} forecasts` }])
  const requests = await requestsOf(tx, pass)
  const left = dueOf(requests, now).length
  const times = requests.flatMap(({ madeAt }) => (madeAt ? madeAt.getTime() + everyMs(requests.length) : []))
  const next = left > 0 ? instantOf(addDays(callDay(), 1), '00:00', 'UTC').getTime() : Math.min(...times, Number.POSITIVE_INFINITY)
  const tomorrow = instantOf(addDays(todayIn(pass), 1), '00:00', pass.actor.zone).getTime()
  await updateConnection(tx, pass.row.id, {
    status: 'connected',
    sentence: left > 0 ? USED_UP : null,
    failures: 0,
    next_at: new Date(Math.min(next, tomorrow)),
    ...(left === 0 && { last_success_at: now }),
  })
}

/** In the test version nothing leaves: what would have been requested is logged word for word, each once. */
async function rehearse(pass: Pass): Promise<void> {
  await inLease(pass, async (tx) => {
    const now = currentTime()
    const requests = await requestsOf(tx, pass)
    const words = requestWords(requests, middleOf)
    const [last] = await listLog(tx, pass.row.id, { limit: 1 })
    if (last?.words !== words) await addLog(tx, pass.row, now, [{ verb: 'rehearsed', count: requests.length, words }])
    const tomorrow = instantOf(addDays(todayIn(pass), 1), '00:00', pass.actor.zone)
    await updateConnection(tx, pass.row.id, { status: 'connected', last_success_at: null, next_at: tomorrow })
  })
}
