import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { Client } from '#features/records/clients/contract.ts'
import { addClient } from '#features/records/clients/web/data.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { USUAL_CYCLE_WEEKS } from '#features/records/horses/rules.ts'
import { addHorse } from '#features/records/horses/web/data.ts'
import type { Yard } from '#features/records/yards/contract.ts'
import { addYard } from '#features/records/yards/web/data.ts'
import { whenOn } from '#features/visits/appointments/rules.ts'
import { bookVisit } from '#features/visits/appointments/web/data.ts'
import { clockOf, type Day, minutesOf, type WallTime } from '#lib/dates.ts'
import { readRows } from '#platform/web/use-rows.ts'

export type FirstVisit = {
  client: string
  horse: string
  work: string
  /** At the client's own place, or at the yard named. */
  isAtYard: boolean
  yard: string
  postcode: string
  day: Day
  start: WallTime
}

const HOUR = 60
/** The last start that leaves the visit its hour within the day. */
export const LAST_START: WallTime = '22:59'

/**
 * Records the client, their horse, the yard and the visit on the device. Existing records of that name are used, so pressing again
 * after a failure makes nothing twice.
 * @returns the visit's id
 */
export async function bookFirst(user: CurrentUser, visit: FirstVisit): Promise<string> {
  const clientName = visit.client.trim()
  const client = named(await readRows<Client>('clients'), clientName)
  const clientId = client?.id ?? (await addClient({ name: clientName }))
  const yardName = visit.isAtYard ? visit.yard.trim() : ''
  const yardId = yardName ? await yardCalled(yardName, visit.postcode.trim()) : null
  const horseName = visit.horse.trim()
  const theirs = (await readRows<HorseRow>('horses')).filter((one) => one.clientId === clientId)
  const cycleDays = USUAL_CYCLE_WEEKS.usual * 7
  const known = named(theirs, horseName)
  const horseId = known?.id ?? (await addHorse({ name: horseName, clientId, yardId, cycleDays }))
  const end = clockOf(minutesOf(visit.start) + HOUR)
  return bookVisit(
    { title: `${horseName}, ${visit.work}`, clientId, yardId, memberId: user.memberId },
    whenOn(visit.day, visit.start, end, user.practice.zone),
    yardName || client?.address || null,
    [{ horseId, clientId, payerClientId: known?.payerClientId ?? null, plannedWork: visit.work }],
  )
}

const yardCalled = async (name: string, postcode: string): Promise<string> =>
  named(await readRows<Yard>('yards'), name)?.id ?? addYard({ name, ...(postcode && { postcode }) })

const named = <T extends { name: string }>(rows: readonly T[], name: string): T | undefined =>
  rows.find((row) => fold(row.name) === fold(name))
const fold = (text: string) => text.trim().toLocaleLowerCase('en-GB')
