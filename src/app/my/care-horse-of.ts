import type { CareFile, CareHorseView, CareUpload } from '#app/my/care-view.ts'
import { aboutOf, recordIn } from '#app/my/horse-of.ts'
import { horseRecord } from '#app/my/horse-record.ts'
import { PICKED, sizeWords, TYPE_LABELS, TYPES_OF } from '#features/evidence/files/rules.ts'
import type { GuestFile } from '#features/evidence/files/server/guest-files.ts'
import { picturesForOwner } from '#features/evidence/files/server/pictures-for-owner.ts'
import { type CareRole, guestMay } from '#features/records/guests/rules.ts'
import { colleaguesOf } from '#features/records/guests/server/ask-colleague.ts'
import { carerEyes, findGuestCare, listGuestGrants } from '#features/records/guests/server/guest-care.ts'
import { horseSeen } from '#features/records/guests/server/guest-horse.ts'
import { noteCareOpening } from '#features/records/guests/server/note-care-opening.ts'
import type { GuestPractice } from '#features/records/guests/server/practice-of-guest.ts'
import { flagLabel } from '#features/records/horses/rules.ts'
import { moneyIn } from '#features/records/prices/server/money-in.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayAndYear, dayOf, shortDay } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { GuestTx } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'
import { inTimeOf } from '#platform/server/practice-time.ts'

/** A horse as its carer reads it in a practice, which is noted. @throws horse_not_found when they don't look after it, or no longer do */
export async function careHorseOf(app: App, session: { personId: string }, practice: GuestPractice, id: string): Promise<CareHorseView> {
  const { care, horse, grants, ...read } = await app.db.withGuest(carerEyes(session, practice), (tx) => readHorse(tx, id))
  const [{ phone, asked }, made] = await Promise.all([
    app.db.withPractice(practice.id, async (tx) => ({
      phone: (await moneyIn(tx, practice.id)).invoicing.phone || null,
      asked: await colleaguesOf(tx, { personId: session.personId, horseId: id, zone: practice.zone }),
    })),
    madeForCarer(app, practice, read.files),
  ])
  const today = inTimeOf(practice.id, () => dayOf(currentTime(), practice.zone))
  const { name, markings, ...about } = horse
  return {
    page: 'care-horse',
    ...{ slug: practice.slug, practiceName: practice.name, phone, role: care.role, said: null },
    horse: { id, name, about: aboutOf(about), markings },
    ...{ fromDay: care.fromOn, untilDay: dayOf(care.untilAt, practice.zone), yard: care.yard, nextDay: care.nextOn },
    owner: care.owner === null ? null : { name: care.owner, phone: care.ownerPhone },
    ...{ flags: care.flags.map(flagLabel), temperament: care.temperament },
    record: horseRecord({
      // As of a horse that is only shared: its owner's visits and cards are not theirs.
      ...{ name, isShared: true, shows: ALL, scheme: read.scheme, kinds: read.kinds, work: read.work },
      ...{ files: read.files, made, upload: { state: 'none' }, sinceDay: null },
    }),
    // They may choose who sees their own photos.
    files: read.files.filter((file) => file.fileType !== 'image' || isOwn(file, grants)).map((file) => fileOf(file, { grants, today })),
    upload: practice.isLapsed ? null : uploadOf(care.role),
    colleagues: { asked, typed: { name: '', practice: '', to: '' }, fault: null },
  }
}

/** What a practice shows its owners is for them; who treats a horse is shown its whole record. */
const ALL = { work: true, findings: true, photos: true, files: true, who: true }

async function readHorse(tx: GuestTx, id: string) {
  const care = await findGuestCare(tx, id)
  if (!care) throw new AppError('horse_not_found')
  const [, horse, grants, record] = await Promise.all([
    noteCareOpening(tx, { horseId: id, what: 'horse', subjectId: id }),
    horseSeen(tx, id),
    listGuestGrants(tx),
    recordIn(tx, id),
  ])
  if (!horse) throw new AppError('horse_not_found')
  return { ...record, care, horse, grants }
}

/** The photos whose pictures are made; the others' pictures are requested. */
async function madeForCarer(app: App, { id }: GuestPractice, files: readonly GuestFile[]): Promise<ReadonlySet<string>> {
  const photos = files.filter(({ fileType }) => fileType === 'image').map((file) => file.id)
  return new Set((await picturesForOwner({ db: app.db, files: app.setup.files }, id, photos, '600.jpg', 'carer')).keys())
}

/** Whether a file opens in the viewer of films. */
export const isFilm = ({ fileType, mime }: Pick<GuestFile, 'fileType' | 'mime'>): boolean =>
  fileType === 'radiograph' || mime === 'application/dicom'

const isOwn = ({ grantId }: GuestFile, grants: readonly string[]) => grantId !== null && grants.includes(grantId)

function fileOf(file: GuestFile, { grants, today }: { grants: readonly string[]; today: Day }): CareFile {
  const isTheirs = isOwn(file, grants)
  const isKeptUntil = file.ownerSeesFrom && file.ownerSeesFrom > today ? file.ownerSeesFrom : null
  const who = isTheirs ? 'sent by you' : file.isVets ? 'from a vet or para-professional' : null
  const kept = isKeptUntil && `the owner sees it from ${shortDay(isKeptUntil)}`
  const passes = file.isVets && !isTheirs && !file.mayPassOn && 'not to be passed on'
  return {
    id: file.id,
    name: [file.foot, file.view].filter(Boolean).join(' ') || file.fileName,
    detail: [TYPE_LABELS[file.fileType], dayAndYear(file.takenOn), sizeWords(file.bytes), who, kept, passes].filter(Boolean).join(', '),
    isFilm: isFilm(file),
    own: isTheirs ? { isKeptUntil, mayPassOn: file.mayPassOn } : null,
  }
}

const uploadOf = (role: CareRole): CareUpload => ({
  types: TYPES_OF[role].map((value) => ({ value, label: TYPE_LABELS[value] })),
  accept: [...new Set(TYPES_OF[role].flatMap((type) => PICKED[type]))].join(','),
  mayKeep: guestMay({ role, seesMoney: false }, 'keepBack'),
})
