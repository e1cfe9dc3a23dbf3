import { type GuestAct, guestMay } from '#features/records/guests/rules.ts'
import { OWNER_ALONE } from '#features/records/guests/server/access-to-horse.ts'
import { type Access, accessOf } from '#features/records/guests/server/practice-of-guest.ts'
import { AppError } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/**
 * For whom a guest acts: the client, and what they are there. What is not theirs, or no longer, is a 404, like what never was.
 * @throws client_not_found; forbidden where what they are there may not do this
 */
export async function requireGuest(
  tx: PracticeTx,
  { personId }: { personId: string },
  act: GuestAct,
  { clientId }: { clientId: string },
): Promise<Access> {
  const access = (await accessOf(tx, personId)).find((one) => one.clientId === clientId)
  if (!access) throw new AppError('client_not_found')
  return allowed(access, act)
}

/** The access itself, where it allows the act. @throws forbidden */
function allowed(access: Access, act: GuestAct): Access {
  if (!guestMay(access, act)) throw new AppError('forbidden', {}, OWNER_ALONE)
  return access
}
