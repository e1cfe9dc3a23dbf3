import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import type { fileEndpoints } from '#features/evidence/files/contract.ts'
import { isPictured, MOST_BYTES, ONE_GO_BYTES } from '#features/evidence/files/rules.ts'
import { forgetBytes } from '#features/evidence/files/server/forget-file.ts'
import { requestPictures } from '#features/evidence/files/server/pictures-for-owner.ts'
import { type FileRow, findFile, insertFile, type MadeBy, updateFile } from '#features/evidence/files/server/queries.ts'
import { requirePlan } from '#features/evidence/files/server/usage.ts'
import { kindOfMime, sniff } from '#features/evidence/files/sniff.ts'
import { isStillCared } from '#features/records/guests/server/is-still-cared.ts'
import { idOf } from '#lib/canonical.ts'
import { realMs, realTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { type Arrival, type FileStore, Replaced } from '#platform/server/files/store.ts'
import { requireOwner } from '#platform/server/sync/devices.ts'

type UploadRequest = NonNullable<z.output<typeof fileEndpoints.upload.body>>
type Upload = z.input<typeof fileEndpoints.upload.response>

/** An upload address is valid for this long after the last request for it. */
const UPLOAD_MS = 24 * 60 * 60 * 1000

/** Where files lie and what is known of them. The store may be far away, so no transaction waits for it. */
export type FilePlaces = { db: Database; files: FileStore }

/**
 * Returns the upload address for a file's bytes, or that all of them have arrived. A repeated request returns the same address, and
 * finishes an upload left unfinished by a lost response or a stopped server.
 * @throws wrong_person, file_too_big, no_room, the plan's refusal, id_taken (the id belongs to other bytes), file_damaged, file_refused
 */
export async function requestUpload(places: FilePlaces, actor: Actor, request: UploadRequest): Promise<Upload> {
  requireOwner(actor, request)
  const id = request.id ? idOf(request.id, 'bad_request') : uuidv7()
  await requireRoom(places.files, request.bytes ?? 0)
  const file = await places.db.withPractice(actor.practiceId, async (tx) => {
    const known = await knownFile(tx, actor, id, request)
    if (known.state === 'uploading') await requirePlan(tx, actor, announcedOf(request))
    return known
  })
  return addressFor(places, file)
}

/** Where the bytes of an announced file go, or that all of them are here. @throws file_damaged, file_refused */
export async function addressFor(places: FilePlaces, file: FileRow): Promise<Upload> {
  const { id, state, bytes } = file
  if (state === 'refused') throw new AppError('file_refused')
  if (state === 'stored') return { id, state, uploadURL: null, way: 'put' }
  const way = (bytes ?? 0) > ONE_GO_BYTES ? 'tus' : 'put'
  if (await finishArrived(places, file)) return { id, state: 'stored', uploadURL: null, way }
  return { id, state: 'uploading', uploadURL: await whereTo(places.files, file, way), way }
}

/** Finishes an upload that has fully arrived but was not checked yet; false: it has not arrived. @throws file_damaged, file_refused */
export async function finishArrived({ db, files }: FilePlaces, file: FileRow): Promise<boolean> {
  const name = arrivingAs(file)
  const arrived = file.state === 'uploading' ? await files.arrivedBytes(name) : undefined
  if (arrived === undefined || arrived !== file.bytes) return false
  await finishUpload({ db, files }, file, { name, ...(await files.inspect(name)) })
  return true
}

/** Straight to a store that takes a file of known size itself; in parts, or of unknown size, it comes through us. */
async function whereTo(files: FileStore, file: FileRow, way: 'put' | 'tus'): Promise<string> {
  const name = arrivingAs(file)
  if (way === 'put' && file.bytes !== null && files.presign) return files.presign(name, file.bytes)
  if (way === 'tus') await files.expect(name, file.bytes ?? 0)
  return addressOf(file)
}

/** The name of a file during its upload: ids are unique only within a practice. */
export const arrivingAs = ({ id, practice_id }: Pick<FileRow, 'id' | 'practice_id'>): string => `${id}.${practice_id}`

/** The sender's description of a file; in the end only its content decides. */
const announcedOf = ({ mime = '', fileType, bytes = 0 }: UploadRequest) => ({ kind: kindOfMime(mime), fileType, bytes })

/** Opens what an upload address names. @throws upload_not_found when it is none of ours, is used up or has ended */
export async function openUpload(db: Database, params: { id: string; token: string }): Promise<{ practiceId: string; file: FileRow }> {
  const token = Buffer.from(params.token, 'base64url')
  const practiceId = token
    .subarray(0, ID_BYTES)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const key = token.subarray(ID_BYTES)
  // Different last characters can encode the same bytes.
  const isWhole = key.length === KEY_BYTES && token.toString('base64url') === params.token
  if (!isWhole) throw new AppError('upload_not_found')
  const id = idOf(params.id, 'upload_not_found')
  const file = await db.withPractice(idOf(practiceId, 'upload_not_found'), async (tx) => {
    const found = await findFile(tx, id)
    // What a vet sends dies with the right to.
    return found?.made_by_grant && !(await isStillCared(tx, found.made_by_person, found.made_by_grant)) ? undefined : found
  })
  const isGood = file?.upload_key && timingSafeEqual(file.upload_key, key) && (file.upload_ends_at?.getTime() ?? 0) > realMs()
  if (!file || !isGood) throw new AppError('upload_not_found')
  return { practiceId, file }
}

/**
 * Processes the received bytes of a file: they are stored if they match the announcement and are of an accepted kind, else dropped. The
 * hash is written to the row before the bytes are stored, so that the sweep finds them when the server stops in between.
 * @throws upload_not_found, file_damaged, file_refused
 */
export async function finishUpload({ db, files }: FilePlaces, file: FileIds, arrived: Arrived): Promise<void> {
  const { name, bytes, sha256 } = arrived
  const inPractice = <T>(work: (tx: PracticeTx) => Promise<T>) => db.withPractice(file.practice_id, work)
  const judged = await inPractice((tx) => judge(tx, file.id, arrived))
  if (judged !== 'good') {
    await files.drop(name)
    if (judged) throw judged
    return
  }
  const store_key = await keepOrFind(files, arrived)
  // What came instead has its own sender, who finishes it.
  if (store_key === undefined) throw new AppError('file_damaged', { arrived: bytes })
  if (await inPractice((tx) => noteStored(tx, file.id, { store_key, arrived }))) return
  await forgetBytes({ db, files }, sha256, file, realTime())
  throw new AppError('upload_not_found')
}

type FileIds = Pick<FileRow, 'id' | 'practice_id'>

/** Whether the received bytes are accepted, or why not; undefined: they are stored already. */
async function judge(tx: PracticeTx, id: string, { bytes, sha256, head }: Arrived): Promise<'good' | AppError | undefined> {
  const file = await findFile(tx, id)
  if (file?.state === 'stored') return undefined
  if (file?.state !== 'uploading') return new AppError('upload_not_found')
  const isAsAnnounced = (file.bytes ?? bytes) === bytes && (file.sha256 ?? sha256) === sha256
  if (!isAsAnnounced) return new AppError('file_damaged', { announced: file.bytes, arrived: bytes })
  if (!sniff(head)) {
    await updateFile(tx, id, { state: 'refused', ...ENDED })
    return new AppError('file_refused')
  }
  await updateFile(tx, id, { sha256, bytes })
  return 'good'
}

/** Keeps what arrived; undefined: other bytes came to its place, and these are not here either. */
async function keepOrFind(files: FileStore, arrived: Arrived): Promise<string | undefined> {
  try {
    return await files.keep(arrived.name, arrived)
  } catch (error) {
    if (!(error instanceof Replaced)) throw error
    // A concurrent request that finished the same upload has stored them.
    return (await files.find(arrived.sha256)) === undefined ? undefined : arrived.sha256
  }
}

/** False: the file is none any more. */
async function noteStored(tx: PracticeTx, id: string, { store_key, arrived }: { store_key: string; arrived: Arrived }): Promise<boolean> {
  const file = await findFile(tx, id)
  if (file?.state !== 'uploading') return file?.state === 'stored'
  const { sha256, bytes, head } = arrived
  const mime = sniff(head)?.mime ?? file.mime
  await updateFile(tx, id, { state: 'stored', store_key, sha256, bytes, mime, ...ENDED })
  if (isPictured(mime)) await requestPictures(tx, file)
  return true
}

const ENDED = { upload_key: null, upload_ends_at: null }

/** The received bytes' facts, and the name of the file until it is stored. */
type Arrived = Arrival & { name: string }

/** Whether there is room for so many bytes; what the practice's plan allows is `requirePlan`'s. @throws file_too_big, no_room */
export async function requireRoom(files: FileStore, bytes: number): Promise<void> {
  if (bytes > MOST_BYTES) throw new AppError('file_too_big')
  if (!(await files.hasRoomFor(bytes))) throw new AppError('no_room')
}

/** The row of an announced file, inserted when it is new. @throws id_taken when the id belongs to other bytes */
export async function knownFile(
  tx: PracticeTx,
  actor: Actor,
  id: string,
  request: UploadRequest,
  { kind, grantId }: { kind: MadeBy; grantId: string | null } = { kind: 'member', grantId: null },
): Promise<FileRow> {
  const upload_ends_at = new Date(realMs() + UPLOAD_MS)
  const announced = { sha256: request.sha256 ?? null, bytes: request.bytes ?? null, mime: request.mime ?? 'application/octet-stream' }
  const who = {
    ...{ practice_id: actor.practiceId, made_by_kind: kind, made_by_person: actor.byPerson ?? actor.personId },
    made_by_grant: grantId,
  }
  await insertFile(tx, { id, ...announced, ...who, upload_key: randomBytes(KEY_BYTES), upload_ends_at })
  const file = await findFile(tx, id)
  if (!file) throw new AppError('id_taken')
  const isSame = (request.sha256 ?? file.sha256) === file.sha256 && (request.bytes ?? file.bytes) === file.bytes
  if (!isSame) throw new AppError('id_taken')
  if (file.state !== 'uploading') return file
  const address = { upload_ends_at, upload_key: file.upload_key ?? randomBytes(KEY_BYTES) }
  await updateFile(tx, id, address)
  return { ...file, ...address }
}

const ID_BYTES = 16
const KEY_BYTES = 24

/** Relative to where the page came from: a phone in the van may know this server by another name than its own. */
function addressOf({ id, practice_id, upload_key }: FileRow): string {
  const token = Buffer.concat([Buffer.from(practice_id.replaceAll('-', ''), 'hex'), upload_key ?? Buffer.alloc(0)])
  return `/api/objects/${id}/upload/${token.toString('base64url')}`
}
