import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import type { fileEndpoints } from '#features/files/contract.ts'
import { MOST_BYTES, ONE_GO_BYTES } from '#features/files/rules.ts'
import { type FileRow, findFile, insertFile, updateFile } from '#features/files/server/queries.ts'
import { sniff } from '#features/files/sniff.ts'
import { idOf } from '#lib/canonical.ts'
import { AppError, type ErrorCode } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/db.ts'
import type { Arrival, FileStore } from '#platform/server/file-store.ts'
import { requireOwner } from '#platform/server/sync-devices.ts'

type Asked = NonNullable<z.output<typeof fileEndpoints.upload.body>>
type Upload = z.input<typeof fileEndpoints.upload.response>

/** An address to send to is good for this long after it was last asked for. */
const UPLOAD_MS = 24 * 60 * 60 * 1000

/**
 * Says where a file's bytes go, or that all of them are here: asked again it gives the same address, and finishes what a lost answer or a
 * stopped server left unfinished.
 * @throws wrong_person, file_too_big, no_room, id_taken (the id stands for other bytes), file_damaged, file_refused
 */
export async function askUpload(tx: PracticeTx, actor: Actor, files: FileStore, asked: Asked): Promise<Upload> {
  requireOwner(actor, asked)
  const id = asked.id ? idOf(asked.id, 'bad_request') : uuidv7()
  await requireRoom(files, asked.bytes ?? 0)
  const file = await knownFile(tx, actor, id, asked)
  if (file.state === 'refused') throw new AppError('file_refused')
  if (file.state === 'stored') return { id, state: 'stored', uploadURL: null, way: 'put' }
  const way = (file.bytes ?? 0) > ONE_GO_BYTES ? 'tus' : 'put'
  const arrived = await files.arrivedBytes(id)
  if (arrived !== undefined && arrived === file.bytes) {
    const refusal = await finishUpload(tx, files, file, await files.inspect(id))
    if (refusal) throw refusal
    return { id, state: 'stored', uploadURL: null, way }
  }
  if (way === 'tus' && !files.presign) await files.expect(id, file.bytes ?? 0)
  const uploadURL = (await files.presign?.(id, file.bytes)) ?? addressOf(actor.practiceId, file)
  return { id, state: 'uploading', uploadURL, way }
}

/** Opens what an upload address names. @throws upload_not_found when it is none of ours, is used up or has ended */
export async function openUpload(db: Database, params: { id: string; token: string }): Promise<{ practiceId: string; file: FileRow }> {
  const token = Buffer.from(params.token, 'base64url')
  const practiceId = token
    .subarray(0, ID_BYTES)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const key = token.subarray(ID_BYTES)
  if (key.length !== KEY_BYTES) throw new AppError('upload_not_found')
  const id = idOf(params.id, 'upload_not_found')
  const file = await db.withPractice(idOf(practiceId, 'upload_not_found'), (tx) => findFile(tx, id))
  const isGood = file?.upload_key && timingSafeEqual(file.upload_key, key) && (file.upload_ends_at?.getTime() ?? 0) > Date.now()
  if (!file || !isGood) throw new AppError('upload_not_found')
  return { practiceId, file }
}

/**
 * Takes what arrived for a file: kept when it is what was announced and of a kind that is kept; otherwise dropped, and the refusal is
 * returned rather than thrown, so that what it changed stands.
 */
export async function finishUpload(tx: PracticeTx, files: FileStore, { id }: FileRow, arrival: Arrival): Promise<AppError | undefined> {
  const file = await findFile(tx, id)
  if (file?.state === 'stored') return void (await files.drop(id))
  if (file?.state !== 'uploading') return dropped(files, id, 'upload_not_found')
  const isAsAnnounced = (file.bytes ?? arrival.bytes) === arrival.bytes && (file.sha256 ?? arrival.sha256) === arrival.sha256
  if (!isAsAnnounced) return dropped(files, id, 'file_damaged', { announced: file.bytes, arrived: arrival.bytes })
  const found = sniff(arrival.head)
  if (!found) {
    await updateFile(tx, id, { state: 'refused', upload_key: null, upload_ends_at: null })
    return dropped(files, id, 'file_refused')
  }
  await updateFile(tx, id, {
    state: 'stored',
    store_key: await files.keep(id, arrival.sha256),
    sha256: arrival.sha256,
    bytes: arrival.bytes,
    mime: found.mime,
    upload_key: null,
    upload_ends_at: null,
  })
  return undefined
}

async function dropped(files: FileStore, id: string, code: ErrorCode, details: Record<string, unknown> = {}): Promise<AppError> {
  await files.drop(id)
  return new AppError(code, details)
}

/**
 * The one place that says whether a practice may store so many bytes more: what its plan allows is asked here too.
 * @throws file_too_big, no_room
 */
async function requireRoom(files: FileStore, bytes: number): Promise<void> {
  if (bytes > MOST_BYTES) throw new AppError('file_too_big')
  if (!(await files.hasRoomFor(bytes))) throw new AppError('no_room')
}

async function knownFile(tx: PracticeTx, actor: Actor, id: string, asked: Asked): Promise<FileRow> {
  const upload_ends_at = new Date(Date.now() + UPLOAD_MS)
  const announced = { sha256: asked.sha256 ?? null, bytes: asked.bytes ?? null, mime: asked.mime ?? 'application/octet-stream' }
  const who = { practice_id: actor.practiceId, made_by_person: actor.personId }
  await insertFile(tx, { id, ...announced, ...who, upload_key: randomBytes(KEY_BYTES), upload_ends_at })
  const file = await findFile(tx, id)
  if (!file) throw new AppError('id_taken')
  const isSame = (asked.sha256 ?? file.sha256) === file.sha256 && (asked.bytes ?? file.bytes) === file.bytes
  if (!isSame) throw new AppError('id_taken')
  if (file.state === 'uploading') await updateFile(tx, id, { upload_ends_at })
  return file
}

const ID_BYTES = 16
const KEY_BYTES = 24

/** Relative to where the page came from: a phone in the van may know this server by another name than its own. */
function addressOf(practiceId: string, file: FileRow): string {
  const token = Buffer.concat([Buffer.from(practiceId.replaceAll('-', ''), 'hex'), file.upload_key ?? Buffer.alloc(0)])
  return `/api/objects/${file.id}/upload/${token.toString('base64url')}`
}
