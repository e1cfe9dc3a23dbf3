// Followed by: the calendars of who has left, which are switched off (office/integrations); their API keys, which are revoked (core/api-keys).
import type { CurrentUser, Member, Practice, Registration } from '#features/core/practice/contract.ts'
import { DEMO_SLUG, initialsOf, type Settings, slugOf, TO_ASK, trialEndsOn, workingDaysOf } from '#features/core/practice/rules.ts'
import { hashPassword } from '#features/core/practice/server/passwords.ts'
import {
  deletePractice,
  findPersonByEmail,
  insertMembership,
  insertPerson,
  insertPractice,
  type Place,
  type PracticeRow,
  requireMember,
  requirePerson,
  requirePractice,
} from '#features/core/practice/server/queries.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { mailLink, mailTaken, type SigningIn, startSession } from '#features/core/practice/server/sign-in.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { Database, DirectoryTx, PracticeTx } from '#platform/server/database/db.ts'
import { planFactsOf } from '#platform/server/database/plan-row.ts'
import { insertRow, type Row } from '#platform/server/database/rows.ts'
import type { MailSettings } from '#platform/server/sending/email.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

const ZONE = 'Europe/London'

/** The ids of the practice's active owners. */
export const listOwners = async (tx: PracticeTx): Promise<string[]> =>
  (await tx.selectFrom('members').select('id').where('role', '=', 'owner').where('is_active', '=', true).execute()).map(({ id }) => id)

/** The rows that later features create for a new practice. */
export type SeedPractice = (tx: PracticeTx, actor: Actor) => Promise<void>

/** How a registration is answered: by signing in at once, or by mail where the server sends it. */
export type Registering = SigningIn & {
  origin: string
  seed: SeedPractice
  mail: MailSettings | undefined
  onFailure: (error: unknown) => void
}

/**
 * Creates a practice on its trial with its first member. Where the server sends mail, the response is the same whether or not the address
 * has an account: a mail states which, and its link signs in. Without mail the person is signed in at once, and a taken address is
 * reported.
 * @returns the token of a session, or undefined when a mail is on its way
 * @throws email_taken where the server sends no mail, busy
 */
export async function register(db: Database, input: Registration, from: Registering): Promise<string | undefined> {
  // The password is hashed for a taken address too, so that both take the same time.
  const password_hash = await hashPassword(input.password)
  const known = await db.withDirectory((tx) => findPersonByEmail(tx, input.email))
  const { mail, origin, onFailure } = from
  if (!mail) {
    if (known) throw new AppError('email_taken')
    return makePractice(db, input, { ...from, password_hash })
  }
  // Not awaited, because the time taken would reveal the account.
  const answering = known
    ? mailTaken(input.email, { mail, origin })
    : makePractice(db, input, { ...from, password_hash }).then(() => mailLink(db, input.email, { mail, origin }, '/welcome'))
  answering.catch(onFailure)
  return undefined
}

type Making = SigningIn & { origin: string; seed: SeedPractice; password_hash: string; mail: MailSettings | undefined }

/**
 * The address is not proven yet: see `useLink`. The practice is created first and deleted again when the rest fails, because no transaction
 * spans both the directory and the practice. Without a person no one can reach it.
 */
async function makePractice(db: Database, input: Registration, from: Making): Promise<string | undefined> {
  const { password_hash } = from
  const person = { id: uuidv7(), email: input.email, password_hash, first_name: input.firstName, last_name: input.lastName }
  const place = { practiceId: uuidv7(), memberId: uuidv7() }
  await db.withDirectory((tx) => nameSlug(tx, place.practiceId, input.practiceName))
  try {
    await db.withPractice(place.practiceId, (tx) => createOwner(tx, { ...place, person, input, ...from }))
    return await db.withDirectory(async (tx) => {
      if (!(await insertPerson(tx, { ...person, verified_at: null }))) throw new AppError('email_taken')
      await insertMembership(tx, person.id, place)
      return from.mail ? undefined : startSession(tx, { ...place, personId: person.id }, from)
    })
  } catch (error) {
    await db.withDirectory((tx) => deletePractice(tx, place.practiceId))
    throw error
  }
}

type Signed = Pick<CurrentUser, 'sessionId' | 'isTestVersion' | 'mapStyleUrl' | 'hasGeocoder' | 'hasTranscriber'> & { actor: Actor }

/** The signed-in user, with the practice and their membership. */
export async function currentUser(db: Database, tx: PracticeTx, { actor, ...signed }: Signed): Promise<CurrentUser> {
  const member = await requireMember(tx, memberOf(actor))
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
    ...signed,
    practice: toPractice(practice, await settingsOf(tx)),
  }
}

/** A row as devices store it. */
export const toMember = (row: Row<'members'>): Member => ({
  id: row.id,
  personId: row.person_id,
  name: row.name,
  role: row.role,
  initials: row.initials,
  isActive: row.is_active,
})

/** Devices store the members but may not change them. */
export const memberSync: SyncedEntity<'members'> = { toWire: toMember }

const toPractice = (row: PracticeRow, settings: Settings): Practice => ({
  id: row.id,
  name: row.name,
  nation: row.nation,
  zone: row.zone,
  ...planFactsOf(row),
  frcNumber: row.frc_number,
  workingDays: workingDaysOf(settings),
  isDemo: row.mode === 'demo',
  toAsk: row.to_ask,
  ...(row.demo_day && row.demo_from && { demo: { day: row.demo_day, from: row.demo_from.toISOString() } }),
})

// Two practices can have the same name; the second one's slug gets a suffix.
async function nameSlug(tx: DirectoryTx, id: string, name: string) {
  const practice = { id, name, trial_ends_on: trialEndsOn(dayOf(currentTime(), ZONE)), zone: ZONE, to_ask: [...TO_ASK] }
  const slug = slugOf(name)
  if (slug !== DEMO_SLUG && (await insertPractice(tx, { ...practice, slug }))) return
  await insertPractice(tx, { ...practice, slug: `${slug}-${id.slice(-12)}` })
}

type NewOwner = Place & { person: { id: string }; input: Registration; origin: string; seed: SeedPractice }

async function createOwner(tx: PracticeTx, { practiceId, memberId, person, input, origin, seed }: NewOwner) {
  await tx.insertInto('sync_counters').values({ practice_id: practiceId, epoch: uuidv7() }).execute()
  const actor: Actor = {
    practiceId,
    memberId,
    personId: person.id,
    role: 'owner',
    // The trial's tier (Spec §9).
    tier: 'professional',
    zone: ZONE,
    practiceName: input.practiceName,
    origin,
    deviceId: null,
    opId: uuidv7(),
  }
  const name = `${input.firstName} ${input.lastName}`.trim()
  await insertRow(tx, actor, 'members', memberId, { person_id: person.id, name, role: 'owner', initials: initialsOf(name) })
  await seed(tx, actor)
}
