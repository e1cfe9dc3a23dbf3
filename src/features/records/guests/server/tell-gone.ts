import type { AskFacts } from '#features/records/guests/contract.ts'
import { addOwnerAsk, takeBackAsk } from '#features/records/guests/server/asks.ts'
import type { Ownership } from '#features/records/horses/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayAndYear, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { GuestTx, PracticeTx } from '#platform/server/database/db.ts'
import { rowForChange } from '#platform/server/database/rows.ts'

type GoneReport = {
  clientId: string
  personId: string
  horseId: string
  kind: 'sold' | 'died'
  facts: AskFacts & { onDay: Day }
  words: string | null
}

/**
 * Notifies the farrier that a horse was sold, has moved on or has died; the caller has made sure that the client is theirs. The same report
 * twice counts once, and while it waits no other is taken of that horse.
 * @throws horse_not_found when it is not the client's now; bad_request, in words, for a day that can't be; changed_since, in words, when
 * they have reported it otherwise; too_many_requests
 */
export async function tellGone(tx: PracticeTx, actor: Actor, { horseId, ...told }: GoneReport): Promise<void> {
  const horse = await rowForChange(tx, 'horses', horseId, 'horse_not_found')
  if (horse.deleted_at || horse.client_id !== told.clientId) throw new AppError('horse_not_found')
  requireDay(told.facts.onDay, sinceOf(horse.owners as Ownership[]), { name: horse.name, today: dayOf(currentTime(), actor.zone) })
  const waiting = await waitingOf(tx, { horseId, clientId: told.clientId }).execute()
  const id = await addOwnerAsk(tx, actor, { ...told, horseId })
  if (waiting.some((one) => one.id !== id)) throw new AppError('changed_since', {}, TOLD)
}

/** Takes that back, while the farrier has not seen to it; where nothing waits it does nothing. */
export async function takeBackGone(tx: PracticeTx, actor: Actor, of: { horseId: string; clientId: string }): Promise<void> {
  for (const { id } of await waitingOf(tx, of).execute()) await takeBackAsk(tx, actor, { id, clientId: of.clientId })
}

/** What a guest's client has reported of a horse, latest first, without what was withdrawn. */
export const listGone = (tx: GuestTx, { horseId, clientId }: { horseId: string; clientId: string }) =>
  tx
    .selectFrom('owner_asks')
    .select(['id', 'kind', 'facts', 'words', 'asked_at', 'seen_at', 'outcome'])
    .where('horse_id', '=', horseId)
    .where('client_id', '=', clientId)
    .where('kind', 'in', ['sold', 'died'])
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(5)
    .execute()

const waitingOf = (tx: PracticeTx, { horseId, clientId }: { horseId: string; clientId: string }) =>
  tx
    .selectFrom('owner_asks')
    .select('id')
    .where('horse_id', '=', horseId)
    .where('client_id', '=', clientId)
    .where('kind', 'in', ['sold', 'died'])
    .where('seen_at', 'is', null)
    .where('deleted_at', 'is', null)

/** The day it became theirs; undefined: it had no owner before, as far as the practice knows. */
const sinceOf = (owners: readonly Ownership[]): Day | undefined => (owners.length > 1 ? owners.at(-1)?.fromOn : undefined)

function requireDay(on: Day, since: Day | undefined, { name, today }: { name: string; today: Day }): void {
  if (on > today) throw new AppError('bad_request', {}, 'That day is still to come. Choose today or an earlier day.')
  if (since && on < since)
    throw new AppError('bad_request', {}, `${name} became yours on ${dayAndYear(since)}. Choose that day or a later one.`)
}

const TOLD = 'You’ve told them about this horse already. Take that back first, then send this.'
