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

/** What a queue link opens: one owner's stops of one day; undefined when it is unknown, dead or revoked. */
export async function findQueueLink(
  db: Database,
  token: string,
): Promise<{ practiceId: string; clientId: string; onDay: Day } | undefined> {
  const link = await db.withDirectory((tx) =>
    tx
      .selectFrom('directory.links')
      .select(['practice_id', 'client_id', 'on_day'])
      .where('token_hash', '=', hashToken(token))
      .where('kind', '=', 'queue')
      .where('revoked_at', 'is', null)
      .where('dies_at', '>', new Date())
      .executeTakeFirst(),
  )
  if (!link?.client_id || !link.on_day) return undefined
  return { practiceId: link.practice_id, clientId: link.client_id, onDay: link.on_day }
}
