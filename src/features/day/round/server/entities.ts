import '#features/day/round/server/tables.ts'
import { roundId, tableId } from '#features/day/round/rules.ts'
import { travelTableSync } from '#features/day/round/server/put-travel-table.ts'
import { roundSync } from '#features/day/round/server/service.ts'
import { roundNoteTitle } from '#features/day/round/words.ts'
import { dayOf, shortDay } from '#lib/dates.ts'
import type { Entities, JournalLine } from '#platform/server/entity.ts'

export const roundEntities = {
  rounds: {
    sync: roundSync,
    journal: {
      kind: 'diary',
      title: roundTitle,
      detail: ({ after }, zone) => (typeof after?.said_at === 'string' ? shortDay(dayOf(after.said_at, zone)) : ''),
    },
    holding: 'how a day went',
    namesClient: [],
    derivedId: ({ member_id, on_day }) => member_id && roundId(member_id, on_day ?? ''),
  },
  /** Written as roads are, and in no journal of their own. */
  travel_tables: {
    sync: travelTableSync,
    journal: { kind: 'diary', noun: 'road times' },
    holding: 'points on the map without names; all go when a client is erased',
    namesClient: [],
    derivedId: ({ member_id, on_day }) => member_id && tableId(member_id, on_day ?? ''),
  },
} satisfies Entities

function roundTitle({ after }: JournalLine): string {
  const late = typeof after?.late_minutes === 'number' ? after.late_minutes : null
  if (after?.state === 'late' || after?.state === 'paused') return roundNoteTitle({ state: after.state, lateMinutes: late })
  if (after?.state === 'running') return 'The round carries on'
  return after?.state === 'finished' ? 'The round is finished' : 'Updated the round'
}
