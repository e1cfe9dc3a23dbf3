import type { ForecastSteps } from '#features/day/weather/contract.ts'
import type { Day } from '#lib/dates.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    /** The weather expected in squares of about 2 km. */
    place_forecasts: {
      practice_id: string
      id: string
      cell: string
      on_day: Day
      hours: ForecastSteps
      made_at: Date
    } & SyncColumns
  }
}
