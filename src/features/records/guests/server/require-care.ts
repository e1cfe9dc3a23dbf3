import { sql } from 'kysely'
import { type CareRole, type GuestAct, guestMay } from '#features/records/guests/rules.ts'
import { AppError } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** A person who looks after a horse: by which grant, whose horse it is, and under which name they were let in. */
export type Care = { grantId: string; horseId: string; clientId: string; role: CareRole; asName: string; horseName: string }

/** A person's role for a horse that they look after, read as the practice: the vet, where they are both. Undefined: none, or no longer. */
export const findCare = async (tx: PracticeTx, personId: string, horseId: string): Promise<Care | undefined> =>
  (
    await sql<Care>`
      select c.grant_id as "grantId", c.horse_id as "horseId", c.client_id as "clientId", c.role, coalesce(g.to_name, 'Somebody') as "asName",
        h.name as "horseName"
      from cared_for(${personId}) c join horse_grants g on g.id = c.grant_id join horses h on h.id = c.horse_id
      where c.horse_id = ${horseId} order by c.role desc, g.from_at desc, g.id limit 1`.execute(tx)
  ).rows[0]

/**
 * By which grant a vet or a para-professional acts on a horse. What they don't look after, or no longer, is a 404, like what never was.
 * @throws horse_not_found; forbidden where what they are to it may not do this
 */
export async function requireCare(
  tx: PracticeTx,
  { personId }: { personId: string },
  act: GuestAct,
  { horseId }: { horseId: string },
): Promise<Care> {
  const care = await findCare(tx, personId, horseId)
  if (!care) throw new AppError('horse_not_found')
  if (!guestMay({ ...care, seesMoney: false }, act)) throw new AppError('forbidden', {}, 'Only a vet can do that.')
  return care
}
