import type { HorseRow, Pause } from '#features/records/horses/contract.ts'
import { withPause } from '#features/records/horses/rules.ts'
import { changeHorse } from '#features/records/horses/web/data.ts'
import type { Yard } from '#features/records/yards/contract.ts'
import { changeYard } from '#features/records/yards/web/data.ts'
import type { VisitAnswer } from '#features/visits/answers/contract.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { changeVisit } from '#features/visits/appointments/web/data.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day } from '#lib/dates.ts'
import { record } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { readRow, readRows } from '#platform/web/use-rows.ts'

/** An answer as this device holds it. */
export type KnownAnswer = Kept<VisitAnswer>
type Undo = () => Promise<boolean>

/** Marks an answer as seen. Returns how to undo that, or false when this device no longer has the answer. */
export async function see({ id }: Pick<VisitAnswer, 'id'>, memberId: string): Promise<false | Undo> {
  const isSeen = await mark(id, currentTime().toISOString(), memberId)
  return isSeen && (() => mark(id, null, null))
}

const mark = async (id: string, seenAt: string | null, seenBy: string | null): Promise<boolean> =>
  (await record([{ action: 'UPDATE', entity: 'visit_answers', id, data: { seenAt }, alsoShow: { seenBy } }])) !== false

/** Keeps the code an owner gave with the yard of the visit. */
export async function keepCode({ words }: Pick<VisitAnswer, 'words'>, yardId: string): Promise<false | Undo> {
  const yard = await readRow<Yard>('yards', yardId)
  return yard !== undefined && (await changeYard(yardId, { gateCode: words })) && (() => changeYard(yardId, { gateCode: yard.gateCode }))
}

/** Puts one of the owner's horses on the visit. */
export async function addToVisit({ horseId, appointmentId }: VisitAnswer, plannedWork: string | null): Promise<boolean> {
  const horse = horseId ? await readRow<HorseRow>('horses', horseId) : undefined
  if (!horse) return false
  const lines = await readRows<{ place: number }>('visit_horses', { appointmentId })
  const nextPlace = lines.reduce((last, { place }) => Math.max(last, place), -1) + 1
  const added = [{ horseId: horse.id, clientId: horse.clientId, payerClientId: horse.payerClientId, plannedWork }]
  return changeVisit(appointmentId, {}, {}, { horses: { added, changed: [], removed: [], nextPlace } })
}

/** Notes that a horse is not due while it is on box rest; the day after their last it is back. */
export async function restHorse({ horseId, untilOn }: Pick<VisitAnswer, 'horseId' | 'untilOn'>, today: Day): Promise<false | Undo> {
  const horse = horseId ? await readRow<HorseRow>('horses', horseId) : undefined
  if (!horse) return false
  const pause: Pause = { fromOn: today, untilOn: untilOn && addDays(untilOn, 1), reason: 'Box rest' }
  const isKept = await changeHorse(horse.id, { pauses: withPause(horse.pauses, pause) })
  return isKept && (() => changeHorse(horse.id, { pauses: horse.pauses }))
}

/** The fields of a visit that its answers need on a screen. */
export type AnsweredVisit = Pick<VisitRow, 'id' | 'startTime' | 'isCallOnly' | 'onDay' | 'zone' | 'yardId'>
