import type { FastifyReply, FastifyRequest } from 'fastify'
import { THUMBNAIL_WIDTHS } from '#features/evidence/files/rules.ts'
import { PICTURE, type Picture, type PictureName, picturesForOwner } from '#features/evidence/files/server/pictures-for-owner.ts'
import { findShownFile, type Reader } from '#features/evidence/files/server/queries.ts'
import { answerFile } from '#features/evidence/files/server/reading.ts'
import { AppError } from '#lib/errors.ts'
import type { Read } from '#platform/server/database/db.ts'
import { dispositionOf } from '#platform/server/http/disposition.ts'
import type { App } from '#platform/server/http/http.ts'

const OWNER_SIZES = ['tiny', 'small', 'large', 'file'] as const
export type OwnerSize = (typeof OWNER_SIZES)[number]
export const isOwnerSize = (size: string): size is OwnerSize => OWNER_SIZES.some((one) => one === size)
const NAMES: Readonly<Record<OwnerSize, PictureName>> = {
  tiny: `${THUMBNAIL_WIDTHS[0]}.jpg`,
  small: `${THUMBNAIL_WIDTHS[2]}.jpg`,
  large: PICTURE,
  file: PICTURE,
}

type Input = { practiceId: string; attachmentId: string; size: OwnerSize; by?: Reader; request: FastifyRequest; reply: FastifyReply }

/**
 * Responds with a file to an owner whose access was checked, or to a carer: for a photo always our picture of it, upright and without its
 * place, for any other file its bytes, as a download. @throws attachment_not_found, no_picture_yet
 */
export async function answerOwnerFile(app: App, { practiceId, attachmentId, size, by = 'owner', request, reply }: Input): Promise<unknown> {
  const file = await app.db.withPractice(practiceId, (tx) => findShownFile(tx, attachmentId, by))
  if (!file) throw new AppError('attachment_not_found')
  if (size === 'file' && file.fileType !== 'image') {
    const read: Read = (statement, values) => app.db.readPractice(practiceId, statement, values)
    return answerFile(app.setup.files, { read, actor: { practiceId, role: 'apprentice' }, id: file.fileId, request, reply })
  }
  const picture = (await picturesForOwner({ db: app.db, files: app.setup.files }, practiceId, [attachmentId], NAMES[size], by)).get(
    attachmentId,
  )
  if (!picture) throw new AppError('no_picture_yet')
  const way = size === 'file' ? 'attachment' : 'inline'
  return answerOwnerPicture(picture, { request, reply }, dispositionOf(way, file.fileName.replace(/(\.[^.]*)?$/, '.jpg')))
}

/** A picture for an owner: browsers request it again each time, because it may have been hidden since. */
export function answerOwnerPicture(
  picture: Picture,
  { request, reply }: Pick<Input, 'request' | 'reply'>,
  disposition = 'inline',
): ReturnType<Picture['content']> | undefined {
  reply.headers({
    'content-type': 'image/jpeg',
    'content-disposition': disposition,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-cache',
    etag: picture.etag,
  })
  if (request.headers['if-none-match'] === picture.etag) return void reply.code(304)
  reply.header('content-length', picture.bytes)
  return picture.content()
}
