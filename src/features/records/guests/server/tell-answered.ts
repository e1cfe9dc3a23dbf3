import { sql } from 'kysely'
import { queueToOther } from '#features/core/notices/server/queue-to-other.ts'
import { addressAs } from '#features/records/guests/rules.ts'
import type { AskRow } from '#features/records/guests/server/ask-queries.ts'
import { currentMs } from '#lib/clock.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

const DAY_MS = 86_400_000

/**
 * Notifies a sharer or a yard manager, at the address by which they came in, that the farrier has answered what they wrote: once for each
 * thing they wrote, without a word of it, and only while they share or manage.
 */
export async function tellAnswered(tx: PracticeTx, actor: Actor, ask: AskRow): Promise<void> {
  const { id, person_id: personId, client_id: clientId, horse_id: horseId, yard_id: yardId } = ask
  if (!personId) return
  const { rows } = await sql<{ name: string; address: string }>`
    select coalesce(i.to_name, 'there') as name, i.to_address as address from portal_invites i
    where i.used_by = ${personId} and i.to_address is not null
      and (i.role = 'sharer' and i.horse_id = ${horseId} and exists (select from shared_with(${personId}) s where s.horse_id = ${horseId})
        or i.role = 'yard' and i.yard_id = ${yardId} and exists (select from managed_by(${personId}) m where m.yard_id = ${yardId}))
    order by i.made_at desc, i.id desc limit 1`.execute(tx)
  const [to] = rows
  if (!to) return
  await queueToOther(tx, actor, {
    kind: 'answered_other',
    about: clientId ? { clientId } : { memberId: memberOf(actor) },
    recipient: to.name,
    way: { channel: addressAs(to.address).kind === 'email' ? 'email' : 'sms', address: to.address },
    fields: { link: `${actor.origin}/my` },
    subjectId: id,
    notAfter: new Date(currentMs() + DAY_MS),
  })
}
