import { wayTo } from '#features/core/notices/rules.ts'
import { queueWords } from '#features/core/notices/server/queue-words.ts'
import { answerBy, REQUEST_NAMES, referenceOf } from '#features/office/rights/rules.ts'
import { nationOf, type RequestRow } from '#features/office/rights/server/queries.ts'
import { recipientOf } from '#features/records/clients/server/recipient-of.ts'
import type { requireClient } from '#features/records/clients/server/require-client.ts'
import { currentTime } from '#lib/clock.ts'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

type ClientRow = Awaited<ReturnType<typeof requireClient>>
type Received = Pick<RequestRow, 'id' | 'request_type' | 'received_on'>

/** Whether anything can be sent to a client, through the channel they chose. */
export const canNotify = (client: ClientRow): boolean => typeof wayTo(recipientOf(client)) !== 'string'

/**
 * Notifies a client that their request was received, with its deadline (of a complaint: that it is being looked at). Once per request.
 * `only` requires a text, regardless of their preference. @throws no_phone, no_email, stopped
 */
export async function notifyReceipt(tx: PracticeTx, actor: Actor, client: ClientRow, request: Received, only?: 'sms'): Promise<void> {
  const named = { request: REQUEST_NAMES[request.request_type], reference: referenceOf(request.id) }
  const fields = { ...named, ...(await deadlineFor(tx, actor, request)) }
  await queueWords(tx, actor, 'rights', recipientOf(client), fields, {
    subjectId: request.id,
    eventId: request.id,
    ...(only && { channel: only }),
  })
}

/** Sends a client the link to their pack. @throws no_phone, no_email, stopped */
export const notifyPack = (tx: PracticeTx, actor: Actor, client: ClientRow, request: Received, pack: { link: string; words: string }) =>
  queueWords(
    tx,
    actor,
    'rights_done',
    recipientOf(client),
    { request: REQUEST_NAMES[request.request_type], text: pack.words, link: pack.link, reference: referenceOf(request.id) },
    { subjectId: request.id },
  )

/** A complaint has no deadline for its answer; all a practice can promise is that it is looked at without delay. */
async function deadlineFor(tx: PracticeTx, actor: Actor, { request_type, received_on }: Received): Promise<{ deadline?: string }> {
  if (request_type === 'complaint') return {}
  const clock = { requestType: request_type, receivedOn: received_on, waits: [], extendedOn: null, acknowledgedOn: null }
  const today = dayOf(currentTime(), actor.zone)
  return { deadline: dayAndYear(answerBy({ ...clock, status: 'pending' }, await nationOf(tx), today)) }
}
