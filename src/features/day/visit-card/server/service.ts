import { logoOf } from '#features/core/letterhead/server/logo-of.ts'
import { pictureOf } from '#features/core/letterhead/server/picture-of.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import {
  bookedWords,
  CARD_MONTHS,
  type Card,
  type CardHorse,
  cardHorse,
  cardPath,
  cardPdfPath,
  dueOf,
  photoWords,
} from '#features/day/visit-card/card.ts'
import type { VisitCardLink } from '#features/day/visit-card/contract.ts'
import { cardPdf } from '#features/day/visit-card/server/pdf.ts'
import {
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
import { idOf } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { addMonths, dayOf, instantOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { shortPath } from '#lib/short-links.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import type { FileStore } from '#platform/server/files/store.ts'
import { addVisitCardLink, findVisitCardLink, revokeVisitCardLinks } from '#platform/server/links.ts'

/**
 * A link to each owner's card of a visit. Only hashes of links are kept, so a second request makes others; those that were sent stay valid.
 * @throws forbidden, appointment_not_found; nothing_done as long as no horse there is done or not done
 */
export async function makeVisitCards(tx: PracticeTx, actor: Actor, visitId: string): Promise<VisitCardLink[]> {
  requireMay(actor, 'sendTexts')
  const { onDay } = await requireVisit(tx, visitId)
  const owners = await listCardOwners(tx, visitId)
  if (owners.length === 0) throw new AppError('nothing_done')
  const diesAt = instantOf(addMonths(dayOf(currentTime(), actor.zone), CARD_MONTHS), '00:00', actor.zone)
  const links: VisitCardLink[] = []
  for (const { id: clientId, name: clientName } of owners) {
    const token = await addVisitCardLink(tx, { visitId, clientId, onDay, diesAt })
    const [url, pdfUrl] = [actor.origin + shortPath(cardPath(token)), actor.origin + cardPdfPath(token)]
    links.push({ clientId, clientName, url, pdfUrl, diesAt: diesAt.toISOString() })
  }
  return links
}

/** Revokes every link to the cards of a visit, or to one owner's. @throws forbidden, appointment_not_found */
export async function takeBackVisitCards(tx: PracticeTx, actor: Actor, visitId: string, clientId: string | null): Promise<void> {
  requireMay(actor, 'sendTexts')
  await requireVisit(tx, visitId)
  await revokeVisitCardLinks(tx, visitId, clientId)
}

type Places = { db: Database; files: FileStore }
type Pictures = Awaited<ReturnType<typeof picturesForOwner>>
type Picture = Pictures extends Map<string, infer Each> ? Each : never
type Opened = { card: Card; pictures: Pictures; practiceId: string }

/** What a link opens now. Undefined: the link is unknown, dead or revoked, or the card is empty by now. */
export async function openCard(places: Places, token: string): Promise<Opened | undefined> {
  const link = await findVisitCardLink(places.db, token)
  if (!link) return undefined
  const { practice, visitId, clientId, diesAt } = link
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
      found: await readHorses(tx, { visitId, clientId, zone: practice.zone }),
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
  const untilDay = dayOf(diesAt, practice.zone)
  const horses = horsesOf(found, pictures)
  const card = { practiceName, phone, picture, frcNumber, farrierName, ownerName: firstNameOf(owner), day, yardName, horses, untilDay }
  return { card, pictures, practiceId: practice.id }
}

/** The owner of a card, and the visits booked next for the horses on it. Undefined: the link opens nothing. */
export async function ownerOfCard(db: Database, token: string) {
  const link = await findVisitCardLink(db, token)
  if (!link) return undefined
  const { practice, visitId, clientId } = link
  const today = dayOf(currentTime(), practice.zone)
  return {
    owner: { practiceId: practice.id, clientId },
    visitIds: async (tx: PracticeTx) => (await listNextVisits(tx, visitId, clientId, today)).map(({ id }) => id),
  }
}

/** The card as a PDF; see `openCard`. */
export async function openCardPdf(places: Places, token: string): Promise<{ card: Card; pdf: Buffer } | undefined> {
  const opened = await openCard(places, token)
  if (!opened) return undefined
  const photos = new Map<string, Buffer>()
  for (const [id, picture] of opened.pictures) photos.set(id, Buffer.concat(await picture.content().toArray()))
  const logo = await places.db.withPractice(opened.practiceId, logoOf)
  return { card: opened.card, pdf: await cardPdf(opened.card, photos, { logo }) }
}

/** A photo of a card. @throws visit_card_not_found for what is not on it, no_picture_yet while its picture is made */
export async function openCardPhoto(places: Places, token: string, photoId: string, size: 'small' | 'large'): Promise<Picture> {
  const link = await findVisitCardLink(places.db, token)
  if (!link) throw new AppError('visit_card_not_found')
  const id = idOf(photoId, 'visit_card_not_found')
  const { photos } = await places.db.withPractice(link.practice.id, (tx) => readRecords(tx, link.visitId, link.clientId))
  if (!photos.some((photo) => photo.id === id)) throw new AppError('visit_card_not_found')
  const picture = (await picturesForOwner(places, link.practice.id, [id], NAMES[size])).get(id)
  if (!picture) throw new AppError('no_picture_yet')
  return picture
}

const NAMES = { small: '600.jpg', large: 'picture.jpg' } as const

async function requireVisit(tx: PracticeTx, id: string) {
  const visit = await findCardVisit(tx, id)
  if (!visit) throw new AppError('appointment_not_found')
  return visit
}

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

async function readHorses(tx: PracticeTx, { visitId, clientId, zone }: { visitId: string; clientId: string; zone: string }) {
  const records = await readRecords(tx, visitId, clientId)
  const today = dayOf(currentTime(), zone)
  const { feet: scheme } = await settingsOf(tx)
  const booked = new Map((await listNextVisits(tx, visitId, clientId, today)).map((next) => [next.horseId, next]))
  return { ...records, today, scheme, booked, kinds: await kindsOf(tx) }
}

function horsesOf({ lines, work, photos, today, scheme, booked, kinds }: Found, pictures: Pictures): CardHorse[] {
  return lines.map((line) => {
    const own = photos.filter(({ horseId }) => horseId === line.horseId)
    const made = own.filter(({ id }) => pictures.has(id))
    const next = line.isStillTheirs ? booked.get(line.horseId) : undefined
    return {
      ...cardHorse(
        { ...line, planned: line.planned && labelOf(kinds, line.planned) },
        work
          .filter((entry) => entry.visitHorseId === line.id)
          .map((entry) => ({ ...entry, serviceType: labelOf(kinds, entry.serviceType) })),
        scheme,
      ),
      photos: made.map((photo) => ({ id: photo.id, words: photoWords(line.name, photo, scheme) })),
      photosComing: own.length - made.length,
      // One answer to when they meet next: the visit that is booked, else when it is due.
      nextDueOn: next ? null : dueOf(line, today),
      booked: next ? bookedWords(next) : null,
    }
  })
}
