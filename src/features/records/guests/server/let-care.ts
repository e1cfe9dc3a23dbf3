import { sql } from 'kysely'
import { LONGEST_REG } from '#features/records/guests/care-rules.ts'
import type { CareRole } from '#features/records/guests/rules.ts'
import { overAt } from '#features/records/guests/server/care-queries.ts'
import { changeConsent } from '#features/records/guests/server/care-rows.ts'
import type { OpenInvite } from '#features/records/guests/server/open-invite.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

type Letting = {
  personId: string
  clientId: string
  role: CareRole
  toName: string | null
  byPerson: string | null
  byMember: string | null
  care: NonNullable<OpenInvite['care']>
  /** In their own words. */
  regNumber: string
}

/**
 * Lets a vet or a para-professional see what was agreed, from now on: each horse that is the client's still. For a horse that they see already what was
 * agreed last holds.
 */
export async function letCare(tx: PracticeTx, actor: Pick<Actor, 'practiceId' | 'zone'>, letting: Letting): Promise<void> {
  const { personId, clientId, role, toName, byPerson, byMember, care } = letting
  const regNumber = letting.regNumber.trim().slice(0, LONGEST_REG)
  if (regNumber) await changeConsent(tx, care.consentId, { reg_number: regNumber })
  const agreed = {
    ...{ consent_id: care.consentId, to_name: toName, by_person: byPerson, by_member: byMember },
    ...{ from_at: currentTime(), until_at: overAt(care.untilOn, actor.zone) },
  }
  const before = await consentsOf(tx, letting)
  for (const horse of care.horses) {
    const { numUpdatedRows } = await tx
      .updateTable('horse_grants')
      .set(agreed)
      .where('horse_id', '=', horse.id)
      .where('client_id', '=', clientId)
      .where('person_id', '=', personId)
      .where('role', '=', role)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) continue
    await tx
      .insertInto('horse_grants')
      .values({
        ...{ practice_id: actor.practiceId, id: uuidv7(), horse_id: horse.id, client_id: clientId, person_id: personId, role },
        ...agreed,
        ...{ may_answer: false, ended_at: null, ended_by_person: null, ended_by_member: null },
      })
      .execute()
  }
  await replace(tx, before, care.consentId)
  await sql`select keep_way(${personId})`.execute(tx)
}

/** By which agreements they see horses of the client's already. */
const consentsOf = (tx: PracticeTx, { personId, clientId, role }: Letting) =>
  tx
    .selectFrom('horse_grants')
    .select('consent_id')
    .distinct()
    .where('person_id', '=', personId)
    .where('client_id', '=', clientId)
    .where('role', '=', role)
    .where('ended_at', 'is', null)
    .execute()

/** Records the newer agreement as the successor of one by which no one sees anything any longer. */
async function replace(tx: PracticeTx, before: readonly { consent_id: string | null }[], by: string): Promise<void> {
  for (const { consent_id: old } of before)
    await sql`update care_consents n set renews_id = ${old} where n.id = ${by} and n.renews_id is null and ${old}::uuid <> ${by}
      and not exists (select from horse_grants g where g.consent_id = ${old})`.execute(tx)
}

/** The invited person declines: their invitation no longer opens anything. */
export async function declineCare(tx: PracticeTx, consentId: string): Promise<void> {
  await changeConsent(tx, consentId, { refused_at: currentTime(), refused_by: 'invited' })
}
