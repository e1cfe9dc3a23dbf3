import type { TimeOffFields } from '#features/day/days/web/data.ts'
import type { TimeOff } from '#features/visits/appointments/contract.ts'
import { timeOffTitle } from '#features/visits/appointments/rules.ts'
import { type Day, shortDay, type WallTime } from '#lib/dates.ts'

/** Time off as the form has it. */
export type TimeOffValues = {
  kind: TimeOff['kind']
  title: string
  /** Empty: all members. */
  memberId: string
  fromDay: string
  toDay: string
  hasHours: boolean
  start: string
  end: string
  coverNote: string
}

const DEFAULT_START: WallTime = '09:00'
const DEFAULT_END: WallTime = '12:00'

/** The form as it opens. */
export const timeOffValues = (row: TimeOff | undefined, { day, memberId }: { day: Day; memberId: string }): TimeOffValues => ({
  kind: row?.kind ?? 'holiday',
  title: row?.title ?? '',
  memberId: row ? (row.memberId ?? '') : memberId,
  fromDay: row?.fromDay ?? day,
  toDay: row?.toDay ?? day,
  hasHours: row ? row.localStart !== null || row.localEnd !== null : false,
  start: row?.localStart ?? DEFAULT_START,
  end: row?.localEnd ?? DEFAULT_END,
  coverNote: row?.coverNote ?? '',
})

/** What is wrong, in words. */
export function timeOffFaults(values: TimeOffValues): Partial<Record<keyof TimeOffValues, string>> {
  const isOneDay = values.fromDay === values.toDay
  return {
    ...(!values.fromDay && { fromDay: 'Choose a date' }),
    ...(!values.toDay ? { toDay: 'Choose a date' } : values.toDay < values.fromDay && { toDay: 'The end must not be before the start' }),
    ...(values.hasHours && !values.start && { start: 'Enter a start time' }),
    ...(values.hasHours && !values.end
      ? { end: 'Enter an end time' }
      : values.hasHours && isOneDay && values.end <= values.start && { end: 'The end must be after the start' }),
  }
}

/** The form as it is kept. */
export const timeOffFields = (values: TimeOffValues): TimeOffFields => ({
  kind: values.kind,
  title: values.title.trim(),
  memberId: values.memberId || null,
  fromDay: values.fromDay,
  toDay: values.toDay,
  localStart: values.hasHours ? values.start : null,
  localEnd: values.hasHours ? values.end : null,
  coverNote: values.coverNote.trim() || null,
})

/** The fields whose value has changed. */
export function changedFields(values: TimeOffValues, before: TimeOffValues): Partial<TimeOffFields> {
  const [now, then] = [timeOffFields(values), timeOffFields(before)]
  return Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== then[field as keyof TimeOffFields]))
}

/** `Anglesey, Mon 7 Dec to Fri 18 Dec`. */
export const timeOffTitleOf = (off: TimeOff): string => `${timeOffTitle(off)}, ${timeOffSpan(off)}`

/** `Mon 7 Dec to Fri 18 Dec`, `Tue 24 Nov 09:00 to 12:00`. */
export function timeOffSpan({
  fromDay,
  toDay,
  localStart,
  localEnd,
}: Pick<TimeOff, 'fromDay' | 'toDay' | 'localStart' | 'localEnd'>): string {
  if (fromDay === toDay) {
    if (localStart && localEnd) return `${shortDay(fromDay)}, ${localStart} to ${localEnd}`
    return [shortDay(fromDay), localStart && `from ${localStart}`, localEnd && `until ${localEnd}`].filter(Boolean).join(' ')
  }
  return `${[shortDay(fromDay), localStart].filter(Boolean).join(' ')} to ${[shortDay(toDay), localEnd].filter(Boolean).join(' ')}`
}
