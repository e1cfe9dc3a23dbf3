import { sql } from 'kysely'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Whether a person still looks after a horse by this grant, read as the practice. */
export const isStillCared = async (tx: PracticeTx, personId: string, grantId: string): Promise<boolean> =>
  (await sql`select from cared_for(${personId}) where grant_id = ${grantId}`.execute(tx)).rows.length > 0
