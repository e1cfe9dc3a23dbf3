import { pictureOf } from '#features/core/letterhead/server/picture-of.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { bookedWords, type Card, type CardHorse, cardHorse, dueOf, photoWords } from '#features/day/visit-card/card.ts'
import {
  type CardVisit,
  findCardVisit,
  listCardLines,
  listCardOwners,
  listCardPhotos,
  listCardWork,
  listNextVisits,
} from '#features/day/visit-card/server/queries.ts'
import { picturesForOwner } from '#features/evidence/files/server/pictures-for-owner.ts'
import { firstNameOf } from '#features/records/clients/rules.ts'
import { labelOf } from '#features/records/kinds/rules.ts'
import { kindsOf } from '#features/records/kinds/server/service.ts'
import { moneyIn } from '#features/records/prices/server/money-in.ts'
import { noteForOwner } from '#features/visits/care/note-for-owner.ts'
import { plansForOwner } from '#features/visits/care/server/plans-for-owner.ts'
import { idOf } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import type { FileStore } from '#platform/server/files/store.ts'

export type Places = { db: Database; files: FileStore }
type Pictures = Awaited<ReturnType<typeof picturesForOwner>>
export type Picture = Pictures extends Map<string, infer Each> ? Each : never
export type Opened = { card: Card; pictures: Pictures }
/** Whose card of which visit. */
type CardOf = { practice: { id: string; name: string; zone: string; frcNumber: string | null }; visitId: string; clientId: string }

/** What an owner reads of a visit now, by a link until its last day or signed in. Undefined: there is nothing on it. */
export async function cardOf(places: Places, of: CardOf, untilDay: Card['untilDay']): Promise<Opened | undefined> {
  const { practice, visitId, clientId } = of
  const read = await places.db.withPractice(practice.id, async (tx) => {
    const [visit, owners] = [await findCardVisit(tx, visitId), await listCardOwners(tx, visitId)]
    const owner = owners.find(({ id }) => id === clientId)
    if (!visit || !owner) return undefined
    const { phone } = (await moneyIn(tx, practice.id)).invoicing
    return {
      visit,
      owner,
      phone: phone || null,
      picture: await pictureOf(tx),
      found: await readHorses(tx, { visit, clientId, zone: practice.zone }),
    }
  })
  if (!read) return undefined
  const { visit, owner, phone, picture, found } = read
  const pictures = await picturesForOwner(
    places,
    practice.id,
    found.photos.map(({ id }) => id),
    NAMES.small,
  )
  const { onDay: day, farrierName, yardName } = visit
  const { name: practiceName, frcNumber } = practice
  const horses = horsesOf(found, pictures)
  const card = { practiceName, phone, picture, frcNumber, farrierName, ownerName: firstNameOf(owner), day, yardName, horses, untilDay }
  return { card, pictures }
}

/** The same for a card whose reader is signed in. @throws visit_card_not_found, no_picture_yet */
export async function cardPhotoOf(
  places: Places,
  { practiceId, visitId, clientId }: { practiceId: string; visitId: string; clientId: string },
  photoId: string,
  size: 'small' | 'large',
): Promise<Picture> {
  const id = idOf(photoId, 'visit_card_not_found')
  const { photos } = await places.db.withPractice(practiceId, (tx) => readRecords(tx, visitId, clientId))
  if (!photos.some((photo) => photo.id === id)) throw new AppError('visit_card_not_found')
  const picture = (await picturesForOwner(places, practiceId, [id], NAMES[size])).get(id)
  if (!picture) throw new AppError('no_picture_yet')
  return picture
}

const NAMES = { small: '600.jpg', large: 'picture.jpg' } as const

/** Of a visit nothing but one owner's horses is read. */
async function readRecords(tx: PracticeTx, visitId: string, clientId: string) {
  const lines = (await findCardVisit(tx, visitId)) ? await listCardLines(tx, visitId, clientId) : []
  if (lines.length === 0) return { lines, work: [], photos: [] }
  const work = await listCardWork(
    tx,
    lines.map(({ id }) => id),
  )
  const of = { visitId, horseIds: lines.map(({ horseId }) => horseId), workIds: work.map(({ id }) => id) }
  return { lines, work, photos: await listCardPhotos(tx, of) }
}

type Found = Awaited<ReturnType<typeof readHorses>>

type Of = { visit: CardVisit; clientId: string; zone: string }

async function readHorses(tx: PracticeTx, { visit: { id: visitId, onDay }, clientId, zone }: Of) {
  const records = await readRecords(tx, visitId, clientId)
  const horseIds = records.lines.map(({ horseId }) => horseId)
  const plans = await plansForOwner(tx, { horseIds, clientId, onDay, zone })
  const today = dayOf(currentTime(), zone)
  const { feet: scheme } = await settingsOf(tx)
  const booked = new Map((await listNextVisits(tx, visitId, clientId, today)).map((next) => [next.horseId, next]))
  return { ...records, plans, zone, today, scheme, booked, kinds: await kindsOf(tx) }
}

function horsesOf({ lines, work, photos, plans, zone, today, scheme, booked, kinds }: Found, pictures: Pictures): CardHorse[] {
  return lines.map((line) => {
    const own = photos.filter(({ horseId }) => horseId === line.horseId)
    const made = own.filter(({ id }) => pictures.has(id))
    const plan = plans.get(line.horseId)
    const next = line.isStillTheirs ? booked.get(line.horseId) : undefined
    return {
      ...cardHorse(
        { ...line, planned: line.planned && labelOf(kinds, line.planned) },
        work
          .filter((entry) => entry.visitHorseId === line.id)
          .map((entry) => ({ ...entry, serviceType: labelOf(kinds, entry.serviceType) })),
        scheme,
      ),
      plan: plan ? noteForOwner(plan, { scheme, zone }) : null,
      photos: made.map((photo) => ({ id: photo.id, words: photoWords(line.name, photo, scheme) })),
      photosComing: own.length - made.length,
      // One answer to when they meet next: the visit that is booked, else when it is due.
      nextDueOn: next ? null : dueOf(line, today),
      booked: next ? bookedWords(next) : null,
    }
  })
}
