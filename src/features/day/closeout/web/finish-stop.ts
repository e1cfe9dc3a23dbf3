import { bookedAhead } from '#features/day/booking/rebooking.ts'
import type { Undo } from '#features/day/closeout/web/data.ts'
import { type Settle, settling, settlingOf } from '#features/ledger/payments/web/use-visit-money.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { unbookingOf } from '#features/visits/appointments/web/data.ts'
import type { Day } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import { firstFree } from '#platform/web/sync/first-free.ts'
import { type Change, record } from '#platform/web/sync/outbox.ts'
import { readRows } from '#platform/web/use-rows.ts'

/** The end of a stop: whose invoices go and how, and the next visit. */
type Ending = {
  visitId: string
  settle: readonly Settle[]
  next?: { horseIds: readonly string[]; booking: (id: string) => Change[] } | undefined
  today: Day
}

/**
 * Has the invoices issued and sent, and books the next visit: on the disk at once, all or none, each on the server once. Decided by what is
 * on the disk, so that a second press does nothing more. Taking it back holds texts back, credits what was issued and removes the visit.
 * Undefined: there was nothing left to do, or it could not be kept.
 */
export const finishStop = ({ visitId, settle, next, today }: Ending): Promise<Undo | undefined> =>
  settling(async () => {
    const { changes, ids } = await settlingOf(visitId, settle, today)
    const isFree = next && !(await isAnyBooked(next.horseIds, today))
    const nextId = isFree ? await firstFree('appointments', (nth) => nextVisitId(visitId, nth)) : undefined
    const booked = nextId ? (next?.booking(nextId) ?? []) : []
    const all = [...changes, ...booked]
    if (all.length === 0 || (await record(all)) === false) return undefined
    return () => takeBack(ids, booked.length > 0 ? nextId : undefined)
  })

/** The id of the visit that was booked as the next one of a stop: two devices that book it book one. */
const nextVisitId = (visitId: string, nth: number): string => uuidOf('appointments', visitId, 'next', String(nth))

async function isAnyBooked(horseIds: readonly string[], today: Day): Promise<boolean> {
  const [lines, visits] = await Promise.all([
    readRows<VisitHorse>('visit_horses', { horseId: [...horseIds] }),
    readRows<VisitRow>('appointments', { from: today, to: '9999-12-31' }),
  ])
  const ahead = bookedAhead(lines, visits, today)
  return horseIds.some((id) => ahead.has(id))
}

async function takeBack(invoiceIds: readonly string[], nextId: string | undefined): Promise<boolean> {
  const invoices = invoiceIds.map((id): Change => ({ action: 'DELETE', entity: 'invoices', id }))
  return (await record([...invoices, ...(nextId ? await unbookingOf(nextId) : [])])) !== false
}
