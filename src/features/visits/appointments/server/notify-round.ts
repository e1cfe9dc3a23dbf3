import { ON_MY_WAY_MINUTES, type RoundFacts } from '#features/core/notices/rules.ts'
import { dropKind, isNotified, queueNotice } from '#features/core/notices/server/service.ts'
import { MOST_STOPS_BEFORE } from '#features/records/clients/rules.ts'
import { isStop, roundOrder, wordsOf } from '#features/visits/appointments/rules.ts'
import { reachable, titled } from '#features/visits/appointments/server/notify.ts'
import type { VisitRecipient, VisitRecord } from '#features/visits/appointments/server/queries.ts'
import { toVisit } from '#features/visits/appointments/server/wire.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { rowForChange } from '#platform/server/database/rows.ts'

/** A press of *done* may be undone, and *on my way* to the next stop carries the same news: "you're next" waits this long for either. */
const NEXT_HOLD_MS = 30_000

/**
 * When a visit is finished, notifies the owners of the next stops that their turn is near: each once a visit, as early as they wish, and
 * not when they know it already. A finish that a device brings too late notifies no one.
 */
export async function notifyNext(tx: PracticeTx, actor: Actor, finished: VisitRecord): Promise<void> {
  const now = currentMs()
  const isNews = finished.completed_at !== null && now - finished.completed_at.getTime() < ON_MY_WAY_MINUTES * 60_000
  if (!isNews || finished.on_day !== dayOf(now, actor.zone)) return
  const options = {
    notBefore: new Date(now + NEXT_HOLD_MS),
    notAfter: instantOf(addDays(finished.on_day, 1), '00:00', actor.zone),
    withQueueLink: true,
    respectsQuiet: true,
  }
  for (const [ahead, row] of (await openStops(tx, finished)).slice(0, MOST_STOPS_BEFORE).entries()) {
    if (row.status !== 'booked') continue
    for (const recipient of await reachable(tx, row)) {
      if (ahead >= recipient.nextStopsBefore || (await isNotified(tx, row.id, recipient.clientId, ['next', 'on_my_way']))) continue
      await queueNotice(tx, actor, 'next', recipient, titled(wordsOf(toVisit(row)), recipient), { ...options, about: { ahead } })
    }
  }
}

/** When a visit is opened again, those after it are no longer next: cancels their waiting notices. */
export async function cancelNext(tx: PracticeTx, actor: Actor, reopened: VisitRecord): Promise<void> {
  for (const row of await openStops(tx, reopened)) await dropKind(tx, actor, row.id, 'next', 'The stop before was reopened.')
}

/**
 * Notifies these owners of a visit that the round runs late, or will not reach them; an owner of several visits once. Skips owners who
 * can't be reached or want no such texts.
 * @throws appointment_not_found
 */
export async function notifyRound(
  tx: PracticeTx,
  actor: Actor,
  kind: 'late' | 'not_reached',
  whom: readonly { appointmentId: string; clientId: string }[],
  about: RoundFacts,
): Promise<void> {
  const recipient = new Map<string, { one: VisitRecipient; row: VisitRecord }>()
  for (const { appointmentId, clientId } of whom) {
    const row = await rowForChange(tx, 'appointments', appointmentId, 'appointment_not_found')
    if (row.on_day !== dayOf(currentTime(), actor.zone) || row.status === 'pencilled') continue
    const one = (await reachable(tx, row)).find((each) => each.clientId === clientId)
    if (one && !recipient.has(clientId)) recipient.set(clientId, { one, row })
  }
  const options = { withQueueLink: kind === 'late', about }
  for (const { one, row } of recipient.values()) {
    await dropKind(tx, actor, row.id, 'next', "They've since been told something else.")
    await queueNotice(tx, actor, kind, one, titled(wordsOf(toVisit(row)), one), options)
  }
}

/** The open stops of a visit's round, in the order they are driven to. */
async function openStops(tx: PracticeTx, { member_id, on_day }: VisitRecord): Promise<VisitRecord[]> {
  const rows = await tx
    .selectFrom('appointments')
    .selectAll()
    .where('member_id', '=', member_id)
    .where('on_day', '=', on_day)
    .where('deleted_at', 'is', null)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const stops = roundOrder(rows.map(toVisit).filter(isStop)).filter((stop) => !stop.isCallComplete)
  return stops.flatMap((stop) => byId.get(stop.id) ?? [])
}
