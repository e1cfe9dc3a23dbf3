import { sql } from 'kysely'
import { addDays, type Day, instantOf } from '#lib/dates.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/db.ts'
import { hashToken, newToken } from '#platform/server/session.ts'

/**
 * Makes a link to an owner's queue page of one day, in the caller's transaction: it lives exactly if the text does.
 * It dies at the end of its day. Returns the token.
 */
export async function addQueueLink(tx: PracticeTx, actor: Actor, clientId: string, onDay: Day): Promise<string> {
  const { token, hash } = newToken(16)
  const diesAt = instantOf(addDays(onDay, 1), '00:00', actor.zone)
  await sql`select add_link(${hash}, 'queue', ${clientId}, ${clientId}, ${onDay}, ${diesAt})`.execute(tx)
  return token
}

/** Makes a link to an owner's card of a visit, in the caller's transaction. Every one is good until `diesAt` or until it is taken back. */
export async function addVisitCardLink(
  tx: PracticeTx,
  card: { visitId: string; clientId: string; onDay: Day; diesAt: Date },
): Promise<string> {
  const { token, hash } = newToken(16)
  await sql`select add_link(${hash}, 'visit_card', ${card.visitId}, ${card.clientId}, ${card.onDay}, ${card.diesAt})`.execute(tx)
  return token
}

/** Takes back every link to the cards of a visit, or to one owner's. */
export async function revokeVisitCardLinks(tx: PracticeTx, visitId: string, clientId: string | null): Promise<void> {
  await sql`select revoke_links('visit_card', ${visitId}, ${clientId})`.execute(tx)
}

/** What a link to a visit card opens, and whose practice it is; undefined when it is unknown, dead or revoked. */
export async function findVisitCardLink(db: Database, token: string) {
  const link = await db.withDirectory((tx) =>
    tx
      .selectFrom('directory.links as l')
      .innerJoin('directory.practices as p', 'p.id', 'l.practice_id')
      .select(['l.practice_id', 'l.subject_id', 'l.client_id', 'l.dies_at', 'p.name', 'p.frc_number', 'p.zone'])
      .where('l.token_hash', '=', hashToken(token))
      .where('l.kind', '=', 'visit_card')
      .where('l.revoked_at', 'is', null)
      .where('l.dies_at', '>', new Date())
      .executeTakeFirst(),
  )
  if (!link?.client_id) return undefined
  const practice = { id: link.practice_id, name: link.name, frcNumber: link.frc_number, zone: link.zone }
  return { practice, visitId: link.subject_id, clientId: link.client_id, diesAt: link.dies_at }
}

/** What a queue link opens: one owner's stops of one day of a practice, and its zone; undefined when it is unknown, dead or revoked. */
export async function findQueueLink(db: Database, token: string) {
  const link = await db.withDirectory((tx) =>
    tx
      .selectFrom('directory.links as l')
      .innerJoin('directory.practices as p', 'p.id', 'l.practice_id')
      .select(['l.practice_id', 'l.client_id', 'l.on_day', 'l.dies_at', 'p.zone'])
      .where('l.token_hash', '=', hashToken(token))
      .where('l.kind', '=', 'queue')
      .where('l.revoked_at', 'is', null)
      .where('l.dies_at', '>', new Date())
      .executeTakeFirst(),
  )
  if (!link?.client_id || !link.on_day) return undefined
  return { practiceId: link.practice_id, clientId: link.client_id, onDay: link.on_day, diesAt: link.dies_at, zone: link.zone }
}

/**
 * The practice that has a client or a visit of this id, and the zone of its day. For the test version only (decision 006): everywhere else
 * an id opens nothing.
 */
export async function findPracticeOfRawId(db: Database, id: string): Promise<{ practiceId: string; zone: string } | undefined> {
  const practice = await db.withDirectory((tx) =>
    tx
      .selectFrom('directory.practices')
      .select(['id', 'zone'])
      .where('id', '=', sql<string>`directory.practice_of_raw_id(${id})`)
      .executeTakeFirst(),
  )
  return practice && { practiceId: practice.id, zone: practice.zone }
}
