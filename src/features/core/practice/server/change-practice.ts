// Followed by: the calendars of who has left, which are switched off (office/integrations); their API keys, which are revoked (core/api-keys).
import type { LaterQuestion, PracticeInput } from '#features/core/practice/contract.ts'
import { initialsOf, TO_ASK, withWorkingDays } from '#features/core/practice/rules.ts'
import { changeSettings } from '#features/core/practice/server/change-settings.ts'
import {
  type PersonRow,
  requireMember,
  requirePerson,
  requirePractice,
  updatePerson,
  updatePractice,
} from '#features/core/practice/server/queries.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { Database, DirectoryTx, PracticeTx } from '#platform/server/database/db.ts'
import { updateRow } from '#platform/server/database/rows.ts'

/** Changes the practice and the owner's own name; absent fields stay. @throws forbidden for all but owners */
export async function changePractice(db: Database, tx: PracticeTx, actor: Actor, input: PracticeInput) {
  requireMay(actor, 'runPractice')
  const person = await db.withDirectory(async (directory) => {
    const { name, nation, frcNumber, firstName, lastName } = input
    const practice = { name, nation, frc_number: frcNumber === '' ? null : frcNumber, to_ask: await stillToAsk(directory, actor, input) }
    if (isAnyGiven(practice)) await updatePractice(directory, actor.practiceId, given(practice))
    const names = { first_name: firstName, last_name: lastName }
    if (isAnyGiven(names)) await updatePerson(directory, actor.personId, given(names))
    return requirePerson(directory, actor.personId)
  })
  if (input.workingDays) {
    await changeSettings(tx, actor, { workingHours: withWorkingDays(await settingsOf(tx), input.workingDays) })
  }
  const name = nameOf(person)
  await updateRow(tx, actor, await requireMember(tx, memberOf(actor)), 'members', { name, initials: initialsOf(name) })
}

/** The questions still open after a change; undefined: the same as before. */
async function stillToAsk(directory: DirectoryTx, { practiceId }: Actor, input: PracticeInput): Promise<LaterQuestion[] | undefined> {
  const answered = TO_ASK.filter((one) => input[one] !== undefined || input.asked?.includes(one))
  if (answered.length === 0) return undefined
  const { to_ask } = await requirePractice(directory, practiceId)
  return to_ask.filter((one) => !answered.includes(one))
}

const nameOf = (person: Pick<PersonRow, 'first_name' | 'last_name'>) => `${person.first_name} ${person.last_name}`.trim()

const isAnyGiven = (values: object) => Object.values(values).some((value) => value !== undefined)

// Kysely and exactOptionalPropertyTypes: an absent column must be no key at all.
const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> }
