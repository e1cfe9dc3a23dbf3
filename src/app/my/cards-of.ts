import { sql } from 'kysely'
import type { Portal } from '#features/core/practice/portal.ts'
import type { Card, CardHorse } from '#features/day/visit-card/card.ts'
import { cardOf, type Opened } from '#features/day/visit-card/server/card-of.ts'
import { type GuestPractice, noteOpening } from '#features/records/guests/server/practice-of-guest.ts'
import { shownTo } from '#features/records/guests/server/shown-to.ts'
import { AppError } from '#lib/errors.ts'
import type { Guest, GuestTx } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'

type Shows = Portal['shows']

/** The card of a visit for the clients a guest is there for, as far as the practice shows it. @throws visit_card_not_found */
export async function cardsOf(app: App, eyes: Guest, practice: GuestPractice, visitId: string): Promise<Opened> {
  const { clientIds, shows } = await app.db.withGuest(eyes, (tx) => openVisit(tx, visitId))
  const places = { db: app.db, files: app.setup.files }
  const opened = await Promise.all(clientIds.map((clientId) => cardOf(places, { practice, visitId, clientId }, null)))
  const cards = opened.filter((one) => one !== undefined)
  const [first] = cards
  if (!first) throw new AppError('visit_card_not_found')
  return {
    card: shownCard(
      { ...first.card, ownerName: cards.map(({ card }) => card.ownerName).join(', '), horses: cards.flatMap(({ card }) => card.horses) },
      shows,
    ),
    pictures: new Map(shows.photos ? cards.flatMap(({ pictures }) => [...pictures]) : []),
  }
}

/** Whose horses were written down on a visit, which is noted as opened. @throws visit_card_not_found when none of theirs was */
export async function openVisit(tx: GuestTx, visitId: string): Promise<{ clientIds: string[]; shows: Shows }> {
  const lines = await tx
    .selectFrom('visit_horses')
    .select('client_id as clientId')
    .distinct()
    .where('appointment_id', '=', visitId)
    .where('outcome', 'is not', null)
    // Who shares a horse sees its work with the horse, and no card, which has all of its owner's.
    .where('client_id', 'in', sql<string>`(select guest_clients())`)
    .where('deleted_at', 'is', null)
    .orderBy('client_id')
    .execute()
  const clientIds = lines.flatMap(({ clientId }) => clientId ?? [])
  if (clientIds.length === 0) throw new AppError('visit_card_not_found')
  for (const clientId of clientIds) await noteOpening(tx, { clientId, what: 'visit', subjectId: visitId })
  return { clientIds, shows: (await shownTo(tx)).shows }
}

const shownCard = (card: Card, shows: Shows): Card => ({
  ...card,
  farrierName: shows.who ? card.farrierName : null,
  horses: card.horses.map((horse) => shownHorse(horse, shows)),
})

const shownHorse = (horse: CardHorse, shows: Shows): CardHorse => ({
  ...horse,
  work: shows.work ? horse.work : horse.work.map((work) => ({ ...work, description: null, feet: [] })),
  seen: shows.findings ? horse.seen : [],
  advice: shows.findings ? horse.advice : [],
  photos: shows.photos ? horse.photos : [],
  photosComing: shows.photos ? horse.photosComing : 0,
})
