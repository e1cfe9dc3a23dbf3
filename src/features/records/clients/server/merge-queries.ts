import { sql } from 'kysely'
import type { SyncedName } from '#lib/sync.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'
import { declarations } from '#platform/server/entity.ts'

/** Every column of a synced table that names a client, except their own texts and prices. A test checks it against the foreign keys. */
export const namingClients = (): [SyncedName, readonly string[]][] =>
  Object.entries(declarations().synced).flatMap(([table, { namesClient }]) =>
    namesClient.length > 0 ? [[table as SyncedName, namesClient] as [SyncedName, readonly string[]]] : [],
  )

/** A row of a table as merging sees it. */
export type AnyRow = Record<string, unknown> & { id: string; deleted_at: Date | null }

/** The rows of a table that name a client in any of its columns, removed ones too; for horses also those they once owned. */
export async function listNaming(tx: PracticeTx, table: SyncedName, columns: readonly string[], clientId: string): Promise<AnyRow[]> {
  const once = table === 'horses' ? [sql<boolean>`id in (select horse_id from horse_owners where client_id = ${clientId})`] : []
  const rows = await tx
    .selectFrom(table as 'yards')
    .selectAll()
    .where((eb) => eb.or([...columns.map((column) => eb(column as 'contact_client_id', '=', clientId)), ...once]))
    .orderBy('id')
    .execute()
  return rows as unknown as AnyRow[]
}

/** One row, removed or not. */
export const findAny = async (tx: PracticeTx, table: SyncedName, id: string): Promise<AnyRow | undefined> =>
  (await tx
    .selectFrom(table as 'clients')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()) as AnyRow | undefined

/** What was agreed with a client apart from the list. */
export const listOwnPrices = (tx: PracticeTx, clientId: string): Promise<Row<'price_overrides'>[]> =>
  tx.selectFrom('price_overrides').selectAll().where('client_id', '=', clientId).where('unit_pence', 'is not', null).execute()

/** Whether a text to the client is just leaving. */
export const hasLeavingText = async (tx: PracticeTx, clientId: string): Promise<boolean> =>
  (await tx
    .selectFrom('notices')
    .select('id')
    .where('client_id', '=', clientId)
    .where('state', 'in', ['held', 'sending'])
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Moves one client's texts to another, except those of which the other already has the same; returns the ids of the moved ones. */
export async function moveNotices(tx: PracticeTx, from: string, to: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update notices n set client_id = ${to}
    where n.client_id = ${from} and not exists (
      select from notices k where k.practice_id = n.practice_id and k.client_id = ${to}
        and k.event_id = n.event_id and k.kind = n.kind and k.channel = n.channel)
    returning n.id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Moves these texts back. */
export async function returnNotices(tx: PracticeTx, ids: readonly string[], from: string, to: string): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('notices').set({ client_id: to }).where('id', 'in', ids).where('client_id', '=', from).execute()
}

/** Who sees what through the portal. */
export type Access = { person_id: string; since: string }

/** Moves one client's portal users to another, except the ones that the other already has; returns the moved ones. */
export async function moveAccess(tx: PracticeTx, from: string, to: string): Promise<Access[]> {
  const { rows } = await sql<Access>`
    update client_access a set client_id = ${to}
    where a.client_id = ${from} and not exists (
      select from client_access k where k.practice_id = a.practice_id and k.client_id = ${to}
        and k.person_id = a.person_id and k.since = a.since)
    returning a.person_id, a.since::text`.execute(tx)
  return rows
}

/** Gives them back. */
export async function returnAccess(tx: PracticeTx, access: readonly Access[], from: string, to: string): Promise<void> {
  for (const { person_id, since } of access)
    await sql`update client_access set client_id = ${to}
      where client_id = ${from} and person_id = ${person_id} and since = ${since}::timestamptz`.execute(tx)
}

/** Looks at horses that were allowed, what was agreed for them, links to horses, and invitations of others that wait: by their ids. */
export type Shares = { grants: string[]; consents?: string[]; links: string[]; invites: string[] }

/** Moves to another client what one shares of their horses, and whom they have invited to help or share. The client's own invitations end with them. */
export async function moveShares(tx: PracticeTx, from: string, to: string): Promise<Shares> {
  const grants = await tx.updateTable('horse_grants').set({ client_id: to }).where('client_id', '=', from).returning('id').execute()
  const consents = await tx.updateTable('care_consents').set({ client_id: to }).where('client_id', '=', from).returning('id').execute()
  const links = await tx.updateTable('horse_shares').set({ client_id: to }).where('client_id', '=', from).returning('id').execute()
  const invites = await tx
    .updateTable('portal_invites')
    .set({ client_id: to })
    .where('client_id', '=', from)
    .where('role', '<>', 'holder')
    .returning('id')
    .execute()
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
  return { grants: ids(grants), consents: ids(consents), links: ids(links), invites: ids(invites) }
}

/** Gives them back. */
export async function returnShares(
  tx: PracticeTx,
  { grants, consents = [], links, invites }: Shares,
  from: string,
  to: string,
): Promise<void> {
  for (const [table, ids] of [
    ['horse_grants', grants],
    ['care_consents', consents],
    ['horse_shares', links],
    ['portal_invites', invites],
  ] as const)
    if (ids.length > 0) await tx.updateTable(table).set({ client_id: to }).where('id', 'in', ids).where('client_id', '=', from).execute()
}

/** One owner of a horse, from one day to another. */
export type Ownership = { horse_id: string; client_id: string; from_on: string; to_on: string | null; brings: 'record' | 'all' | null }

/** What two clients owned when, of the horses that `of` ever owned; in one order. */
export const listOwnership = (tx: PracticeTx, of: string, other: string): Promise<Ownership[]> =>
  ownership(tx, [of, other])
    .where('horse_id', 'in', (eb) => eb.selectFrom('horse_owners as o').select('o.horse_id').where('o.client_id', '=', of))
    .execute()

/** What two clients owned when, of these horses; in one order. */
export const listOwnershipOf = async (tx: PracticeTx, horseIds: readonly string[], clients: [string, string]): Promise<Ownership[]> =>
  horseIds.length === 0 ? [] : ownership(tx, clients).where('horse_id', 'in', horseIds).execute()

const ownership = (tx: PracticeTx, clients: [string, string]) =>
  tx
    .selectFrom('horse_owners')
    .select(['horse_id', 'client_id', 'from_on', 'to_on', 'brings'])
    .where('client_id', 'in', clients)
    .orderBy('horse_id')
    .orderBy('client_id')
    .orderBy('from_on')

/** Writes one history in the place of another. */
export async function replaceOwnership(tx: PracticeTx, practiceId: string, before: readonly Ownership[], after: readonly Ownership[]) {
  for (const { horse_id, client_id, from_on } of before)
    await tx
      .deleteFrom('horse_owners')
      .where('horse_id', '=', horse_id)
      .where('client_id', '=', client_id)
      .where('from_on', '=', from_on)
      .execute()
  if (after.length > 0)
    await tx
      .insertInto('horse_owners')
      .values(after.map((row) => ({ practice_id: practiceId, ...row })))
      .execute()
}

/** Points one client's links at another; returns which, as text. No role of ours can read a link itself. */
export async function moveLinks(tx: PracticeTx, from: string, to: string): Promise<string[]> {
  const { rows } = await sql<{ hashes: Buffer[] }>`select repoint_links(${from}, ${to}) as hashes`.execute(tx)
  return (rows[0]?.hashes ?? []).map((hash) => hash.toString('hex'))
}

/** Points those links back. */
export async function returnLinks(tx: PracticeTx, hashes: readonly string[], from: string, to: string): Promise<void> {
  if (hashes.length === 0) return
  await sql`select repoint_links(${from}, ${to}, ${hashes.map((hash) => Buffer.from(hash, 'hex'))})`.execute(tx)
}
