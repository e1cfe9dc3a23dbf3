import { logoOf } from '#features/core/letterhead/server/logo-of.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { CARD_MONTHS, type Card, cardPath, cardPdfPath } from '#features/day/visit-card/card.ts'
import type { VisitCardLink } from '#features/day/visit-card/contract.ts'
import { cardOf, cardPhotoOf, type Opened, type Picture, type Places } from '#features/day/visit-card/server/card-of.ts'
import { cardPdf } from '#features/day/visit-card/server/pdf.ts'
import { findCardVisit, listCardOwners, listNextVisits } from '#features/day/visit-card/server/queries.ts'
import { currentTime } from '#lib/clock.ts'
import { addMonths, dayOf, instantOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { shortPath } from '#lib/short-links.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
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

/** What a link opens now. Undefined: the link is unknown, dead or revoked, or the card is empty by now. */
export async function openCard(places: Places, token: string): Promise<(Opened & { practiceId: string }) | undefined> {
  const link = await findVisitCardLink(places.db, token)
  const opened = link && (await cardOf(places, link, dayOf(link.diesAt, link.practice.zone)))
  return opened && { ...opened, practiceId: link.practice.id }
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
  return opened && { card: opened.card, pdf: await printCard(places, opened.practiceId, opened) }
}

/** A card that was opened, as a PDF. */
export async function printCard({ db }: Places, practiceId: string, { card, pictures }: Opened): Promise<Buffer> {
  const photos = new Map<string, Buffer>()
  for (const [id, picture] of pictures) photos.set(id, Buffer.concat(await picture.content().toArray()))
  return cardPdf(card, photos, { logo: await db.withPractice(practiceId, logoOf) })
}

/** A photo of a card. @throws visit_card_not_found for what is not on it, no_picture_yet while its picture is made */
export async function openCardPhoto(places: Places, token: string, photoId: string, size: 'small' | 'large'): Promise<Picture> {
  const link = await findVisitCardLink(places.db, token)
  if (!link) throw new AppError('visit_card_not_found')
  return cardPhotoOf(places, { ...link, practiceId: link.practice.id }, photoId, size)
}

async function requireVisit(tx: PracticeTx, id: string) {
  const visit = await findCardVisit(tx, id)
  if (!visit) throw new AppError('appointment_not_found')
  return visit
}
