import type { NewTimeOff, TimeOff } from '#features/appointments/contract.ts'
import { record } from '#platform/web/outbox.ts'

/** The words of time off as they are kept. */
export type TimeOffFields = Omit<TimeOff, 'id'>

/** Notes time off on the device; its id. */
export async function addTimeOff(fields: TimeOffFields): Promise<string> {
  const ids = await record([{ action: 'CREATE', entity: 'time_off', data: fields satisfies NewTimeOff }])
  return ids ? (ids[0] ?? '') : ''
}

/** Changes time off; false when it is gone from this device. */
export const changeTimeOff = async (id: string, fields: Partial<TimeOffFields>): Promise<boolean> =>
  (await record([{ action: 'UPDATE', entity: 'time_off', id, data: fields }])) !== false

/** Takes time off back, for good. */
export const removeTimeOff = async (id: string): Promise<boolean> =>
  (await record([{ action: 'DELETE', entity: 'time_off', id }])) !== false
