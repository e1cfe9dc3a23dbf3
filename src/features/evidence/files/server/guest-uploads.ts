import { GUEST_BYTES_A_DAY, GUEST_FILES_A_DAY, TYPE_LABELS, typesFor } from '#features/evidence/files/rules.ts'
import { type AttachmentRow, type FileRow, findFile, holdSender, sumOfGuest } from '#features/evidence/files/server/queries.ts'
import { fileAway, requireStored } from '#features/evidence/files/server/service.ts'
import { addressFor, type FilePlaces, finishArrived, knownFile, requireRoom } from '#features/evidence/files/server/uploads.ts'
import { kindOfMime } from '#features/evidence/files/sniff.ts'
import { guestMay } from '#features/records/guests/rules.ts'
import { accessToHorse, type HorseAccess, OWNER_ALONE } from '#features/records/guests/server/access-to-horse.ts'
import { portalIn } from '#features/records/guests/server/portal-in.ts'
import { accessOf } from '#features/records/guests/server/practice-of-guest.ts'
import { tellFarrier } from '#features/records/guests/server/tell-farrier.ts'
import type { Ownership } from '#features/records/horses/contract.ts'
import { isGone } from '#features/records/horses/rules.ts'
import { requireHorse } from '#features/records/horses/server/require-horse.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { dayOf, instantOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow, type Row } from '#platform/server/database/rows.ts'

/** The practice, acting for a guest. */
export type ForGuest = Actor & { byPerson: string }
type Announced = { horseId: string; id: string; bytes: number; mime?: string | undefined }
type Given = { horseId: string; fileId: string; fileName: string }

/**
 * Where the bytes of a guest's file go; see `requestUpload`.
 * @throws horse_not_found, forbidden, file_too_big, no_room, guest_day_full, id_taken, file_damaged, file_refused
 */
export async function requestGuestUpload(places: FilePlaces, actor: ForGuest, { horseId, id, bytes, mime }: Announced) {
  await requireRoom(places.files, bytes)
  const file = await places.db.withPractice(actor.practiceId, async (tx) => {
    await requireOpen(tx, actor, horseId)
    await holdSender(tx, actor.byPerson)
    await requireGuestRoom(tx, actor, id, bytes)
    return requireOwn(await knownFile(tx, actor, id, { id, bytes, mime }, 'client'), actor)
  })
  return addressFor(places, file)
}

/**
 * Puts a guest's file on record with their horse; sent again it is the same one. Its content says what it is, and it is shown to them.
 * @throws horse_not_found, forbidden, file_not_stored, wrong_file_type, file_damaged, file_refused
 */
export async function fileForGuest(places: FilePlaces, actor: ForGuest, { horseId, fileId, fileName }: Given): Promise<AttachmentRow> {
  if (places.files.presign) {
    const file = await places.db.withPractice(actor.practiceId, (tx) => findFile(tx, fileId))
    if (file) await finishArrived(places, requireOwn(file, actor))
  }
  return places.db.withPractice(actor.practiceId, async (tx) => {
    const access = await requireOpen(tx, actor, horseId)
    const { clientId } = access
    const file = await findFile(tx, fileId)
    if (!file) throw new AppError('file_not_stored')
    requireOwn(file, actor)
    const id = uuidOf('sent by a guest', fileId)
    const known = await findRow(tx, 'attachments', id)
    if (known?.horse_id === horseId) return known
    const kind = kindOfMime((await requireStored(tx, fileId)).mime)
    const isSharer = access.role === 'sharer'
    const [fileType] = typesFor({ kind }, 'client').filter((type) => !isSharer || type === 'image' || type === 'video')
    if (!fileType) throw new AppError('wrong_file_type', {}, isSharer ? WANTED_OF_SHARER : WANTED)
    await holdSender(tx, actor.byPerson)
    const isFirst = !(await hasJustSent(tx, { clientId, horseId }))
    const filed = await fileAway(tx, actor, id, { fileId, fileName, fileType, horseId, clientId, uploadedBy: 'client', shownToOwner: true })
    if (isFirst) await tellOf(tx, actor, filed, access)
    return filed
  })
}

const GO_MINUTES = 15

/** Whether a client has sent something about a horse a little while ago: several files of one go are one alert. */
async function hasJustSent(tx: PracticeTx, { clientId, horseId }: { clientId: string; horseId: string }): Promise<boolean> {
  const sent = await tx
    .selectFrom('attachments')
    .select('id')
    .where('horse_id', '=', horseId)
    .where('client_id', '=', clientId)
    .where('uploaded_by', '=', 'client')
    .where('created_at', '>', new Date(currentMs() - GO_MINUTES * 60_000))
    .executeTakeFirst()
  return sent !== undefined
}

async function tellOf(
  tx: PracticeTx,
  actor: Actor,
  { horse_id, file_type }: AttachmentRow,
  { clientId, asName }: HorseAccess,
): Promise<void> {
  const horse = horse_id && (await findRow(tx, 'horses', horse_id))
  const isPhoto = file_type === 'image'
  const who = asName ? `${asName}, who shares it, has` : 'They’ve'
  const body = `${who} sent a ${isPhoto ? 'photo' : TYPE_LABELS[file_type].toLowerCase()} of ${horse ? horse.name : 'a horse'}.`
  await tellFarrier(tx, actor, { clientId, body, path: `/horses?horse=${horse_id}&tab=${isPhoto ? 'photos' : 'files'}` })
}

/** A file of somebody else's is like one that was never sent. @throws id_taken */
function requireOwn(file: FileRow, { byPerson }: ForGuest): FileRow {
  if (file.made_by_kind !== 'client' || file.made_by_person !== byPerson) throw new AppError('id_taken')
  return file
}

/** What a guest is to a horse about which they send something. @throws horse_not_found when it is not theirs; forbidden, in words once it was sold */
async function requireOpen(tx: PracticeTx, { byPerson, zone }: ForGuest, horseId: string): Promise<HorseAccess> {
  const access = await accessToHorse(tx, byPerson, horseId)
  const horse = await requireHorse(tx, horseId)
  if (!access) {
    const hadIt = (await accessOf(tx, byPerson)).some(({ clientId }) => hasHad(horse, clientId))
    throw hadIt ? new AppError('forbidden', {}, SOLD) : new AppError('horse_not_found')
  }
  if (!guestMay(access, 'upload')) throw new AppError('forbidden', {}, OWNER_ALONE)
  const { may } = await portalIn(tx)
  if (!may.upload || isGone({ goneOn: horse.gone_on }, dayOf(currentTime(), zone))) throw new AppError('forbidden', {}, TAKES_NOTHING)
  return access
}

const hasHad = ({ owners }: Row<'horses'>, clientId: string) => (owners as Ownership[]).some((owner) => owner.clientId === clientId)

const WANTED = 'That can’t be sent here. Choose a photo, a video, a PDF, a Word file or a text file.'
const SOLD = 'This horse is with somebody else now, so your farrier doesn’t get it. You still have it where you chose it.'
const WANTED_OF_SHARER = 'That can’t be sent here. Choose a photo or a video.'
const TAKES_NOTHING = 'Your farrier takes no files for this horse here. Ring them.'

/** @throws guest_day_full */
async function requireGuestRoom(tx: PracticeTx, { byPerson, zone }: ForGuest, id: string, more: number): Promise<void> {
  const today = instantOf(dayOf(currentTime(), zone), '00:00', zone)
  const { files, bytes } = await sumOfGuest(tx, byPerson, today, id)
  if (files + 1 > GUEST_FILES_A_DAY || bytes + more > GUEST_BYTES_A_DAY) throw new AppError('guest_day_full')
}
