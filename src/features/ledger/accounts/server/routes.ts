import { logoOf } from '#features/core/letterhead/server/logo-of.ts'
import { safeName } from '#features/evidence/files/rules.ts'
import { accountEndpoints } from '#features/ledger/accounts/contract.ts'
import { statementPath, statementPdfPath, statementTitle } from '#features/ledger/accounts/rules.ts'
import { chasePayer, debtorCursor, debtorsPage, debtTotals, sendReceipt } from '#features/ledger/accounts/server/chasing.ts'
import { acceptProposal, dismissProposal, proposalsOf } from '#features/ledger/accounts/server/proposals.ts'
import {
  makeStatementLink,
  openStatement,
  printStatement,
  readStatement,
  sendStatement,
  takeBackStatements,
} from '#features/ledger/accounts/server/service.ts'
import { statementPdf } from '#features/ledger/accounts/server/statement-pdf.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { dispositionOf } from '#platform/server/http/disposition.ts'
import type { App } from '#platform/server/http/http.ts'
import { linkNext } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'
import { A_PDF } from '#platform/server/paper/paper.ts'

const clientId = (params: { id: string }) => idOf(params.id, 'client_not_found')
const proposalId = (params: { id: string }) => idOf(params.id, 'proposal_not_found')
const spanOf = ({ clientId: client, from, to }: { clientId: string; from: string; to: string }) => ({
  clientId: idOf(client, 'client_not_found'),
  from,
  to,
})

/** What payers owe: statements, debtors, reminders and fees. */
export function accountRoutes(app: App) {
  serveMember(app, accountEndpoints.statement, ({ tx, actor, query }) => readStatement(tx, actor, spanOf(query)))
  serveMember(app, accountEndpoints.statementPdf, async ({ tx, actor, query, reply }) => {
    const { paper, pdf } = await printStatement(tx, actor, spanOf(query))
    reply.headers({ ...A_PDF, 'content-disposition': dispositionOf('inline', safeName(`${statementTitle(paper.statement)}.pdf`)) })
    return pdf
  })
  serveMember(app, accountEndpoints.sendStatement, ({ tx, actor, params, body }) => sendStatement(tx, actor, clientId(params), body))
  serveMember(app, accountEndpoints.statementLink, ({ tx, actor, params, body }) =>
    makeStatementLink(tx, actor, clientId(params), body.from),
  )
  serveMember(app, accountEndpoints.takeBackStatements, ({ tx, actor, params }) => takeBackStatements(tx, actor, clientId(params)))
  serveMember(app, accountEndpoints.debtors, async ({ tx, actor, query, request, reply }) => {
    const debtors = await debtorsPage(tx, actor, query)
    linkNext(request, reply, debtors, query.limit, debtorCursor)
    return debtors
  })
  serveMember(app, accountEndpoints.totals, ({ tx, actor }) => debtTotals(tx, actor))
  serveMember(app, accountEndpoints.chase, ({ tx, actor, params, body }) => chasePayer(tx, actor, clientId(params), body.channel))
  serveMember(app, accountEndpoints.receipt, ({ tx, actor, params, body }) =>
    sendReceipt(tx, actor, idOf(params.id, 'payment_not_found'), body.channel),
  )
  serveMember(app, accountEndpoints.proposals, ({ tx, actor, query }) =>
    proposalsOf(tx, actor, optionalId(query.clientId, 'client_not_found') ?? undefined),
  )
  serveMember(app, accountEndpoints.acceptProposal, ({ tx, actor, params, body }) =>
    acceptProposal(tx, actor, proposalId(params), body.pence),
  )
  serveMember(app, accountEndpoints.dismissProposal, ({ tx, actor, params }) => dismissProposal(tx, actor, proposalId(params)))
  serveStatementFile(app)
}

function serveStatementFile(app: App) {
  app.get(
    statementPdfPath(':token'),
    { schema: { hide: true }, config: { audience: 'link', rateLimit: { max: 30, timeWindow: 60_000 } } },
    async (request, reply) => {
      const { token } = request.params as { token: string }
      const opened = await openStatement(app.db, token)
      // The page states in plain words that there is none.
      if (!opened) return reply.redirect(statementPath(encodeURIComponent(token)))
      const name = safeName(`${statementTitle(opened.paper.statement)}.pdf`)
      reply.headers({ ...A_PDF, 'content-disposition': dispositionOf('inline', name) })
      const logo = await app.db.withPractice(opened.practiceId, logoOf)
      return reply.send(await statementPdf(opened.paper, { logo }))
    },
  )
}
