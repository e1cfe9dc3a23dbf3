import { sql } from 'kysely'
import type { PortalShows } from '#features/core/practice/portal.ts'
import type { OpeningKind } from '#features/records/guests/contract.ts'
import type { ShareParts, SharePurpose } from '#features/records/guests/share-contract.ts'
import type { Day } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type GuestTx, type Prepared, readIn } from '#platform/server/database/db.ts'

/** What a link shows: the horse, what was chosen of it, and for whom. */
export type LinkedHorse = {
  horseId: string
  toName: string
  purpose: SharePurpose
  parts: ShareParts
  /** Nothing from before that day; null: the horse had no owner before this one. */
  fromOn: Day | null
  photoIds: string[]
  untilAt: Date
  /** What the practice has differ for its owner. */
  differs: Partial<PortalShows> | null
}

/** What the link of the transaction shows; undefined: nothing, or nothing any longer. */
export const linkedHorse = async (tx: GuestTx): Promise<LinkedHorse | undefined> =>
  (
    await sql<LinkedHorse>`select horse_id as "horseId", to_name as "toName", purpose, parts, nullif(from_on, '-infinity') as "fromOn",
      photo_ids as "photoIds", until_at as "untilAt", shows as differs from guest_linked()`.execute(tx)
  ).rows[0]

const NOTE: Prepared = { name: 'note_link_opening', text: 'select note_link_opening($1, $2, $3)' }

/** Notes that something was opened by the link of the transaction: one line an hour and thing, and the horse counts once an hour. */
export async function noteLinkOpening(tx: GuestTx, { what, subjectId }: { what: OpeningKind; subjectId: string }): Promise<void> {
  await readIn(tx)(NOTE, [uuidv7(), what, subjectId])
}
