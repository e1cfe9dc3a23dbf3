import { sql } from 'kysely'
import { currentTime } from '#lib/clock.ts'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

export type OfferRow = Row<'slot_offers'>

/** Offers of a day and after it, the newest first. */
export const listOffers = (tx: PracticeTx, { from, limit }: { from: Day; limit: number }): Promise<OfferRow[]> =>
  tx
    .selectFrom('slot_offers')
    .selectAll()
    .where('on_day', '>=', from)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** All offers made together, each row locked until the end of the transaction: of two clients who accept at once, one waits. */
export const lockGap = (tx: PracticeTx, gapId: string): Promise<OfferRow[]> =>
  tx.selectFrom('slot_offers').selectAll().where('gap_id', '=', gapId).orderBy('id').forUpdate().execute()

/** Offers of a span of days that a client may still take, declined ones included; each row locked. */
export const lockOpen = (tx: PracticeTx, days: { from: Day; to: Day }): Promise<OfferRow[]> =>
  tx
    .selectFrom('slot_offers')
    .selectAll()
    .where('on_day', '>=', days.from)
    .where('on_day', '<=', days.to)
    .where('state', 'in', ['offered', 'declined'])
    .where('starts_at', '>', currentTime())
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Whether a member's diary has an entry with a time between two moments. */
export async function isTaken(tx: PracticeTx, memberId: string, from: Date, to: Date): Promise<boolean> {
  const found = await tx
    .selectFrom('appointments')
    .select('id')
    .where('member_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .where('is_call_only', '=', false)
    .where('status', 'in', ['booked', 'pencilled', 'done'])
    .where('starts_at', '<', to)
    .where('ends_at', '>', from)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a client has an offer of a member's time between two moments that they may still take. */
export async function isOffered(tx: PracticeTx, clientId: string, memberId: string, [from, to]: readonly [Date, Date]): Promise<boolean> {
  const found = await tx
    .selectFrom('slot_offers')
    .select('id')
    .where('client_id', '=', clientId)
    .where('member_id', '=', memberId)
    .where('state', '=', 'offered')
    .where('expires_at', '>', currentTime())
    .where('starts_at', '<', to)
    .where('ends_at', '>', from)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export type OfferedName = { id: string; name: string; work: string | null; workLabel: string | null }

/** The horses of an offer that are still its client's and have not gone, with what the practice calls their work; in the offer's order. */
export async function listOffered(tx: PracticeTx, offer: OfferRow): Promise<OfferedName[]> {
  const { rows } = await sql<OfferedName>`
    select h.id, h.name, o.work, coalesce(k.label, o.work) as "workLabel"
    from jsonb_array_elements(${JSON.stringify(offer.horses)}::jsonb) with ordinality as each (horse, place)
    cross join lateral (select (each.horse ->> 'horseId')::uuid as id, each.horse ->> 'plannedWork' as work) o
    join horses h on h.id = o.id and h.client_id = ${offer.client_id} and h.deleted_at is null
      and (h.gone_on is null or h.gone_on > ${offer.on_day})
    left join service_types k on k.practice_id = h.practice_id and k.service_type = o.work
    order by each.place`.execute(tx)
  return rows
}
