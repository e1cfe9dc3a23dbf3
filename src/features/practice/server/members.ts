import type { Invitation, Invited, MemberChange, MyNameInput, PracticeMember } from '#features/practice/contract.ts'
import { initialsOf } from '#features/practice/rules.ts'
import {
  countActiveOwners,
  deleteMembership,
  dropUnusedLinks,
  findMemberByPerson,
  findPersonByEmail,
  insertMembership,
  insertPerson,
  insertSigninLink,
  listMembers,
  listMemberships,
  listPeople,
  type PersonRow,
  requireMember,
  requirePerson,
  requirePractice,
  revokeSessionsIn,
  updatePerson,
} from '#features/practice/server/queries.ts'
import { requireFeature } from '#features/practice/server/require-feature.ts'
import { requireMay } from '#features/practice/server/require-may.ts'
import { linkAddress } from '#features/practice/server/sign-in.ts'
import { currentMs } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type Actor, memberOf as actingMember } from '#platform/server/actor.ts'
import type { Database, DirectoryTx, PracticeTx } from '#platform/server/db.ts'
import { type MailSettings, sendMail } from '#platform/server/email.ts'
import { holdWriters, insertRow, type Row, rowForChange, updateRow } from '#platform/server/rows.ts'
import { newToken } from '#platform/server/session.ts'
import { renewViews } from '#platform/server/sync-devices.ts'

/** An invitation waits for a quiet evening. */
const INVITED_LINK_MS = 7 * 24 * 60 * 60_000

/** How this server reaches people: by mail, or by a link that is handed over. */
export type Reach = { mail: MailSettings | undefined; origin: string; onFailure: (error: unknown) => void }

/** Everybody who works or worked here, with what only the owner needs to know of them. @throws forbidden for all but owners */
export async function membersOf(db: Database, tx: PracticeTx, actor: Actor): Promise<PracticeMember[]> {
  requireMay(actor, 'runPractice')
  const rows = await listMembers(tx)
  const people = await peopleOf(db, rows)
  const members = rows.map((row) => toPracticeMember(row, people.get(row.person_id)))
  // Whoever asks is here, however they came in.
  return members.map((member) => (member.id === actor.memberId ? { ...member, isInvited: false } : member))
}

/**
 * Takes somebody into the practice. One new to us gets a link to sign in with, by mail, or in the answer where the server sends none: only
 * then, because a link opens everything its person may see. One who signs in already is only told.
 * @throws forbidden for all but owners and in the demo practice, not_in_plan, already_member
 */
export async function inviteMember(db: Database, tx: PracticeTx, actor: Actor, input: Invitation, reach: Reach): Promise<Invited> {
  requireMay(actor, 'runPractice')
  requireFeature(actor, 'team-management')
  await holdWriters(tx)
  const known = await db.withDirectory(async (directory) => {
    if ((await requirePractice(directory, actor.practiceId)).mode === 'demo') throw new AppError('not_in_demo')
    return findPersonByEmail(directory, input.email)
  })
  const personId = known?.id ?? uuidv7()
  const row = await seatMember(tx, actor, personId, input)
  const token = await db.withDirectory((directory) => letIn(directory, { known, personId, row, input }))
  const words = { to: input.email, practice: actor.practiceName }
  return { member: await memberOf(db, row), link: token ? invite(reach, words, token) : announce(reach, words) }
}

/** Sends the link again to who has not signed in yet; earlier ones end. @throws forbidden, member_not_found, has_signed_in */
export async function inviteAgain(db: Database, tx: PracticeTx, actor: Actor, id: string, reach: Reach): Promise<Invited> {
  requireMay(actor, 'runPractice')
  const row = await rowForChange(tx, 'members', id, 'member_not_found')
  const { person, token } = await db.withDirectory(async (directory) => {
    const found = await requirePerson(directory, row.person_id)
    const isOurs = (await listMemberships(directory, found.id)).length === 1
    if (!row.is_active || !isNew(found) || !isOurs) throw new AppError('has_signed_in')
    return { person: found, token: await makeInvitation(directory, found.id) }
  })
  return { member: toPracticeMember(row, person), link: invite(reach, { to: person.email ?? '', practice: actor.practiceName }, token) }
}

/**
 * Changes what somebody may do here, or whether they still work here: who leaves is signed out of this practice at once and keeps the
 * diary under their name. A new role makes their devices fetch their copy anew, for it holds what the role may see. A smaller plan takes nobody
 * (back) in; who is here stays.
 * @throws forbidden for all but owners, not_in_plan, member_not_found, last_owner
 */
export async function changeMember(db: Database, tx: PracticeTx, actor: Actor, id: string, input: MemberChange): Promise<PracticeMember> {
  requireMay(actor, 'runPractice')
  const before = await rowForChange(tx, 'members', id, 'member_not_found')
  const { role = before.role, isActive = before.is_active } = input
  if (isActive && !before.is_active) requireFeature(actor, 'team-management')
  const stopsRunning = before.role === 'owner' && before.is_active && !(role === 'owner' && isActive)
  if (stopsRunning && (await countActiveOwners(tx)) === 1) throw new AppError('last_owner')
  const after = await updateRow(tx, actor, before, 'members', { role, is_active: isActive })
  if (after.role !== before.role) await renewViews(tx, id)
  await db.withDirectory(async (directory) => {
    if (isActive && !before.is_active) await insertMembership(directory, after.person_id, { practiceId: actor.practiceId, memberId: id })
    if (isActive || !before.is_active) return
    await deleteMembership(directory, after.person_id, actor.practiceId)
    await revokeSessionsIn(directory, after.person_id, actor.practiceId)
  })
  return memberOf(db, after)
}

/** One's own name, for whoever is signed in; colleagues see it change. */
export async function changeMyName(db: Database, tx: PracticeTx, actor: Actor, input: MyNameInput): Promise<void> {
  await db.withDirectory((directory) => updatePerson(directory, actor.personId, { first_name: input.firstName, last_name: input.lastName }))
  const name = nameOf(input)
  await holdWriters(tx)
  await updateRow(tx, actor, await requireMember(tx, actingMember(actor)), 'members', { name, initials: initialsOf(name) })
}

async function seatMember(tx: PracticeTx, actor: Actor, personId: string, input: Invitation): Promise<Row<'members'>> {
  const name = nameOf(input)
  const columns = { name, role: input.role, initials: initialsOf(name), is_active: true }
  const before = await findMemberByPerson(tx, personId)
  if (before?.is_active) throw new AppError('already_member')
  if (!before) return insertRow(tx, actor, 'members', uuidv7(), { person_id: personId, ...columns })
  if (before.role !== input.role) await renewViews(tx, before.id)
  return updateRow(tx, actor, before, 'members', columns)
}

type NewPlace = { known: PersonRow | undefined; personId: string; row: Row<'members'>; input: Invitation }

/** Opens the practice to a person, and makes a link for one who never had a way in. */
async function letIn(tx: DirectoryTx, { known, personId, row, input }: NewPlace): Promise<string | undefined> {
  const person = { id: personId, email: input.email, first_name: input.firstName, last_name: input.lastName }
  if (!known && !(await insertPerson(tx, person))) throw new AppError('email_taken')
  // Whoever was handed a link to a person must not get into another practice with it.
  if (known) await dropUnusedLinks(tx, personId)
  await insertMembership(tx, personId, { practiceId: row.practice_id, memberId: row.id })
  return known ? undefined : makeInvitation(tx, personId)
}

async function makeInvitation(tx: DirectoryTx, personId: string): Promise<string> {
  await dropUnusedLinks(tx, personId)
  const { token, hash } = newToken()
  await insertSigninLink(tx, { hash, personId, expiresAt: new Date(currentMs() + INVITED_LINK_MS) })
  return token
}

type Words = { to: string; practice: string }

function invite(reach: Reach, { to, practice }: Words, token: string): string | null {
  const address = linkAddress(reach.origin, token)
  if (!reach.mail) return address
  post(reach, to, `${practice} has invited you to Pritchel`, [
    `${practice} keeps its diary in Pritchel and has invited you to it. Open this link to sign in; it works once, for a week:`,
    address,
  ])
  return null
}

function announce(reach: Reach, { to, practice }: Words): null {
  post(reach, to, `You are now in ${practice} on Pritchel`, [
    `${practice} has taken you into its practice on Pritchel. Sign in as you always do; Settings is where you change between practices:`,
    `${reach.origin}/sign-in`,
  ])
  return null
}

// Not waited for: a mail server may take a minute, and the invitation can be sent again.
function post({ mail, onFailure }: Reach, to: string, subject: string, paragraphs: string[]) {
  if (!mail) return
  sendMail(mail, { id: uuidv7(), to, subject, body: paragraphs.join('\n\n') })
    .then((delivery) => delivery.state !== 'sent' && onFailure(new Error(`invitation: ${delivery.state}`)))
    .catch(onFailure)
}

async function peopleOf(db: Database, rows: readonly Row<'members'>[]): Promise<Map<string, PersonRow>> {
  const people = await db.withDirectory((tx) =>
    listPeople(
      tx,
      rows.map((row) => row.person_id),
    ),
  )
  return new Map(people.map((person) => [person.id, person]))
}

/** A member as they stand now. @throws member_not_found */
export const memberNow = async (db: Database, tx: PracticeTx, id: string): Promise<PracticeMember> =>
  memberOf(db, await requireMember(tx, id))

const memberOf = async (db: Database, row: Row<'members'>): Promise<PracticeMember> =>
  toPracticeMember(row, (await peopleOf(db, [row])).get(row.person_id))

const toPracticeMember = (row: Row<'members'>, person: PersonRow | undefined): PracticeMember => ({
  id: row.id,
  personId: row.person_id,
  name: row.name,
  role: row.role,
  initials: row.initials,
  isActive: row.is_active,
  email: person?.email ?? null,
  isInvited: row.is_active && person !== undefined && isNew(person),
})

/** Has never had a way in: neither a password nor a link that was used. */
const isNew = (person: PersonRow) => person.verified_at === null && person.password_hash === null

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`.trim()
