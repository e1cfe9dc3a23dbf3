import type { Role } from '#features/core/practice/contract.ts'
import type { Invitation, Invited, PendingInvitation } from '#features/core/practice/invitations.ts'
import {
  deleteInvitation,
  findInvitation,
  type InvitationRow,
  insertInvitation,
  type Key,
  listInvitations,
  renewInvitation,
} from '#features/core/practice/server/invitation-queries.ts'
import { findMemberByPerson, findPersonByEmail, requirePerson, requirePractice } from '#features/core/practice/server/queries.ts'
import { requireFeature } from '#features/core/practice/server/require-feature.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database } from '#platform/server/database/db.ts'
import { rowForChange } from '#platform/server/database/rows.ts'
import { newToken } from '#platform/server/http/session.ts'
import { type MailSettings, sendMail } from '#platform/server/sending/email.ts'

/** An invitation waits for a quiet evening. */
const INVITED_MS = 7 * 24 * 60 * 60_000

/** How this server reaches people: by mail, or by a link that is handed over. */
export type Reach = { mail: MailSettings | undefined; origin: string; onFailure: (error: unknown) => void }
type Place = { db: Database; reach: Reach }

/** The open invitations to the practice. @throws forbidden for all but owners */
export async function pendingInvitations(db: Database, actor: Actor): Promise<PendingInvitation[]> {
  requireMay(actor, 'runPractice')
  return (await db.withDirectory((tx) => listInvitations(tx, actor.practiceId))).map(toPending)
}

/**
 * Invites an address to the practice. The person becomes a member only when they accept. The response is the same whether or not the
 * address has an account.
 * @throws forbidden for all but owners, not_in_demo, not_in_plan, already_member, already_invited
 */
export async function invite({ db, reach }: Place, actor: Actor, input: Invitation): Promise<Invited> {
  requireMay(actor, 'runPractice')
  requireFeature(actor, 'team-management')
  const { token, key } = newKey(reach)
  const { firstName: first_name, lastName: last_name, email, role } = input
  const row = { id: uuidv7(), practice_id: actor.practiceId, email, first_name, last_name, role, ...key }
  await db.withPractice(actor.practiceId, (tx) =>
    db.withDirectory(async (directory) => {
      if ((await requirePractice(directory, actor.practiceId)).mode === 'demo') throw new AppError('not_in_demo')
      const known = await findPersonByEmail(directory, email)
      if (known && (await findMemberByPerson(tx, known.id))?.is_active) throw new AppError('already_member')
      if (!(await insertInvitation(directory, row))) throw new AppError('already_invited')
    }),
  )
  return deliver(reach, actor, row, token)
}

/**
 * Invites a former member back with the given role, at the address of their account.
 * @throws forbidden, member_not_found, already_member, and all that `invite` does
 */
export async function inviteBack(place: Place, actor: Actor, { memberId, role }: { memberId: string; role: Role }): Promise<Invited> {
  requireMay(actor, 'runPractice')
  const { person_id, is_active } = await place.db.withPractice(actor.practiceId, (tx) =>
    rowForChange(tx, 'members', memberId, 'member_not_found'),
  )
  if (is_active) throw new AppError('already_member')
  const { email, first_name, last_name } = await place.db.withDirectory((directory) => requirePerson(directory, person_id))
  if (!email) throw new AppError('member_not_found')
  return invite(place, actor, { email, role, firstName: first_name, lastName: last_name })
}

/** Sends an invitation again, for another week; the link before it ends. @throws forbidden, not_in_plan, invitation_not_found */
export async function inviteAgain({ db, reach }: Place, actor: Actor, id: string): Promise<Invited> {
  requireMay(actor, 'runPractice')
  requireFeature(actor, 'team-management')
  const { token, key } = newKey(reach)
  const row = await db.withDirectory(async (directory) => {
    const found = await findInvitation(directory, actor.practiceId, id)
    if (!found) throw new AppError('invitation_not_found')
    await renewInvitation(directory, id, key)
    return { ...found, ...key }
  })
  return deliver(reach, actor, row, token)
}

/** Withdraws an invitation; its link stops working. @throws forbidden, invitation_not_found */
export async function withdrawInvitation(db: Database, actor: Actor, id: string): Promise<void> {
  requireMay(actor, 'runPractice')
  await db.withDirectory(async (directory) => {
    const found = await findInvitation(directory, actor.practiceId, id)
    if (!found || !(await deleteInvitation(directory, found))) throw new AppError('invitation_not_found')
  })
}

function newKey(reach: Reach): { token: string; key: Key } {
  const { token, hash } = newToken()
  return { token, key: { token_hash: hash, is_mailed: reach.mail !== undefined, expires_at: new Date(currentMs() + INVITED_MS) } }
}

// Not waited for: a mail server may take a minute, and the invitation can be sent again.
function deliver({ mail, origin, onFailure }: Reach, { practiceName }: Actor, row: InvitationRow, token: string): Invited {
  // In the fragment, which reaches no server's log.
  const link = `${origin}/sign-in#invitation=${token}`
  if (!mail) return { invitation: toPending(row), link }
  const body = [
    `${practiceName} keeps its diary in Pritchel and has invited you to join. Open this link to accept or decline. It works once, within a week:`,
    link,
  ].join('\n\n')
  sendMail(mail, { id: uuidv7(), to: row.email, subject: `${practiceName} has invited you to Pritchel`, body })
    .then((delivery) => delivery.state !== 'sent' && onFailure(new Error(`invitation: ${delivery.state}`)))
    .catch(onFailure)
  return { invitation: toPending(row), link: null }
}

const toPending = (row: InvitationRow): PendingInvitation => ({
  id: row.id,
  name: `${row.first_name} ${row.last_name}`.trim(),
  email: row.email,
  role: row.role,
  expiresAt: row.expires_at.toISOString(),
  isExpired: row.expires_at <= currentTime(),
})
