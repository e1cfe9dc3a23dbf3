import type { Setup } from '#features/visits/work/feet.ts'
import type { Day } from '#lib/dates.ts'
import type { GuestTx } from '#platform/server/database/db.ts'

/** More than a horse has in twenty years. */
const MOST_ENTRIES = 250

/** Work as a guest may read it. */
export type GuestWork = {
  id: string
  workDate: Day
  serviceType: string
  description: string | null
  findings: string | null
  recommendations: string | null
  setup: Setup | null
  /** Who did it. */
  memberName: string | null
  /** The visit it was done on, where the horse stood there for a client of theirs. */
  visitId: string | null
}

/** What was done to a horse in the time it was theirs, the latest first. */
export const guestWork = async (tx: GuestTx, horseId: string): Promise<GuestWork[]> =>
  (await tx
    .selectFrom('work_entries as w')
    .leftJoin('members as m', (join) => join.onRef('m.practice_id', '=', 'w.practice_id').onRef('m.id', '=', 'w.member_id'))
    .leftJoin('visit_horses as l', (join) => join.onRef('l.practice_id', '=', 'w.practice_id').onRef('l.id', '=', 'w.visit_horse_id'))
    .select(['w.id', 'w.work_date as workDate', 'w.service_type as serviceType', 'w.description', 'w.findings', 'w.recommendations'])
    .select(['w.setup', 'm.name as memberName', 'l.appointment_id as visitId'])
    .where('w.horse_id', '=', horseId)
    .where('w.deleted_at', 'is', null)
    .orderBy('w.work_date', 'desc')
    .orderBy('w.id', 'desc')
    .limit(MOST_ENTRIES)
    .execute()) as GuestWork[]
