import { queueToOther } from '#features/core/notices/server/queue-to-other.ts'
import { firstNameOf } from '#features/records/clients/rules.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { addressAs, INVITE_DAYS, JOIN_PATH } from '#features/records/guests/rules.ts'
import { overAt } from '#features/records/guests/server/care-queries.ts'
import type { Row } from '#features/records/guests/server/care-rows.ts'
import { noteInvited } from '#features/records/guests/server/invited-addresses.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { shortPath } from '#lib/short-links.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { addPortalLink } from '#platform/server/links.ts'
import { isDemoTime } from '#platform/server/practice-time.ts'

/** Invites whom an owner has agreed to, at the address that only they can prove. The message names the owner or the practice, and no horse. */
export async function inviteToCare(tx: PracticeTx, actor: Actor, row: Row): Promise<void> {
  const inviteId = uuidv7()
  const lasts = new Date(currentMs() + INVITE_DAYS * 86_400_000)
  const over = overAt(row.until_on, actor.zone)
  const diesAt = lasts < over ? lasts : over
  const address = addressAs(row.to_address)
  await tx
    .insertInto('portal_invites')
    .values({
      ...{ practice_id: actor.practiceId, id: inviteId, client_id: row.client_id, role: row.role, consent_id: row.id },
      ...{ how: address.kind === 'email' ? 'email' : 'sms', to_name: row.to_name, to_address: row.to_address },
      // The person who agreed, or the practice that recorded it: with the end of that person's own access it opens nothing.
      ...{ by_person: row.agreed_person, by_member: row.agreed_person ? null : (row.approved_member ?? row.agreed_member) },
      ...{ made_at: currentTime(), dies_at: diesAt, ended_at: null, used_at: null, used_by: null },
    })
    .execute()
  // A visitor's copy of the demo sends no codes.
  if (!isDemoTime(actor.practiceId)) noteInvited(tx, { inviteId, address })
  const client = await requireClient(tx, row.client_id)
  const named = { name: client.name, isBusiness: client.is_business, businessName: client.business_name }
  await queueToOther(tx, actor, {
    kind: 'care_invite',
    about: { clientId: row.client_id },
    recipient: row.to_name,
    way: { channel: address.kind === 'email' ? 'email' : 'sms', address: row.to_address },
    fields: {
      who: row.asked_person ? firstNameOf(named) : actor.practiceName,
      link: actor.origin + shortPath(JOIN_PATH + (await addPortalLink(tx, { inviteId, clientId: row.client_id, diesAt }))),
    },
    subjectId: inviteId,
    notAfter: diesAt,
  })
}
