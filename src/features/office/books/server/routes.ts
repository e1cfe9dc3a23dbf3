import { bookEndpoints } from '#features/office/books/contract.ts'
import { answerFees, openFees } from '#features/office/books/server/card-fees.ts'
import {
  addExpense,
  addTrip,
  changeExpense,
  changeTrip,
  expensesPage,
  removeExpense,
  removeTrip,
  toExpense,
  toTrip,
  tripsPage,
} from '#features/office/books/server/service.ts'
import { accountantFile, bridgingFile, taxYear, vatTurnover } from '#features/office/books/server/tax.ts'
import { moneyIn } from '#features/records/prices/server/money-in.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { uuidv7 } from '#lib/ids.ts'
import { dispositionOf } from '#platform/server/http/disposition.ts'
import type { App } from '#platform/server/http/http.ts'
import { fromCursor, linkNext, toCursor } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

const expenseId = (params: { id: string }) => idOf(params.id, 'expense_not_found')
const tripId = (params: { id: string }) => idOf(params.id, 'trip_not_found')
const newId = (body: { id?: string | undefined }) => (body.id ? idOf(body.id, 'bad_request') : uuidv7())

export function bookRoutes(app: App) {
  serveMember(app, bookEndpoints.expenses, async ({ tx, actor, query, request, reply }) => {
    const expenses = await expensesPage(tx, actor, { ...query, after: fromCursor(query.after, 2) })
    linkNext(request, reply, expenses, query.limit, (last) => toCursor([last.spentOn, last.id]))
    return expenses
  })
  serveMember(app, bookEndpoints.addExpense, async ({ tx, actor, body }) => toExpense(await addExpense(tx, actor, newId(body), body)))
  serveMember(app, bookEndpoints.changeExpense, async ({ tx, actor, params, body }) =>
    toExpense(await changeExpense(tx, actor, expenseId(params), body)),
  )
  serveMember(app, bookEndpoints.removeExpense, async ({ tx, actor, params }) => {
    await removeExpense(tx, actor, expenseId(params))
  })
  serveMember(app, bookEndpoints.cardFees, ({ tx, actor }) => openFees(tx, actor))
  serveMember(app, bookEndpoints.answerCardFees, ({ tx, actor, body }) => answerFees(tx, actor, body))
  serveMember(app, bookEndpoints.trips, async ({ tx, actor, query, request, reply }) => {
    const memberId = optionalId(query.memberId, 'member_not_found')
    const trips = await tripsPage(tx, actor, { ...query, memberId, after: fromCursor(query.after, 2) })
    linkNext(request, reply, trips, query.limit, (last) => toCursor([last.onDay, last.id]))
    return trips
  })
  serveMember(app, bookEndpoints.addTrip, async ({ tx, actor, body }) => toTrip(await addTrip(tx, actor, newId(body), body)))
  serveMember(app, bookEndpoints.changeTrip, async ({ tx, actor, params, body }) =>
    toTrip(await changeTrip(tx, actor, tripId(params), body)),
  )
  serveMember(app, bookEndpoints.removeTrip, async ({ tx, actor, params }) => {
    await removeTrip(tx, actor, tripId(params))
  })
  taxRoutes(app)
}

function taxRoutes(app: App) {
  serveMember(app, bookEndpoints.taxYear, async ({ tx, actor, query }) =>
    taxYear(tx, actor, query.year, await moneyIn(tx, actor.practiceId)),
  )
  serveMember(app, bookEndpoints.taxFile, async ({ tx, actor, query, reply }) => {
    const [make, money] = [query.for === 'bridging' ? bridgingFile : accountantFile, await moneyIn(tx, actor.practiceId)]
    const { name, text } = await make(tx, actor, { year: query.year, quarter: query.quarter }, money)
    reply.headers({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': dispositionOf('attachment', name) })
    return text
  })
  serveMember(app, bookEndpoints.vatTurnover, async ({ tx, actor }) => vatTurnover(tx, actor, await moneyIn(tx, actor.practiceId)))
}
