import { sql } from 'kysely'
import { type Address, addressAs, hashed } from '#features/records/guests/rules.ts'
import { addressesOf } from '#features/records/guests/server/address-follower.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { DirectoryTx, PracticeTx } from '#platform/server/database/db.ts'
import { deleteRow, keepServerColumns } from '#platform/server/database/rows.ts'
import type { KeyedHash } from '#platform/server/keyed-hash.ts'

/**
 * The people who may see a client in the portal or a horse of theirs, or could once, and have no other client in the practice; the
 * addresses the client is known by, and those they invited others at. A helper or sharer who manages a yard here is there for that too, and
 * stays.
 */
export async function guestsOf(tx: PracticeTx, clientId: string): Promise<{ people: string[]; addresses: Address[] }> {
  const client = await tx.selectFrom('clients').select(['email', 'phone_e164']).where('id', '=', clientId).executeTakeFirst()
  const { rows } = await sql<{ person_id: string }>`
    with sees as (
      select person_id, client_id from client_access union select person_id, client_id from horse_grants)
    select distinct s.person_id from sees s where s.client_id = ${clientId}
      and not exists (select from sees o where o.person_id = s.person_id and o.client_id <> s.client_id)
      and (
        exists (select from client_access h where h.person_id = s.person_id and h.client_id = s.client_id and h.role = 'holder')
        or not exists (select from yard_access y where y.person_id = s.person_id))`.execute(tx)
  const invited = await tx
    .selectFrom('portal_invites')
    .select('to_address')
    .where('client_id', '=', clientId)
    .where('to_address', 'is not', null)
    .execute()
  const agreed = await tx.selectFrom('care_consents').select('to_address').where('client_id', '=', clientId).execute()
  return {
    people: rows.map(({ person_id }) => person_id),
    addresses: [
      ...(client ? addressesOf(client) : []),
      ...[...invited, ...agreed].flatMap(({ to_address }) => (to_address ? addressAs(to_address) : [])),
    ],
  }
}

/**
 * Deletes which yards people manage, what they looked at there, and what they wrote about one: of a client who is erased. Devices learn
 * that their words are gone.
 */
export async function forgetManagers(tx: PracticeTx, actor: Actor, people: readonly string[]): Promise<void> {
  if (people.length === 0) return
  const said = await tx.selectFrom('owner_asks').selectAll().where('kind', '=', 'yard').where('person_id', 'in', people).execute()
  for (const ask of said) {
    const emptied = await keepServerColumns(tx, ask, 'owner_asks', {
      ...{ words: null, facts: {}, person_id: null, reply: null, replied_at: null, replied_by: null },
    })
    await deleteRow(tx, actor, emptied, 'owner_asks', { isPart: true })
  }
  // The journal has their words too.
  if (said.length > 0)
    await tx
      .deleteFrom('activity')
      .where('entity', '=', 'owner_asks')
      .where(
        'entity_id',
        'in',
        said.map(({ id }) => id),
      )
      .execute()
  await tx.deleteFrom('yard_access').where('person_id', 'in', people).execute()
  await tx.deleteFrom('guest_log').where('client_id', 'is', null).where('person_id', 'in', people).execute()
}

/** Deletes who managed a yard until before a time, or one that is gone since; returns the people. */
export async function forgetYardAccess(tx: PracticeTx, before: Date): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    delete from yard_access a using yards y
    where y.practice_id = a.practice_id and y.id = a.yard_id and (a.until < ${before} or y.deleted_at < ${before})
    returning a.person_id`.execute(tx)
  return rows.map(({ person_id }) => person_id)
}

/** Takes clients out of the index of addresses: erased rows are gone before a follower sees them. */
export async function forgetAddresses(tx: PracticeTx, clientIds: readonly string[]): Promise<void> {
  await sql`select set_addresses(${[...clientIds]}::uuid[], '{}', '{}')`.execute(tx)
}

/**
 * Deletes people known as guests in one practice alone, with what they proved and their sessions: those who have a way to no other
 * practice, and work in none. Codes that were requested with these addresses, or with theirs, go too.
 */
export async function forgetGuests(
  tx: DirectoryTx,
  hash: KeyedHash,
  { practiceId, people, addresses }: { practiceId: string; people: readonly string[]; addresses: readonly Address[] },
): Promise<void> {
  const ids = sql`any(${[...people]}::uuid[])`
  const { rows: alone } = await sql<{ id: string }>`
    select p.id from directory.people p where p.id = ${ids}
      and not exists (select from directory.memberships m where m.person_id = p.id)
      and not exists (select from directory.ways w where w.person_id = p.id and w.practice_id <> ${practiceId})`.execute(tx)
  const gone = alone.map(({ id }) => id)
  const proven =
    gone.length > 0 ? await tx.selectFrom('directory.proofs').select(['kind', 'address']).where('person_id', 'in', gone).execute() : []
  const hashes = [...addresses, ...proven].map((address) => hash(hashed(address)))
  if (hashes.length > 0) await tx.deleteFrom('directory.asks').where('address_hash', 'in', hashes).execute()
  if (gone.length > 0) await tx.deleteFrom('directory.people').where('id', 'in', gone).execute()
}

/** Deletes what was agreed about vets and para-professionals that ended before a day. */
export async function forgetCare(tx: PracticeTx, before: Date): Promise<void> {
  // What goes on from one ends later, and is kept without it.
  const isOld = sql<boolean>`a.until_on < ${before}::date and not exists (select from horse_grants g where g.consent_id = a.id)
    and not exists (select from portal_invites i where i.consent_id = a.id)`
  await tx.deleteFrom('care_consents as a').where(isOld).execute()
}
