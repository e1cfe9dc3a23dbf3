import type { Insertable } from 'kysely'
import { cast } from '#db/cast.ts'
import { addDays, type Day, instantOf } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.ts'

type Bare = Omit<Insertable<Tables['rights_requests']>, 'practice_id' | 'rev' | 'seq' | 'deleted_at' | 'fw'>

/** Clients' data requests: a copy, by letter; erasure, from one who has moved away; and a correction that was made. */
export const rightsRows = (today: Day): Bare[] => [
  {
    ...request('copy', 'emmaLacey', addDays(today, -12)),
    ...{ request_type: 'data_access', received_via: 'letter', notes: 'Wants it for her insurance.' },
  },
  {
    ...request('erase', 'joannaMarsh', addDays(today, -5)),
    ...{ request_type: 'data_deletion', received_via: 'email', status: 'processing', notes: 'Moved to Devon with the horse.' },
  },
  {
    ...request('postcode', 'fionaGarrod', addDays(today, -40)),
    ...{ request_type: 'rectification', received_via: 'in_person', status: 'completed', notes: 'Her postcode was that of the old yard.' },
    closed_at: instantOf(addDays(today, -39), '08:40', cast.practice.zone),
  },
]

/** Their receipt, in the journal. */
export const recordRequests = async (tx: PracticeTx, rows: readonly Bare[]): Promise<void> => {
  await tx
    .insertInto('activity')
    .values(
      rows.map(({ id, requested_at, received_via, received_on }) => ({
        practice_id: cast.practice.id,
        id: uuidOf('cast', 'asked', id),
        at: requested_at,
        member_id: cast.owner.memberId,
        device_id: null,
        entity: 'rights_requests',
        entity_id: id,
        verb: 'added',
        before: null,
        after: { received_via, received_on },
      })),
    )
    .onConflict((clash) => clash.doNothing())
    .execute()
}

const request = (key: string, whose: keyof typeof cast.clients, onDay: Day) => ({
  id: uuidOf('cast', 'rights', key),
  client_id: cast.clients[whose].id,
  received_on: onDay,
  requested_at: instantOf(onDay, '19:10', cast.practice.zone),
  ...{ objects_to: null, extended_on: null, extended_why: null, acknowledged_on: null, closed_at: null },
})
