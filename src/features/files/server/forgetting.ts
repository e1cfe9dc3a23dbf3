import { PICTURE_NAMES } from '#features/files/server/pictures.ts'
import { deleteFile, findFile, isNamedElsewhere } from '#features/files/server/queries.ts'
import type { Database } from '#platform/server/db.ts'
import { derivedKey, type FileStore } from '#platform/server/file-store.ts'

type Places = { db: Database; files: FileStore }

/**
 * Forgets a file that nothing names any more, and every picture of it. The bytes go before the row: what is cut short between is found
 * again. Equal bytes of others stay.
 */
export async function forgetFile({ db, files }: Places, practiceId: string, id: string, now: Date): Promise<void> {
  await db.withPractice(practiceId, async (tx) => {
    const file = await findFile(tx, id)
    if (!file?.store_key || !file.sha256) return
    const { sha256 } = file
    if (!(await isNamedElsewhere(db, sha256, { practiceId, id })))
      for (const key of [file.store_key, ...PICTURE_NAMES.map((name) => derivedKey(sha256, name))]) await files.remove(key, now)
    await deleteFile(tx, id)
  })
}
