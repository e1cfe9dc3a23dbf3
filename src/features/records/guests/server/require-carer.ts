import { type CareRole, type GuestAct, guestMay } from '#features/records/guests/rules.ts'
import { lookedAs } from '#features/records/guests/server/looking-as.ts'
import { AppError } from '#lib/errors.ts'
import { type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'

/** What somebody who looks after a horse is to it, and the name they were let in by. */
export type Carer = { clientId: string; role: CareRole; name: string }

const CARER: Prepared = {
  name: 'guest_carer',
  text: `select c.client_id as "clientId", c.role, g.to_name as name
    from cared_for($1) c join horse_grants g on g.id = c.grant_id where c.horse_id = $2
    order by c.role desc limit 1`,
}

/**
 * For which horse somebody acts who looks after it. What is not theirs, or no longer, is a 404, like what never was; who looks after it as both acts as
 * the vet.
 * @throws horse_not_found; forbidden where what they are to it may not do this
 */
export async function requireCarer(
  tx: PracticeTx,
  { personId }: { personId: string },
  act: GuestAct,
  { horseId }: { horseId: string },
): Promise<Carer> {
  const [carer] = lookedAs() ? [] : await readIn(tx)<Carer>(CARER, [personId, horseId])
  if (!carer) throw new AppError('horse_not_found')
  if (!guestMay({ role: carer.role, seesMoney: false }, act)) throw new AppError('forbidden', {}, VETS_ALONE)
  return carer
}

const VETS_ALONE = 'Only a vet can do that.'
