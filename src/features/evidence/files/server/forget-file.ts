import { PICTURE_NAMES } from '#features/evidence/files/server/pictures-for-owner.ts'
import { deleteGivenUp, giveUpFile, isNamedElsewhere, wasOnRecord } from '#features/evidence/files/server/queries.ts'
import { currentTime } from '#lib/clock.ts'
import type { Database } from '#platform/server/database/db.ts'
import { derivedKey, type FileStore } from '#platform/server/files/store.ts'

type Places = { db: Database; files: FileStore }

/**
 * Deletes a file that nothing references any more, or an unfinished upload, with all its pictures. First the file is made unusable, then
 * its bytes are deleted, then its row. If this is interrupted, the file counts as an unfinished upload and is found again. Equal bytes of
 * other files stay.
 */
export async function forgetFile({ db, files }: Places, practiceId: string, id: string, now: Date): Promise<void> {
  const given = await db.withPractice(practiceId, (tx) => giveUpFile(tx, id, now))
  if (!given) return
  if (given.sha256) await forgetBytes({ db, files }, given.sha256, { practice_id: practiceId, id }, now)
  await db.withPractice(practiceId, (tx) => deleteGivenUp(tx, id))
}

/** Deletes a file that was stored for a record that was then not created; a file that was ever on record is left to the sweep. */
export async function forgetUnnamed(places: Places, practiceId: string, id: string): Promise<void> {
  if (await places.db.withPractice(practiceId, (tx) => wasOnRecord(tx, id))) return
  await forgetFile(places, practiceId, id, currentTime())
}

/** Deletes bytes, unless another file has the same bytes, or they were stored again since `asOf`. */
export async function forgetBytes(
  { db, files }: Places,
  sha256: string,
  { practice_id: practiceId, id }: { practice_id: string; id: string },
  asOf: Date,
): Promise<void> {
  if (await isNamedElsewhere(db, sha256, { practiceId, id })) return
  for (const key of [sha256, ...PICTURE_NAMES.map((name) => derivedKey(sha256, name))]) await files.remove(key, asOf)
}
