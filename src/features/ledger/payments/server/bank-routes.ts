import { bankEndpoints, MOST_STATEMENT_TEXT } from '#features/ledger/payments/contract.ts'
import { acceptLine, acceptSure, bringStatement, ignoreLine, linesPage, reopenLine } from '#features/ledger/payments/server/bank.ts'
import { placeIn } from '#features/ledger/payments/server/paging.ts'
import { idOf } from '#lib/canonical.ts'
import type { App } from '#platform/server/http/http.ts'
import { linkNext, toCursor } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

const lineId = (params: { id: string }) => idOf(params.id, 'bank_line_not_found')
/** A text's bytes as JSON: most are one, £ is two. */
const LONGEST_BODY = MOST_STATEMENT_TEXT * 1.2

export function bankRoutes(app: App) {
  serveMember(app, bankEndpoints.bring, ({ tx, actor, body }) => bringStatement(tx, actor, body), { bodyLimit: LONGEST_BODY })
  serveMember(app, bankEndpoints.list, async ({ tx, actor, query, request, reply }) => {
    const { state, limit } = query
    const place = placeIn(query.after)
    const lines = await linesPage(tx, actor, { state, limit, after: place && { onDay: place.day, id: place.id } })
    linkNext(request, reply, lines, limit, (last) => toCursor([last.onDay, last.id]))
    return lines
  })
  serveMember(app, bankEndpoints.accept, ({ tx, actor, params, body }) => acceptLine(tx, actor, lineId(params), body))
  serveMember(app, bankEndpoints.acceptSure, ({ tx, actor }) => acceptSure(tx, actor))
  serveMember(app, bankEndpoints.ignore, ({ tx, actor, params }) => ignoreLine(tx, actor, lineId(params)))
  serveMember(app, bankEndpoints.reopen, ({ tx, actor, params }) => reopenLine(tx, actor, lineId(params)))
}
