// Followed by: reminders and confirmations (visits/appointments), the index of whose address it is (records/guests); posts that come down with a consent (office/integrations).

import { queueWords } from '#features/core/notices/server/queue-words.ts'
import { portalOf } from '#features/core/practice/portal.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { recipientOf } from '#features/records/clients/server/recipient-of.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import type { ClientPortal, Invited, InviteHow } from '#features/records/guests/contract.ts'
import { HANDED_HOURS, INVITE_DAYS, JOIN_PATH } from '#features/records/guests/rules.ts'
import { endCareOf } from '#features/records/guests/server/end-care.ts'
import { endInvite } from '#features/records/guests/server/inviting-others.ts'
import { endAccess } from '#features/records/guests/server/let-in.ts'
import { endLooks } from '#features/records/guests/server/let-look.ts'
import { listLiveInvites, listPeople } from '#features/records/guests/server/portal-queries.ts'
import { type InvitedOne, type Looking, listInvited, listLooking } from '#features/records/guests/server/sharing-queries.ts'
import { idOf } from '#lib/canonical.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { shortPath } from '#lib/short-links.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, logActivity, updateRow } from '#platform/server/database/rows.ts'
import { inSavepoint } from '#platform/server/database/savepoint.ts'
import { addPortalLink } from '#platform/server/links.ts'

const HOUR_MS = 3_600_000

/**
 * Invites a client to the portal. The message goes to their own address, and only who proves it comes in; the link to hand over lets in the
 * first person to open it, within a day, and the farrier answers for who that is.
 * @throws forbidden, client_not_found, portal_is_off, no_phone, no_email, stopped
 */
export async function inviteClient(tx: PracticeTx, actor: Actor, clientId: string, how: InviteHow): Promise<Invited> {
  requireMay(actor, 'runPortal')
  await holdWriters(tx)
  const client = await requireClient(tx, clientId)
  if (portalOf((await settingsOf(tx)).portal).way === 'off') throw new AppError('portal_is_off')
  const id = uuidv7()
  const diesAt = new Date(currentMs() + (how === 'handed' ? HANDED_HOURS : INVITE_DAYS * 24) * HOUR_MS)
  await tx
    .insertInto('portal_invites')
    .values({
      practice_id: actor.practiceId,
      id,
      client_id: clientId,
      how,
      by_member: actor.memberId,
      made_at: currentTime(),
      dies_at: diesAt,
      ended_at: null,
      used_at: null,
      used_by: null,
    })
    .execute()
  if (client.portal !== true) await updateRow(tx, actor, client, 'clients', { portal: true }, { isPart: true })
  const verb = how === 'handed' ? 'handed_over' : 'invited'
  await logActivity(tx, actor, { entity: 'clients', entityId: clientId, verb, before: null, after: { how } })
  const link = actor.origin + shortPath(JOIN_PATH + (await addPortalLink(tx, { inviteId: id, clientId, diesAt })))
  if (how === 'handed') return { state: null, link }
  const { state } = await queueWords(tx, actor, 'portal', recipientOf(client), { link }, { channel: how, subjectId: id })
  return { state, link: null }
}

type One = { clientId: string; how: 'sms' | 'email' }

/**
 * Invites several clients. One who can't be invited is returned with the sentence why, and keeps no one else out.
 * @throws forbidden
 */
export async function inviteClients(
  tx: PracticeTx,
  actor: Actor,
  invites: readonly One[],
): Promise<{ clientId: string; message: string }[]> {
  requireMay(actor, 'runPortal')
  const refused: { clientId: string; message: string }[] = []
  for (const { clientId, how } of invites)
    await inSavepoint(tx, () => inviteClient(tx, actor, idOf(clientId, 'client_not_found'), how)).catch((error) => {
      if (!(error instanceof AppError)) throw error
      refused.push({ clientId, message: error.message })
    })
  return refused
}

/**
 * Ends what a person sees of a client's, from the next request on. Without a person it ends everyone's, and no invitation opens anything.
 * @throws forbidden, client_not_found
 */
export async function endPortal(tx: PracticeTx, actor: Actor, clientId: string, personId: string | undefined): Promise<ClientPortal> {
  requireMay(actor, 'runPortal')
  await holdWriters(tx)
  const client = await requireClient(tx, clientId)
  await endAccess(tx, { clientId, ...(personId && { personId }) })
  if (!personId) {
    await endCareOf(tx, actor, clientId)
    await endLooks(tx, actor, { clientId })
    const invites = await tx
      .selectFrom('portal_invites')
      .select('id')
      .where('client_id', '=', clientId)
      .where('ended_at', 'is', null)
      .execute()
    for (const { id } of invites) await endInvite(tx, actor, id)
    if (client.portal === true) await updateRow(tx, actor, client, 'clients', { portal: null }, { isPart: true })
  }
  await logActivity(tx, actor, { entity: 'clients', entityId: clientId, verb: 'portal_ended', before: null, after: {} })
  return portalOfClient(tx, clientId)
}

/** Who sees what is a client's, and who is invited to. @throws client_not_found */
export async function portalOfClient(tx: PracticeTx, clientId: string): Promise<ClientPortal> {
  await requireClient(tx, clientId)
  const [people, invites] = [await listPeople(tx, clientId), await listLiveInvites(tx, clientId)]
  return {
    people: people.map((person) => ({
      personId: person.person_id,
      role: person.role,
      how: person.proven_how,
      since: person.since.toISOString(),
      until: person.until?.toISOString() ?? null,
      isConfirmed: person.confirmed_at !== null,
      lastOpenedAt: person.opened_at?.toISOString() ?? null,
    })),
    invites: invites.map(({ id, how, made_at, dies_at }) => ({
      id,
      how,
      madeAt: made_at.toISOString(),
      diesAt: dies_at.toISOString(),
    })),
    others: [...(await listLooking(tx, clientId)).map(toLooking), ...(await listInvited(tx, clientId)).map(toInvited)],
  }
}

type Other = ClientPortal['others'][number]

const toLooking = ({ role, personId, grantId, name, horseName, seesMoney, mayAnswer, isByGuest, since, openedAt }: Looking): Other => ({
  ...{ what: 'person', id: grantId ?? personId, role, name, horseName, seesMoney, mayAnswer, isByClient: isByGuest },
  ...{ since: since.toISOString(), lastOpenedAt: openedAt?.toISOString() ?? null, to: null, diesAt: null },
})

const toInvited = ({ id, role, name, horseName, seesMoney, mayAnswer, isByGuest, to, diesAt }: InvitedOne): Other => ({
  ...{ what: 'invite', id, role, name, horseName, seesMoney, mayAnswer, isByClient: isByGuest },
  ...{ since: null, lastOpenedAt: null, to, diesAt: diesAt.toISOString() },
})
