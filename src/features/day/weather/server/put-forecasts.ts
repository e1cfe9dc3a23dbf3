import '#features/day/weather/server/tables.ts'
import { forecastId } from '#features/day/weather/cells.ts'
import type { ForecastSteps, PlaceForecast } from '#features/day/weather/contract.ts'
import { currentTime } from '#lib/clock.ts'
import type { Day } from '#lib/dates.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { inBatch } from '#platform/server/database/in-batch.ts'
import { holdWriters, insertRow, keepServerColumns, type Row } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

type ForecastRow = Row<'place_forecasts'>
/** A forecast of a square and a day, as it was read. */
export type ReadForecast = { cell: string; onDay: Day; hours: ForecastSteps; madeAt: Date }

/** Writes forecasts in place of those of the same squares and days. */
export async function putForecasts(tx: PracticeTx, actor: Actor, forecasts: readonly ReadForecast[]): Promise<void> {
  if (forecasts.length === 0) return
  await holdWriters(tx)
  const wanted = new Map(forecasts.map((forecast) => [forecastId(actor.practiceId, forecast.cell, forecast.onDay), forecast]))
  const known = await tx
    .selectFrom('place_forecasts')
    .selectAll()
    .where('id', 'in', [...wanted.keys()])
    .execute()
  const missing = [...wanted].filter(([id]) => !known.some((row) => row.id === id))
  await inBatch(tx, actor.practiceId, async (inner, batch) => {
    batch.know('place_forecasts', known)
    batch.knowDrawn(
      'place_forecasts',
      missing.map(([id]) => id),
    )
    for (const [id, { cell, onDay, hours, madeAt }] of missing)
      await insertRow(inner, actor, 'place_forecasts', id, { cell, on_day: onDay, hours, made_at: madeAt }, { isPart: true })
    for (const row of known) {
      const forecast = wanted.get(row.id)
      if (forecast)
        await keepServerColumns(inner, row, 'place_forecasts', { hours: forecast.hours, made_at: forecast.madeAt, deleted_at: null })
    }
  })
}

/** Removes the forecasts of days before this one; without a day all of them. */
export async function removeForecasts(tx: PracticeTx, practiceId: string, before?: Day): Promise<void> {
  let query = tx.selectFrom('place_forecasts').selectAll().where('deleted_at', 'is', null)
  if (before) query = query.where('on_day', '<', before)
  if ((await query.clearSelect().select('id').limit(1).execute()).length === 0) return
  await holdWriters(tx)
  const known: ForecastRow[] = await query.execute()
  const deleted_at = currentTime()
  await inBatch(tx, practiceId, async (inner, batch) => {
    batch.know('place_forecasts', known)
    for (const row of known) await keepServerColumns(inner, row, 'place_forecasts', { deleted_at })
  })
}

/** A row as it goes over the wire. */
const toForecast = (row: ForecastRow): PlaceForecast => ({
  id: row.id,
  cell: row.cell,
  onDay: row.on_day,
  hours: row.hours,
  madeAt: row.made_at.toISOString(),
})

/** Devices only read them. */
export const forecastSync: SyncedEntity<'place_forecasts'> = { toWire: toForecast }
