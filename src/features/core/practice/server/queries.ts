import type { Insertable, Selectable, Updateable } from 'kysely'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Shell } from '#lib/shell.ts'
import type { DirectoryTx, PracticeTx } from '#platform/server/database/db.ts'
import type { DirectoryTables } from '#platform/server/database/directory-tables.ts'
import type { Row } from '#platform/server/database/rows.ts'
import type { Transport } from '#platform/server/http/session-token.ts'

export type PersonRow = Selectable<DirectoryTables['directory.people']>
export type PracticeRow = Selectable<DirectoryTables['directory.practices']>
export type Place = { practiceId: string; memberId: string }

export const findPersonByEmail = (tx: DirectoryTx, email: string): Promise<PersonRow | undefined> =>
  tx.selectFrom('directory.people').selectAll().where('email', '=', email).executeTakeFirst()

export const requirePerson = (tx: DirectoryTx, id: string): Promise<PersonRow> =>
  tx.selectFrom('directory.people').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const requirePractice = (tx: DirectoryTx, id: string): Promise<PracticeRow> =>
  tx.selectFrom('directory.practices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Whether this server has another practice; for the demo practice this is always true. */
export const hasOtherPractices = async (tx: DirectoryTx, practiceId: string): Promise<boolean> =>
  (await tx
    .selectFrom('directory.practices')
    .select('id')
    .where((eb) =>
      eb.or([eb.and([eb('mode', '=', 'live'), eb('id', '<>', practiceId)]), eb.and([eb('mode', '=', 'demo'), eb('id', '=', practiceId)])]),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Where a person works: of several practices the one they were last in. */
export const findPlaceOf = (tx: DirectoryTx, personId: string): Promise<Place | undefined> =>
  tx
    .selectFrom('directory.memberships as m')
    .select(['m.practice_id as practiceId', 'm.member_id as memberId'])
    .where('m.person_id', '=', personId)
    .orderBy(
      (eb) =>
        eb
          .selectFrom('directory.sessions as s')
          .select(({ fn }) => fn.max('s.last_seen_at').as('at'))
          .whereRef('s.person_id', '=', 'm.person_id')
          .whereRef('s.practice_id', '=', 'm.practice_id'),
      (order) => order.desc().nullsLast(),
    )
    .orderBy('m.practice_id')
    .executeTakeFirst()

/** The practices a person works in, by name. */
export const listMemberships = (tx: DirectoryTx, personId: string): Promise<{ id: string; name: string }[]> =>
  tx
    .selectFrom('directory.memberships as m')
    .innerJoin('directory.practices as p', 'p.id', 'm.practice_id')
    .select(['p.id', 'p.name'])
    .where('m.person_id', '=', personId)
    .orderBy('p.name')
    .execute()

export const listPeople = (tx: DirectoryTx, ids: readonly string[]): Promise<PersonRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : tx.selectFrom('directory.people').selectAll().where('id', 'in', ids).execute()

/** False when the slug is taken. */
export async function insertPractice(tx: DirectoryTx, practice: Insertable<DirectoryTables['directory.practices']>): Promise<boolean> {
  const inserted = await tx
    .insertInto('directory.practices')
    .values(practice)
    .onConflict((clash) => clash.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Its members and counters go with it. */
export const deletePractice = (tx: DirectoryTx, id: string) => tx.deleteFrom('directory.practices').where('id', '=', id).execute()

/** False when the address already has an account. */
export async function insertPerson(tx: DirectoryTx, person: Insertable<DirectoryTables['directory.people']>): Promise<boolean> {
  const inserted = await tx
    .insertInto('directory.people')
    .values(person)
    .onConflict((clash) => clash.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Adds a person to a practice; a repeated call keeps one membership. */
export const insertMembership = (tx: DirectoryTx, personId: string, place: Place) =>
  tx
    .insertInto('directory.memberships')
    .values({ person_id: personId, practice_id: place.practiceId, member_id: place.memberId })
    .onConflict((clash) => clash.columns(['person_id', 'practice_id']).doUpdateSet({ member_id: place.memberId }))
    .execute()

/** Closes a practice to a person: their sessions there open nothing from now on. */
export const deleteMembership = (tx: DirectoryTx, personId: string, practiceId: string) =>
  tx.deleteFrom('directory.memberships').where('person_id', '=', personId).where('practice_id', '=', practiceId).execute()

/**
 * Ends a dismissed person's access to a practice: each of their sessions there reports it from now on, their local copies stay closed, and
 * their browsers in it no longer receive alerts.
 */
export async function endAccess(tx: DirectoryTx, personId: string, practiceId: string): Promise<void> {
  const living = await tx
    .selectFrom('directory.sessions')
    .select('browser_id')
    .where('person_id', '=', personId)
    .where('practice_id', '=', practiceId)
    .where('revoked_at', 'is', null)
    .execute()
  await endBrowsers(tx, living)
  await tx
    .updateTable('directory.sessions')
    .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(currentTime())), revoked_why: 'dismissed' }))
    .where('person_id', '=', personId)
    .where('practice_id', '=', practiceId)
    .execute()
  await tx.deleteFrom('directory.kept_keys').where('person_id', '=', personId).where('practice_id', '=', practiceId).execute()
}

export const updatePerson = (tx: DirectoryTx, id: string, changes: Updateable<DirectoryTables['directory.people']>) =>
  tx.updateTable('directory.people').set(changes).where('id', '=', id).execute()

export const updatePractice = (tx: DirectoryTx, id: string, changes: Updateable<DirectoryTables['directory.practices']>) =>
  tx.updateTable('directory.practices').set(changes).where('id', '=', id).execute()

/** When the person of a session last proved who they are; null: before that was noted. */
export const findProvedAt = async (tx: DirectoryTx, sessionId: string): Promise<Date | null> =>
  (await tx.selectFrom('directory.sessions').select('proved_at').where('id', '=', sessionId).executeTakeFirst())?.proved_at ?? null

/** A session that is still open. */
export const findLivingSession = (tx: DirectoryTx, id: string, now: Date) =>
  tx
    .selectFrom('directory.sessions')
    .select('proved_at')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** The shell whose session has this token; undefined: a browser's, or none. */
export async function findShell(tx: DirectoryTx, hash: Buffer): Promise<Shell | undefined> {
  const row = await tx
    .selectFrom('directory.sessions')
    .select(['client_kind', 'client_model'])
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  return row?.client_kind ? { kind: row.client_kind, model: row.client_model ?? '' } : undefined
}

/** Sessions that are still open, the newest first. */
export const listSessions = (tx: DirectoryTx, personId: string, now: Date) =>
  tx
    .selectFrom('directory.sessions')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at', 'client_kind', 'client_model'])
    .where('person_id', '=', personId)
    .where('kind', '=', 'member')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()

/** False when the person has no such living session. */
export async function revokeSession(tx: DirectoryTx, personId: string, id: string): Promise<boolean> {
  const ended = await tx
    .updateTable('directory.sessions')
    .set({ revoked_at: currentTime(), revoked_why: 'signed_out' })
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('browser_id')
    .execute()
  await endBrowsers(tx, ended)
  return ended.length > 0
}

/** Of a token that came over `transport`. `why` null: another session takes its place, so its device is not notified. */
export async function revokeSessionByHash(tx: DirectoryTx, hash: Buffer, why: 'signed_out' | null, transport: Transport): Promise<void> {
  const ended = await tx
    .updateTable('directory.sessions')
    .set({ revoked_at: currentTime(), revoked_why: why })
    .where('token_hash', '=', hash)
    .where('transport', '=', transport)
    .where('revoked_at', 'is', null)
    .returning('browser_id')
    .execute()
  if (why) await endBrowsers(tx, ended)
}

export async function revokeAllSessions(tx: DirectoryTx, personId: string): Promise<void> {
  const ended = await tx
    .updateTable('directory.sessions')
    .set({ revoked_at: currentTime(), revoked_why: 'revoked' })
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .returning('browser_id')
    .execute()
  await endBrowsers(tx, ended)
}

/** Deletes browsers whose sessions were ended on purpose, with their alert subscriptions. */
async function endBrowsers(tx: DirectoryTx, of: readonly { browser_id: string | null }[]): Promise<void> {
  const ids = of.flatMap(({ browser_id }) => browser_id ?? [])
  if (ids.length > 0) await tx.deleteFrom('directory.browsers').where('id', 'in', ids).execute()
}

/**
 * The id of the browser a person signs in with: the one of the session that is replaced there if it was theirs, else a new one. Another
 * person's session is ended.
 */
export async function takeBrowser(
  tx: DirectoryTx,
  personId: string,
  old: { hash: Buffer | undefined; transport: Transport },
): Promise<string> {
  const before = old.hash
    ? await tx
        .selectFrom('directory.sessions')
        .select(['person_id', 'browser_id'])
        .where('token_hash', '=', old.hash)
        .where('transport', '=', old.transport)
        .executeTakeFirst()
    : undefined
  if (before?.browser_id && before.person_id === personId) return before.browser_id
  if (before) await endBrowsers(tx, [before])
  const id = uuidv7()
  await tx.insertInto('directory.browsers').values({ id, person_id: personId }).execute()
  return id
}

/** Sessions and links of a person that have been dead for a month, and what ended on purpose for as long as a device may still hold its cookie. */
export async function forgetDeadKeys(tx: DirectoryTx, personId: string, { before, endedBefore }: { before: Date; endedBefore: Date }) {
  const sessions = tx.deleteFrom('directory.sessions').where('person_id', '=', personId)
  await sessions.where('revoked_why', 'is', null).where('expires_at', '<', before).execute()
  await sessions.where('revoked_why', 'is', null).where('revoked_at', '<', before).execute()
  await sessions.where('revoked_at', '<', endedBefore).execute()
  await tx
    .deleteFrom('directory.browsers as b')
    .where('b.person_id', '=', personId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('directory.sessions as s').select('s.id').whereRef('s.browser_id', '=', 'b.id'))),
    )
    .execute()
  await tx.deleteFrom('directory.signin_links').where('person_id', '=', personId).where('expires_at', '<', before).execute()
}

export const insertSigninLink = (tx: DirectoryTx, link: { hash: Buffer; personId: string; expiresAt: Date }) =>
  tx
    .insertInto('directory.signin_links')
    .values({ token_hash: link.hash, person_id: link.personId, expires_at: link.expiresAt, used_at: null })
    .execute()

/** Whether a link is valid; this check does not use it up. */
export const isLinkGood = async (tx: DirectoryTx, hash: Buffer, now: Date): Promise<boolean> =>
  (await tx
    .selectFrom('directory.signin_links')
    .select('person_id')
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()) !== undefined

/** Marks a valid link as used and returns its owner; of two concurrent calls only one gets it. */
export async function spendSigninLink(tx: DirectoryTx, hash: Buffer, now: Date): Promise<string | undefined> {
  const spent = await tx
    .updateTable('directory.signin_links')
    .set({ used_at: now })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('person_id')
    .executeTakeFirst()
  return spent?.person_id
}

/** Marks every link a person still has as used. */
export const spendOtherLinks = (tx: DirectoryTx, personId: string, now: Date) =>
  tx.updateTable('directory.signin_links').set({ used_at: now }).where('person_id', '=', personId).where('used_at', 'is', null).execute()

export const requireMember = (tx: PracticeTx, id: string): Promise<Row<'members'>> =>
  tx.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The practice's one record of settings; none until something was changed. */
export const findSettings = (tx: PracticeTx): Promise<Row<'settings'> | undefined> =>
  tx.selectFrom('settings').selectAll().executeTakeFirst()

/** All current and former members: the current ones first, by name. */
export const listMembers = (tx: PracticeTx): Promise<Row<'members'>[]> =>
  tx.selectFrom('members').selectAll().where('deleted_at', 'is', null).orderBy('is_active', 'desc').orderBy('name').execute()

export const findMemberByPerson = (tx: PracticeTx, personId: string): Promise<Row<'members'> | undefined> =>
  tx.selectFrom('members').selectAll().where('person_id', '=', personId).executeTakeFirst()

export async function countActiveOwners(tx: PracticeTx): Promise<number> {
  const { count } = await tx
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('role', '=', 'owner')
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow()
  return Number(count)
}
