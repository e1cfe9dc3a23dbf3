import '#features/office/integrations/server/tables.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.ts'

export type ConnectionRow = Selectable<Tables['connections']>

/** The connections a member sees: their own, and the practice's. */
export const listConnections = (tx: PracticeTx, memberId: string): Promise<ConnectionRow[]> =>
  tx
    .selectFrom('connections')
    .selectAll()
    .where((eb) => eb.or([eb('member_id', '=', memberId), eb('member_id', 'is', null)]))
    .execute()

/** A member's own connection, or the practice's (null), held until the transaction ends. */
export const findConnection = (tx: PracticeTx, connector: string, memberId: string | null): Promise<ConnectionRow | undefined> =>
  tx
    .selectFrom('connections')
    .selectAll()
    .where('connector', '=', connector)
    .where('member_id', 'is not distinct from', memberId)
    .forUpdate()
    .executeTakeFirst()

/** The feed of a member who still works here. */
export const findOpenFeed = (tx: PracticeTx, memberId: string) =>
  tx
    .selectFrom('connections as c')
    .innerJoin('members as m', 'm.id', 'c.member_id')
    .select(['c.id', 'c.settings', 'c.last_success_at as lastReadAt', 'm.name'])
    .where('c.connector', '=', 'feed')
    .where('c.member_id', '=', memberId)
    .where('c.enabled', '=', true)
    .where('m.is_active', '=', true)
    .executeTakeFirst()

/** Those that have been off since before this. */
export const listOff = (tx: PracticeTx, before: Date): Promise<ConnectionRow[]> =>
  tx.selectFrom('connections').selectAll().where('off_at', '<', before).execute()

/** Those whose secret is sealed with another key than this one. */
export const listOldSeals = (tx: PracticeTx, newest: string) =>
  tx
    .selectFrom('connections')
    .select(['id', 'practice_id', 'connector', 'member_id', 'secret', 'vault_key_id'])
    .where('vault_key_id', '<>', newest)
    .$narrowType<{ secret: Buffer; vault_key_id: string }>()
    .execute()

export const insertConnection = (tx: PracticeTx, row: Insertable<Tables['connections']>): Promise<ConnectionRow> =>
  tx.insertInto('connections').values(row).returningAll().executeTakeFirstOrThrow()

export const updateConnection = (tx: PracticeTx, id: string, change: Updateable<Tables['connections']>): Promise<ConnectionRow> =>
  tx.updateTable('connections').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const deleteConnection = (tx: PracticeTx, id: string) => tx.deleteFrom('connections').where('id', '=', id).execute()
