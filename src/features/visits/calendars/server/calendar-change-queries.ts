import { sql } from 'kysely'
import '#features/visits/calendars/server/tables.ts'
import type { AskedVisit } from '#features/visits/calendars/asking.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

export type CalendarChangeRow = Row<'calendar_changes'>
type VisitFacts = Omit<AskedVisit, 'startTime' | 'endTime'> & { startsAt: Date; endsAt: Date }
type CalendarQuestion = { change: CalendarChangeRow; visit: AskedVisit }

/** Unanswered questions with the visits they are about, newest first; of one member, or of everyone. Ids are made in the order of time. */
export async function listUnanswered(tx: PracticeTx, memberId: string | undefined): Promise<CalendarQuestion[]> {
  let query = tx.selectFrom('calendar_changes').selectAll().where('state', '=', 'open').where('deleted_at', 'is', null)
  if (memberId) query = query.where('member_id', '=', memberId)
  const changes = await query.orderBy('id', 'desc').execute()
  const visits = await findVisits(
    tx,
    changes.map((change) => change.appointment_id),
  )
  return changes.flatMap((change) => {
    const visit = visits.get(change.appointment_id)
    return visit ? [{ change, visit }] : []
  })
}

/** The unanswered question about an entry: whether it is moved or deleted is one, whether it is new another. */
export const findUnanswered = (
  tx: PracticeTx,
  { appointment_id, kind }: Pick<CalendarChangeRow, 'appointment_id' | 'kind'>,
): Promise<CalendarChangeRow | undefined> =>
  tx
    .selectFrom('calendar_changes')
    .selectAll()
    .where('appointment_id', '=', appointment_id)
    .where('kind', kind === 'new' ? '=' : '<>', 'new')
    .where('state', '=', 'open')
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

async function findVisits(tx: PracticeTx, ids: readonly string[]): Promise<Map<string, AskedVisit>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<VisitFacts>`
    select id, title, member_id as "memberId", client_id as "clientId", yard_id as "yardId", status, is_call_complete as "isCallComplete",
      is_call_only as "isCallOnly", call_period as "callPeriod", on_day as "onDay", local_start as "localStart", starts_at as "startsAt",
      ends_at as "endsAt", zone
    from appointments where id = any(${ids}) and deleted_at is null`.execute(tx)
  return new Map(
    rows.map(({ startsAt, endsAt, ...visit }) => [
      visit.id,
      { ...visit, startTime: startsAt.toISOString(), endTime: endsAt.toISOString() },
    ]),
  )
}
