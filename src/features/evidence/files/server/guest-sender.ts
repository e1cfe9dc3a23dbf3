import { type FileType, TYPES_OF, type Uploader } from '#features/evidence/files/rules.ts'
import type { MadeBy } from '#features/evidence/files/server/queries.ts'
import { noun } from '#features/records/guests/care-words.ts'
import type { GuestRole } from '#features/records/guests/rules.ts'
import { guestMay } from '#features/records/guests/rules.ts'
import { accessToHorse, OWNER_ALONE } from '#features/records/guests/server/access-to-horse.ts'
import { portalIn } from '#features/records/guests/server/portal-in.ts'
import { accessOf } from '#features/records/guests/server/practice-of-guest.ts'
import { requireCare } from '#features/records/guests/server/require-care.ts'
import type { Ownership } from '#features/records/horses/contract.ts'
import { isGone } from '#features/records/horses/rules.ts'
import { requireHorse } from '#features/records/horses/server/require-horse.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

/** The practice, acting for a guest. */
export type ForGuest = Actor & { byPerson: string }

/** As what a guest sends something about a horse. */
export type Sender = {
  kind: MadeBy
  uploader: Uploader
  /** The grant of a carer. */
  grantId: string | null
  access: { clientId: string; role: GuestRole; asName?: string }
  /** What they may send (Spec §6), and that in words. */
  types: readonly FileType[]
  wanted: string
  /** How an alert begins: `They’ve`. */
  who: string
}

/** As what a guest sends something about a horse. @throws horse_not_found when it is not theirs; forbidden, in words once it was sold */
export const senderOf = (
  tx: PracticeTx,
  actor: ForGuest,
  { horseId, asCarer = false }: { horseId: string; asCarer?: boolean | undefined },
): Promise<Sender> => (asCarer ? carerOf(tx, actor, horseId) : ownerOf(tx, actor, horseId))

async function carerOf(tx: PracticeTx, { byPerson }: ForGuest, horseId: string): Promise<Sender> {
  const care = await requireCare(tx, { personId: byPerson }, 'upload', { horseId })
  const { role, grantId, asName } = care
  return {
    ...{ kind: role === 'vet' ? 'vet' : 'para', uploader: role, grantId, access: care, types: TYPES_OF[role] },
    ...{ wanted: role === 'vet' ? WANTED_OF_VET : WANTED, who: `${asName}, the ${noun(role)}, has` },
  }
}

async function ownerOf(tx: PracticeTx, { byPerson, zone }: ForGuest, horseId: string): Promise<Sender> {
  const access = await accessToHorse(tx, byPerson, horseId)
  const horse = await requireHorse(tx, horseId)
  if (!access) {
    const hadIt = (await accessOf(tx, byPerson)).some(({ clientId }) => hasHad(horse, clientId))
    throw hadIt ? new AppError('forbidden', {}, SOLD) : new AppError('horse_not_found')
  }
  if (!guestMay(access, 'upload')) throw new AppError('forbidden', {}, OWNER_ALONE)
  const { may } = await portalIn(tx)
  if (!may.upload || isGone({ goneOn: horse.gone_on }, dayOf(currentTime(), zone))) throw new AppError('forbidden', {}, TAKES_NOTHING)
  const isSharer = access.role === 'sharer'
  return {
    ...{ kind: 'client', uploader: 'client', grantId: null, access, types: isSharer ? ['image', 'video'] : TYPES_OF.client },
    ...{ wanted: isSharer ? WANTED_OF_SHARER : WANTED, who: access.asName ? `${access.asName}, who shares it, has` : 'They’ve' },
  }
}

const hasHad = ({ owners }: Row<'horses'>, clientId: string) => (owners as Ownership[]).some((owner) => owner.clientId === clientId)

const WANTED = 'That can’t be sent here. Choose a photo, a video, a PDF, a Word file or a text file.'
const WANTED_OF_VET = 'That can’t be sent here. Choose a film (DICOM), a photo, a video, a PDF, a Word file or a text file.'
const WANTED_OF_SHARER = 'That can’t be sent here. Choose a photo or a video.'
const SOLD = 'This horse is with somebody else now, so your farrier doesn’t get it. You still have it where you chose it.'
const TAKES_NOTHING = 'Your farrier takes no files for this horse here. Ring them.'
