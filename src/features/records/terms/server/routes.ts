import { termsEndpoints } from '#features/records/terms/contract.ts'
import { acceptedPdfPath, TERMS_PATH } from '#features/records/terms/rules.ts'
import { openAccepted, printEvidence } from '#features/records/terms/server/accepting.ts'
import {
  acceptancesPage,
  recordAcceptance,
  sendTerms,
  sentTerms,
  toAcceptance,
  versionsOf,
  writeTerms,
} from '#features/records/terms/server/service.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { uuidv7 } from '#lib/ids.ts'
import { dispositionOf } from '#platform/server/http/disposition.ts'
import type { App } from '#platform/server/http/http.ts'
import { linkNext } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

export function termsRoutes(app: App) {
  serveMember(app, termsEndpoints.list, async ({ tx, query, request, reply }) => {
    const { limit } = query
    const [clientId, after] = [optionalId(query.clientId, 'client_not_found'), optionalId(query.after, 'bad_request')]
    const acceptances = await acceptancesPage(tx, { clientId, limit, after })
    linkNext(request, reply, acceptances, limit, (last) => last.id)
    return acceptances
  })
  serveMember(app, termsEndpoints.record, async ({ tx, actor, body }) =>
    toAcceptance(await recordAcceptance(tx, actor, body.id ? idOf(body.id, 'bad_request') : uuidv7(), body)),
  )
  serveMember(app, termsEndpoints.send, ({ tx, actor, body }) => sendTerms(tx, actor, idOf(body.clientId, 'client_not_found'), body.method))
  serveMember(app, termsEndpoints.sent, ({ tx, actor }) => sentTerms(tx, actor))
  serveMember(app, termsEndpoints.evidence, async ({ tx, actor, params, reply }) => {
    const { pdf, fileName } = await printEvidence(tx, actor, idOf(params.id, 'acceptance_not_found'))
    reply.headers({ ...A_PDF, 'content-disposition': dispositionOf('inline', fileName) })
    return pdf
  })
  serveMember(app, termsEndpoints.versions, ({ tx }) => versionsOf(tx))
  serveMember(app, termsEndpoints.write, ({ tx, actor, body }) => writeTerms(tx, actor, body.sections))
  app.get(
    acceptedPdfPath(':token'),
    { schema: { hide: true }, config: { audience: 'link', rateLimit: { max: 30, timeWindow: 60_000 } } },
    async (request, reply) => {
      const { token } = request.params as { token: string }
      const printed = await openAccepted({ db: app.db, origin: app.setup.origin }, token)
      // The page explains that there is none.
      if (!printed) return reply.redirect(TERMS_PATH + encodeURIComponent(token))
      reply.headers({ ...A_PDF, 'content-disposition': dispositionOf('inline', printed.fileName) })
      return reply.send(printed.pdf)
    },
  )
}

/** A PDF runs no scripts, sends no referrer, and is never cached. */
const A_PDF = {
  'content-type': 'application/pdf',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
}
