import type { FastifyReply } from 'fastify'
import {
  type InvoicePaper,
  type InvoiceShown,
  invoicePaidPath,
  invoicePath,
  invoicePayPath,
  paperTitle,
} from '#features/ledger/invoices/paper.ts'
import { openInvoice } from '#features/ledger/invoices/server/open-invoice.ts'
import { moneyIn } from '#features/records/prices/server/money-in.ts'
import type { Money } from '#features/records/prices/settings.ts'
import type { App } from '#platform/server/http/http.ts'
import type { BuiltPage } from '#platform/server/pages/built-page.ts'
import { letLeave } from '#platform/server/pages/let-leave.ts'
import { READING, refusalOf, sendByLink, tokenOf, writing } from '#platform/server/pages/link-page.ts'

type Render = (shown: InvoiceShown | undefined) => string
/** How an invoice is paid by card: whether it can be, and the address of the provider's page for it, which comes back to `backTo`. */
type Cards = {
  takesCards: (setup: App['setup'], money: Money) => boolean
  checkoutOf: (app: App, practiceId: string, invoiceId: string, backTo: string) => Promise<string>
}

/** Takes a payer's word that they have paid an invoice, into their conversation with the practice; the same invoice again is one message. */
type TakeWord = (app: App, of: { practiceId: string; invoiceId: string; clientId: string; paper: InvoicePaper }) => Promise<unknown>

/** An invoice or credit note as its payer reads it by a link, with a button to pay by card where that is set up. */
export async function serveInvoice(app: App, { files, load }: BuiltPage, { takesCards, checkoutOf }: Cards, takeWord: TakeWord) {
  const { render } = await load<{ render: Render }>()
  const paint = async (reply: FastifyReply, token: string, how: { hasCome?: boolean; hasSaid?: boolean; fault?: string }) => {
    const opened = await openInvoice(app.db, token)
    if (!opened) return sendByLink(reply, 404, { title: 'Invoice', files, body: render(undefined) })
    const { practiceId, paper, picture, untilDay } = opened
    const money = await app.db.withPractice(practiceId, (tx) => moneyIn(tx, practiceId))
    const hasCards = takesCards(app.setup, money)
    if (hasCards) letLeave(reply)
    const body = render({ paper, picture, token, untilDay, takesCards: hasCards, hasCome: false, hasSaid: false, ...how })
    return sendByLink(reply, how.fault ? 422 : 200, { title: paperTitle(paper), files, body })
  }

  app.get(invoicePath(':token'), READING, (request, reply) =>
    paint(reply, tokenOf(request), {
      hasCome: (request.query as { card?: unknown }).card === 'paid',
      hasSaid: (request.query as { paid?: unknown }).paid === 'said',
    }),
  )
  app.post(invoicePaidPath(':token'), writing(10), async (request, reply) => {
    const token = tokenOf(request)
    const opened = await openInvoice(app.db, token)
    if (!opened) return sendByLink(reply, 404, { title: 'Invoice', files, body: render(undefined) })
    if (opened.paper.kind === 'invoice' && opened.paper.leftPence > 0) await takeWord(app, opened)
    return reply.redirect(`${invoicePath(encodeURIComponent(token))}?paid=said`, 303)
  })
  app.post(invoicePayPath(':token'), writing(10), async (request, reply) => {
    const token = tokenOf(request)
    const opened = await openInvoice(app.db, token)
    if (!opened) return sendByLink(reply, 404, { title: 'Invoice', files, body: render(undefined) })
    let url = ''
    const fault = await refusalOf(async () => {
      url = await checkoutOf(app, opened.practiceId, opened.invoiceId, invoicePath(encodeURIComponent(token)))
    })
    if (fault) return paint(reply, token, { fault })
    return reply.redirect(url, 303)
  })
}
