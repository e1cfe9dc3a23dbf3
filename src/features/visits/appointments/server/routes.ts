import { appointmentEndpoints } from '#features/visits/appointments/contract.ts'
import { bookVisit } from '#features/visits/appointments/server/book-visit.ts'
import { changeLine } from '#features/visits/appointments/server/change-line.ts'
import { changeVisit } from '#features/visits/appointments/server/change-visit.ts'
import { addLine, removeLine } from '#features/visits/appointments/server/lines.ts'
import { toTimeOff } from '#features/visits/appointments/server/list-time-off.ts'
import { moveDay } from '#features/visits/appointments/server/moving-days.ts'
import { removeVisit } from '#features/visits/appointments/server/remove-visit.ts'
import { requireAppointment } from '#features/visits/appointments/server/require-appointment.ts'
import { appointmentsOf, sendReminder } from '#features/visits/appointments/server/service.ts'
import { addTimeOff, changeTimeOff, removeTimeOff, timeOffAhead } from '#features/visits/appointments/server/time-off.ts'
import { toLine } from '#features/visits/appointments/server/wire.ts'
import { idOf } from '#lib/canonical.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember, serveMemberRead } from '#platform/server/http/serve-endpoint.ts'
import { ReadAlong } from '#platform/server/read-along.ts'

const visitId = (params: { id: string }) => idOf(params.id, 'appointment_not_found')
const lineId = (params: { id: string }) => idOf(params.id, 'visit_horse_not_found')
const timeOffId = (params: { id: string }) => idOf(params.id, 'time_off_not_found')
const newId = (id: string | undefined) => (id ? idOf(id, 'bad_request') : uuidv7())

export function appointmentRoutes(app: App) {
  serveMemberRead(app, appointmentEndpoints.list, ({ read, actor, query }) => appointmentsOf(read, actor, query))
  serveMember(app, appointmentEndpoints.one, ({ tx, actor, params }) => requireAppointment(tx, actor.practiceId, visitId(params)))
  serveMember(app, appointmentEndpoints.create, async ({ tx, actor, body }) => {
    const { id } = await bookVisit(tx, actor, newId(body.id), body)
    return new ReadAlong(id, requireAppointment(tx, actor.practiceId, id))
  })
  serveMember(app, appointmentEndpoints.update, async ({ tx, actor, params, body }) => {
    const { id } = await changeVisit(tx, actor, visitId(params), body)
    return new ReadAlong(id, requireAppointment(tx, actor.practiceId, id))
  })
  serveMember(app, appointmentEndpoints.remove, async ({ tx, actor, params }) => {
    await removeVisit(tx, actor, visitId(params))
  })
  serveMember(app, appointmentEndpoints.cancel, async ({ tx, actor, params, body }) => {
    const { reason, noShow, ...rest } = body
    const { id } = await changeVisit(tx, actor, visitId(params), {
      status: noShow ? 'no_show' : 'cancelled',
      statusReason: reason,
      ...rest,
    })
    return new ReadAlong(id, requireAppointment(tx, actor.practiceId, id))
  })
  serveMember(app, appointmentEndpoints.reopen, async ({ tx, actor, params }) => {
    const { id } = await changeVisit(tx, actor, visitId(params), { status: 'booked' })
    return new ReadAlong(id, requireAppointment(tx, actor.practiceId, id))
  })
  serveMember(app, appointmentEndpoints.moveDay, ({ tx, actor, body }) => moveDay(tx, actor, body), {
    again: ({ tx, actor, body }) =>
      Promise.all(body.moves.map((move) => requireAppointment(tx, actor.practiceId, idOf(move.appointmentId, 'appointment_not_found')))),
  })
  serveMember(app, appointmentEndpoints.sendReminder, ({ tx, actor, params }) => sendReminder(tx, actor, visitId(params)))
  serveMember(app, appointmentEndpoints.addHorse, async ({ tx, actor, body }) => toLine(await addLine(tx, actor, newId(body.id), body)))
  serveMember(app, appointmentEndpoints.changeHorse, async ({ tx, actor, params, body }) =>
    toLine(await changeLine(tx, actor, lineId(params), body)),
  )
  serveMember(app, appointmentEndpoints.removeHorse, async ({ tx, actor, params }) => {
    await removeLine(tx, actor, lineId(params))
  })
  timeOffRoutes(app)
}

function timeOffRoutes(app: App) {
  serveMember(app, appointmentEndpoints.listTimeOff, async ({ tx, actor }) => (await timeOffAhead(tx, actor)).map(toTimeOff))
  serveMember(app, appointmentEndpoints.addTimeOff, async ({ tx, actor, body }) =>
    toTimeOff(await addTimeOff(tx, actor, newId(body.id), body)),
  )
  serveMember(app, appointmentEndpoints.changeTimeOff, async ({ tx, actor, params, body }) =>
    toTimeOff(await changeTimeOff(tx, actor, timeOffId(params), body)),
  )
  serveMember(app, appointmentEndpoints.removeTimeOff, async ({ tx, actor, params }) => {
    await removeTimeOff(tx, actor, timeOffId(params))
  })
}
