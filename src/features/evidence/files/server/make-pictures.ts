import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isPictured } from '#features/evidence/files/rules.ts'
import { drawPictures } from '#features/evidence/files/server/drawing.ts'
import { PICTURE, PICTURE_NAMES } from '#features/evidence/files/server/pictures-for-owner.ts'
import { takePoster } from '#features/evidence/files/server/poster.ts'
import { findFile, notePictures, type PictureFault } from '#features/evidence/files/server/queries.ts'
import type { Database } from '#platform/server/database/db.ts'
import { inScratch } from '#platform/server/files/disk.ts'
import { derivedKey, type FileStore } from '#platform/server/files/store.ts'
import type { JobHandler } from '#platform/server/jobs/jobs.ts'

const Job = z.object({ practiceId: z.uuid(), fileId: z.uuid() })

/**
 * Makes the pictures of a stored file, one file at a time and never in a request. A file that can't be opened is recorded and not tried
 * again; a failure on our side is tried again. Run twice it does its work once: equal files of two practices share their pictures too.
 */
export const makePictures = (db: Database, files: FileStore): JobHandler => ({
  queue: 'make-pictures',
  atOnce: 1,
  async handle(data) {
    const { practiceId, fileId } = Job.parse(data)
    const file = await db.withPractice(practiceId, (tx) => findFile(tx, fileId))
    if (!file?.store_key || !file.sha256 || !isPictured(file.mime)) return
    if ((await files.find(derivedKey(file.sha256, PICTURE))) !== undefined) return
    const fault = await draw(files, { key: file.store_key, sha256: file.sha256, mime: file.mime })
    if (fault !== file.pictures_fault) await db.withPractice(practiceId, (tx) => notePictures(tx, fileId, { pictures_fault: fault }))
  },
})

const draw = (files: FileStore, { key, sha256, mime }: { key: string; sha256: string; mime: string }): Promise<PictureFault | null> =>
  inScratch(async (folder) => {
    const fault = await files.onDisk(key, (path) => drawFrom(path, folder, mime))
    if (fault) return fault
    for (const name of PICTURE_NAMES) await files.put(derivedKey(sha256, name), await readFile(join(folder, name)))
    return null
  })

async function drawFrom(path: string, folder: string, mime: string): Promise<PictureFault | undefined> {
  if (!mime.startsWith('video/')) return drawPictures(path, folder, mime)
  const taken = await takePoster(path, folder, mime)
  return 'fault' in taken ? taken.fault : drawPictures(taken.poster, folder, 'image/png')
}
