import type { CareNote } from '#features/visits/care/contract.ts'
import type { GuestTx } from '#platform/server/database/db.ts'

/** What was written about a horse, as a guest may read it. */
export type GuestNote = Omit<CareNote, 'horseId' | 'memberId' | 'takenBy'> & { personId: string | null }

/** More than a horse has in years of care. */
const MOST_NOTES = 300

/** What was written about a horse that the guest of a transaction may read, newest first. */
export const guestNotes = async (tx: GuestTx, horseId: string): Promise<GuestNote[]> =>
  (
    await tx
      .selectFrom('care_notes')
      .select(['id', 'person_id', 'author_name', 'author_role', 'kind', 'reply_to_id', 'body', 'plan', 'figures', 'film_id', 'review_on'])
      .select(['said_at', 'taken_at', 'withdrawn_at', 'owner_sees_from'])
      .where('horse_id', '=', horseId)
      .where('deleted_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(MOST_NOTES)
      .execute()
  ).map((row) => ({
    id: row.id,
    personId: row.person_id,
    authorName: row.author_name,
    authorRole: row.author_role,
    kind: row.kind,
    replyToId: row.reply_to_id,
    body: row.body,
    plan: row.plan,
    figures: row.figures,
    filmId: row.film_id,
    reviewOn: row.review_on,
    ownerSeesFrom: row.owner_sees_from,
    saidAt: row.said_at.toISOString(),
    takenAt: row.taken_at?.toISOString() ?? null,
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
  }))
