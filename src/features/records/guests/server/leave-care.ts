import { noun } from '#features/records/guests/care-words.ts'
import { endLooks } from '#features/records/guests/server/let-look.ts'
import { findCare, requireCare } from '#features/records/guests/server/require-care.ts'
import { tellFarrier } from '#features/records/guests/server/tell-farrier.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, logActivity } from '#platform/server/database/rows.ts'

/**
 * A vet or a para-professional stops looking after a horse: refused from the next request on. The farrier is notified.
 * @throws horse_not_found where they don't look after it
 */
export async function leaveCare(tx: PracticeTx, actor: Actor & { byPerson: string }, horseId: string): Promise<void> {
  await holdWriters(tx)
  const { clientId, role, asName, horseName, ...first } = await requireCare(tx, { personId: actor.byPerson }, 'leave', { horseId })
  // All that they have to this horse: two agreements may overlap by some days.
  for (let grantId: string | undefined = first.grantId; grantId; grantId = (await findCare(tx, actor.byPerson, horseId))?.grantId)
    await endLooks(tx, actor, { grantId })
  await logActivity(tx, actor, { entity: 'clients', entityId: clientId, verb: 'other_ended', before: null, after: { role, name: asName } })
  await tellFarrier(tx, actor, {
    clientId,
    body: `${asName}, the ${noun(role)}, no longer looks after ${horseName} here.`,
    path: `/horses?horse=${horseId}`,
  })
}
