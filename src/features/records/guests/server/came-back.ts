import { sql } from 'kysely'
import { type Address, CAME_BACK_MONTHS } from '#features/records/guests/rules.ts'
import { currentTime } from '#lib/clock.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

type CameBackParams = {
  clientId: string
  address: Address
  /** What the test version has only shown counts as sent there: nothing leaves it. */
  isShownSent: boolean
}

/**
 * Whether something came back from an address in the last twelve months: a message by it since it is on the client's record, or an answer
 * about a visit that was notified to that address alone. An answer by a link that went to an older address proves nothing about a new one.
 */
export async function cameBack(tx: PracticeTx, { clientId, address: { kind, address }, isShownSent }: CameBackParams): Promise<boolean> {
  const sent = ['sent', 'delivered', 'handed_over', ...(isShownSent ? ['simulated'] : [])]
  const via = kind === 'email' ? 'email' : 'sms'
  const field = kind === 'email' ? 'email' : 'phone_e164'
  const { rows } = await sql<{ came: boolean }>`
    with since as (select ${currentTime()}::timestamptz - ${`${CAME_BACK_MONTHS} months`}::interval as at)
    select exists (
        select from messages m, since where m.client_id = ${clientId} and m.sender_type = 'client' and m.via = ${via}
          and m.provider_ref is not null and m.deleted_at is null and m.sent_at >= since.at
          and not exists (select from activity a where a.entity = 'clients' and a.entity_id = ${clientId} and a.at > m.sent_at
            and a.after ? ${field}))
      or exists (
        select from visit_answers w, since where w.client_id = ${clientId} and w.deleted_at is null and w.said_at >= since.at
          and exists (select from notices n where n.client_id = w.client_id and n.subject_id = w.appointment_id and n.channel = ${via}
            and lower(n.address) = ${address} and n.state = any (${sent}) and n.created_at <= w.said_at)
          and not exists (select from notices o where o.client_id = w.client_id and o.subject_id = w.appointment_id
            and lower(o.address) <> ${address} and o.created_at <= w.said_at)) as came`.execute(tx)
  return rows[0]?.came ?? false
}
