import { alertMembers } from '#features/core/notices/server/queue-words.ts'
import { may } from '#features/core/practice/rules.ts'
import { dropPasskeys } from '#features/core/practice/server/passkeys-of.ts'
import { sharedWith } from '#features/records/guests/server/access-to-horse.ts'
import { endCaring } from '#features/records/guests/server/end-care.ts'
import { endServices } from '#features/records/guests/server/end-services.ts'
import { noteEndedProof } from '#features/records/guests/server/ended-access.ts'
import { forgetAuthor } from '#features/records/guests/server/forget-author.ts'
import { leaveYard } from '#features/records/guests/server/leave-yard.ts'
import { endAccess } from '#features/records/guests/server/let-in.ts'
import { endLooks } from '#features/records/guests/server/let-look.ts'
import { accessOf, practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { tellFarrier } from '#features/records/guests/server/tell-farrier.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, DirectoryTx, PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import { logActivity } from '#platform/server/database/rows.ts'

/**
 * Closes a guest's account: what they see of every practice ends, then their proofs, passkeys, sessions and the person themselves go; of a
 * member only what was the guest's. The practices' records stay, and each farrier is notified. Interrupted, the next call goes on.
 */
export async function closeAccount(
  { db, origin, dataFolder }: { db: Database; origin: string; dataFolder?: string },
  session: { personId: string; onlyPractice: string | null },
): Promise<void> {
  for (const { id } of await practicesOfGuest(db, session)) {
    const actor = { ...(await actorOfPractice(db, id, { origin })), byPerson: session.personId }
    await db.withPractice(id, (tx) => leave(tx, actor, session.personId))
  }
  await db.withDirectory(async (tx) => {
    await dropPasskeys(tx, dataFolder, { personId: session.personId, side: 'portal' })
    await forget(tx, session.personId)
    await noteEndedProof(dataFolder, { personId: session.personId })
  })
}

async function forget(tx: DirectoryTx, personId: string): Promise<void> {
  await tx.deleteFrom('directory.sessions').where('person_id', '=', personId).where('kind', '=', 'guest').execute()
  for (const table of [
    'directory.proofs',
    'directory.ways',
    'directory.calendars',
    'directory.seats',
    'directory.service_notices',
    'directory.checkouts',
    'directory.customers',
  ] as const)
    await tx.deleteFrom(table).where('person_id', '=', personId).execute()
  await tx
    .deleteFrom('directory.people')
    .where('id', '=', personId)
    .where('password_hash', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('directory.memberships as m').select('m.person_id').whereRef('m.person_id', '=', 'directory.people.id'))),
    )
    .execute()
}

async function leave(tx: PracticeTx, actor: Actor & { byPerson: string }, personId: string): Promise<void> {
  const members = await tx
    .selectFrom('members')
    .select(['id', 'role'])
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .execute()
  for (const { clientId, role } of await accessOf(tx, personId)) {
    const client = await tx.selectFrom('clients').select('name').where('id', '=', clientId).executeTakeFirstOrThrow()
    await endAccess(tx, { personId, clientId })
    await logActivity(tx, actor, { entity: 'clients', entityId: clientId, verb: 'left_portal', before: null, after: { role } })
    // One alert a client.
    await alertMembers(
      tx,
      { ...actor, opId: uuidv7() },
      {
        memberIds: members.flatMap((member) => (may(member.role, 'changeRecords') ? [member.id] : [])),
        title: client.name,
        body:
          role === 'holder'
            ? 'They have closed their portal account. Your records stay.'
            : 'A helper of theirs has closed their portal account.',
        path: `/clients?client=${clientId}`,
      },
    )
  }
  for (const { clientId, asName, horseName } of await sharedWith(tx, personId)) {
    await logActivity(tx, actor, {
      entity: 'clients',
      entityId: clientId,
      verb: 'other_ended',
      before: null,
      after: { role: 'sharer', name: asName },
    })
    await tellFarrier(
      tx,
      { ...actor, opId: uuidv7() },
      { clientId, body: `${asName}, who shared ${horseName}, has closed their portal account.` },
    )
  }
  await endCaring(tx, actor)
  await endLooks(tx, actor, { personId })
  await endServices(tx, { personId })
  // Access that was never accepted, or is switched off for now, is theirs too.
  await endAccess(tx, { personId })
  await leaveYard(tx, actor, { personId })
  await forgetAuthor(tx, personId)
}
