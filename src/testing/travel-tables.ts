import { tableId } from '#features/day/round/rules.ts'
import { putTravelTable } from '#features/day/round/server/put-travel-table.ts'
import type { Day } from '#lib/dates.ts'
import type { FixturePractice } from '#testing/practice.ts'

/** Road times between two places of a day of the first member; the table's id. */
export const addTravelTable = (practice: FixturePractice, onDay: Day): Promise<string> =>
  practice.inPractice(async (tx, actor) => {
    const leg = { km: 5.2, minutes: 9 }
    const [none, way] = [{ km: 0, minutes: 0 }, leg]
    const legs = [
      [none, way],
      [way, none],
    ]
    await putTravelTable(tx, actor, { memberId: practice.memberId, onDay }, { engine: 'valhalla', legs, places: PLACES })
    return tableId(practice.memberId, onDay)
  })

const PLACES: [number, number][] = [
  [52.2, -2.8],
  [52.24, -2.8],
]
