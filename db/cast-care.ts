import type { Insertable } from 'kysely'
import { cast, castHorse } from '#db/cast.ts'
import { agreedWords, serviceFor } from '#features/records/guests/care-rules.ts'
import type { CareRole } from '#features/records/guests/rules.ts'
import { addDays, type Day, instantOf } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.ts'

/** Someone who looks after a horse beside its farrier. */
type CastCarer = {
  role: CareRole
  horse: string
  name: string
  practice: string
  to: string
  reg: string | null
  since: number
  days: number
}

/** A vet who has taken films, the last of them before the last trim, and a physio. */
const CARERS = {
  vet: {
    ...{ role: 'vet', horse: 'Duchess', name: 'Mia Bevan', practice: 'Marches Equine', to: 'mia@marches-equine.example' },
    ...{ reg: 'M 0000000', since: 66, days: 183 },
  },
  physio: {
    ...{ role: 'para-professional', horse: 'Mulberry', name: 'Tom Pugh', practice: 'Teme Physio', to: 'tom@teme-physio.example' },
    ...{ reg: null, since: 26, days: 183 },
  },
} as const satisfies Record<string, CastCarer>
type CarerKey = keyof typeof CARERS
const carers = Object.entries(CARERS) as [CarerKey, CastCarer][]

export const castCarers = carers.map(([key]) => uuidOf('cast', 'guest', key))

const personOf = (key: CarerKey) => uuidOf('cast', 'guest', key)
const grantOf = (key: CarerKey) => uuidOf('cast', 'grant', key)
const at = (today: Day, daysAgo: number, time: string) => instantOf(addDays(today, -daysAgo), time, cast.practice.zone)

/** By which grant a film of this horse and day came; none: it was handed over before there was one. */
export function castGrantOf(horseId: string, day: Day, today: Day): string | null {
  const { horse, since } = CARERS.vet
  return castHorse(horse).id === horseId && day > addDays(today, -since) ? grantOf('vet') : null
}

/** What their owners agreed to, what they see because of it, and the services that are paid for. */
export async function insertCarers(tx: PracticeTx, today: Day): Promise<void> {
  const practice_id = cast.practice.id
  await tx
    .insertInto('care_consents')
    .values(carers.map(([key, carer]) => ({ practice_id, ...consentOf(key, carer, today) })))
    .execute()
  await tx
    .insertInto('horse_grants')
    .values(carers.map(([key, carer]) => ({ practice_id, ...grantRow(key, carer, today) })))
    .execute()
  await tx
    .insertInto('horse_services')
    .values(
      carers.map(([key, { role, horse, since }]) => ({
        ...{ practice_id, id: uuidOf('cast', 'service', key), horse_id: castHorse(horse).id, service: serviceFor(role), person_id: null },
        ...{ from_on: addDays(today, -since), paid_until: null, is_past_due: false, ends_on: null, ended_why: null },
      })),
    )
    .execute()
  const vet = castHorse(CARERS.vet.horse)
  await tx
    .insertInto('guest_log')
    .values({
      ...{ practice_id, id: uuidOf('cast', 'opened', 'vet'), person_id: personOf('vet'), client_id: vet.clientId, role: 'vet' },
      ...{ what: 'horse', subject_id: vet.id, hour: at(today, 9, '16:00'), at: at(today, 9, '16:20') },
    })
    .execute()
}

function consentOf(key: CarerKey, { role, horse, name, practice, to, reg, since, days }: CastCarer, today: Day) {
  const agreed = { toName: name, toPractice: practice, role, backToOn: null, untilOn: addDays(today, days - since), mayContact: false }
  // The farrier requested consent for the vet, and the owner agreed by the link.
  return {
    ...{ id: uuidOf('cast', 'agreement', key), client_id: castHorse(horse).clientId, role, horse_ids: [castHorse(horse).id] },
    ...{ to_name: name, to_address: to, to_practice: practice, reg_number: reg, back_to_on: null, until_on: agreed.untilOn },
    ...{ may_contact: false, words: agreedWords({ ...agreed, horses: [horse] }) },
    ...{ asked_at: at(today, since, '12:10'), asked_person: null, asked_member: cast.owner.memberId },
    ...{ agreed_at: at(today, since, '12:34'), agreed_how: 'link' as const, agreed_person: null, agreed_member: null },
    ...{ approved_at: at(today, since, '12:10'), approved_member: cast.owner.memberId, refused_at: null, refused_by: null },
    ...{ taken_back_at: null, taken_back_person: null, taken_back_member: null },
  }
}

const grantRow = (key: CarerKey, { role, horse, name, since, days }: CastCarer, today: Day) => ({
  ...{ id: grantOf(key), horse_id: castHorse(horse).id, client_id: castHorse(horse).clientId, person_id: personOf(key), role },
  ...{ to_name: name, consent_id: uuidOf('cast', 'agreement', key), from_at: at(today, since, '18:05') },
  ...{ until_at: instantOf(addDays(today, days - since + 1), '00:00', cast.practice.zone) },
  ...{ by_person: null, by_member: cast.owner.memberId, ended_at: null, ended_by_person: null, ended_by_member: null },
})

type Note = Omit<Insertable<Tables['care_notes']>, 'practice_id' | 'rev' | 'seq' | 'deleted_at' | 'fw'>

const TOES = { work: 'trim', words: 'Toe back to the white line, leave the heel' } as const

/** A plan that was accepted, and the horse trimmed by it since; what was answered; and a note that waits. */
export function careNoteRows(today: Day, films: readonly { id: string; horse_id: string | null; file_type: string }[]): Note[] {
  const duchess = castHorse(CARERS.vet.horse).id
  const film = films.findLast(({ horse_id, file_type }) => horse_id === duchess && file_type === 'radiograph')
  const none = { plan: null, figures: null, film_id: null, review_on: null, owner_sees_from: null, withdrawn_at: null }
  const untaken = { taken_at: null, taken_by: null }
  const plan = uuidOf('cast', 'care note', 'plan')
  return [
    {
      ...{ ...none, id: plan, horse_id: duchess, person_id: personOf('vet'), member_id: null, author_name: CARERS.vet.name },
      ...{ author_role: 'vet', kind: 'plan', reply_to_id: null, said_at: at(today, 9, '16:31'), plan: { NF: TOES, OF: TOES } },
      body: 'Both fronts are long in the toe on the films. Same again next time, then I look at her once more.',
      ...{ film_id: film?.id ?? null, review_on: addDays(today, 33), taken_at: at(today, 9, '18:02'), taken_by: cast.owner.memberId },
    },
    {
      ...{
        ...none,
        ...untaken,
        id: uuidOf('cast', 'care note', 'answer'),
        horse_id: duchess,
        person_id: null,
        member_id: cast.owner.memberId,
      },
      ...{ author_name: `${cast.owner.firstName} ${cast.owner.lastName}`, author_role: 'farrier', kind: 'answer', reply_to_id: plan },
      ...{ said_at: at(today, 9, '18:04'), body: 'Will do. I am there next week.' },
    },
    {
      ...{ ...none, ...untaken, id: uuidOf('cast', 'care note', 'physio'), horse_id: castHorse(CARERS.physio.horse).id },
      ...{
        person_id: personOf('physio'),
        member_id: null,
        author_name: CARERS.physio.name,
        author_role: 'para-professional',
        kind: 'note',
      },
      ...{ reply_to_id: null, said_at: at(today, 1, '19:05') },
      body: 'Short on the left hind on a circle, better in a straight line. I see her again in three weeks.',
    },
  ]
}
