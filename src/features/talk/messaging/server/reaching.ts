import { watchNotices } from '#features/core/notices/server/watch-notices.ts'
import { deliveryOf } from '#features/talk/messaging/rules.ts'
import { findByNotice } from '#features/talk/messaging/server/queries.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, keepServerColumns } from '#platform/server/database/rows.ts'

/** From now on every message shows the delivery status of its text. Call it when building a server or a worker. */
export function followTexts(): void {
  watchNotices('message', noteDelivery)
  watchNotices('auto_reply', noteDelivery)
}

/** Records the delivery status of a text on its message; devices receive the change. */
async function noteDelivery(tx: PracticeTx, notice: { id: string; state: string; state_reason: string | null }): Promise<void> {
  await holdWriters(tx)
  const message = await findByNotice(tx, notice.id)
  if (!message) return
  const delivery = deliveryOf(notice.state)
  await keepServerColumns(tx, message, 'messages', { delivery, delivery_note: noteOf(delivery, notice.state_reason) })
}

/** The outbox holds why a text waits for another try; a message holds only why it was not sent. */
const noteOf = (delivery: string, reason: string | null) => (['failed', 'stopped', 'unknown'].includes(delivery) ? reason : null)
