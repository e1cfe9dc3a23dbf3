import { receiveMessage } from '#features/talk/messaging/server/receive-message.ts'
import { uuidOf } from '#lib/ids.ts'
import { poundsInFull } from '#lib/money.ts'
import type { Database } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'

type Paid = { practiceId: string; invoiceId: string; clientId: string; paper: { number: string; leftPence: number }; byPerson?: string }

/**
 * Adds a payer's word that they have paid an invoice to their conversation, unread: the farrier looks at the bank. The same invoice again, for
 * the same sum, is one message. No payment is recorded.
 */
export async function takePaidWord(
  { db, setup }: { db: Database; setup: { origin: string } },
  { practiceId, invoiceId, clientId, paper, byPerson }: Paid,
) {
  const opId = uuidOf('paid', invoiceId, String(paper.leftPence))
  const actor = { ...(await actorOfPractice(db, practiceId, { origin: setup.origin, opId })), ...(byPerson && { byPerson }) }
  const content = `I have paid invoice ${paper.number}, ${poundsInFull(paper.leftPence)}.`
  return db.withPractice(practiceId, (tx) =>
    receiveMessage(tx, actor, {
      clientId,
      via: 'portal',
      content,
      providerRef: opId,
      isEmergency: false,
      subject: `Invoice ${paper.number}`,
    }),
  )
}
