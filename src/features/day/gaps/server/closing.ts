import { wayTo } from '#features/core/notices/rules.ts'
import { queueWords } from '#features/core/notices/server/queue-words.ts'
import { dropKind, isNotified } from '#features/core/notices/server/service.ts'
import { offerFields } from '#features/day/gaps/rules.ts'
import { isWithin } from '#features/day/gaps/server/away.ts'
import { listOffered, lockOpen, type OfferRow } from '#features/day/gaps/server/queries.ts'
import { recipientOf } from '#features/records/clients/server/recipient-of.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { currentTime } from '#lib/clock.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { following } from '#platform/server/database/followers.ts'
import { type Row, updateRow } from '#platform/server/database/rows.ts'

/**
 * Ends open offers. A client whose text still waits never gets it; those who were texted are notified that the slot has gone, except those
 * who declined.
 */
export async function closeOffers(tx: PracticeTx, actor: Actor, offers: readonly OfferRow[], state: 'gone' | 'withdrawn'): Promise<void> {
  for (const offer of offers) {
    if (offer.state !== 'offered' && offer.state !== 'declined') continue
    await updateRow(tx, actor, offer, 'slot_offers', { state, state_at: currentTime() }, { isPart: true })
    await dropKind(tx, actor, offer.id, 'offer', 'The slot has gone.')
    if (offer.state === 'offered') await notifyGone(tx, actor, offer)
  }
}

/**
 * Offers of time that was marked off since are closed: no one can take them, and those who were texted are notified that they have gone.
 */
export const timeOffFollower = following({
  tables: ['time_off'],
  async follow(tx, actor, written) {
    for (const { after } of written) {
      const off = after as unknown as Row<'time_off'>
      if (off.deleted_at) continue
      const open = await lockOpen(tx, { from: off.from_day, to: off.to_day })
      await closeOffers(
        tx,
        actor,
        open.filter((offer) => isWithin(off, offer)),
        'withdrawn',
      )
    }
  },
})

async function notifyGone(tx: PracticeTx, actor: Actor, offer: OfferRow): Promise<void> {
  const recipient = recipientOf(await requireClient(tx, offer.client_id))
  const wasOffered = await isNotified(tx, offer.id, offer.client_id, ['offer'])
  if (!wasOffered || typeof wayTo(recipient) === 'string' || offer.expires_at <= currentTime()) return
  const horses = (await listOffered(tx, offer)).map(({ name }) => name)
  const fields = offerFields({ onDay: offer.on_day, localStart: offer.local_start }, horses)
  await queueWords(tx, actor, 'offer_taken', recipient, fields, { notAfter: offer.starts_at, subjectId: offer.id })
}
