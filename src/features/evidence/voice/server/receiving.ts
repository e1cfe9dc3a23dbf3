import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { MOST_BYTES } from '#features/evidence/files/rules.ts'
import { sniff } from '#features/evidence/files/sniff.ts'
import { VoiceNoteForm } from '#features/evidence/voice/contract.ts'
import { isSound, NO_SOUND } from '#features/evidence/voice/rules.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { TooLong } from '#platform/server/files/meter.ts'
import type { Arrival, FileStore } from '#platform/server/files/store.ts'

const Texts = VoiceNoteForm.omit({ file: true })

/** The fields of a form with the hash of its recording: equal when the same form is sent again. */
type Body = z.output<typeof Texts> & { sha256: string }
/** The recording as it lies among what has come in, under an id of its own. */
type Received = { id: string; arrival: Arrival }

/** The most bytes of the texts sent with the recording, and of the form's boundaries. */
const MOST_FORM_BYTES = 64 * 1024
// One byte over, so that the file store sees that it is too long.
const LIMITS = { files: 1, fields: 10, parts: 11, fieldSize: 10_000, fieldNameSize: 100, fileSize: MOST_BYTES + 1 }

/**
 * Receives the form of a voice note as a stream, with its recording straight to the disk, before any transaction begins.
 * @throws bad_request, file_too_big, file_refused, wrong_file_type
 */
export async function receiveForm(request: FastifyRequest, files: FileStore): Promise<{ body: Body; received: Received }> {
  if (!request.isMultipart()) throw new AppError('bad_request')
  if (Number(request.headers['content-length']) > MOST_BYTES + MOST_FORM_BYTES) throw new AppError('file_too_big')
  const id = uuidv7()
  try {
    const { texts, arrival } = await readParts(request, files, id)
    const read = Texts.safeParse(texts)
    const faults = read.error?.issues.map(({ path, message }) => ({ path: `/${path.join('/')}`, message })) ?? []
    if (!read.success || !arrival) throw new AppError('bad_request', { fields: [...faults, ...(arrival ? [] : [NO_FILE])] })
    refuseNoSound(arrival)
    return { body: { ...read.data, sha256: arrival.sha256 }, received: { id, arrival } }
  } catch (error) {
    await files.drop(id)
    // The sender reads the response only after it has sent the rest.
    request.raw.unpipe().resume()
    throw refusalOf(error, request)
  }
}

/** A truncated or malformed form is the sender's error; a disk error is ours. */
function refusalOf(error: unknown, request: FastifyRequest): unknown {
  if (error instanceof TooLong) return new AppError('file_too_big')
  const isTheirs = error instanceof Error && !('code' in error)
  return isTheirs || request.raw.destroyed ? new AppError('bad_request') : error
}

/** Before anything is kept of it. @throws file_refused, wrong_file_type */
function refuseNoSound({ head }: Arrival): void {
  const found = sniff(head)
  if (!found) throw new AppError('file_refused', {}, "This isn't a sound recording that can be kept here.")
  if (!isSound(found)) throw new AppError('wrong_file_type', {}, NO_SOUND)
}

const NO_FILE = { path: '/file', message: 'the recording is missing' }

async function readParts(request: FastifyRequest, files: FileStore, id: string) {
  const texts: Record<string, unknown> = {}
  let arrival: Arrival | undefined
  for await (const part of request.parts({ limits: LIMITS })) {
    if (part.type === 'field') texts[part.fieldname] = part.value
    else arrival = await files.receive(id, part.file, MOST_BYTES)
  }
  return { texts, arrival: arrival?.bytes ? arrival : undefined }
}
