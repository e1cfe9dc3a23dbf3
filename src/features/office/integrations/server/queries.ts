import '#features/office/integrations/server/tables.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { LEDGERS, READERS } from '#connectors/registry.ts'
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
    // Tokens that are renewed meanwhile are not overwritten with those before them.
    .forUpdate()
    .$narrowType<{ secret: Buffer; vault_key_id: string }>()
    .execute()

export const insertConnection = (tx: PracticeTx, row: Insertable<Tables['connections']>): Promise<ConnectionRow> =>
  tx.insertInto('connections').values(row).returningAll().executeTakeFirstOrThrow()

export async function updateConnection(tx: PracticeTx, id: string, change: Updateable<Tables['connections']>): Promise<ConnectionRow> {
  const row = await tx.updateTable('connections').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
  if (change.account !== undefined || change.enabled !== undefined) await noteAccount(tx, row, row.enabled ? row.account : null)
  return row
}

export async function deleteConnection(tx: PracticeTx, id: string): Promise<ConnectionRow | undefined> {
  const row = await tx.deleteFrom('connections').where('id', '=', id).returningAll().executeTakeFirst()
  if (row) await noteAccount(tx, row, null)
  return row
}

/** Notes which account of accounting the practice has, to be compared with those of others; a code that was typed belongs to its name. */
async function noteAccount(tx: PracticeTx, { connector, settings }: ConnectionRow, account: string | null): Promise<void> {
  if (!LEDGERS[connector] && !READERS[connector]) return
  const named = account && [account, settings.account].filter(Boolean).join(', ')
  await sql`select note_account(${connector}, ${named})`.execute(tx)
}

/** The connectors whose account there another practice has connected too. */
export async function listShared(tx: PracticeTx): Promise<Set<string>> {
  const { rows } = await sql<{ connector: string }>`select accounts_shared() as connector`.execute(tx)
  return new Set(rows.map(({ connector }) => connector))
}

export const findConnectionById = (tx: PracticeTx, id: string): Promise<ConnectionRow | undefined> =>
  tx.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirst()

/** Takes the renewing of the tokens that a row has, for one worker; undefined: another is at it, or they are renewed. */
export const takeRenewal = (
  tx: PracticeTx,
  { id, tokens_rev }: ConnectionRow,
  { now, until }: { now: Date; until: Date },
): Promise<ConnectionRow | undefined> =>
  tx
    .updateTable('connections')
    .set({ renewing_until: until })
    .where('id', '=', id)
    .where('tokens_rev', '=', tokens_rev)
    .where('secret', 'is not', null)
    .where((eb) => eb.or([eb('renewing_until', 'is', null), eb('renewing_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst()

/** Gives the renewing back, which was for nothing. */
export const giveBackRenewal = (tx: PracticeTx, { id, tokens_rev, renewing_until }: ConnectionRow) =>
  tx
    .updateTable('connections')
    .set({ renewing_until: null })
    .where('id', '=', id)
    .where('tokens_rev', '=', tokens_rev)
    .where('renewing_until', '=', renewing_until)
    .execute()

/** Keeps renewed tokens in the place of those that a row has; undefined: others took it, or it has ended. */
export const keepRenewed = (
  tx: PracticeTx,
  { id, tokens_rev }: ConnectionRow,
  tokens: Updateable<Tables['connections']>,
): Promise<ConnectionRow | undefined> =>
  tx.updateTable('connections').set(tokens).where('id', '=', id).where('tokens_rev', '=', tokens_rev).returningAll().executeTakeFirst()
