import { AUDIENCES, CALENDARS, LEDGERS, PLACES, POSTERS, READERS, ROADS, WEATHERS } from '#connectors/registry.ts'
import { exchangeAudience } from '#features/office/integrations/server/audience-pass.ts'
import { listExchanging } from '#features/office/integrations/server/exchange-queries.ts'
import { findPlaces } from '#features/office/integrations/server/finding-places.ts'
import type { Exchanging } from '#features/office/integrations/server/in-pass.ts'
import { exchangeLedger } from '#features/office/integrations/server/ledger-pass.ts'
import { exchangeCalendar } from '#features/office/integrations/server/pass.ts'
import { exchangePosts } from '#features/office/integrations/server/post-pass.ts'
import type { ConnectionRow } from '#features/office/integrations/server/queries.ts'
import { readRoads } from '#features/office/integrations/server/reading-roads.ts'
import { readTakings } from '#features/office/integrations/server/reading-takings.ts'
import { readWeather } from '#features/office/integrations/server/reading-weather.ts'
import { planReviews } from '#features/office/integrations/server/review-requests.ts'
import { currentTime } from '#lib/clock.ts'
import { restExchange } from '#platform/server/database/exchanges.ts'

/** What a pass of each connector does. */
const passes = (): Readonly<Record<string, (exchanging: Exchanging, row: ConnectionRow) => Promise<void>>> => ({
  ...Object.fromEntries(Object.keys(AUDIENCES).map((id) => [id, exchangeAudience])),
  ...Object.fromEntries(Object.keys(CALENDARS).map((id) => [id, exchangeCalendar])),
  ...Object.fromEntries(Object.keys(LEDGERS).map((id) => [id, exchangeLedger])),
  ...Object.fromEntries(Object.keys(PLACES).map((id) => [id, findPlaces])),
  ...Object.fromEntries(Object.keys(POSTERS).map((id) => [id, exchangePosts])),
  ...Object.fromEntries(Object.keys(READERS).map((id) => [id, readTakings])),
  ...Object.fromEntries(Object.keys(ROADS).map((id) => [id, readRoads])),
  ...Object.fromEntries(Object.keys(WEATHERS).map((id) => [id, readWeather])),
  reviews: planReviews,
})

/**
 * Exchanges what a practice's connections have to exchange, one after the other, and sets when it does so next. Each connection is one worker's
 * at a time, and one that fails does not keep the others waiting.
 */
export async function exchangePractice(exchanging: Exchanging, practiceId: string): Promise<void> {
  const { db, log } = exchanging
  const all = passes()
  const connectors = Object.keys(all)
  const due = await db.withPractice(practiceId, (tx) => listExchanging(tx, connectors))
  for (const row of due)
    if (isDue(row)) await all[row.connector]?.(exchanging, row).catch((err) => log.error({ err, practiceId }, 'an exchange failed'))
  await db.withPractice(practiceId, (tx) =>
    restExchange(tx, async (inside) => {
      const times = (await listExchanging(inside, connectors)).flatMap(({ next_at }) => next_at ?? [])
      return times.length > 0 ? new Date(Math.min(...times.map(Number))) : null
    }),
  )
}

/** One that works well is exchanged whenever something has changed; one that fails, at its time. */
const isDue = ({ failures, next_at, last_tried_at }: ConnectionRow): boolean =>
  failures === 0 || last_tried_at === null || (next_at !== null && next_at <= currentTime())
