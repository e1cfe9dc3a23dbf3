import { sql } from 'kysely'
import type { CareRole } from '#features/records/guests/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { FixturePractice } from '#testing/practice.ts'

type Care = { clientId: string; horseIds: readonly string[]; personId: string; role?: CareRole; backToOn?: Day; mayContact?: boolean }

/** Lets a carer look after horses of a client: agreed, approved, come in, and paid for, for 90 days. */
export function letCare(
  practice: Pick<FixturePractice, 'inPractice'>,
  { clientId, horseIds, personId, role = 'vet', backToOn, mayContact = false }: Care,
) {
  return practice.inPractice(async (tx, { practiceId, memberId }) => {
    const now = currentTime()
    const today = dayOf(now, 'Europe/London')
    const consentId = uuidv7()
    await tx
      .insertInto('care_consents')
      .values({
        ...{ practice_id: practiceId, id: consentId, client_id: clientId, role, horse_ids: [...horseIds] },
        ...{ to_name: 'Mia Bevan', to_address: 'mia@vets.example', to_practice: 'Teme Vets', reg_number: null },
        ...{ back_to_on: backToOn ?? null, until_on: addDays(today, 90), may_contact: mayContact, words: 'Mia Bevan may look.' },
        ...{ asked_at: now, asked_person: null, asked_member: memberId },
        ...{ agreed_at: now, agreed_how: 'said', agreed_person: null, agreed_member: memberId },
        ...{ approved_at: now, approved_member: memberId, refused_at: null, refused_by: null },
        ...{ taken_back_at: null, taken_back_person: null, taken_back_member: null },
      })
      .execute()
    const grants = horseIds.map((horseId) => ({
      ...{ practice_id: practiceId, id: uuidv7(), horse_id: horseId, client_id: clientId, person_id: personId, role },
      ...{ to_name: 'Mia Bevan', consent_id: consentId, from_at: now, until_at: new Date(now.getTime() + 90 * 86_400_000) },
      ...{ by_person: null, by_member: memberId, ended_at: null, ended_by_person: null, ended_by_member: null },
    }))
    await tx.insertInto('horse_grants').values(grants).execute()
    const service = role === 'vet' ? ('vet-integration' as const) : role
    const days = { from_on: today, paid_until: null, is_past_due: false, ends_on: null, ended_why: null }
    await tx
      .insertInto('horse_services')
      .values(horseIds.map((horseId) => ({ practice_id: practiceId, id: uuidv7(), horse_id: horseId, service, person_id: null, ...days })))
      .onConflict((same) => same.doNothing())
      .execute()
    await sql`select keep_way(${personId})`.execute(tx)
    return { consentId, grantIds: grants.map(({ id }) => id) }
  })
}
