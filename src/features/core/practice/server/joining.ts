// Followed by: the calendars of who has left, which are switched off (office/integrations); their API keys, which are revoked (core/api-keys).
import { isNewPassword, type MyInvitation, type OpenedInvitation } from '#features/core/practice/invitations.ts'
import { initialsOf } from '#features/core/practice/rules.ts'
import {
  deleteInvitation,
  findInvitationByHash,
  type InvitationRow,
  listInvitationsTo,
} from '#features/core/practice/server/invitation-queries.ts'
import { hashPassword, passwordFits } from '#features/core/practice/server/passwords.ts'
import {
  findMemberByPerson,
  findPersonByEmail,
  insertMembership,
  insertPerson,
  listMemberships,
  type PersonRow,
  type PracticeRow,
  requirePerson,
  requirePractice,
} from '#features/core/practice/server/queries.ts'
import { proveAddress, type SigningIn, startSession } from '#features/core/practice/server/sign-in.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { can } from '#lib/plan.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, DirectoryTx, PracticeTx } from '#platform/server/database/db.ts'
import { planStatusIn } from '#platform/server/database/plan-row.ts'
import { holdWriters, insertRow, type Row, updateRow } from '#platform/server/database/rows.ts'
import { hashToken } from '#platform/server/http/session.ts'
import { renewViews } from '#platform/server/sync/devices.ts'

/** The person who opens an invitation, and the server. */
export type Joining = SigningIn & { mode: 'test' | 'production'; origin: string; signedInAs: string | undefined }

/** Counts a try at the password of an account. */
export type TryPassword = <T>(email: string, work: () => Promise<T>) => Promise<T>

type Opened = { invitation: InvitationRow; person: PersonRow | undefined; practice: PracticeRow }
/** The person for the seat: their details, whether joining signs them in, and whether they have just proven who they are. */
type Newcomer = { person: PersonRow | undefined; passwordHash: string | null; isProof: boolean; isSignedIn: boolean; isProven: boolean }

/** The invitation behind a link, and what accepting it requires. @throws link_spent */
export async function openInvitation(db: Database, token: string, signedInAs: string | undefined): Promise<OpenedInvitation> {
  const opened = await openLink(db, token)
  const { invitation, practice } = opened
  const step = stepOf(opened, signedInAs)
  const isPasswordNeeded = step === 'choose_password' && !invitation.is_mailed
  return { practiceName: practice.name, role: invitation.role, email: invitation.email, step, isPasswordNeeded }
}

/**
 * Accepts an invitation by its link, once: the person is then a member. A mailed link proves its address, so it sets up the account, or
 * takes it over from a person who never proved the address. A link that was handed over proves nothing, so an existing account requires a
 * sign-in. No link signs in to a proven account. The link is checked before any password is hashed.
 * @returns the token of a session, or undefined when they have to sign in as they always do
 * @throws link_spent, sign_in_failed, too_many_tries, password_needed, practice_takes_nobody
 */
export async function acceptByLink(
  db: Database,
  { token, password }: { token: string; password?: string | undefined },
  from: Joining,
  tryPassword: TryPassword,
): Promise<string | undefined> {
  const opened = await openLink(db, token)
  const { invitation, person } = opened
  const step = stepOf(opened, from.signedInAs)
  const isMe = person !== undefined && person.id === from.signedInAs
  if (step === 'join') return seat(db, opened, { person, passwordHash: null, isProof: false, isSignedIn: isMe, isProven: false }, from)
  if (step === 'give_password') {
    await tryPassword(invitation.email, async () => {
      if (!(await passwordFits(password ?? '', person?.password_hash))) throw new AppError('sign_in_failed')
    })
    return seat(db, opened, { person, passwordHash: null, isProof: false, isSignedIn: true, isProven: true }, from)
  }
  const isChosen = password !== undefined && password !== ''
  if ((isChosen || !invitation.is_mailed) && !isNewPassword(password ?? '')) throw new AppError('password_needed')
  const passwordHash = isChosen ? await hashPassword(password) : null
  return seat(db, opened, { person, passwordHash, isProof: invitation.is_mailed, isSignedIn: true, isProven: true }, from)
}

/** Declines an invitation by its link. @throws link_spent */
export async function declineByLink(db: Database, token: string): Promise<void> {
  const { invitation } = await openLink(db, token)
  await db.withDirectory((tx) => deleteInvitation(tx, invitation))
}

/** The practices that have invited this person. No one sees an invitation to an address they have not proven. */
export async function invitationsTo(db: Database, personId: string): Promise<MyInvitation[]> {
  const rows = await db.withDirectory((tx) => listMine(tx, personId))
  return rows.map(({ id, role, practice_name }) => ({ id, role, practiceName: practice_name }))
}

/** Accepts one of them and goes on in that practice. @throws invitation_not_found, practice_takes_nobody */
export async function acceptMine(db: Database, personId: string, id: string, from: Joining): Promise<string | undefined> {
  const opened = await db.withDirectory(async (tx): Promise<Opened> => {
    const invitation = await requireMine(tx, personId, id)
    return { invitation, person: await requirePerson(tx, personId), practice: await requirePractice(tx, invitation.practice_id) }
  })
  return seat(db, opened, { person: opened.person, passwordHash: null, isProof: false, isSignedIn: true, isProven: false }, from)
}

/** Declines one of them. @throws invitation_not_found */
export const declineMine = (db: Database, personId: string, id: string) =>
  db.withDirectory(async (tx) => deleteInvitation(tx, await requireMine(tx, personId, id)))

function openLink(db: Database, token: string): Promise<Opened> {
  return db.withDirectory(async (tx) => {
    const invitation = await findInvitationByHash(tx, hashToken(token), currentTime())
    if (!invitation) throw new AppError('link_spent')
    const person = await findPersonByEmail(tx, invitation.email)
    return { invitation, person, practice: await requirePractice(tx, invitation.practice_id) }
  })
}

function stepOf({ invitation, person }: Opened, signedInAs: string | undefined): OpenedInvitation['step'] {
  if (!person || (invitation.is_mailed && person.verified_at === null)) return 'choose_password'
  return invitation.is_mailed || person.id === signedInAs ? 'join' : 'give_password'
}

async function listMine(tx: DirectoryTx, personId: string) {
  const { email, verified_at } = await requirePerson(tx, personId)
  return email && verified_at ? listInvitationsTo(tx, email, currentTime()) : []
}

async function requireMine(tx: DirectoryTx, personId: string, id: string): Promise<InvitationRow> {
  const found = (await listMine(tx, personId)).find((one) => one.id === id)
  if (!found) throw new AppError('invitation_not_found')
  return found
}

/**
 * Makes the person a member. The seat is stored first and removed when the rest fails, because no transaction spans both the practice and
 * the directory: a seat without a membership gives no access, and the invitation still exists.
 */
async function seat(db: Database, { invitation, practice }: Opened, newcomer: Newcomer, from: Joining): Promise<string | undefined> {
  if (from.mode !== 'test') {
    const { tier, state } = planStatusIn(practice)
    if (state === 'lapsed' || !can(tier, 'team-management')) throw new AppError('practice_takes_nobody')
  }
  const personId = newcomer.person?.id ?? uuidv7()
  const place = { invitation, practice, personId, origin: from.origin }
  const member = await db.withPractice(practice.id, async (tx) => {
    await holdWriters(tx)
    return takeSeat(tx, place)
  })
  try {
    return await db.withDirectory(async (directory) => {
      if (!(await deleteInvitation(directory, invitation))) throw new AppError('link_spent')
      await writePerson(directory, personId, invitation, { ...newcomer, dataFolder: from.dataFolder })
      await insertMembership(directory, personId, { practiceId: practice.id, memberId: member.id })
      return newcomer.isSignedIn
        ? startSession(directory, { personId, practiceId: practice.id, isProven: newcomer.isProven }, from)
        : undefined
    })
  } catch (error) {
    await giveSeatBack(db, place)
    throw error
  }
}

/** Unless they have become a member in the meantime, for example by the same link pressed twice. */
async function giveSeatBack(db: Database, { practice, personId, ...place }: Seat): Promise<void> {
  await db.withPractice(practice.id, async (tx) => {
    await holdWriters(tx)
    const isMember = (await db.withDirectory((directory) => listMemberships(directory, personId))).some(({ id }) => id === practice.id)
    const member = await findMemberByPerson(tx, personId)
    if (isMember || !member) return
    await updateRow(tx, seatedBy(member.id, { practice, personId, ...place }), member, 'members', { is_active: false })
  })
}

type Writing = Newcomer & Pick<SigningIn, 'dataFolder'>

async function writePerson(tx: DirectoryTx, id: string, { email, first_name, last_name }: InvitationRow, newcomer: Writing) {
  const { person, passwordHash, isProof } = newcomer
  if (person) return isProof ? proveAddress(tx, id, passwordHash, newcomer) : undefined
  const verified_at = isProof ? currentTime() : null
  const isNew = await insertPerson(tx, { id, email, first_name, last_name, verified_at, password_hash: passwordHash })
  if (!isNew) throw new AppError('email_taken')
}

type Seat = { invitation: InvitationRow; practice: PracticeRow; personId: string; origin: string }

async function takeSeat(tx: PracticeTx, place: Seat): Promise<Row<'members'>> {
  const { invitation, personId } = place
  const before = await findMemberByPerson(tx, personId)
  const name = `${invitation.first_name} ${invitation.last_name}`.trim()
  const columns = { name, role: invitation.role, initials: initialsOf(name), is_active: true }
  const id = before?.id ?? uuidv7()
  const actor = seatedBy(id, place)
  if (!before) return insertRow(tx, actor, 'members', id, { person_id: personId, ...columns })
  if (before.role !== invitation.role) await renewViews(tx, before.id)
  return updateRow(tx, actor, before, 'members', columns)
}

const seatedBy = (memberId: string, { invitation, practice, personId, origin }: Seat): Actor => ({
  practiceId: practice.id,
  memberId,
  personId,
  role: invitation.role,
  tier: practice.tier,
  zone: practice.zone,
  practiceName: practice.name,
  origin,
  deviceId: null,
  opId: uuidv7(),
})
