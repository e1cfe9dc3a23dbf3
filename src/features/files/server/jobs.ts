import { PICTURE_NAMES } from '#features/files/server/pictures.ts'
import { deleteEndedUploads, deleteFile, findFile, isNamedElsewhere, listPractices, listUnnamed } from '#features/files/server/queries.ts'
import type { Database, PracticeTx } from '#platform/server/db.ts'
import { dropOldScratch } from '#platform/server/file-disk.ts'
import { derivedKey, type FileStore } from '#platform/server/file-store.ts'
import type { JobHandler } from '#platform/server/jobs.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** An upload nobody went on with; whoever does sends the file again. */
const STALE_MS = DAY_MS
/** As long as a removal can be undone, and a device may hold what puts the file on record. */
const UNNAMED_MS = 30 * DAY_MS

/** Clears away at night what was never finished and what nothing names any more. */
export const sweepFiles = (db: Database, files: FileStore): JobHandler => ({
  queue: 'sweep-files',
  cron: '40 3 * * *',
  async handle() {
    await sweep(db, files, new Date())
    await dropOldScratch(new Date(Date.now() - STALE_MS))
  },
})

/** The sweep as of `now`; safe to run twice, and beside uploads. */
export async function sweep(db: Database, files: FileStore, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await files.dropStale(before(STALE_MS))
  const practices = await listPractices(db)
  for (const practice of practices) {
    await db.withPractice(practice, (tx) => deleteEndedUploads(tx, before(STALE_MS)))
    const unnamed = await db.withPractice(practice, (tx) => listUnnamed(tx, before(UNNAMED_MS)))
    const others = practices.filter((other) => other !== practice)
    for (const { id } of unnamed) await db.withPractice(practice, (tx) => forget(tx, id, { db, files, others, now }))
  }
  await files.dropLoneDerived()
}

type Where = { db: Database; files: FileStore; others: readonly string[]; now: Date }

/** The bytes go before the row: what is cut short between is found again the next night. Equal bytes of others stay. */
async function forget(tx: PracticeTx, id: string, { db, files, others, now }: Where): Promise<void> {
  const file = await findFile(tx, id)
  if (!file?.store_key || !file.sha256) return
  const { sha256 } = file
  let isNamed = await isNamedElsewhere(tx, sha256, id)
  for (const other of others) isNamed ||= await db.withPractice(other, (theirs) => isNamedElsewhere(theirs, sha256, id))
  if (!isNamed) for (const key of [file.store_key, ...PICTURE_NAMES.map((name) => derivedKey(sha256, name))]) await files.remove(key, now)
  await deleteFile(tx, id)
}
