import { sql } from 'kysely'
import type { NoticeState } from '#features/core/notices/contract.ts'
import { queueToOther, stopToOther } from '#features/core/notices/server/queue-to-other.ts'
import { portalOf } from '#features/core/practice/portal.ts'
import { requireFeature } from '#features/core/practice/server/require-feature.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { firstNameOf } from '#features/records/clients/rules.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { type Address, type GuestRole, INVITE_DAYS, JOIN_PATH, LONGEST_NAME, MOST_INVITES_A_DAY } from '#features/records/guests/rules.ts'
import { addressOf } from '#features/records/guests/server/asking.ts'
import { noteEnded } from '#features/records/guests/server/ended-access.ts'
import { noteInvited } from '#features/records/guests/server/invited-addresses.ts'
import { requireHorse } from '#features/records/horses/server/require-horse.ts'
import { requireYard } from '#features/records/yards/server/require-yard.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { shortPath } from '#lib/short-links.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, logActivity } from '#platform/server/database/rows.ts'
import { addPortalLink, revokePortalLink } from '#platform/server/links.ts'
import { isDemoTime } from '#platform/server/practice-time.ts'

const DAY_MS = 86_400_000

export type InvitedOther = {
  role: Exclude<GuestRole, 'holder'>
  /** Null: to a yard. */
  clientId: string | null
  /** Of a sharer. */
  horseId: string | null
  yardId: string | null
  toName: string
  /** The e-mail address or mobile number, as it was typed. */
  to: string
  /** Of a helper. */
  seesMoney: boolean
  /** Of a sharer. */
  mayAnswer: boolean
}

/**
 * Invites a person other than the client, at an address only they can prove: a helper, a horse's sharer, or a yard's manager. A guest who
 * invites is named by `actor.byPerson`; their caller has made sure that they may. One who is invited to the same again has the last alone.
 * @throws forbidden, not_in_plan, client_not_found, horse_not_found, yard_not_found, portal_is_off, name_needed, not_reachable,
 * too_many_invites
 */
export async function inviteOther(tx: PracticeTx, actor: Actor, asked: InvitedOther): Promise<{ inviteId: string; state: NoticeState }> {
  if (!actor.byPerson) requireMay(actor, 'runPortal')
  if (asked.role !== 'helper') requireFeature(actor, 'client-portal')
  await holdWriters(tx)
  const who = await whoInvites(tx, actor, asked)
  const toName = asked.toName.trim().slice(0, LONGEST_NAME)
  if (!toName) throw new AppError('name_needed')
  const address = addressOf(asked.to)
  if (!address) throw new AppError('not_reachable')
  await requireRoom(tx, asked)
  await endSame(tx, actor, asked, address)
  const invite = await addInvite(tx, actor, { ...asked, toName, address })
  const { clientId, yardId, role } = asked
  const [entity, entityId] = clientId ? ['clients', clientId] : ['yards', yardId ?? '']
  await logActivity(tx, actor, { entity, entityId, verb: 'invited_other', before: null, after: { role, name: toName } })
  const link = actor.origin + shortPath(JOIN_PATH + (await addPortalLink(tx, { ...invite, clientId })))
  const state = await queueToOther(tx, actor, {
    about: clientId ? { clientId } : { memberId: memberOf(actor) },
    recipient: toName,
    way: { channel: address.kind === 'email' ? 'email' : 'sms', address: address.address },
    fields: { who, link },
    subjectId: invite.inviteId,
    notAfter: invite.diesAt,
  })
  return { inviteId: invite.inviteId, state }
}

/** Takes an invitation back: its link opens nothing from the next request on, and what has not left stays. Nothing where it has ended already. */
export async function endInvite(tx: PracticeTx, actor: Actor, inviteId: string): Promise<void> {
  const ended = await tx
    .updateTable('portal_invites')
    .set({ ended_at: currentTime() })
    .where('id', '=', inviteId)
    .where('ended_at', 'is', null)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) return
  noteEnded(tx, { practiceId: actor.practiceId, inviteId })
  await revokePortalLink(tx, inviteId)
  await stopToOther(tx, inviteId, 'The invitation was withdrawn.')
}

/** Who invites, as the message puts it: the client by their first name, or the practice. The caller has checked whose it is. */
async function whoInvites(tx: PracticeTx, actor: Actor, { role, clientId, horseId, yardId }: InvitedOther): Promise<string> {
  if (portalOf((await settingsOf(tx)).portal).way === 'off') throw new AppError('portal_is_off')
  if (role === 'yard') {
    await requireYard(tx, yardId ?? '')
    return actor.practiceName
  }
  const client = await requireClient(tx, clientId ?? '')
  if (client.portal === false) throw new AppError('portal_is_off', {}, 'The portal is off for this client. Switch it on, then invite.')
  if (role === 'sharer') await requireTheirs(tx, horseId, client.id)
  const named = { name: client.name, isBusiness: client.is_business, businessName: client.business_name }
  return actor.byPerson ? firstNameOf(named) : actor.practiceName
}

/** @throws horse_not_found where it is another's, or has gone */
async function requireTheirs(tx: PracticeTx, horseId: string | null, clientId: string): Promise<void> {
  if (!horseId) throw new AppError('horse_not_found')
  const horse = await requireHorse(tx, horseId)
  const { rows } = await sql<{ gone: boolean }>`select ${horse.gone_on}::date <= clock_now()::date as gone`.execute(tx)
  if (horse.client_id !== clientId || rows[0]?.gone) throw new AppError('horse_not_found')
}

/** @throws too_many_invites */
async function requireRoom(tx: PracticeTx, { clientId, yardId }: InvitedOther): Promise<void> {
  let made = tx
    .selectFrom('portal_invites')
    .select(({ fn }) => fn.countAll<string>().as('number'))
    .where('role', '<>', 'holder')
    .where('made_at', '>', new Date(currentMs() - DAY_MS))
  made = clientId ? made.where('client_id', '=', clientId) : made.where('yard_id', '=', yardId)
  if (Number((await made.executeTakeFirstOrThrow()).number) >= MOST_INVITES_A_DAY) throw new AppError('too_many_invites')
}

async function endSame(
  tx: PracticeTx,
  actor: Actor,
  { role, clientId, horseId, yardId }: InvitedOther,
  { address }: Address,
): Promise<void> {
  const same = await tx
    .selectFrom('portal_invites')
    .select('id')
    .where('role', '=', role)
    .where('to_address', '=', address)
    .where(sql<boolean>`(client_id, horse_id, yard_id) is not distinct from (${clientId}::uuid, ${horseId}::uuid, ${yardId}::uuid)`)
    .where('ended_at', 'is', null)
    .where('used_at', 'is', null)
    .execute()
  for (const { id } of same) await endInvite(tx, actor, id)
}

type Named = InvitedOther & { address: Address }

async function addInvite(tx: PracticeTx, actor: Actor, { address, ...asked }: Named): Promise<{ inviteId: string; diesAt: Date }> {
  const inviteId = uuidv7()
  const diesAt = new Date(currentMs() + INVITE_DAYS * DAY_MS)
  await tx
    .insertInto('portal_invites')
    .values({
      practice_id: actor.practiceId,
      id: inviteId,
      client_id: asked.clientId,
      how: address.kind === 'email' ? 'email' : 'sms',
      role: asked.role,
      horse_id: asked.role === 'sharer' ? asked.horseId : null,
      yard_id: asked.yardId,
      to_name: asked.toName,
      to_address: address.address,
      sees_money: asked.role === 'helper' && asked.seesMoney,
      may_answer: asked.role === 'sharer' && asked.mayAnswer,
      by_person: actor.byPerson ?? null,
      by_member: actor.memberId,
      made_at: currentTime(),
      dies_at: diesAt,
      ended_at: null,
      used_at: null,
      used_by: null,
    })
    .execute()
  // A visitor's copy of the demo sends no codes.
  if (!isDemoTime(actor.practiceId)) noteInvited(tx, { inviteId, address })
  return { inviteId, diesAt }
}
