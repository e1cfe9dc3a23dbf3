import type { AskRow } from '#features/records/guests/server/ask-queries.ts'
import { changeConsent, whatOf } from '#features/records/guests/server/care-rows.ts'
import { inviteToCare } from '#features/records/guests/server/invite-to-care.ts'
import { endInvite } from '#features/records/guests/server/inviting-others.ts'
import { currentTime } from '#lib/clock.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { logActivity } from '#platform/server/database/rows.ts'

/**
 * Does what a member answered to an owner who wants a vet or a para-professional to see a horse: a yes has them invited, a no ends it, and an answer that
 * is taken back closes what it opened until there is another. Of an ask without an agreement, or one that its owner took back meanwhile, nothing follows.
 */
export async function settleCare(tx: PracticeTx, actor: Actor, { id, outcome }: Pick<AskRow, 'id' | 'outcome'>): Promise<void> {
  const row = await tx.selectFrom('care_consents').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row || row.taken_back_at) return
  const isYes = outcome === 'done'
  const now = currentTime()
  const after = await changeConsent(tx, id, {
    ...{ approved_at: isYes ? now : null, approved_member: isYes ? actor.memberId : null },
    ...(outcome === 'declined' ? { refused_at: now, refused_by: 'practice' } : { refused_at: null, refused_by: null }),
  })
  await logActivity(tx, actor, {
    ...{ entity: 'clients', entityId: row.client_id, verb: isYes ? 'care_approved' : 'care_refused', before: null, after: whatOf(row) },
  })
  if (!isYes) return closeInvites(tx, actor, id)
  const isIn = await tx.selectFrom('horse_grants').select('id').where('consent_id', '=', id).limit(1).executeTakeFirst()
  if (!isIn) await inviteToCare(tx, actor, after)
}

/** Withdraws what was sent because of an agreement. */
export async function closeInvites(tx: PracticeTx, actor: Actor, consentId: string): Promise<void> {
  const open = await tx
    .selectFrom('portal_invites')
    .select('id')
    .where('consent_id', '=', consentId)
    .where('ended_at', 'is', null)
    .where('used_at', 'is', null)
    .execute()
  for (const invite of open) await endInvite(tx, actor, invite.id)
}
