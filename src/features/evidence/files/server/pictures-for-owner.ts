import type { Readable } from 'node:stream'
import { isPictured, type ThumbnailWidth } from '#features/evidence/files/rules.ts'
import { type FileRow, listShown, notePictures, type PictureState, type Reader } from '#features/evidence/files/server/queries.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { derivedKey, type FileStore } from '#platform/server/files/store.ts'
import { enqueue } from '#platform/server/jobs/jobs.ts'

/** The pictures made from a file: JPEGs of our own, upright and without any of the camera's metadata. Their names are part of their keys. */
export type PictureName = `${ThumbnailWidth}.jpg` | 'picture.jpg'
export const PICTURE: PictureName = 'picture.jpg'
/** Every one; the one for showing last, so that where it is the others are. */
export const PICTURE_NAMES: readonly PictureName[] = ['200.jpg', '280.jpg', '600.jpg', PICTURE]

/** After this long without a result the worker gets the request again: a restored server has lost the earlier one. */
const PATIENCE_MS = 10 * 60_000
/** How often a server without ffmpeg is checked for it again. */
const DAY_MS = 24 * 60 * 60_000

type OfFile = Pick<FileRow, 'practice_id' | 'id'> & PictureState

/** Requests a file's pictures from the worker, in the caller's transaction; not if they were requested recently, or can't be made. */
export async function requestPictures(tx: PracticeTx, file: OfFile): Promise<void> {
  if (!isWorthRequesting(file)) return
  await notePictures(tx, file.id, { pictures_asked_at: currentTime() })
  await enqueue(tx, 'make-pictures', { practiceId: file.practice_id, fileId: file.id })
}

function isWorthRequesting({ pictures_asked_at, pictures_fault }: PictureState): boolean {
  if (pictures_fault && pictures_fault !== 'no_ffmpeg') return false
  const patience = pictures_fault ? DAY_MS : PATIENCE_MS
  return !pictures_asked_at || currentMs() - pictures_asked_at.getTime() > patience
}

/** The error for a missing picture, which shows whether a later request can succeed. */
export const missingPicture = ({ pictures_fault, mime }: Pick<PictureState, 'pictures_fault'> & { mime: string }): AppError =>
  new AppError(pictures_fault || !isPictured(mime) ? 'no_picture' : 'no_picture_yet')

/** A picture on its way out. */
export type Picture = { bytes: number; etag: string; content: () => Readable }

/** A picture of a file, once it is made. */
export async function findPicture(files: FileStore, sha256: string, name: PictureName): Promise<Picture | undefined> {
  const key = derivedKey(sha256, name)
  const bytes = await files.find(key)
  return bytes === undefined ? undefined : { bytes, etag: etagOf(sha256, name), content: () => files.read(key) }
}

/** The same bytes for ever. */
const etagOf = (sha256: string, name: PictureName): string => `"${sha256}.${name}"`

/**
 * The pictures of files that are shown to an owner, by attachment id. Neither an owner nor a carer (`by`), whose access is already checked,
 * gets the files themselves, which contain where they were taken. Missing from the result: files that are not shown to owners or off
 * record, and files whose picture is not made yet; those pictures are requested from the worker.
 */
export async function picturesForOwner(
  { db, files }: { db: Database; files: FileStore },
  practiceId: string,
  attachmentIds: readonly string[],
  name = PICTURE,
  by: Reader = 'owner',
): Promise<Map<string, Picture>> {
  if (attachmentIds.length === 0) return new Map()
  const listed = await db.withPractice(practiceId, (tx) => listShown(tx, attachmentIds, by))
  const shown = listed.filter(({ mime }) => isPictured(mime))
  const found = await Promise.all(
    shown.map(async ({ attachmentId, ...file }) => ({ attachmentId, file, picture: await findPicture(files, file.sha256 ?? '', name) })),
  )
  const missing = found.filter(({ picture }) => !picture)
  if (missing.length > 0)
    await db.withPractice(practiceId, async (tx) => {
      for (const { file } of missing) await requestPictures(tx, file)
    })
  return new Map(found.flatMap(({ attachmentId, picture }) => (picture ? [[attachmentId, picture]] : [])))
}
