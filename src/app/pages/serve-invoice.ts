import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyReply } from 'fastify'
import { documentOf, headOf, type Manifest } from '#app/pages/document.ts'
import { ABOUT, HTML, PRIVATE, READING, refusalOf, tokenOf, writing } from '#app/pages/link-page.ts'
import { statementPath } from '#features/ledger/accounts/rules.ts'
import { openStatement } from '#features/ledger/accounts/server/statements.ts'
import type { StatementShown } from '#features/ledger/accounts/statement-paper.ts'
import { type InvoiceShown, invoicePath, invoicePayPath, paperTitle } from '#features/ledger/invoices/paper.ts'
import { openInvoice } from '#features/ledger/invoices/server/sending.ts'
import { checkoutOf, takesCards } from '#features/ledger/payments/server/service.ts'
import { moneyIn } from '#features/records/prices/server/service.ts'
import type { App } from '#platform/server/http/http.ts'

const ENTRY = 'src/app/pages/invoice/entry.tsx'
type Renders = {
  renderInvoice: (shown: InvoiceShown | undefined) => string
  renderStatement: (shown: StatementShown | undefined) => string
}

/** What a payer reads by a link: an invoice or credit note, with a button to pay by card where that is set up, and a statement. */
export async function serveInvoices(app: App, manifest: Manifest, builtPages: string) {
  const { renderInvoice, renderStatement }: Renders = await import(pathToFileURL(join(builtPages, 'invoice.js')).href)
  const files = headOf(manifest, ENTRY)
  const paint = (reply: FastifyReply, title: string, status: number, body: string) =>
    reply
      .code(status)
      .type(HTML)
      .headers(PRIVATE)
      .send(documentOf({ title, about: ABOUT, files, body }))

  const paintInvoice = async (reply: FastifyReply, token: string, how: { hasCome: boolean; fault?: string }) => {
    const opened = await openInvoice(app.db, token)
    if (!opened) return paint(reply, 'Invoice', 404, renderInvoice(undefined))
    const { practiceId, paper, untilDay } = opened
    const money = await app.db.withPractice(practiceId, (tx) => moneyIn(tx, practiceId))
    const hasCards = takesCards(app.setup, money)
    if (hasCards) letLeave(reply)
    const body = renderInvoice({ paper, token, untilDay, takesCards: hasCards, ...how })
    return paint(reply, paperTitle(paper), how.fault ? 422 : 200, body)
  }

  app.get(`${invoicePath(':token')}`, READING, (request, reply) =>
    paintInvoice(reply, tokenOf(request), { hasCome: (request.query as { card?: unknown }).card === 'paid' }),
  )
  app.post(invoicePayPath(':token'), writing(10), async (request, reply) => {
    const token = tokenOf(request)
    const opened = await openInvoice(app.db, token)
    if (!opened) return paint(reply, 'Invoice', 404, renderInvoice(undefined))
    let url = ''
    const fault = await refusalOf(async () => {
      url = await checkoutOf(app, opened.practiceId, opened.invoiceId, invoicePath(encodeURIComponent(token)))
    })
    if (fault) return paintInvoice(reply, token, { hasCome: false, fault })
    return reply.redirect(url, 303)
  })
  app.get(statementPath(':token'), READING, async (request, reply) => {
    const token = tokenOf(request)
    const opened = await openStatement(app.db, token)
    return paint(reply, 'Statement', opened ? 200 : 404, renderStatement(opened && { ...opened, token }))
  })
}

/** A browser asks whether a form may lead where its answer redirects to: here to the provider's own page. */
function letLeave(reply: FastifyReply) {
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  reply.header('content-security-policy', policy.replace("form-action 'self'", "form-action 'self' https://checkout.stripe.com"))
}
