import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { GdprRequest, RequestType } from '#features/office/rights/contract.ts'
import { addRequest, requestOf } from '#features/office/rights/server/service.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { idOf } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow, holdWriters } from '#platform/server/database/rows.ts'
import { inSavepoint } from '#platform/server/database/savepoint.ts'

type NotSent = { clientId: string; clientName: string; why: string }

/**
 * Records a request for each client, received by text today, and texts each that it was received (Spec §7). A client who can't be texted is
 * returned with the reason, and nothing is recorded for them. Repeated on the same day, it texts no client twice.
 * @throws forbidden, client_not_found; no_phone or stopped when no one could be texted
 */
export async function sendRequests(tx: PracticeTx, actor: Actor, clientIds: readonly string[], requestType: RequestType) {
  requireMay(actor, 'sendTexts')
  await holdWriters(tx)
  const [requests, notSent]: [GdprRequest[], NotSent[]] = [[], []]
  const refusals: AppError[] = []
  for (const clientId of new Set(clientIds.map((id) => idOf(id, 'client_not_found')))) {
    const client = await requireClient(tx, clientId)
    try {
      const id = uuidOf('gdpr-sms', actor.practiceId, clientId, requestType, dayOf(currentTime(), actor.zone))
      const known = await findRow(tx, 'rights_requests', id)
      if (!known) await inSavepoint(tx, () => addRequest(tx, actor, id, { clientId, requestType, receivedVia: 'sms' }, 'sms'))
      requests.push(await requestOf(tx, actor, id))
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 422) throw error
      refusals.push(error)
      notSent.push({ clientId, clientName: client.name, why: error.message })
    }
  }
  const [first] = refusals
  if (requests.length === 0 && first) throw first
  return { message: messageOf(requests.length, notSent.length, actor.isTestVersion ?? false), requests, notSent }
}

/** The actual outcome; in the test version nothing is sent. */
function messageOf(count: number, notSent: number, isTestVersion: boolean): string {
  const fate = isTestVersion
    ? `Test version: ${count === 1 ? 'its text is' : 'the texts are'} in the Outbox, not sent.`
    : `${count === 1 ? 'Its text is' : 'The texts are'} on the way.`
  const done = `${count === 1 ? '1 request was' : `${count} requests were`} recorded. ${fate}`
  if (notSent === 0) return done
  return `${done} ${notSent === 1 ? '1 client' : `${notSent} clients`} couldn't be texted.`
}
