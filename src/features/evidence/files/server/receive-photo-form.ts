import type { FastifyRequest } from 'fastify'
import { sniff } from '#features/evidence/files/sniff.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { TooLong } from '#platform/server/files/meter.ts'
import type { Arrival, FileStore } from '#platform/server/files/store.ts'

/** A photo as it lies among what has come in: drop it by its id once it is stored, or is not wanted. */
export type FormPhoto = { id: string; arrival: Arrival; fileName: string }
/** The fields of a page's form, with its photo; without one if none was chosen, or if it was refused for the reason in `fault`. */
type PhotoForm = { texts: Record<string, unknown>; photo: FormPhoto | undefined; fault?: string }

/** A photo of a phone of today, with room. */
const MOST_PHOTO_BYTES = 20_000_000
/** Of the whole form: for the limit of its route. */
export const MOST_FORM_BYTES = 21_000_000

// One byte over, so that the file store sees that it is too long.
const LIMITS = { files: 1, fields: 12, parts: 13, fieldSize: 10_000, fieldNameSize: 100, fileSize: MOST_PHOTO_BYTES + 1 }

/**
 * Receives an owner's form as a stream, with its photo straight to the disk. The texts are returned even when the photo is refused, so that
 * nothing must be typed twice. @throws bad_request
 */
export async function receivePhotoForm(request: FastifyRequest, files: FileStore): Promise<PhotoForm> {
  if (!request.isMultipart()) throw new AppError('bad_request')
  const texts: Record<string, unknown> = {}
  const id = uuidv7()
  let photo: FormPhoto | undefined
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type === 'field') texts[part.fieldname] = part.value
      else if (!part.filename) part.file.resume()
      else photo = { id, fileName: part.filename.slice(0, 200), arrival: await files.receive(id, part.file, MOST_PHOTO_BYTES) }
    }
  } catch (error) {
    await files.drop(id)
    request.raw.unpipe().resume()
    if (error instanceof TooLong)
      return { texts, photo: undefined, fault: 'That photo is over 20 MB. Choose a smaller one, or send without it.' }
    throw request.raw.destroyed ? new AppError('bad_request') : error
  }
  if (!photo || photo.arrival.bytes === 0) return { texts, photo: undefined }
  if (sniff(photo.arrival.head)?.kind === 'image') return { texts, photo }
  await files.drop(id)
  return { texts, photo: undefined, fault: 'That isn’t a photo. Choose another, or send without it.' }
}
