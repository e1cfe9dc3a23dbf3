import { uuidv7 } from '#lib/ids.ts'
import { type GuestTx, type Prepared, readIn } from '#platform/server/database/db.ts'

const NOTE: Prepared = { name: 'note_carer_opening', text: 'select note_carer_opening($1, $2, $3, $4)' }

/** Notes that they opened a horse, or a file of it: one line an hour and thing. */
export async function noteCareOpening(
  tx: GuestTx,
  { horseId, what, subjectId }: { horseId: string; what: 'horse' | 'file'; subjectId: string },
): Promise<void> {
  await readIn(tx)(NOTE, [uuidv7(), horseId, what, subjectId])
}
