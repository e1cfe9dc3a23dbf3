import type { FastifyRequest } from 'fastify'
import { sniff } from '#features/files/sniff.ts'
import { MOST_PHOTO_BYTES } from '#features/triage/triage.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { TooLong } from '#platform/server/file-meter.ts'
import type { Arrival, FileStore } from '#platform/server/file-store.ts'

/** What a form said, and the photo with it; without one where none was chosen. */
export type TriageForm = { texts: Record<string, unknown>; photo: { id: string; arrival: Arrival; fileName: string } | undefined }

// One byte over, so that the file store sees that it is too long.
const LIMITS = { files: 1, fields: 12, parts: 13, fieldSize: 2000, fieldNameSize: 100, fileSize: MOST_PHOTO_BYTES + 1 }

/**
 * Takes the form in as it comes, its photo straight to the disk. The texts are there even when the photo is refused, so that nothing has to be
 * said twice: `fault` says what was wrong with it. @throws bad_request
 */
export async function receiveTriage(request: FastifyRequest, files: FileStore): Promise<TriageForm & { fault?: string }> {
  if (!request.isMultipart()) throw new AppError('bad_request')
  const texts: Record<string, unknown> = {}
  const id = uuidv7()
  let photo: TriageForm['photo']
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
      return { texts, photo: undefined, fault: 'That photo is over 20 MB. Choose a smaller one, or send without.' }
    throw request.raw.destroyed ? new AppError('bad_request') : error
  }
  if (!photo || photo.arrival.bytes === 0) return { texts, photo: undefined }
  if (sniff(photo.arrival.head)?.kind === 'image') return { texts, photo }
  await files.drop(id)
  return { texts, photo: undefined, fault: 'That is not a photo. Choose another, or send without.' }
}
