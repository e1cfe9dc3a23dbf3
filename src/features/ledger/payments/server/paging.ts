import { idOf } from '#lib/canonical.ts'
import type { Day } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { fromCursor } from '#platform/server/http/paging.ts'

/** Where the page before ended, of lists by day and id. @throws bad_request */
export function placeIn(cursor: string | undefined): { day: Day; id: string } | undefined {
  const [day, id] = fromCursor(cursor, 2) ?? []
  if (day === undefined || id === undefined) return undefined
  if (!/^(19|20)\d\d-(0[1-9]|1[0-2])-([0-2]\d|3[01])$/.test(day) || Number.isNaN(Date.parse(day))) throw new AppError('bad_request')
  return { day, id: idOf(id, 'bad_request') }
}
