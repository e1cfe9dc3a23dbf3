import { sql } from 'kysely'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { markWishes } from '#platform/server/database/followers.ts'
import { markPlaces } from '#platform/server/database/places.ts'

/** Runs `work`. On an error it undoes only what `work` did and requested, and rethrows, so that the caller's transaction continues. */
export async function inSavepoint<T>(tx: PracticeTx, work: () => Promise<T>): Promise<T> {
  const givePlacesBack = await markPlaces(tx)
  await sql`savepoint step`.execute(tx)
  const forgetSince = markWishes(tx)
  try {
    const result = await work()
    await sql`release savepoint step`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint step; release savepoint step`.execute(tx)
    forgetSince()
    givePlacesBack()
    throw error
  }
}
