// Followed by: the calendars of who has left, which are switched off (office/integrations); their API keys, which are revoked (core/api-keys).
import type { MemberChange, MyNameInput, PracticeMember } from '#features/core/practice/contract.ts'
import { initialsOf } from '#features/core/practice/rules.ts'
import {
  countActiveOwners,
  deleteMembership,
  endAccess,
  listMembers,
  listPeople,
  type PersonRow,
  requireMember,
  updatePerson,
} from '#features/core/practice/server/queries.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { toMember } from '#features/core/practice/server/service.ts'
import { AppError } from '#lib/errors.ts'
import { type Actor, memberOf as actingMember } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, type Row, rowForChange, updateRow } from '#platform/server/database/rows.ts'
import { renewViews } from '#platform/server/sync/devices.ts'

/** All current and former members, with the details that only owners see. @throws forbidden for all but owners */
export async function membersOf(db: Database, tx: PracticeTx, actor: Actor): Promise<PracticeMember[]> {
  requireMay(actor, 'runPractice')
  const rows = await listMembers(tx)
  const people = await peopleOf(db, rows)
  return rows.map((row) => toPracticeMember(row, people.get(row.person_id)))
}

/**
 * Changes a member's role, or whether they still work here. A member who leaves is signed out of this practice at once; the diary stays
 * under their name, and they come back by accepting an invitation. After a change of role their devices fetch the local copy again, because
 * it holds only what the role may see.
 * @throws forbidden for all but owners, member_not_found, last_owner, comes_by_invitation
 */
export async function changeMember(db: Database, tx: PracticeTx, actor: Actor, id: string, input: MemberChange): Promise<PracticeMember> {
  requireMay(actor, 'runPractice')
  const before = await rowForChange(tx, 'members', id, 'member_not_found')
  const { role = before.role, isActive = before.is_active } = input
  if (isActive && !before.is_active) throw new AppError('comes_by_invitation')
  const stopsRunning = before.role === 'owner' && before.is_active && !(role === 'owner' && isActive)
  if (stopsRunning && (await countActiveOwners(tx)) === 1) throw new AppError('last_owner')
  const after = await updateRow(tx, actor, before, 'members', { role, is_active: isActive })
  if (after.role !== before.role) await renewViews(tx, id)
  await db.withDirectory(async (directory) => {
    if (isActive || !before.is_active) return
    await deleteMembership(directory, after.person_id, actor.practiceId)
    await endAccess(directory, after.person_id, actor.practiceId)
  })
  return memberOf(db, after)
}

/** Changes the signed-in user's own name; colleagues see the change. */
export async function changeMyName(db: Database, tx: PracticeTx, actor: Actor, input: MyNameInput): Promise<void> {
  await db.withDirectory((directory) => updatePerson(directory, actor.personId, { first_name: input.firstName, last_name: input.lastName }))
  const name = nameOf(input)
  await holdWriters(tx)
  await updateRow(tx, actor, await requireMember(tx, actingMember(actor)), 'members', { name, initials: initialsOf(name) })
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

/** A member's current record. @throws member_not_found */
export const memberNow = async (db: Database, tx: PracticeTx, id: string): Promise<PracticeMember> =>
  memberOf(db, await requireMember(tx, id))

const memberOf = async (db: Database, row: Row<'members'>): Promise<PracticeMember> =>
  toPracticeMember(row, (await peopleOf(db, [row])).get(row.person_id))

const toPracticeMember = (row: Row<'members'>, person: PersonRow | undefined): PracticeMember => ({
  ...toMember(row),
  email: person?.email ?? null,
})

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`.trim()
