import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { FarPerson } from '#connectors/kit/audience.ts'
import { dueTag, type ListTag, townTag } from '#features/office/integrations/audience-rules.ts'
import { greetingNameOf } from '#features/records/clients/rules.ts'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** A person who may be on a newsletter list; `name`: what the farrier calls them. */
export type Person = FarPerson & { name: string }

type Row = {
  id: string
  email: string
  name: string
  isBusiness: boolean
  businessName: string | null
  dueOn: Day | null
  addresses: (string | null)[]
}

/** Who may still hear from the practice: live records with a consent, which have not stopped texts. */
const MAY_HEAR = sql<boolean>`c.deleted_at is null and c.is_active and c.stopped_at is null and c.preferred_channel <> 'none'
  and c.marketing_consent_at is not null and btrim(coalesce(c.email, '')) <> ''`

/** The people of a list: clients with a consent and an e-mail address, each address once, with the tags that are chosen. */
export async function listPeople(tx: PracticeTx, tags: readonly ListTag[], today: Day): Promise<Person[]> {
  const { rows } = await sql<Row>`
    select c.id, btrim(c.email) as email, c.name, c.is_business as "isBusiness", c.business_name as "businessName", horses.due as "dueOn",
      coalesce(horses.addresses, array[c.address]) as addresses
    from clients c
    left join lateral (
      select min(h.next_due_on)::text as due, array_agg(distinct coalesce(y.address, c.address)) as addresses
      from horses h
      left join yards y on y.practice_id = h.practice_id and y.id = h.yard_id and y.deleted_at is null
      where h.practice_id = c.practice_id and h.client_id = c.id and h.deleted_at is null and h.gone_on is null
    ) horses on true
    where ${MAY_HEAR} order by c.created_at, c.id`.execute(tx)
  const byAddress = new Map<string, Person>()
  for (const row of rows) if (!byAddress.has(addressKey(row.email))) byAddress.set(addressKey(row.email), personOf(row, tags, today))
  return [...byAddress.values()]
}

const personOf = ({ id, email, dueOn, addresses, ...named }: Row, tags: readonly ListTag[], today: Day): Person => ({
  ...{ uid: id, email, name: named.name, firstName: greetingNameOf(named) },
  tags: [
    ...(tags.includes('town') ? addresses.flatMap((address) => townTag(address) ?? []) : []),
    ...(tags.includes('due') && dueOn ? [dueTag(dueOn, today)] : []),
  ].filter((tag, at, all) => all.indexOf(tag) === at),
})

const addressKey = (email: string) => email.trim().toLowerCase()

/** An address as it is remembered of a person there: it is recognised again, and not kept. */
export const addressHash = (email: string): string => createHash('sha256').update(addressKey(email)).digest('base64url')

/** Those of some clients who still agree to marketing, whether or not they can be reached. */
export async function stillAgreeing(tx: PracticeTx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from clients where id = any(${ids}::uuid[]) and deleted_at is null and marketing_consent_at is not null`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** The clients of some addresses who agree to marketing, and since when. */
export async function agreeingBy(tx: PracticeTx, emails: readonly string[]): Promise<{ id: string; email: string; since: Date }[]> {
  if (emails.length === 0) return []
  const { rows } = await sql<{ id: string; email: string; since: Date }>`
    select id, email, marketing_consent_at as since from clients
    where deleted_at is null and marketing_consent_at is not null and lower(btrim(email)) = any(${emails.map(addressKey)})`.execute(tx)
  return rows
}
