import type { CurrentUser, Member, Practice, PracticeInput, Registration, Session } from '#features/practice/contract.ts'
import { DEMO_SLUG, deviceName, initialsOf, slugOf, tidyWorkingDays, trialEndsOn } from '#features/practice/rules.ts'
import { hashPassword, passwordFits } from '#features/practice/server/passwords.ts'
import {
  deletePractice,
  findPersonByEmail,
  findPlaceBySlug,
  findPlaceOf,
  forgetDeadKeys,
  insertMembership,
  insertPerson,
  insertPractice,
  insertSigninLink,
  listSessions,
  type PersonRow,
  type Place,
  type PracticeRow,
  requireMember,
  requirePerson,
  requirePractice,
  revokeAllSessions,
  revokeSession,
  revokeSessionByHash,
  spendSigninLink,
  updatePerson,
  updatePractice,
} from '#features/practice/server/queries.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, DirectoryTx, PracticeTx } from '#platform/server/db.ts'
import { insertRow, type Row, updateRow } from '#platform/server/rows.ts'
import { hashToken, newToken, openSession } from '#platform/server/session.ts'
import type { SyncedEntity } from '#platform/server/sync.ts'

/** Whence somebody signs in: the device's name for the list, and the session that ends with it. */
export type SigningIn = { userAgent: string; oldToken: string | undefined }

const ZONE = 'Europe/London'
const DAY_MS = 24 * 60 * 60_000
/** A mailed link lives as long as it takes to walk to the computer. */
export const MAILED_LINK_MS = 30 * 60_000
/** One read out by whoever runs the server may wait for the evening. */
const HANDED_LINK_MS = DAY_MS

/**
 * Makes a practice on its trial with its first member, signed in. The address is not proven yet: see `useLink`.
 * The practice is made first and goes again when the rest fails, for no transaction spans both doors; without a person nobody can reach it.
 * @throws email_taken
 */
export async function register(db: Database, input: Registration, from: SigningIn & { origin: string }): Promise<string> {
  const password_hash = await hashPassword(input.password)
  const person = { id: uuidv7(), email: input.email, password_hash, first_name: input.firstName, last_name: input.lastName }
  const place = { practiceId: uuidv7(), memberId: uuidv7() }
  await db.withDirectory(async (tx) => {
    if (await findPersonByEmail(tx, input.email)) throw new AppError('email_taken')
    await nameSlug(tx, place.practiceId, input.practiceName)
  })
  try {
    await db.withPractice(place.practiceId, (tx) => settleOwner(tx, { ...place, person, input, origin: from.origin }))
    return await db.withDirectory(async (tx) => {
      if (!(await insertPerson(tx, { ...person, verified_at: null }))) throw new AppError('email_taken')
      await insertMembership(tx, person.id, place)
      return startSession(tx, { ...place, personId: person.id }, from)
    })
  } catch (error) {
    await db.withDirectory((tx) => deletePractice(tx, place.practiceId))
    throw error
  }
}

/** @throws sign_in_failed, in the same time whether the person is known or not */
export async function signInWithPassword(db: Database, input: { email: string; password: string }, from: SigningIn): Promise<string> {
  const person = await db.withDirectory((tx) => findPersonByEmail(tx, input.email))
  if (!(await passwordFits(input.password, person?.password_hash)) || !person) throw new AppError('sign_in_failed')
  return db.withDirectory(async (tx) => {
    const place = await findPlaceOf(tx, person.id)
    if (!place) throw new AppError('sign_in_failed')
    await forgetDeadKeys(tx, person.id, new Date(Date.now() - 30 * DAY_MS))
    return startSession(tx, { ...place, personId: person.id }, from)
  })
}

/** A link's token for the person of an address, or undefined when nobody signs in with it. */
export function makeLink(db: Database, email: string, livesMs: number): Promise<string | undefined> {
  return db.withDirectory(async (tx) => {
    const person = await findPersonByEmail(tx, email)
    if (!person) return undefined
    const { token, hash } = newToken()
    await insertSigninLink(tx, { hash, personId: person.id, expiresAt: new Date(Date.now() + livesMs) })
    return token
  })
}

/** Where the token of a sign-in link is used. In the fragment, which reaches no server's log. */
export const linkAddress = (origin: string, token: string) => `${origin}/sign-in#token=${token}`

/** `npm run admin -- reset-password EMAIL`: a link to hand over, once; undefined when nobody signs in with the address. */
export async function resetPassword(db: Database, email: string, origin: string): Promise<string | undefined> {
  const token = await makeLink(db, email.trim().toLowerCase(), HANDED_LINK_MS)
  return token && linkAddress(origin, token)
}

/**
 * Signs in with a link, once, and sets a new password if one comes with it. What proves an address for the first time drops the
 * password and the sessions from before: whoever set them need not be whose address it is. A new password ends the other sessions too.
 * @throws link_spent
 */
export async function useLink(db: Database, input: { token: string; password?: string | undefined }, from: SigningIn): Promise<string> {
  const password_hash = input.password && (await hashPassword(input.password))
  return db.withDirectory(async (tx) => {
    const personId = await spendSigninLink(tx, hashToken(input.token), new Date())
    const place = personId && (await findPlaceOf(tx, personId))
    if (!place) throw new AppError('link_spent')
    const isFirstProof = (await requirePerson(tx, personId)).verified_at === null
    if (isFirstProof) await updatePerson(tx, personId, { verified_at: new Date(), password_hash: null })
    if (password_hash) await updatePerson(tx, personId, { password_hash })
    if (isFirstProof || password_hash) await revokeAllSessions(tx, personId)
    return startSession(tx, { ...place, personId }, from)
  })
}

/** Opens the demo practice as its owner. @throws not_ready while it has not been made */
export function openDemo(db: Database, from: SigningIn): Promise<string> {
  return db.withDirectory(async (tx) => {
    const place = await findPlaceBySlug(tx, DEMO_SLUG)
    if (!place) throw new AppError('not_ready')
    return startSession(tx, place, from)
  })
}

/** Ends the session of a cookie; one already over is as good. */
export const signOut = (db: Database, token: string) => db.withDirectory((tx) => revokeSessionByHash(tx, hashToken(token)))

/** Where a person is signed in, newest first. */
export async function sessionsOf(db: Database, personId: string, currentId: string): Promise<Session[]> {
  const rows = await db.withDirectory((tx) => listSessions(tx, personId, new Date()))
  return rows.map((row) => ({
    id: row.id,
    device: deviceName(row.user_agent),
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    isCurrent: row.id === currentId,
  }))
}

/** Signs one of a person's devices out; it is refused within two seconds. @throws session_not_found */
export async function endSession(db: Database, personId: string, id: string) {
  if (!(await db.withDirectory((tx) => revokeSession(tx, personId, id)))) throw new AppError('session_not_found')
}

type Signed = { actor: Actor; sessionId: string; isTestVersion: boolean }

/** Who is signed in, with the practice and the place in it. */
export async function currentUser(db: Database, tx: PracticeTx, { actor, sessionId, isTestVersion }: Signed): Promise<CurrentUser> {
  const member = await requireMember(tx, actor.memberId)
  const { person, practice } = await db.withDirectory(async (directory) => ({
    person: await requirePerson(directory, actor.personId),
    practice: await requirePractice(directory, actor.practiceId),
  }))
  return {
    id: person.id,
    firstName: person.first_name,
    lastName: person.last_name,
    profileImageUrl: null,
    email: person.email,
    memberId: member.id,
    role: member.role,
    initials: member.initials,
    sessionId,
    isTestVersion,
    practice: toPractice(practice),
  }
}

/** Changes the practice and the owner's own name; absent fields stay. @throws forbidden for all but owners */
export async function changePractice(db: Database, tx: PracticeTx, actor: Actor, input: PracticeInput) {
  if (actor.role !== 'owner') throw new AppError('forbidden')
  const person = await db.withDirectory(async (directory) => {
    const { name, nation, frcNumber, workingDays, firstName, lastName } = input
    const practice = {
      name,
      nation,
      frc_number: frcNumber === '' ? null : frcNumber,
      working_days: workingDays && tidyWorkingDays(workingDays),
    }
    if (isAnyGiven(practice)) await updatePractice(directory, actor.practiceId, given(practice))
    const names = { first_name: firstName, last_name: lastName }
    if (isAnyGiven(names)) await updatePerson(directory, actor.personId, given(names))
    return requirePerson(directory, actor.personId)
  })
  const name = nameOf(person)
  await updateRow(tx, actor, await requireMember(tx, actor.memberId), 'members', { name, initials: initialsOf(name) })
}

/** A row as devices keep it. */
export const toMember = (row: Row<'members'>): Member => ({
  id: row.id,
  personId: row.person_id,
  name: row.name,
  role: row.role,
  initials: row.initials,
  isActive: row.is_active,
})

/** Devices keep the members but may not change them. */
export const memberSync: SyncedEntity<'members'> = { toWire: toMember }

const toPractice = (row: PracticeRow): Practice => ({
  id: row.id,
  name: row.name,
  nation: row.nation,
  zone: row.zone,
  tier: row.tier,
  trialEndsOn: row.trial_ends_on,
  frcNumber: row.frc_number,
  workingDays: row.working_days,
  isDemo: row.mode === 'demo',
})

const nameOf = (person: Pick<PersonRow, 'first_name' | 'last_name'>) => `${person.first_name} ${person.last_name}`.trim()

const isAnyGiven = (values: object) => Object.values(values).some((value) => value !== undefined)

// Kysely and exactOptionalPropertyTypes: an absent column must be no key at all.
const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> }

// Two practices of one name happen; the second gets a tail.
async function nameSlug(tx: DirectoryTx, id: string, name: string) {
  const practice = { id, name, trial_ends_on: trialEndsOn(dayOf(new Date(), ZONE)), zone: ZONE }
  const slug = slugOf(name)
  if (slug !== DEMO_SLUG && (await insertPractice(tx, { ...practice, slug }))) return
  await insertPractice(tx, { ...practice, slug: `${slug}-${id.slice(-12)}` })
}

type NewOwner = Place & { person: { id: string }; input: Registration; origin: string }

async function settleOwner(tx: PracticeTx, { practiceId, memberId, person, input, origin }: NewOwner) {
  await tx.insertInto('sync_counters').values({ practice_id: practiceId, epoch: uuidv7() }).execute()
  const actor: Actor = {
    practiceId,
    memberId,
    personId: person.id,
    role: 'owner',
    zone: ZONE,
    practiceName: input.practiceName,
    origin,
    deviceId: null,
    opId: uuidv7(),
  }
  const name = `${input.firstName} ${input.lastName}`
  await insertRow(tx, actor, 'members', memberId, { person_id: person.id, name, role: 'owner', initials: initialsOf(name) })
}

// A fresh token at every sign-in: one planted or stolen before it opens nothing afterwards.
async function startSession(tx: DirectoryTx, who: { personId: string; practiceId: string }, from: SigningIn): Promise<string> {
  if (from.oldToken) await revokeSessionByHash(tx, hashToken(from.oldToken))
  return openSession(tx, { personId: who.personId, practiceId: who.practiceId, userAgent: from.userAgent })
}
