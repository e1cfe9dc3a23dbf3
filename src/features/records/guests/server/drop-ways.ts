import { sql } from 'kysely'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Takes the way to this practice from people whom nothing in it names any longer. */
export async function dropWays(tx: PracticeTx, personIds: readonly string[]): Promise<void> {
  if (personIds.length > 0) await sql`select drop_ways(${[...new Set(personIds)]}::uuid[])`.execute(tx)
}
