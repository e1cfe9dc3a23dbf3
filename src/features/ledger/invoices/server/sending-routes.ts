import { logoOf } from '#features/core/letterhead/server/logo-of.ts'
import { safeName } from '#features/evidence/files/rules.ts'
import { invoicePath, invoicePdfPath, paperTitle } from '#features/ledger/invoices/paper.ts'
import { invoiceSendingEndpoints } from '#features/ledger/invoices/sending-contract.ts'
import { openInvoice } from '#features/ledger/invoices/server/open-invoice.ts'
import { invoicePdf } from '#features/ledger/invoices/server/pdf.ts'
import { makeInvoiceLink, printInvoice, sendInvoice, takeBackInvoice } from '#features/ledger/invoices/server/sending.ts'
import { idOf } from '#lib/canonical.ts'
import { dispositionOf } from '#platform/server/http/disposition.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'
import { A_PDF } from '#platform/server/paper/paper.ts'

const invoiceId = (params: { id: string }) => idOf(params.id, 'invoice_not_found')

/** Sending an invoice, its link and its PDF. */
export function invoiceSendingRoutes(app: App) {
  serveMember(app, invoiceSendingEndpoints.send, ({ tx, actor, params, body }) => sendInvoice(tx, actor, invoiceId(params), body.channel))
  serveMember(app, invoiceSendingEndpoints.link, ({ tx, actor, params }) => makeInvoiceLink(tx, actor, invoiceId(params)))
  serveMember(app, invoiceSendingEndpoints.takeBack, ({ tx, actor, params }) => takeBackInvoice(tx, actor, invoiceId(params)))
  serveMember(app, invoiceSendingEndpoints.pdf, async ({ tx, actor, params, reply }) => {
    const { paper, pdf } = await printInvoice(tx, actor, invoiceId(params))
    reply.headers({ ...A_PDF, 'content-disposition': dispositionOf('inline', safeName(`${paperTitle(paper)}.pdf`)) })
    return pdf
  })
  app.get(
    invoicePdfPath(':token'),
    { schema: { hide: true }, config: { audience: 'link', rateLimit: { max: 30, timeWindow: 60_000 } } },
    async (request, reply) => {
      const { token } = request.params as { token: string }
      const opened = await openInvoice(app.db, token)
      // The page states in plain words that there is none.
      if (!opened) return reply.redirect(invoicePath(encodeURIComponent(token)))
      const name = safeName(`${paperTitle(opened.paper)}.pdf`)
      reply.headers({ ...A_PDF, 'content-disposition': dispositionOf('inline', name) })
      const logo = await app.db.withPractice(opened.practiceId, logoOf)
      return reply.send(await invoicePdf(opened.paper, { url: app.setup.origin + invoicePath(token), logo }))
    },
  )
}
