import { minutesOf, type WallTime } from '#lib/dates.ts'

/** Spec §5: what the appointment form starts from. */
export const DEFAULT_START: WallTime = '09:00'
export const DEFAULT_END: WallTime = '10:00'
/** Spec §5 Call number. */
export const LOWEST_CALL_NUMBER = 1
export const HIGHEST_CALL_NUMBER = 99
/** What is wrong with a booking's words (Spec §5 Appointment form); undefined when nothing is. */
export type BookingForm = {
  title: string
  clientId: string | null
  onDay: string
  start: string
  end: string
  isCallOnly: boolean
  callNumber: number
}
export type BookingFaults = Partial<Record<'title' | 'clientId' | 'onDay' | 'start' | 'end' | 'callNumber', string>>

/**
 * Spec §5: title, client, date, start and end are required unless Call Only. We ask a stop for its day too, because it has no other
 * (product.md, Readings); empty when all is well.
 */
export function bookingFaults(form: BookingForm): BookingFaults {
  const faults: BookingFaults = {}
  if (!form.onDay) faults.onDay = 'Choose a date'
  if (form.isCallOnly) {
    const isNumber = Number.isInteger(form.callNumber) && form.callNumber >= LOWEST_CALL_NUMBER && form.callNumber <= HIGHEST_CALL_NUMBER
    if (!isNumber) faults.callNumber = `A number from ${LOWEST_CALL_NUMBER} to ${HIGHEST_CALL_NUMBER}`
    return faults
  }
  if (!form.title.trim()) faults.title = 'Enter a title'
  if (!form.clientId) faults.clientId = 'Choose a client'
  if (!form.start) faults.start = 'Enter a start time'
  if (!form.end) faults.end = 'Enter an end time'
  if (form.start && form.end && minutesOf(form.end) <= minutesOf(form.start)) faults.end = 'The end must be after the start'
  return faults
}
