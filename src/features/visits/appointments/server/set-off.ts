import { notifyOnMyWay } from '#features/visits/appointments/server/notify.ts'
import type { VisitVerb } from '#features/visits/appointments/server/visit-change.ts'
import { requireMayDrive } from '#features/visits/appointments/server/visit-rights.ts'

/** Notifies the owners that the farrier sets off, at `onMyWayAt`. @throws forbidden */
export const setOff: VisitVerb = async (tx, actor, visit, { onMyWayAt }) => {
  requireMayDrive(actor, visit.status)
  if (onMyWayAt) await notifyOnMyWay(tx, actor, visit, new Date(onMyWayAt))
  return visit
}
