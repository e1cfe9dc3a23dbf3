import { requireMay } from '#features/core/practice/server/require-may.ts'
import { paymentEndpoints } from '#features/ledger/payments/contract.ts'
import { bankRoutes } from '#features/ledger/payments/server/bank-routes.ts'
import { cardRoutes } from '#features/ledger/payments/server/card-events.ts'
import { checkoutOf } from '#features/ledger/payments/server/checkout-of.ts'
import { placeIn } from '#features/ledger/payments/server/paging.ts'
import {
  changePayment,
  paymentsPage,
  paymentWithAllocations,
  refundPayment,
  removePayment,
  takePayment,
  toPayment,
} from '#features/ledger/payments/server/service.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { App } from '#platform/server/http/http.ts'
import { linkNext, toCursor } from '#platform/server/http/paging.ts'
import { serveMember, serveMemberAside } from '#platform/server/http/serve-endpoint.ts'

const paymentId = (params: { id: string }) => idOf(params.id, 'payment_not_found')
const newId = (id: string | undefined) => (id ? idOf(id, 'bad_request') : uuidv7())

export function paymentRoutes(app: App) {
  serveMember(app, paymentEndpoints.list, async ({ tx, actor, query, request, reply }) => {
    const { limit, from, to } = query
    const clientId = optionalId(query.clientId, 'client_not_found')
    const place = placeIn(query.after)
    const payments = await paymentsPage(tx, actor, { clientId, from, to, limit, after: place && { receivedOn: place.day, id: place.id } })
    linkNext(request, reply, payments, limit, (last) => toCursor([last.receivedOn, last.id]))
    return payments
  })
  serveMember(app, paymentEndpoints.one, ({ tx, actor, params }) => paymentWithAllocations(tx, actor, paymentId(params)))
  serveMember(app, paymentEndpoints.take, async ({ tx, actor, body }) => toPayment(await takePayment(tx, actor, newId(body.id), body)))
  serveMember(app, paymentEndpoints.change, async ({ tx, actor, params, body }) =>
    toPayment(await changePayment(tx, actor, paymentId(params), body)),
  )
  serveMember(app, paymentEndpoints.remove, async ({ tx, actor, params }) => {
    await removePayment(tx, actor, paymentId(params))
  })
  serveMember(app, paymentEndpoints.refund, async ({ tx, actor, params, body }) => {
    const { id, amountPence: pence, ...how } = body
    return toPayment(await refundPayment(tx, actor, paymentId(params), { id: newId(id), pence, ...how }))
  })
  serveMemberAside(app, paymentEndpoints.checkout, async ({ actor, params }) => {
    requireMay(actor, 'seeMoney')
    const invoiceId = idOf(params.id, 'invoice_not_found')
    return { url: await checkoutOf(app, actor.practiceId, invoiceId, `/money?tab=invoices&invoice=${invoiceId}`) }
  })
  bankRoutes(app)
  cardRoutes(app)
}
