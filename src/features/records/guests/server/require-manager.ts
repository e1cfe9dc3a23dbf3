import { type GuestAct, guestMay } from '#features/records/guests/rules.ts'
import { yardsManagedBy } from '#features/records/guests/server/guest-yards.ts'
import { AppError } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/**
 * The yard for which a person acts as its manager, and the name that the farrier gave them. A yard that is not theirs, or no longer, is a
 * 404, like one that never existed.
 * @throws yard_not_found; forbidden where a manager may not do this
 */
export async function requireManager(tx: PracticeTx, { personId }: { personId: string }, act: GuestAct, { yardId }: { yardId: string }) {
  const yard = (await yardsManagedBy(tx, personId)).find(({ id }) => id === yardId)
  if (!yard) throw new AppError('yard_not_found')
  if (!guestMay({ role: 'yard', seesMoney: false }, act)) throw new AppError('forbidden')
  return yard
}
