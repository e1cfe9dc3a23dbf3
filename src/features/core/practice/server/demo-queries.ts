import { sql } from 'kysely'
import { DEMO_SLUG } from '#features/core/practice/rules.ts'
import type { PersonRow, PracticeRow } from '#features/core/practice/server/queries.ts'
import { currentTime } from '#lib/clock.ts'
import type { Day } from '#lib/dates.ts'
import type { DirectoryTx } from '#platform/server/database/db.ts'

/** The demo practice that all copies are made of, with its people, and those who see it as its owners do. */
export type Pattern = { practice: PracticeRow; people: (PersonRow & { memberId: string })[]; guests: string[] }
/** A copy of the demo practice, and whom its visitor is signed in as. */
export type Copy = { practiceId: string; personId: string }

/** The demo practice; undefined until it has been made. */
export async function findPattern(tx: DirectoryTx): Promise<Pattern | undefined> {
  const practice = await tx.selectFrom('directory.practices').selectAll().where('slug', '=', DEMO_SLUG).executeTakeFirst()
  if (!practice) return undefined
  const people = await tx
    .selectFrom('directory.memberships as m')
    .innerJoin('directory.people as p', 'p.id', 'm.person_id')
    .selectAll('p')
    .select('m.member_id as memberId')
    .where('m.practice_id', '=', practice.id)
    .execute()
  const ways = await tx.selectFrom('directory.ways').select('person_id').where('practice_id', '=', practice.id).execute()
  return { practice, people, guests: ways.map(({ person_id }) => person_id) }
}

/** The day that the demo practice shows, and its next copies. It has no members: sessions from when visitors shared it end. */
export async function setDemoDay(tx: DirectoryTx, day: Day): Promise<void> {
  const pattern = await tx
    .updateTable('directory.practices')
    .set({ demo_day: day })
    .where('slug', '=', DEMO_SLUG)
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.deleteFrom('directory.sessions').where('practice_id', '=', pattern.id).execute()
}

/** Adds a copy that has no rows yet, with people of its own, who have no address and so are found by none. */
export async function insertCopy(tx: DirectoryTx, copy: Copy, pattern: Pattern, newId: (id: string) => string): Promise<void> {
  const { practice, people, guests } = pattern
  const { name, nation, zone, tier, trial_ends_on, frc_number, demo_day } = practice
  const slug = `demo-${copy.practiceId}`
  await tx
    .insertInto('directory.practices')
    .values({ id: copy.practiceId, name, slug, nation, zone, tier, trial_ends_on, frc_number, demo_day, mode: 'demo' })
    .execute()
  await tx
    .insertInto('directory.people')
    .values(people.map(({ id, first_name, last_name }) => ({ id: newId(id), first_name, last_name })))
    .execute()
  if (guests.length > 0) {
    await tx
      .insertInto('directory.people')
      .values(guests.map((id) => ({ id: newId(id), email: null })))
      .execute()
    await tx
      .insertInto('directory.ways')
      .values(guests.map((id) => ({ person_id: newId(id), practice_id: copy.practiceId })))
      .execute()
  }
  await tx
    .insertInto('directory.memberships')
    .values(people.map(({ id, memberId }) => ({ person_id: newId(id), practice_id: copy.practiceId, member_id: newId(memberId) })))
    .execute()
  await tx
    .insertInto('directory.demo_copies')
    .values({ practice_id: copy.practiceId, person_id: copy.personId, made_at: currentTime(), state: 'making' })
    .execute()
}

/** A copy is whole, and waits for a visitor. */
export const markReady = (tx: DirectoryTx, practiceId: string) =>
  tx
    .updateTable('directory.demo_copies')
    .set({ state: 'ready' })
    .where('practice_id', '=', practiceId)
    .where('state', '=', 'making')
    .execute()

/** Gives a ready copy to a visitor: of the newest day, and of two callers never the same. Its clock begins, and what is due by it goes. */
export async function takeReady(tx: DirectoryTx, practiceId?: string): Promise<Copy | undefined> {
  const now = currentTime()
  const { rows } = await sql<Copy>`
    update directory.demo_copies set state = 'given', given_at = ${now} where practice_id = (
      select c.practice_id from directory.demo_copies c join directory.practices p on p.id = c.practice_id
      where c.state = 'ready' and (${practiceId ?? null}::uuid is null or c.practice_id = ${practiceId ?? null})
      order by p.demo_day desc nulls last, c.made_at limit 1 for update of c skip locked)
    returning practice_id as "practiceId", person_id as "personId"`.execute(tx)
  const [copy] = rows
  if (!copy) return undefined
  await tx.updateTable('directory.practices').set({ demo_from: now }).where('id', '=', copy.practiceId).execute()
  await tx
    .insertInto('directory.wakes')
    .values({ practice_id: copy.practiceId, due_at: now })
    .onConflict((clash) => clash.column('practice_id').doUpdateSet({ due_at: now }))
    .execute()
  return copy
}

/**
 * The copy that one of these current sessions belongs to: first its farrier's, then that of the owner whom the visitor has played. A guest
 * whose address was shown there is someone else.
 */
export const findOwnCopy = (tx: DirectoryTx, tokenHashes: Buffer[]): Promise<Copy | undefined> =>
  tx
    .selectFrom('directory.sessions as s')
    .innerJoin('directory.demo_copies as c', 'c.practice_id', 's.practice_id')
    .select(['c.practice_id as practiceId', 'c.person_id as personId'])
    .where('s.token_hash', 'in', tokenHashes)
    .where('s.only_hash', 'is', null)
    .where('s.transport', '=', 'cookie')
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', currentTime())
    .where('c.state', '=', 'given')
    .orderBy('s.kind', 'desc')
    .executeTakeFirst()

/** How many copies wait that show this day. */
export async function countReady(tx: DirectoryTx, day: Day | null): Promise<number> {
  const { count } = await tx
    .selectFrom('directory.demo_copies as c')
    .innerJoin('directory.practices as p', 'p.id', 'c.practice_id')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('c.state', '=', 'ready')
    .where((eb) => (day === null ? eb.val(true) : eb('p.demo_day', '=', day)))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/* A session notes its use once an hour. */
const USED = sql`coalesce((select max(s.last_seen_at) from directory.sessions s where s.practice_id = c.practice_id), c.given_at)`

/** Ends copies that were not used since a moment, and those whose making was cut short before it. */
export const endUnused = async (tx: DirectoryTx, since: Date, cutShort: Date): Promise<void> => {
  await sql`update directory.demo_copies c set state = 'over'
    where (c.state = 'given' and ${USED} < ${since}) or (c.state = 'making' and c.made_at < ${cutShort})`.execute(tx)
}

/** Ends the copies that wait and show another day. */
export const endOfOtherDays = async (tx: DirectoryTx, day: Day): Promise<void> => {
  await sql`update directory.demo_copies c set state = 'over' from directory.practices p
    where p.id = c.practice_id and c.state = 'ready' and p.demo_day is distinct from ${day}`.execute(tx)
}

/** Where more than `most` are given, those used longest ago are over, and their visitors are signed out. */
export async function makeRoom(tx: DirectoryTx, most: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update directory.demo_copies set state = 'over' where practice_id in (
      select c.practice_id from directory.demo_copies c where c.state = 'given'
      order by ${USED} desc, c.given_at desc offset ${most} for update of c skip locked)
    returning practice_id as id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  await tx.deleteFrom('directory.sessions').where('practice_id', 'in', ids).execute()
  await tx.deleteFrom('directory.links').where('practice_id', 'in', ids).execute()
}

/** A copy whose rows must be deleted. */
export const findOver = async (tx: DirectoryTx): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('directory.demo_copies')
      .select('practice_id')
      .where('state', '=', 'over')
      .orderBy('made_at')
      .limit(1)
      .executeTakeFirst()
  )?.practice_id

/** Deletes a copy's practice and its people, those who see it as an owner does too, with sessions, links and all that goes with them. */
export async function deleteCopy(tx: DirectoryTx, practiceId: string): Promise<void> {
  await sql`delete from directory.people p using directory.memberships m, directory.demo_copies c
    where m.person_id = p.id and m.practice_id = c.practice_id and c.practice_id = ${practiceId}`.execute(tx)
  await sql`delete from directory.people p using directory.ways w, directory.demo_copies c
    where w.person_id = p.id and w.practice_id = c.practice_id and c.practice_id = ${practiceId}
      and not exists (select from directory.ways o where o.person_id = p.id and o.practice_id <> c.practice_id)
      and not exists (select from directory.memberships m where m.person_id = p.id)`.execute(tx)
  await sql`delete from directory.practices p using directory.demo_copies c where c.practice_id = p.id and p.id = ${practiceId}`.execute(tx)
}
