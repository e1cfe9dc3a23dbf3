import { createHash } from 'node:crypto'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { RoadTable } from '#connectors/kit/roads.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { ROADS } from '#connectors/registry.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { listTravelDays, type TravelDay } from '#features/day/round/server/list-travel-days.ts'
import { putTravelTable, type Roads, removeTravelTables } from '#features/day/round/server/put-travel-table.ts'
import { narrowed } from '#features/day/round/travel.ts'
import { endConnection } from '#features/office/integrations/server/end-connection.ts'
import { addLog, type LogLine } from '#features/office/integrations/server/exchange-queries.ts'
import { sentenceOf } from '#features/office/integrations/server/failing.ts'
import { wireOf } from '#features/office/integrations/server/far-wire.ts'
import { type Exchanging, inPass, type Pass } from '#features/office/integrations/server/in-pass.ts'
import { inLease } from '#features/office/integrations/server/lease.ts'
import { type ConnectionRow, updateConnection } from '#features/office/integrations/server/queries.ts'
import { isRehearsed } from '#features/office/integrations/server/secrets.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf, shortDay } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Today, and the days after it. */
const DAYS = 7
/** When a new day comes within reach. */
const AT_NIGHT = '02:40'
const SEPARATOR = '; '

/**
 * Brings the road times of each member's next days up to date: one request for each day with places that its table does not have, and no
 * request or write where there is none. What the far side has no roads for is not requested again until the places change.
 */
export const readRoads = (exchanging: Exchanging, row: ConnectionRow): Promise<void> =>
  inPass(exchanging, row, async (pass) => {
    if (pass.row.is_ending) return inLease(pass, (tx) => endConnection(tx, pass.row))
    const days = await wantedDays(pass)
    return isRehearsed(pass, pass.row) ? rehearse(pass, days) : read(pass, days)
  })

function wantedDays({ db, row, actor }: Pass): Promise<TravelDay[]> {
  const today = dayOf(currentTime(), actor.zone)
  return db.withPractice(row.practice_id, async (tx) => {
    const { base } = await settingsOf(tx)
    return listTravelDays(tx, base, { from: today, to: addDays(today, DAYS - 1) })
  })
}

const isWorth = ({ places }: TravelDay) => places.length > 1
const isKnown = ({ places, known }: TravelDay) => JSON.stringify(known?.places) === JSON.stringify(places)

async function read(pass: Pass, days: readonly TravelDay[]): Promise<void> {
  const log: LogLine[] = []
  const asked: TravelDay[] = []
  let wire: Wire | undefined
  for (const day of days.filter((each) => !isKnown(each))) {
    if (!isWorth(day)) {
      if (day.known) await inLease(pass, (tx) => removeTravelTables(tx, day))
      continue
    }
    const known = day.known && narrowed(day.known, day.places)
    if (known) {
      await keep(pass, day, known)
      continue
    }
    wire ??= await wireOf(pass, pass.row)
    const found = await ask(pass, wire, day)
    if (found instanceof Refusal) log.push({ verb: 'failed', count: 1, words: `${placesOf(day)}: ${sentenceOf(found)}` })
    else asked.push(day)
    await keep(pass, day, found instanceof Refusal ? NO_ROADS(day) : found)
  }
  await inLease(pass, (tx) => {
    const words = asked.map(placesOf).join(SEPARATOR)
    return rest(tx, pass, [...log, { verb: 'read', count: asked.length, words }])
  })
}

/** The table, or why there are no roads for these places. */
async function ask({ row }: Pass, wire: Wire, { places }: TravelDay): Promise<RoadTable | Refusal> {
  const connector = ROADS[row.connector]
  if (!connector) throw new Error(`no source of road times: ${row.connector}`)
  try {
    return await connector.roads.table(
      wire,
      places.map(([lat, lng]) => ({ lat, lng })),
    )
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'refused') return error
    throw error
  }
}

const NO_ROADS = ({ places }: TravelDay): Pick<Roads, 'engine' | 'legs'> => ({
  engine: null,
  legs: places.map(() => places.map(() => null)),
})

const keep = (pass: Pass, day: TravelDay, found: Pick<Roads, 'engine' | 'legs'>): Promise<void> =>
  inLease(pass, (tx) => putTravelTable(tx, pass.actor, day, { ...found, places: day.places }))

/** In the test version nothing leaves: what would be requested is logged once, in words. */
async function rehearse(pass: Pass, days: readonly TravelDay[]): Promise<void> {
  const would = days.filter((day) => isWorth(day) && !isKnown(day))
  const cursor = createHash('sha256').update(JSON.stringify(would)).digest('base64url')
  const words = would.map(placesOf).join(SEPARATOR)
  const log: LogLine[] = cursor === pass.row.cursor ? [] : [{ verb: 'rehearsed', count: would.length, words }]
  await inLease(pass, (tx) => rest(tx, pass, log, { cursor, last_success_at: null }))
}

/** `6 places of Mon 30 Nov`. */
const placesOf = ({ places, onDay }: TravelDay): string => `${places.length} places of ${shortDay(onDay)}`

type More = { cursor?: string; last_success_at?: null }

async function rest(tx: PracticeTx, { row, actor }: Pass, log: readonly LogLine[], more: More = {}): Promise<void> {
  const now = currentTime()
  await addLog(tx, row, now, log)
  const next_at = instantOf(addDays(dayOf(now, actor.zone), 1), AT_NIGHT, actor.zone)
  await updateConnection(tx, row.id, { status: 'connected', sentence: null, failures: 0, last_success_at: now, next_at, ...more })
}
