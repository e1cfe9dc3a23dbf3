import { sql } from 'kysely'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { YardPortal } from '#features/records/guests/contract.ts'
import { endInvite, inviteOther } from '#features/records/guests/server/inviting-others.ts'
import { endYardAccess } from '#features/records/guests/server/let-into-yard.ts'
import { requireYard } from '#features/records/yards/server/require-yard.ts'
import { currentTime } from '#lib/clock.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, logActivity } from '#platform/server/database/rows.ts'

/** Who manages a yard and who is invited to, those who still do first. @throws yard_not_found */
export async function portalOfYard(tx: PracticeTx, yardId: string): Promise<YardPortal> {
  await requireYard(tx, yardId)
  const [people, invites] = [await listManagers(tx, yardId), await listLiveInvites(tx, yardId)]
  return {
    people: people.map(({ person_id, to_name, since, until, opened_at }) => ({
      personId: person_id,
      name: to_name,
      since: since.toISOString(),
      until: until?.toISOString() ?? null,
      lastOpenedAt: opened_at?.toISOString() ?? null,
    })),
    invites: invites.map(({ id, to_name, to_address, made_at, dies_at }) => ({
      id,
      toName: to_name,
      to: to_address,
      madeAt: made_at.toISOString(),
      diesAt: dies_at.toISOString(),
    })),
  }
}

/** Invites the manager of a yard, who must prove the address. @throws forbidden, not_in_plan, yard_not_found, portal_is_off, name_needed, not_reachable, too_many_invites */
export async function inviteManager(tx: PracticeTx, actor: Actor, yardId: string, { toName, to }: { toName: string; to: string }) {
  requireMay(actor, 'runPortal')
  const nothingMore = { clientId: null, horseId: null, seesMoney: false, mayAnswer: false }
  const { state } = await inviteOther(tx, actor, { role: 'yard', yardId, toName, to, ...nothingMore })
  return { state }
}

/**
 * Ends what a manager sees of a yard, from the next request on, or its invitation; with neither, all that anyone sees and every invitation.
 * @throws forbidden, yard_not_found
 */
export async function endManager(
  tx: PracticeTx,
  actor: Actor,
  yardId: string,
  { personId, inviteId }: { personId?: string | undefined; inviteId?: string | undefined },
): Promise<YardPortal> {
  requireMay(actor, 'runPortal')
  await holdWriters(tx)
  await requireYard(tx, yardId)
  const isAll = !personId && !inviteId
  if (personId || isAll) {
    for (const { toName } of await endYardAccess(tx, { yardId, ...(personId && { personId }) }))
      await logActivity(tx, actor, { entity: 'yards', entityId: yardId, verb: 'manager_ended', before: null, after: { name: toName } })
  }
  for (const { id } of await listLiveInvites(tx, yardId)) if (isAll || id === inviteId) await endInvite(tx, actor, id)
  return portalOfYard(tx, yardId)
}

const listManagers = (tx: PracticeTx, yardId: string) =>
  tx
    .selectFrom('yard_access as a')
    .select(['a.person_id', 'a.to_name', 'a.since', 'a.until'])
    .select(
      sql<Date | null>`(select max(l.at) from guest_log l
        where l.practice_id = a.practice_id and l.client_id is null and l.subject_id = a.yard_id and l.person_id = a.person_id)`.as(
        'opened_at',
      ),
    )
    .where('a.yard_id', '=', yardId)
    .orderBy(sql`a.until is not null`)
    .orderBy('a.since', 'desc')
    .limit(50)
    .execute()

const listLiveInvites = (tx: PracticeTx, yardId: string) =>
  tx
    .selectFrom('portal_invites')
    .select(['id', 'to_name', 'to_address', 'made_at', 'dies_at'])
    .where('yard_id', '=', yardId)
    .where('ended_at', 'is', null)
    .where('used_at', 'is', null)
    .where('dies_at', '>', currentTime())
    .orderBy('made_at', 'desc')
    .execute()
