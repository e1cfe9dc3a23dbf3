import { whenOn } from '#features/appointments/rules.ts'
import type { Day, WallTime } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { record } from '#platform/web/outbox.ts'

export type FirstVisit = {
  title: string
  clientId: string | null
  yardId: string | null
  horseId: string | null
  memberId: string
  day: Day
  start: WallTime
  end: WallTime
  plannedWork: string | null
  zone: string
}

/** Records a timed visit with its horse on the device, in one go; the id it will have for life. */
export async function bookFirstVisit(visit: FirstVisit): Promise<string> {
  const id = uuidv7()
  const { title, clientId, yardId, memberId } = visit
  const { startTime, endTime, ...shown } = whenOn(visit.day, visit.start, visit.end, visit.zone)
  const data = { title, clientId, yardId, memberId, startTime, endTime, ...PLAIN }
  const line = visit.horseId && clientId && { appointmentId: id, horseId: visit.horseId, place: 0, plannedWork: visit.plannedWork }
  await record([
    { action: 'CREATE', entity: 'appointments', id, data, alsoShow: { ...shown, ...OPEN } },
    ...(line
      ? [
          {
            action: 'CREATE' as const,
            entity: 'visit_horses' as const,
            data: line,
            alsoShow: { ...NOT_DONE, clientId, payerClientId: clientId },
          },
        ]
      : []),
  ])
  return id
}

const PLAIN = {
  description: null,
  location: null,
  notes: null,
  isCallOnly: false,
  callNumber: 1,
  callPeriod: 'AM',
  roundRank: null,
  status: 'booked',
  statusReason: null,
}
const OPEN = { isCallComplete: false, completedAt: null, asWas: null }
const NOT_DONE = { outcome: null, reason: null, completedAt: null }
