import type { GuestRole } from '#features/records/guests/rules.ts'
import type { Day } from '#lib/dates.ts'
import { type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'

/** An open invitation, and what it is for. */
export type OpenInvite = {
  id: string
  how: 'sms' | 'email' | 'handed'
  role: GuestRole
  /** Null: to a yard. */
  clientId: string | null
  /** The client's own name, as they trade and as a person. */
  client: { name: string; isBusiness: boolean; businessName: string | null } | null
  horseId: string | null
  horseName: string | null
  yardId: string | null
  toName: string | null
  toAddress: string | null
  seesMoney: boolean
  mayAnswer: boolean
  byPerson: string | null
  byMember: string | null
  /** Of a vet or a para-professional: what was agreed, as far as the horses are the client's still. */
  care: { consentId: string; untilOn: Day; backToOn: Day | null; mayContact: boolean; horses: { id: string; name: string }[] } | null
}

// The inviter must still see what they would show; a horse must still be theirs, and must not have been away from them since.
const OPEN: Prepared = {
  name: 'open_invite',
  text: `select i.id, i.how, i.role, i.client_id as "clientId", i.horse_id as "horseId", i.yard_id as "yardId", h.name as "horseName",
      i.to_name as "toName", i.to_address as "toAddress", i.sees_money as "seesMoney", i.may_answer as "mayAnswer",
      i.by_person as "byPerson", i.by_member as "byMember", case when a.id is not null then
        json_build_object('consentId', a.id, 'untilOn', a.until_on, 'backToOn', a.back_to_on, 'mayContact', a.may_contact, 'horses', a.horses) end as care, case when c.id is not null then
        json_build_object('name', c.name, 'isBusiness', c.is_business, 'businessName', c.business_name) end as client
    from portal_invites i
    left join clients c on c.practice_id = i.practice_id and c.id = i.client_id and c.deleted_at is null
    left join horses h on h.practice_id = i.practice_id and h.id = i.horse_id and h.client_id = i.client_id and h.deleted_at is null
      and (h.gone_on is null or h.gone_on > clock_now()::date)
    left join yards y on y.practice_id = i.practice_id and y.id = i.yard_id and y.deleted_at is null
    left join lateral (
      select k.*, (select json_agg(json_build_object('id', b.id, 'name', b.name) order by b.name, b.id) from horses b
        where b.practice_id = k.practice_id and b.id = any (k.horse_ids) and b.client_id = i.client_id and b.deleted_at is null
          and (b.gone_on is null or b.gone_on > clock_now()::date)
          and not exists (
            select from horse_owners o
            where o.practice_id = b.practice_id and o.horse_id = b.id and o.client_id = i.client_id and o.to_on is null
              and o.from_on > (k.asked_at + interval '1 hour')::date)) as horses
      from care_consents k where k.practice_id = i.practice_id and k.id = i.consent_id and k.agreed_at is not null and k.approved_at is not null
        and k.refused_at is null and k.taken_back_at is null) a on a.horses is not null
    where (i.consent_id is null) = (a.id is null) and i.id = $1 and i.ended_at is null and i.used_at is null and i.dies_at > clock_now()
      and num_nonnulls(i.client_id, i.horse_id, i.yard_id) = num_nonnulls(c.id, h.id, y.id)
      and (i.role = 'holder' or (
        c.portal is distinct from false and still_lets(i.client_id, i.by_person)
        and not exists (select from settings s where s.portal ->> 'way' = 'off')))
      and not exists (
        select from horse_owners o
        where o.practice_id = i.practice_id and o.horse_id = i.horse_id and o.client_id = i.client_id and o.to_on is null
          and o.from_on > (i.made_at + interval '1 hour')::date)`,
}

/** The invitation while it is open; undefined: it was used, withdrawn, has run out, or there is no longer anything to see by it. */
export const findOpenInvite = async (tx: PracticeTx, id: string): Promise<OpenInvite | undefined> =>
  (await readIn(tx)<OpenInvite>(OPEN, [id]))[0]
