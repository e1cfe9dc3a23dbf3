import { sql } from 'kysely'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { noteEnded } from '#features/records/guests/server/ended-access.ts'
import { portalIn } from '#features/records/guests/server/portal-in.ts'
import { countOpenShares, listShares, type ShareRow } from '#features/records/guests/server/share-queries.ts'
import type { HorseShare, ShareParts, SharePurpose } from '#features/records/guests/share-contract.ts'
import { MOST_OPEN_SHARES, SHARE_PATH } from '#features/records/guests/share-rules.ts'
import { requireHorse } from '#features/records/horses/server/require-horse.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import type { Day } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { can } from '#lib/plan.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, logActivity } from '#platform/server/database/rows.ts'
import { addShareLink } from '#platform/server/links.ts'

const DAY_MS = 24 * 3_600_000

type Making = {
  /** Made by the form, so that one that is sent twice makes one link. */
  id: string
  horseId: string
  clientId: string
  personId: string
  toName: string
  purpose: SharePurpose
  parts: ShareParts
  photoIds: readonly string[]
  fromOn: Day | null
  days: number
}

/**
 * Makes a link that shows a horse to a person outside, after the practice has let its owner (`requireGuest`), and the owner has chosen
 * among what they see. The same form again gives another address of the same link: only its hash is kept.
 * @throws links_are_off, too_many_shares, share_has_ended, horse_not_found when it is no longer that client's
 */
export async function makeShare(tx: PracticeTx, actor: Actor, making: Making): Promise<{ share: HorseShare; url: string }> {
  await holdWriters(tx)
  const { id, horseId, clientId, personId } = making
  if (!can(actor.tier, 'client-portal') || !(await portalIn(tx)).may.share) throw new AppError('links_are_off')
  const horse = await requireHorse(tx, horseId)
  if (horse.client_id !== clientId) throw new AppError('horse_not_found')
  const [known] = await listShares(tx, { id })
  if (known && (known.personId !== personId || known.horseId !== horseId || known.closed)) throw new AppError('share_has_ended')
  if (!known) await insertShare(tx, actor, making)
  const [made] = await listShares(tx, { id })
  if (!made || made.closed) throw new AppError('share_has_ended')
  const url = `${actor.origin}${SHARE_PATH}${await addShareLink(tx, { shareId: id, clientId, diesAt: made.untilAt })}`
  return { share: toShare(made, actor.tier), url }
}

async function insertShare(tx: PracticeTx, actor: Actor, making: Making): Promise<void> {
  if ((await countOpenShares(tx, making.clientId)) >= MOST_OPEN_SHARES) throw new AppError('too_many_shares')
  const { id, horseId, clientId, personId, toName, purpose, parts, photoIds, fromOn, days } = making
  await tx
    .insertInto('horse_shares')
    .values({
      practice_id: actor.practiceId,
      ...{ id, horse_id: horseId, client_id: clientId, person_id: personId, to_name: toName, purpose, parts, from_on: fromOn },
      photo_ids: [...photoIds],
      made_at: currentTime(),
      until_at: new Date(currentMs() + days * DAY_MS),
      ended_at: null,
      ended_by_person: null,
      ended_by_member: null,
      last_open_at: null,
    })
    .execute()
  await logActivity(tx, actor, { entity: 'clients', entityId: clientId, verb: 'shared_horse', before: null, after: { horseId, purpose } })
}

/** The links to a horse, as a member reads them. @throws horse_not_found */
export async function sharesOfHorse(tx: PracticeTx, { tier }: Pick<Actor, 'tier'>, horseId: string): Promise<HorseShare[]> {
  await requireHorse(tx, horseId)
  return (await listShares(tx, { horseId })).map((row) => toShare(row, tier))
}

/** A member ends a link. @throws forbidden, share_not_found */
export async function endShare(tx: PracticeTx, actor: Actor, id: string): Promise<HorseShare> {
  requireMay(actor, 'runPortal')
  return end(tx, actor, id)
}

/** A person with access for its owner ends a link of theirs. @throws share_not_found when it is none of these clients' */
export async function endOwnShare(tx: PracticeTx, actor: Actor, id: string, clientIds: readonly string[]): Promise<HorseShare> {
  const [share] = await listShares(tx, { id })
  if (!share || !clientIds.includes(share.clientId)) throw new AppError('share_not_found')
  return end(tx, actor, id)
}

async function end(tx: PracticeTx, actor: Actor, id: string): Promise<HorseShare> {
  await holdWriters(tx)
  const by = { ended_by_person: actor.byPerson ?? null, ended_by_member: actor.byPerson ? null : actor.memberId }
  const [clientId] = await endShares(tx, { id }, by)
  if (clientId) await logActivity(tx, actor, { entity: 'clients', entityId: clientId, verb: 'ended_link', before: null, after: {} })
  const [share] = await listShares(tx, { id })
  if (!share) throw new AppError('share_not_found')
  return toShare(share, actor.tier)
}

type By = { ended_by_person: string | null; ended_by_member: string | null }
type Which = { id: string } | { horseId: string } | { clientId: string; personId: string }
const NOBODY: By = { ended_by_person: null, ended_by_member: null }

/**
 * Ends links that have not ended, for good: one, all to a horse, or those that a person made for a client. They open nothing from the next
 * request on; by every server: the database's clock decides when. Returns whose they were.
 */
export async function endShares(tx: PracticeTx, which: Which, by: By = NOBODY): Promise<string[]> {
  let ending = tx
    .updateTable('horse_shares')
    .set({ ended_at: sql<Date>`clock_now()`, ...by })
    .where('ended_at', 'is', null)
  if ('id' in which) ending = ending.where('id', '=', which.id)
  else if ('horseId' in which) ending = ending.where('horse_id', '=', which.horseId)
  else ending = ending.where('client_id', '=', which.clientId).where('person_id', '=', which.personId)
  const ended = await ending.returning(['practice_id as practiceId', 'id', 'client_id as clientId']).execute()
  for (const { practiceId, id: shareId } of ended) noteEnded(tx, { practiceId, shareId })
  return ended.map(({ clientId }) => clientId)
}

/** A link as it is read. `tier`: the plan, without which no record is shown by one. */
export const toShare = (row: ShareRow, tier: Actor['tier']): HorseShare => ({
  id: row.id,
  horseId: row.horseId,
  horseName: row.horseName,
  clientId: row.clientId,
  clientName: row.clientName,
  toName: row.toName,
  purpose: row.purpose,
  parts: row.parts,
  photoCount: row.photoIds.length,
  fromOn: row.fromOn,
  madeAt: row.madeAt.toISOString(),
  untilAt: row.untilAt.toISOString(),
  closed: row.closed ?? (can(tier, 'client-portal') ? null : 'plan'),
  endedAt: row.endedAt?.toISOString() ?? null,
  endedBy: row.endedByMember ? 'practice' : row.endedByPerson ? 'owner' : null,
  opens: row.opens,
  lastOpenAt: row.lastOpenAt?.toISOString() ?? null,
})
