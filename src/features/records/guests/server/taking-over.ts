import { endAccess, letIn } from '#features/records/guests/server/let-in.ts'
import { endYardAccess, letIntoYard } from '#features/records/guests/server/let-into-yard.ts'
import { findMember } from '#features/records/guests/server/people.ts'
import { practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import type { Proven } from '#features/records/guests/server/proving.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { DirectoryTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import type { App } from '#platform/server/http/http.ts'

/**
 * Brings together two who are one: whoever adds an address that they have signed in with on its own before sees what that sign-in saw, and it ends.
 * Practices go first: a server that is killed in between has given nothing that was not proven.
 * @throws address_elsewhere when the address is a member's, or one of several of somebody's
 */
export async function takeOver(app: App, { address }: Proven, from: string, to: string): Promise<void> {
  if (!(await app.db.withDirectory((tx) => isTheirOnly(tx, from, address)))) throw new AppError('address_elsewhere')
  for (const { id } of await practicesOfGuest(app.db, { personId: from, onlyPractice: null })) {
    const actor = await actorOfPractice(app.db, id, { origin: app.setup.origin })
    await app.db.withPractice(id, async (tx) => {
      const open = await tx
        .selectFrom('client_access')
        .select(['client_id as clientId', 'role', 'sees_money as seesMoney', 'proven_how as how'])
        .where('person_id', '=', from)
        .where('confirmed_at', 'is not', null)
        .where('until', 'is', null)
        .execute()
      for (const access of open) {
        await letIn(tx, actor, { personId: to, ...access })
        await endAccess(tx, { personId: from, clientId: access.clientId })
      }
      const yards = await tx
        .selectFrom('yard_access')
        .select(['yard_id as yardId', 'to_name as toName'])
        .where('person_id', '=', from)
        .where('until', 'is', null)
        .execute()
      for (const yard of yards) await letIntoYard(tx, actor, { personId: to, ...yard })
      await endYardAccess(tx, { personId: from })
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
