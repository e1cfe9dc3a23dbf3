import type { NoticeOutcome } from '#features/core/notices/contract.ts'
import type { Appointment } from '#features/visits/appointments/contract.ts'
import { roundOrder } from '#features/visits/appointments/rules.ts'
import { remind } from '#features/visits/appointments/server/notify.ts'
import { listAppointments, visitForChange } from '#features/visits/appointments/server/queries.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx, Read } from '#platform/server/database/db.ts'

/** The longest span that one read may request. */
const LONGEST_SPAN_DAYS = 62

type VisitFilter = { date?: Day | undefined; from?: Day | undefined; to?: Day | undefined }

/** Visits of a day, or of a span, each member's days in the order of the round; by default today's. @throws bad_request */
export async function appointmentsOf(read: Read, actor: Actor, filter: VisitFilter): Promise<Appointment[]> {
  const { from, to } = spanOf(filter, actor.zone)
  const visits = await listAppointments(read, actor.practiceId, from, to)
  const rounds = Map.groupBy(visits, (visit) => `${visit.onDay} ${visit.memberId}`)
  return [...rounds.keys()].sort().flatMap((round) => roundOrder(rounds.get(round) ?? []))
}

/** Sends a reminder now. @throws appointment_not_found, and what `remind` throws */
export const sendReminder = async (tx: PracticeTx, actor: Actor, id: string): Promise<NoticeOutcome> =>
  remind(tx, actor, await visitForChange(tx, id))

function spanOf({ date, from, to }: VisitFilter, zone: string): { from: Day; to: Day } {
  if (from === undefined && to === undefined) {
    const day = date ?? dayOf(currentTime(), zone)
    return { from: day, to: day }
  }
  if (date !== undefined || from === undefined || to === undefined)
    throw new AppError('bad_request', { fields: ['date', 'from', 'to'] }, 'Ask for one day, or from one day to another.')
  if (to < from || to >= addDays(from, LONGEST_SPAN_DAYS))
    throw new AppError('bad_request', { fields: ['to'] }, 'Ask for 62 days at most, the first one first.')
  return { from, to }
}
