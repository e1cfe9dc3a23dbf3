import type { AppointmentChange, NewAppointment } from '#features/visits/appointments/contract.ts'
import { callOnlyOn, moveToDay, type When, whenOf } from '#features/visits/appointments/rules.ts'
import type { VisitRecord } from '#features/visits/appointments/server/queries.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'

type WhenChange = Pick<AppointmentChange, 'startTime' | 'endTime' | 'onDay' | 'isCallOnly' | 'callPeriod'>

/** When a new visit is. @throws bad_request without the times it needs, wrong_order */
export function whenBooked(input: Pick<NewAppointment, 'startTime' | 'endTime' | 'onDay' | 'isCallOnly'>, zone: string): When {
  if (input.isCallOnly) return whenCallOnly(input, zone, dayOf(currentTime(), zone))
  if (!input.startTime || !input.endTime) throw timesMissing()
  return inOrder(whenOf(input.startTime, input.endTime, zone))
}

/**
 * The new time of a changed visit; undefined when the input changes none. A new start alone keeps the duration, a new day alone the time of
 * day.
 * @throws bad_request when a stop becomes timed without a time, wrong_order
 */
export function whenChanged(before: VisitRecord, input: WhenChange, zone: string): When | undefined {
  const { startTime, endTime, onDay } = input
  const isCallOnly = input.isCallOnly ?? before.is_call_only
  const isChanged = startTime !== undefined || endTime !== undefined || onDay !== undefined || isCallOnly !== before.is_call_only
  if (!isChanged) return undefined
  const was = whenWas(before)
  if (isCallOnly && !before.is_call_only) return whenCallOnly(input, zone, before.on_day)
  if (isCallOnly) return startTime ? whenCallOnly(input, zone, before.on_day) : moveToDay(was, onDay ?? was.onDay)
  if (before.is_call_only && !(startTime && endTime)) throw timesMissing()
  if (startTime && endTime) return inOrder(whenOf(startTime, endTime, zone))
  if (startTime) return whenOf(startTime, new Date(Date.parse(startTime) + Date.parse(was.endTime) - Date.parse(was.startTime)), zone)
  const moved = onDay ? moveToDay(was, onDay) : was
  return inOrder(whenOf(moved.startTime, endTime ?? moved.endTime, was.zone))
}

/** A stop has a day and a moment on it, which is both its start and its end. */
function whenCallOnly({ startTime, onDay }: Pick<WhenChange, 'startTime' | 'onDay'>, zone: string, today: string): When {
  if (!startTime) return callOnlyOn(onDay ?? today, zone)
  const when = whenOf(startTime, startTime, zone)
  return onDay && onDay !== when.onDay ? moveToDay(when, onDay) : when
}

const whenWas = (row: VisitRecord): When => ({
  startTime: row.starts_at.toISOString(),
  endTime: row.ends_at.toISOString(),
  onDay: row.on_day,
  localStart: row.local_start,
  localEnd: row.local_end,
  zone: row.zone,
})

function inOrder(when: When): When {
  if (when.endTime < when.startTime) throw new AppError('wrong_order')
  return when
}

/** The columns that hold it. */
export const whenColumns = (when: When) => ({
  on_day: when.onDay,
  local_start: when.localStart,
  local_end: when.localEnd,
  zone: when.zone,
  starts_at: new Date(when.startTime),
  ends_at: new Date(when.endTime),
})

const timesMissing = () => new AppError('bad_request', { fields: ['startTime', 'endTime'] }, 'Say when it starts and when it ends.')
