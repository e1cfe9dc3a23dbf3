import { sql } from 'kysely'
import { endAccess, letIn } from '#features/records/guests/server/let-in.ts'
import { endYardAccess, letIntoYard } from '#features/records/guests/server/let-into-yard.ts'
import { endLooks, letHelp, letLook } from '#features/records/guests/server/let-look.ts'
import { findMember } from '#features/records/guests/server/people.ts'
import { practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import type { Proven } from '#features/records/guests/server/proving.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { DirectoryTx, PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import { keepServerColumns } from '#platform/server/database/rows.ts'
import type { App } from '#platform/server/http/http.ts'

/**
 * Merges two people who are one: a person who adds an address that had a sign-in of its own sees what that sign-in saw, and it ends.
 * Practices go first: a server that is killed in between has given nothing that was not proven.
 * @throws address_elsewhere when the address is a member's, or one of several of another person's
 */
export async function takeOver(app: App, { address }: Proven, from: string, to: string): Promise<void> {
  if (!(await app.db.withDirectory((tx) => isTheirOnly(tx, from, address)))) throw new AppError('address_elsewhere')
  for (const { id } of await practicesOfGuest(app.db, { personId: from, onlyPractice: null })) {
    const actor = await actorOfPractice(app.db, id, { origin: app.setup.origin })
    await app.db.withPractice(id, async (tx) => {
      const open = await tx
        .selectFrom('client_access')
        .select(['client_id as clientId', 'role', 'sees_money as seesMoney', 'proven_how as how'])
        .select(['to_name as toName', 'by_person as byPerson', 'by_member as byMember'])
        .where('person_id', '=', from)
        .where('confirmed_at', 'is not', null)
        .where('until', 'is', null)
        .execute()
      for (const { toName, byPerson, byMember, ...access } of open) {
        const { clientId, role, seesMoney } = access
        if (role === 'helper') await letHelp(tx, actor, { ...{ personId: to, clientId, seesMoney, toName, byPerson, byMember } })
        else await letIn(tx, actor, { personId: to, ...access })
        await tx
          .updateTable('horse_shares')
          .set({ person_id: to })
          .where('person_id', '=', from)
          .where('client_id', '=', clientId)
          .execute()
        await endAccess(tx, { personId: from, clientId })
      }
      const yards = await tx
        .selectFrom('yard_access')
        .select(['yard_id as yardId', 'to_name as toName'])
        .where('person_id', '=', from)
        .where('until', 'is', null)
        .execute()
      for (const yard of yards) await letIntoYard(tx, actor, { personId: to, ...yard })
      await endYardAccess(tx, { personId: from })
      for (const { horseId, clientId, mayAnswer, toName, byPerson, byMember } of await listLooks(tx, from))
        await letLook(tx, actor, { personId: to, ...{ horseId, clientId, mayAnswer, toName, byPerson, byMember } })
      await moveCare(tx, from, to)
      await endLooks(tx, actor, { personId: from })
      // What they have written is theirs to read, with the replies.
      const written = await tx.selectFrom('owner_asks').selectAll().where('person_id', '=', from).execute()
      for (const ask of written) await keepServerColumns(tx, ask, 'owner_asks', { person_id: to })
      // Whom they have let in goes on seeing what they see.
      for (const table of ['client_access', 'horse_grants', 'portal_invites'] as const)
        await tx.updateTable(table).set({ by_person: to }).where('by_person', '=', from).execute()
    })
  }
  await app.db.withDirectory(async (tx) => {
    if (!(await isTheirOnly(tx, from, address))) throw new AppError('address_elsewhere')
    await tx.updateTable('directory.proofs').set({ person_id: to }).where('address', '=', address.address).execute()
    await tx
      .updateTable('directory.sessions')
      .set({ revoked_at: currentTime(), revoked_why: 'signed_out' })
      .where('person_id', '=', from)
      .where('kind', '=', 'guest')
      .execute()
  })
}

async function isTheirOnly(tx: DirectoryTx, personId: string, address: Proven['address']): Promise<boolean> {
  const proofs = await tx.selectFrom('directory.proofs').select('address').where('person_id', '=', personId).forUpdate().execute()
  return proofs.length === 1 && proofs[0]?.address === address.address && (await findMember(tx, address)) !== personId
}

/** What they look after as a vet or a para-professional, what they wrote about it, and what they agreed to as an owner. */
async function moveCare(tx: PracticeTx, from: string, to: string): Promise<void> {
  await tx.updateTable('horse_grants').set({ person_id: to }).where('person_id', '=', from).where('consent_id', 'is not', null).execute()
  // Theirs to withdraw, and to be forgotten with their account.
  const written = await tx.selectFrom('care_notes').selectAll().where('person_id', '=', from).execute()
  for (const note of written) await keepServerColumns(tx, note, 'care_notes', { person_id: to })
  const measured = await tx.selectFrom('film_marks').selectAll().where('person_id', '=', from).execute()
  for (const mark of measured) await keepServerColumns(tx, mark, 'film_marks', { person_id: to })
  for (const column of ['asked_person', 'agreed_person', 'taken_back_person'] as const)
    await tx
      .updateTable('care_consents')
      .set({ [column]: to })
      .where(column, '=', from)
      .execute()
}

/** The looks at horses that a person has, as far as they are open. */
const listLooks = (tx: PracticeTx, personId: string) =>
  tx
    .selectFrom('horse_grants as g')
    .select(['g.horse_id as horseId', 'g.client_id as clientId', 'g.may_answer as mayAnswer', 'g.to_name as toName'])
    .select(['g.by_person as byPerson', 'g.by_member as byMember'])
    .where('g.person_id', '=', personId)
    .where('g.role', '=', 'sharer')
    .where('g.ended_at', 'is', null)
    .where(sql<boolean>`exists (select from shared_with(${personId}) s where s.horse_id = g.horse_id and s.client_id = g.client_id)`)
    .execute()
