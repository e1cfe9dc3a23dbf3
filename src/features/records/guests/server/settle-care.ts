import { askedShortly } from '#features/records/guests/care-rules.ts'
import type { AskRow } from '#features/records/guests/server/ask-queries.ts'
import { changeConsent, type Row, whatOf } from '#features/records/guests/server/care-rows.ts'
import { inviteToCare } from '#features/records/guests/server/invite-to-care.ts'
import { endInvite } from '#features/records/guests/server/inviting-others.ts'
import { isHolderIn } from '#features/records/guests/server/tell-holders.ts'
import { writeOwner } from '#features/records/guests/server/write-owner.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { logActivity } from '#platform/server/database/rows.ts'

/**
 * Carries out a member's answer to an owner who wants a vet or a para-professional to see a horse, or to a carer's request for a colleague:
 * a yes has them invited, once the owner has agreed, a no ends it, and undoing an answer closes what it opened until there is another. Of a
 * request without an agreement, or one that its owner withdrew meanwhile, nothing follows.
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
  if (!row.agreed_at) return askOwner(tx, actor, after)
  const isIn = await tx.selectFrom('horse_grants').select('id').where('consent_id', '=', id).limit(1).executeTakeFirst()
  if (!isIn) await inviteToCare(tx, actor, after)
}

/** After the farrier's yes to a colleague: a request to the owner by text, and in their portal. @throws no_phone, no_email, stopped */
async function askOwner(tx: PracticeTx, actor: Actor, row: Row): Promise<void> {
  const horses = await tx.selectFrom('horses').select('name').where('id', 'in', row.horse_ids).orderBy('name').execute()
  const asked = { toName: row.to_name, toPractice: row.to_practice, role: row.role, untilOn: row.until_on }
  try {
    await writeOwner(tx, actor, row, 'care_ask', askedShortly({ ...asked, horses: horses.map(({ name }) => name) }))
  } catch (error) {
    if (!(error instanceof AppError) || !(await isHolderIn(tx, row.client_id))) throw error
  }
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
