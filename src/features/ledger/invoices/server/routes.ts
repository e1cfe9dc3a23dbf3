import { chargeEndpoints, type Invoice, invoiceEndpoints } from '#features/ledger/invoices/contract.ts'
import { chargeIdOf } from '#features/ledger/invoices/rules.ts'
import { addCharge, changeCharge, chargesOf, removeCharge } from '#features/ledger/invoices/server/charges.ts'
import { creditInvoice } from '#features/ledger/invoices/server/crediting.ts'
import { issueAndSend, takeBackWhole } from '#features/ledger/invoices/server/finishing.ts'
import { issueOfVisit } from '#features/ledger/invoices/server/issuing.ts'
import { invoicesOf, invoicesOfVisit, requireInvoice } from '#features/ledger/invoices/server/service.ts'
import { toCharge, toInvoice } from '#features/ledger/invoices/server/wire.ts'
import { idOf } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import { canon, uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'
import type { App } from '#platform/server/http/http.ts'
import { fromCursor, linkNext, toCursor } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

const chargeId = (params: { id: string }) => idOf(params.id, 'charge_not_found')
const invoiceId = (params: { id: string }) => idOf(params.id, 'invoice_not_found')
const newId = (id: string | undefined) => (id ? idOf(id, 'bad_request') : uuidv7())

/** Allocates payers' money now, so that a response includes what money on account has paid of an invoice. */
type Allocating = { allocate: (tx: PracticeTx, actor: Actor, payerIds: readonly string[]) => Promise<void> }

export function invoiceRoutes(app: App, { allocate }: Allocating) {
  const paidUp = async (tx: PracticeTx, actor: Actor, { id, payer_client_id }: Row<'invoices'>): Promise<Invoice> => {
    await allocate(tx, actor, [payer_client_id])
    return toInvoice(await requireInvoice(tx, actor, id))
  }
  const allPaidUp = async (tx: PracticeTx, actor: Actor, issued: readonly Row<'invoices'>[]): Promise<Invoice[]> => {
    const invoices: Invoice[] = []
    for (const row of issued) invoices.push(await paidUp(tx, actor, row))
    return invoices
  }
  serveMember(app, chargeEndpoints.list, async ({ tx, actor, query, request, reply }) => {
    const seen = lastSeen(query.after)
    const page = { limit: query.limit, after: seen && { chargedOn: seen.day, id: seen.id } }
    const charges = await chargesOf(tx, actor, query, page)
    linkNext(request, reply, charges, query.limit, (last) => toCursor([last.chargedOn, last.id]))
    return charges
  })
  serveMember(app, chargeEndpoints.create, async ({ tx, actor, body }) => {
    const id = body.workEntryId ? chargeIdOf(canon(body.workEntryId)) : newId(body.id)
    return toCharge(await addCharge(tx, actor, id, body))
  })
  serveMember(app, chargeEndpoints.update, async ({ tx, actor, params, body }) =>
    toCharge(await changeCharge(tx, actor, chargeId(params), body)),
  )
  serveMember(app, chargeEndpoints.remove, async ({ tx, actor, params }) => {
    await removeCharge(tx, actor, chargeId(params))
  })
  serveMember(app, invoiceEndpoints.list, async ({ tx, actor, query, request, reply }) => {
    const seen = lastSeen(query.after)
    const page = { limit: query.limit, after: seen && { issuedOn: seen.day, id: seen.id } }
    const invoices = await invoicesOf(tx, actor, query, page)
    linkNext(request, reply, invoices, query.limit, (last) => toCursor([last.issuedOn, last.id]))
    return invoices
  })
  serveMember(app, invoiceEndpoints.one, async ({ tx, actor, params }) => toInvoice(await requireInvoice(tx, actor, invoiceId(params))))
  serveMember(app, invoiceEndpoints.create, async ({ tx, actor, body }) =>
    paidUp(tx, actor, await issueAndSend(tx, actor, newId(body.id), body)),
  )
  serveMember(app, invoiceEndpoints.ofVisit, async ({ tx, actor, body }) => allPaidUp(tx, actor, await issueOfVisit(tx, actor, body)), {
    again: ({ tx, actor, body }) => invoicesOfVisit(tx, actor, idOf(body.appointmentId, 'appointment_not_found')),
  })
  serveMember(app, invoiceEndpoints.takeBack, async ({ tx, actor, params }) => {
    await takeBackWhole(tx, actor, invoiceId(params))
  })
  serveMember(app, invoiceEndpoints.credit, async ({ tx, actor, params, body }) =>
    paidUp(tx, actor, await creditInvoice(tx, actor, newId(body.id), invoiceId(params), body)),
  )
}

function lastSeen(cursor: string | undefined) {
  const parts = fromCursor(cursor, 2)
  if (!parts) return undefined
  const [day = '', id = ''] = parts
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) throw new AppError('bad_request')
  return { day, id: idOf(id, 'bad_request') }
}
