import { PICTURE_NAMES } from '#features/evidence/files/server/pictures-for-owner.ts'
import { deleteGivenUp, giveUpFile, isNamedElsewhere, wasOnRecord } from '#features/evidence/files/server/queries.ts'
import { currentTime } from '#lib/clock.ts'
import type { Database } from '#platform/server/database/db.ts'
import { derivedKey, type FileStore } from '#platform/server/files/store.ts'

type Places = { db: Database; files: FileStore }

/**
 * Forgets a file that nothing names any more, or an upload that came to nothing, and every picture of it. First nobody can use it any more,
 * then its bytes go, then its row: what is cut short between is an upload that came to nothing, and found again. Equal bytes of others stay.
 */
export async function forgetFile({ db, files }: Places, practiceId: string, id: string, now: Date): Promise<void> {
  const given = await db.withPractice(practiceId, (tx) => giveUpFile(tx, id, now))
  if (!given) return
  if (given.sha256) await forgetBytes({ db, files }, given.sha256, { practice_id: practiceId, id }, now)
  await db.withPractice(practiceId, (tx) => deleteGivenUp(tx, id))
}

/** Forgets a file that was kept for a record which then came to nothing; one that ever was on record is left to the sweep. */
export async function forgetUnnamed(places: Places, practiceId: string, id: string): Promise<void> {
  if (await places.db.withPractice(practiceId, (tx) => wasOnRecord(tx, id))) return
  await forgetFile(places, practiceId, id, currentTime())
}

/** Forgets bytes, unless a file beside the one they were of has the same, or they were put there anew since `asOf`. */
export async function forgetBytes(
  { db, files }: Places,
  sha256: string,
  { practice_id: practiceId, id }: { practice_id: string; id: string },
  asOf: Date,
): Promise<void> {
  if (await isNamedElsewhere(db, sha256, { practiceId, id })) return
  for (const key of [sha256, ...PICTURE_NAMES.map((name) => derivedKey(sha256, name))]) await files.remove(key, asOf)
}
