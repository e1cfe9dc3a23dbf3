import type { Insertable, Selectable } from 'kysely'
import { noteEnded } from '#features/records/guests/server/ended-access.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.ts'

export type Row = Selectable<Tables['care_consents']>

type New = Omit<Insertable<Tables['care_consents']>, keyof typeof OPEN> & Partial<Pick<Row, keyof typeof OPEN>>

/** A request to an owner, with the answer where they gave one. */
export async function insertConsent(tx: PracticeTx, row: New): Promise<Row> {
  return tx
    .insertInto('care_consents')
    .values({ ...OPEN, ...row })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const OPEN = {
  reg_number: null,
  agreed_at: null,
  agreed_how: null,
  agreed_person: null,
  agreed_member: null,
  refused_at: null,
  refused_by: null,
  taken_back_at: null,
  taken_back_person: null,
  taken_back_member: null,
} as const

/** An agreement that is about to change; any other change to it waits. @throws care_not_found */
export async function lockConsent(tx: PracticeTx, id: string): Promise<Row> {
  const row = await tx.selectFrom('care_consents').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('care_not_found')
  return row
}

type Change = Partial<
  Pick<Row, 'agreed_at' | 'agreed_how' | 'agreed_person' | 'approved_at' | 'approved_member' | 'refused_at' | 'refused_by' | 'reg_number'>
>

/** Writes what was answered. */
export const changeConsent = (tx: PracticeTx, id: string, change: Change): Promise<Row> =>
  tx.updateTable('care_consents').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Records that it is withdrawn, and notes that beside the database. */
export async function closeConsent(tx: PracticeTx, actor: Actor, id: string): Promise<void> {
  await tx
    .updateTable('care_consents')
    .set({ taken_back_at: currentTime(), taken_back_person: actor.byPerson ?? null, taken_back_member: actor.memberId })
    .where('id', '=', id)
    .where('taken_back_at', 'is', null)
    .execute()
  noteEnded(tx, { practiceId: actor.practiceId, consentId: id })
}

/** What the journal records of an agreement: no address, and no horse. */
export const whatOf = ({ role, to_name, agreed_how }: Pick<Row, 'role' | 'to_name' | 'agreed_how'>) => ({
  role,
  name: to_name,
  how: agreed_how,
})
