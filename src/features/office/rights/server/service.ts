import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { GdprRequest, NewRightsRequest, RightsRequest, RightsRequestChange, Wait } from '#features/office/rights/contract.ts'
import { RightsRequestChange as ChangeShape, NewRightsRequest as NewShape } from '#features/office/rights/contract.ts'
import { deadlineOf, isClosed, mayAnswerRequests, mayExtend, statusesAfter, waitsFault } from '#features/office/rights/rules.ts'
import { canNotify, notifyReceipt } from '#features/office/rights/server/notify.ts'
import { listRequests, type NamedRequest, nationOf, type RequestRow, requireRequest } from '#features/office/rights/server/queries.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { withdrawConsent } from '#features/records/clients/server/withdraw-consent.ts'
import type { Nation } from '#lib/bank-holidays.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { idOf } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, insertRow, type MergePolicy, rowForChange, updateRow } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

type RequestsParams = { clientId?: string | undefined; limit: number; after?: string | undefined }

/** Requests, newest first, a page at a time. @throws forbidden */
export async function requestsPage(tx: PracticeTx, actor: Actor, params: RequestsParams): Promise<GdprRequest[]> {
  requireMay(actor, 'changeRecords')
  const clock = { nation: await nationOf(tx), today: dayOf(currentTime(), actor.zone) }
  return (await listRequests(tx, params)).map((row) => toGdpr(row, clock))
}

/** One request as `GET /api/gdpr-requests` returns it. @throws forbidden, request_not_found */
export async function requestOf(tx: PracticeTx, actor: Actor, id: string): Promise<GdprRequest> {
  requireMay(actor, 'changeRecords')
  return toGdpr(await requireRequest(tx, id), { nation: await nationOf(tx), today: dayOf(currentTime(), actor.zone) })
}

/**
 * Records a request about personal data; `id` may have been made on a device. An objection to marketing withdraws the consent in
 * the same transaction (UK GDPR Art. 21(3)). If the client can't be notified, the request is recorded without a receipt; `only` requires a text. The
 * receipt of a complaint acknowledges it. `smsSent` is true only for a text that is really sent.
 * @throws forbidden, client_not_found, not_yet, id_taken; with `only` no_phone, stopped
 */
export async function addRequest(tx: PracticeTx, actor: Actor, id: string, input: NewRightsRequest, only?: 'sms'): Promise<RequestRow> {
  requireMay(actor, 'changeRecords')
  await holdWriters(tx)
  const client = await requireClient(tx, idOf(input.clientId, 'client_not_found'))
  const today = dayOf(currentTime(), actor.zone)
  const receivedOn = input.receivedOn ?? today
  if (receivedOn > today) throw new AppError('not_yet')
  const objectsTo = input.requestType === 'objection' ? (input.objectsTo ?? 'other') : null
  const row = {
    client_id: client.id,
    request_type: input.requestType,
    received_via: input.receivedVia ?? 'in_person',
    received_on: receivedOn,
    requested_at: currentTime(),
    notes: noneIfBlank(input.notes),
    objects_to: objectsTo,
    waits: [],
  }
  const isNotified = only !== undefined || (input.sendsReceipt === true && canNotify(client))
  const acknowledged_on = isNotified && input.requestType === 'complaint' ? today : null
  const added = await insertRow(tx, actor, 'rights_requests', id, { ...row, acknowledged_on, sms_sent: isNotified && !actor.isTestVersion })
  if (isNotified) await notifyReceipt(tx, actor, client, added, only)
  if (objectsTo === 'marketing') await withdrawConsent(tx, actor, client.id)
  return added
}

/**
 * Begins or closes a request, stops and restarts its clock, extends it, or records that a complaint was acknowledged. A final status on the
 * server overrides an earlier status from a device.
 * @throws forbidden, request_not_found, request_is_closed, request_has_begun, wrong_order (waits), not_yet, too_late_to_extend, conflict
 */
export async function changeRequest(
  tx: PracticeTx,
  actor: Actor,
  id: string,
  input: RightsRequestChange,
  baseRev?: number,
): Promise<RequestRow> {
  requireMay(actor, 'changeRecords')
  const before = await rowForChange(tx, 'rights_requests', id, 'request_not_found')
  const change = isOvertaken(before, input, baseRev) ? { ...input, status: undefined } : input
  requireStillOpen(before, change)
  await requireRightDays(tx, actor, before, change)
  return updateRow(tx, actor, before, 'rights_requests', toColumns(before, change), {
    baseRev,
    policy: POLICY,
    verb: verbOf(before, change),
  })
}

/** A row as devices store it. */
const toRequest = (row: RequestRow): RightsRequest => ({
  id: row.id,
  clientId: row.client_id,
  requestType: row.request_type,
  status: row.status,
  receivedVia: row.received_via,
  receivedOn: row.received_on,
  requestedAt: new Date(row.requested_at).toISOString(),
  notes: row.notes,
  objectsTo: row.objects_to,
  waits: row.waits as Wait[],
  extendedOn: row.extended_on,
  extendedWhy: row.extended_why,
  acknowledgedOn: row.acknowledged_on,
  smsSent: row.sms_sent,
  closedAt: row.closed_at && new Date(row.closed_at).toISOString(),
})

/** A request is never deleted: one recorded by mistake is rejected with that as its reason. */
export const rightsSync: SyncedEntity<'rights_requests'> = {
  toWire: toRequest,
  isSeenBy: mayAnswerRequests,
  write: {
    newShape: NewShape,
    changeShape: ChangeShape,
    create: addRequest,
    update: changeRequest,
    async remove() {
      throw new AppError('forbidden')
    },
  },
}

/** The status only moves forward; notes of two members are merged. What the client requested, and when, may conflict. */
const POLICY: MergePolicy = {
  groups: { status: ['status', 'closed_at'], extension: ['extended_on', 'extended_why'] },
  monotonic: { status: ['pending', 'processing', 'rejected', 'completed'] },
  both: { notes: 10_000 },
}

/** With the client's name and the deadline. */
const toGdpr = (row: NamedRequest, { nation, today }: { nation: Nation; today: Day }): GdprRequest => {
  const request = toRequest(row)
  return { ...request, clientName: row.client_name, clientPhone: row.client_phone, deadlineOn: deadlineOf(request, nation, today) }
}

/** Whether a device sends an earlier status because it did not know yet that another member went further. */
const isOvertaken = (before: RequestRow, { status }: RightsRequestChange, baseRev: number | undefined): boolean =>
  status !== undefined && baseRev !== undefined && baseRev < before.rev && statusesAfter(status).includes(before.status)

/** @throws request_is_closed when it would change after its end, request_has_begun when its status would go back */
function requireStillOpen(before: RequestRow, { status, waits, extendedOn, acknowledgedOn }: RightsRequestChange): void {
  const goesOn = status === undefined || status === before.status || statusesAfter(before.status).includes(status)
  const changesClock = [waits, extendedOn, acknowledgedOn].some((value) => value !== undefined)
  if (isClosed(before.status) && (!goesOn || changesClock)) throw new AppError('request_is_closed')
  if (!goesOn) throw new AppError('request_has_begun')
}

/** @throws wrong_order, not_yet, too_late_to_extend, bad_request (an extension without its reason, or the reverse) */
async function requireRightDays(tx: PracticeTx, actor: Actor, before: RequestRow, change: RightsRequestChange): Promise<void> {
  const { waits, extendedOn, extendedWhy, acknowledgedOn } = change
  const today = dayOf(currentTime(), actor.zone)
  const days = [extendedOn, acknowledgedOn, ...(waits ?? []).flatMap(({ fromOn, untilOn }) => [fromOn, untilOn])]
  if (days.some((day) => day && day > today)) throw new AppError('not_yet')
  if (waits && waitsFault(waits, before.received_on)) throw new AppError('wrong_order')
  if (acknowledgedOn && acknowledgedOn < before.received_on) throw new AppError('wrong_order')
  const on = extendedOn === undefined ? before.extended_on : extendedOn
  const why = extendedWhy === undefined ? before.extended_why : extendedWhy
  if (on && !why) throw new AppError('bad_request', { fields: ['extendedWhy'] }, 'Say why it will take longer: they have to be told.')
  if (!on && extendedWhy) throw new AppError('bad_request', { fields: ['extendedOn'] }, 'Say which day they were told it will take longer.')
  if (!extendedOn || extendedOn === before.extended_on) return
  if (!mayExtend({ ...toRequest(before), waits: waits ?? (before.waits as Wait[]) }, extendedOn, await nationOf(tx)))
    throw new AppError('too_late_to_extend')
}

function toColumns(before: RequestRow, { status, notes, waits, extendedOn, extendedWhy, acknowledgedOn }: RightsRequestChange) {
  return {
    status,
    ...(status && status !== before.status && isClosed(status) ? { closed_at: currentTime() } : {}),
    notes: noneIfBlank(notes),
    waits,
    extended_on: extendedOn,
    extended_why: extendedOn === null ? null : noneIfBlank(extendedWhy),
    acknowledged_on: acknowledgedOn,
  }
}

/** The journal's verb for the step. */
function verbOf(before: RequestRow, { status, waits, extendedOn, acknowledgedOn }: RightsRequestChange): string {
  if (status && status !== before.status) return status
  if (waits) return waits.some((wait) => wait.untilOn === null) ? 'paused' : 'resumed'
  if (extendedOn !== undefined) return extendedOn ? 'extended' : 'changed'
  return acknowledgedOn ? 'acknowledged' : 'changed'
}
