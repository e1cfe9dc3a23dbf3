import { sharedWith } from '#features/records/guests/server/access-to-horse.ts'
import { endInvite } from '#features/records/guests/server/inviting-others.ts'
import { endAccess } from '#features/records/guests/server/let-in.ts'
import { endLooks } from '#features/records/guests/server/let-look.ts'
import { accessOf } from '#features/records/guests/server/practice-of-guest.ts'
import { listInvited, listLooking } from '#features/records/guests/server/sharing-queries.ts'
import { tellFarrier } from '#features/records/guests/server/tell-farrier.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, logActivity } from '#platform/server/database/rows.ts'

/** A person who sees something of a client's, or is invited to: a helper by who they are, a sharer by what they were given. */
export type Other = { personId: string } | { grantId: string } | { inviteId: string }

/**
 * Ends what a person other than a client sees of theirs, or withdraws their invitation; refused from the next request on. The caller has
 * checked the actor. @throws not_found where this client has no such person, or no longer
 */
export async function endOther(tx: PracticeTx, actor: Actor, clientId: string, other: Other): Promise<void> {
  await holdWriters(tx)
  if ('inviteId' in other) {
    const invite = (await listInvited(tx, clientId)).find(({ id }) => id === other.inviteId)
    if (!invite) throw new AppError('not_found')
    await endInvite(tx, actor, invite.id)
    return noteEnd(tx, actor, clientId, { role: invite.role, name: invite.name })
  }
  const looking = (await listLooking(tx, clientId)).find((one) =>
    'grantId' in other ? one.grantId === other.grantId : one.role === 'helper' && one.personId === other.personId,
  )
  if (!looking) throw new AppError('not_found')
  if (looking.grantId) await endLooks(tx, actor, { grantId: looking.grantId })
  else await endAccess(tx, { personId: looking.personId, clientId })
  await noteEnd(tx, actor, clientId, looking)
}

const noteEnd = async (tx: PracticeTx, actor: Actor, clientId: string, { role, name }: { role: string; name: string }): Promise<void> =>
  void (await logActivity(tx, actor, { entity: 'clients', entityId: clientId, verb: 'other_ended', before: null, after: { role, name } }))

/**
 * A guest ends what was shared with them: the help for a client, or a horse. The farrier is notified.
 * @throws not_found where nothing such was shared with them
 */
export async function leaveOther(
  tx: PracticeTx,
  actor: Actor & { byPerson: string },
  what: { clientId: string } | { horseId: string },
): Promise<void> {
  await holdWriters(tx)
  const personId = actor.byPerson
  if ('horseId' in what) {
    const shared = (await sharedWith(tx, personId)).find(({ horseId }) => horseId === what.horseId)
    if (!shared) throw new AppError('not_found')
    const { clientId, asName, horseName, horseId } = shared
    await endLooks(tx, actor, { personId, clientId, horseId })
    await noteEnd(tx, actor, clientId, { role: 'sharer', name: asName })
    return tellFarrier(tx, actor, { clientId, body: `${asName} no longer shares ${horseName}.` })
  }
  const access = (await accessOf(tx, personId)).find(({ clientId, role }) => clientId === what.clientId && role === 'helper')
  if (!access) throw new AppError('not_found')
  const name =
    (await listLooking(tx, access.clientId)).find((one) => one.role === 'helper' && one.personId === personId)?.name ?? 'Somebody'
  await endAccess(tx, { personId, clientId: access.clientId })
  await noteEnd(tx, actor, access.clientId, { role: 'helper', name })
  await tellFarrier(tx, actor, { clientId: access.clientId, body: `${name} no longer helps them.` })
}
