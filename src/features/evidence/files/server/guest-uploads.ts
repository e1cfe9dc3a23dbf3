import { sql } from 'kysely'
import {
  ACCEPTED_WORDS,
  type FileType,
  GRANT_BYTES,
  GUEST_BYTES_A_DAY,
  GUEST_FILES_A_DAY,
  MOST_DAYS_KEPT,
  TYPE_LABELS,
  typesFor,
} from '#features/evidence/files/rules.ts'
import { type ForGuest, type Sender, senderOf } from '#features/evidence/files/server/guest-sender.ts'
import { type AttachmentRow, type FileRow, findFile, holdSender, sumOfGrant, sumOfGuest } from '#features/evidence/files/server/queries.ts'
import { fileAway, requireStored } from '#features/evidence/files/server/service.ts'
import { addressFor, type FilePlaces, finishArrived, knownFile, requireRoom } from '#features/evidence/files/server/uploads.ts'
import { kindOfMime } from '#features/evidence/files/sniff.ts'
import { guestMay } from '#features/records/guests/rules.ts'
import { tellFarrier } from '#features/records/guests/server/tell-farrier.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf, instantOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/database/rows.ts'

/** `asCarer`: as a carer of the horse, not as one of its owner's people. */
type About = { horseId: string; asCarer?: boolean | undefined }
type Announced = About & { id: string; bytes: number; mime?: string | undefined }
/** A carer's details of a file; without a type its content decides what it is. */
type FileDetails = {
  fileType?: FileType | undefined
  foot?: 'NF' | 'OF' | 'NH' | 'OH' | undefined
  view?: string | undefined
  takenOn?: Day | undefined
  /** Kept from the owner until they have spoken. */
  isKept?: boolean | undefined
  mayPassOn?: boolean | undefined
}
type Given = About & FileDetails & { fileId: string; fileName: string }

/**
 * Where the bytes of a guest's file go; see `requestUpload`.
 * @throws horse_not_found, forbidden, file_too_big, no_room, guest_day_full, grant_full, id_taken, file_damaged, file_refused
 */
export async function requestGuestUpload(places: FilePlaces, actor: ForGuest, { id, bytes, mime, ...about }: Announced) {
  await requireRoom(places.files, bytes)
  const file = await places.db.withPractice(actor.practiceId, async (tx) => {
    const sender = await senderOf(tx, actor, about)
    await holdSender(tx, actor.byPerson)
    await requireGuestRoom(tx, actor, sender, { id, bytes })
    return requireOwn(await knownFile(tx, actor, id, { id, bytes, mime }, sender), actor, sender)
  })
  return addressFor(places, file)
}

/**
 * Puts a guest's file on record with their horse; sent again it is the same one. Its content decides its type, and it is shown to the owner
 * unless a vet keeps it back.
 * @throws horse_not_found, forbidden, file_not_stored, wrong_file_type, file_damaged, file_refused
 */
export async function fileForGuest(places: FilePlaces, actor: ForGuest, { fileId, fileName, ...given }: Given): Promise<AttachmentRow> {
  const { horseId } = given
  if (places.files.presign) {
    const file = await places.db.withPractice(actor.practiceId, async (tx) => {
      const found = await findFile(tx, fileId)
      return found && requireOwn(found, actor, await senderOf(tx, actor, given))
    })
    if (file) await finishArrived(places, file)
  }
  return places.db.withPractice(actor.practiceId, async (tx) => {
    const sender = await senderOf(tx, actor, given)
    const file = await findFile(tx, fileId)
    if (!file) throw new AppError('file_not_stored')
    requireOwn(file, actor, sender)
    const id = uuidOf('sent by a guest', fileId)
    const known = await findRow(tx, 'attachments', id)
    if (known?.horse_id === horseId) return known
    const fileType = typeOf((await requireStored(tx, fileId)).mime, sender, given)
    await holdSender(tx, actor.byPerson)
    const isFirst = !(await hasJustSent(tx, sender, horseId))
    const filed = await fileAway(tx, actor, id, { fileId, fileName, fileType, horseId, ...asSaid(actor, sender, given) })
    if (isFirst) await tellOf(tx, actor, filed, sender)
    return filed
  })
}

/** What a file is filed as, by its content and by who sends it. @throws wrong_file_type, in words */
function typeOf(mime: string, { uploader, types, wanted }: Sender, { fileType }: FileDetails): FileType {
  const found = typesFor({ kind: kindOfMime(mime) }, uploader).filter((type) => types.includes(type))
  const [likeliest] = found
  if (!likeliest) throw new AppError('wrong_file_type', {}, wanted)
  if (!fileType || uploader === 'client') return likeliest
  if (!types.includes(fileType)) throw new AppError('wrong_file_type', {}, `You can’t send a ${TYPE_LABELS[fileType].toLowerCase()} here.`)
  if (found.includes(fileType)) return fileType
  const label = TYPE_LABELS[fileType].toLowerCase()
  throw new AppError('wrong_file_type', {}, `By what is in it, this is no ${label}. Send ${ACCEPTED_WORDS[fileType]}, or say what it is.`)
}

/** @throws forbidden where a file is kept from the owner by who may not */
function asSaid({ zone }: ForGuest, { uploader, access, grantId }: Sender, said: FileDetails) {
  if (!grantId) return { clientId: access.clientId, uploadedBy: uploader, shownToOwner: true }
  if (said.isKept && !guestMay({ ...access, seesMoney: false }, 'keepBack')) throw new AppError('forbidden')
  return {
    ...{ uploadedBy: uploader, shownToOwner: true, receivedFrom: access.asName ?? null },
    ...{ foot: said.foot ?? null, view: said.view ?? null, takenOn: said.takenOn ?? null },
    ofCarer: {
      owner_sees_from: said.isKept ? addDays(dayOf(currentTime(), zone), MOST_DAYS_KEPT) : null,
      may_pass_on: said.mayPassOn ?? false,
      made_by_grant: grantId,
    },
  }
}

const GO_MINUTES = 15

/** Whether they have sent something about a horse a little while ago: several files of one go are one alert. */
async function hasJustSent(tx: PracticeTx, { access, grantId }: Sender, horseId: string): Promise<boolean> {
  const sent = await tx
    .selectFrom('attachments')
    .select('id')
    .where('horse_id', '=', horseId)
    .where(grantId ? sql<boolean>`made_by_grant = ${grantId}` : sql<boolean>`client_id = ${access.clientId} and uploaded_by = 'client'`)
    .where('created_at', '>', new Date(currentMs() - GO_MINUTES * 60_000))
    .executeTakeFirst()
  return sent !== undefined
}

async function tellOf(tx: PracticeTx, actor: Actor, { horse_id, file_type }: AttachmentRow, { access, who }: Sender): Promise<void> {
  const horse = horse_id && (await findRow(tx, 'horses', horse_id))
  const isPhoto = file_type === 'image'
  const body = `${who} sent a ${isPhoto ? 'photo' : TYPE_LABELS[file_type].toLowerCase()} of ${horse ? horse.name : 'a horse'}.`
  await tellFarrier(tx, actor, { clientId: access.clientId, body, path: `/horses?horse=${horse_id}&tab=${isPhoto ? 'photos' : 'files'}` })
}

/** Another person's file is like one that was never sent. @throws id_taken */
function requireOwn(file: FileRow, { byPerson }: ForGuest, { kind, grantId }: Sender): FileRow {
  if (file.made_by_kind !== kind || file.made_by_person !== byPerson || file.made_by_grant !== grantId) throw new AppError('id_taken')
  return file
}

/** @throws guest_day_full, grant_full */
async function requireGuestRoom(
  tx: PracticeTx,
  { byPerson, zone }: ForGuest,
  { grantId }: Sender,
  { id, bytes: more }: { id: string; bytes: number },
): Promise<void> {
  const today = instantOf(dayOf(currentTime(), zone), '00:00', zone)
  const { files, bytes } = await sumOfGuest(tx, byPerson, today, id)
  if (files + 1 > GUEST_FILES_A_DAY || bytes + more > GUEST_BYTES_A_DAY) throw new AppError('guest_day_full')
  if (grantId && (await sumOfGrant(tx, grantId, id)) + more > GRANT_BYTES) throw new AppError('grant_full')
}
