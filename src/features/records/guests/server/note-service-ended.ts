import { noteEnded } from '#features/records/guests/server/ended-access.ts'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Notes, for the end of the transaction, that a service of a horse ends: no backup opens it again. */
export const noteServiceEnded = (tx: PracticeTx, ended: { practiceId: string; serviceId: string; endsOn: Day }): void =>
  noteEnded(tx, ended)
