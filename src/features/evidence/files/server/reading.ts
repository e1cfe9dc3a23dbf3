import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPictured } from '#features/evidence/files/rules.ts'
import { findPicture, missingPicture, type PictureName, requestPictures } from '#features/evidence/files/server/pictures-for-owner.ts'
import { requireReadable } from '#features/evidence/files/server/queries.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Read } from '#platform/server/database/db.ts'
import type { ByteRange, FileStore } from '#platform/server/files/store.ts'
import { dispositionOf } from '#platform/server/http/disposition.ts'
import type { App } from '#platform/server/http/http.ts'

type FileRequest = { read: Read; actor: Pick<Actor, 'practiceId' | 'role'>; id: string; request: FastifyRequest; reply: FastifyReply }

/**
 * Responds with a file's bytes, or the requested range of them. It is saved, never opened as a page: an uploaded file must not run as our
 * page. @throws file_not_found, bad_range
 */
export async function answerFile(files: FileStore, { read, actor, id, request, reply }: FileRequest): Promise<unknown> {
  const file = await requireReadable(read, actor, id)
  const size = Number(file.bytes)
  const etag = `"${file.sha256}"`
  reply.headers({
    ...neverAPage(file.mime, file.file_name),
    'accept-ranges': 'bytes',
    // It never changes, but who may see it does.
    'cache-control': 'private, no-cache',
    etag,
  })
  if (request.headers['if-none-match'] === etag) return void reply.code(304)
  const range = request.headers['if-range'] && request.headers['if-range'] !== etag ? undefined : rangeOf(request.headers.range, size)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  return files.read(file.store_key, range)
}

/**
 * Responds with a picture of a file. The browser may cache it, because we made it and it never changes. If there is none yet, it is
 * requested from the worker and the response comes at once.
 * @throws file_not_found, no_picture (and there won't be one), no_picture_yet
 */
export async function answerPicture(app: App, { read, actor, id, request, reply }: FileRequest, name: PictureName): Promise<unknown> {
  const file = await requireReadable(read, actor, id)
  const picture = isPictured(file.mime) ? await findPicture(app.setup.files, file.sha256, name) : undefined
  if (!picture) {
    if (isPictured(file.mime))
      await app.db.withPractice(actor.practiceId, (tx) => requestPictures(tx, { ...file, practice_id: actor.practiceId, id }))
    throw missingPicture(file)
  }
  reply.headers({
    ...neverAPage('image/jpeg', file.file_name.replace(/(\.[^.]*)?$/, '.jpg')),
    'cache-control': 'private, max-age=31536000, immutable',
    // Cached for the user who saw it, not for the next user of this browser.
    vary: 'cookie',
    etag: picture.etag,
  })
  if (request.headers['if-none-match'] === picture.etag) return void reply.code(304)
  reply.header('content-length', picture.bytes)
  return picture.content()
}

/** The headers that prevent an uploaded file from running as our page. */
const neverAPage = (mime: string, name: string) => ({
  'content-type': mime,
  'content-disposition': dispositionOf('attachment', name),
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
})

/** The single range that a player or a resumed download requests; for several ranges, or another unit, the whole file is sent. @throws bad_range */
export function rangeOf(header: string | undefined, size: number): ByteRange | undefined {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!asked || (!asked[1] && !asked[2])) return undefined
  const [from, to] = [asked[1] ? Number(asked[1]) : undefined, asked[2] ? Number(asked[2]) : undefined]
  const start = from ?? Math.max(0, size - (to ?? 0))
  const end = from === undefined || to === undefined ? size - 1 : Math.min(to, size - 1)
  if (start > end || start >= size) throw new AppError('bad_range', { size })
  return { start, end }
}
