import { type Access, accessOf } from '#features/records/guests/server/practice-of-guest.ts'
import type { Guest, PracticeTx } from '#platform/server/database/db.ts'

/** For which clients the eyes of a guest are there; those of a member who looks as a client does are their own. */
export const accessBy = async (tx: PracticeTx, eyes: Guest): Promise<Access[]> =>
  'personId' in eyes ? accessOf(tx, eyes.personId) : [{ clientId: eyes.asClient, role: 'holder', seesMoney: true }]
