import type { FastifyReply, FastifyRequest } from 'fastify'
import { atPractice, requireTaking } from '#app/my/at-practice.ts'
import { moneyOf } from '#app/my/money-of.ts'
import { myForm, myPage, type Paint, refusedBy } from '#app/my/painting.ts'
import { sendPdf } from '#app/my/send-pdf.ts'
import { logoOf } from '#features/core/letterhead/server/logo-of.ts'
import { paperTitle } from '#features/ledger/invoices/paper.ts'
import { type ReadInvoice, readInvoice } from '#features/ledger/invoices/server/open-invoice.ts'
import { invoicePdf } from '#features/ledger/invoices/server/pdf.ts'
import { checkoutOf, takesCards } from '#features/ledger/payments/server/checkout-of.ts'
import type { GuestAct } from '#features/records/guests/rules.ts'
import { noteOpened } from '#features/records/guests/server/note-opened.ts'
import { eyesOf, practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { moneyIn } from '#features/records/prices/server/money-in.ts'
import { takePaidWord } from '#features/talk/messaging/server/take-paid-word.ts'
import { idOf } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import { fewAtOnce } from '#lib/few-at-once.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'
import { letLeave } from '#platform/server/pages/let-leave.ts'

type Page = { app: App; paint: Paint }
type Opened = { request: FastifyRequest; reply: FastifyReply; session: GuestSession }

/** The bills of those whose money the guest sees, what is owed to whom, and paying it. */
export function serveMyMoney(page: Page) {
  const { app, paint } = page
  myPage(page, '/my/money', async ({ reply, session }) => {
    const practices = await practicesOfGuest(app.db, session)
    const shown = await fewAtOnce(practices, (practice) => moneyOf(app, eyesOf(session, practice), practice))
    return paint(reply, { page: 'money', practices: shown.filter(({ payers }) => payers.length > 0) })
  })
  myPage(page, '/my/at/:slug/invoices/:id', (opened) =>
    painted(page, opened, {
      hasCome: (opened.request.query as { card?: unknown }).card === 'paid',
      hasSaid: (opened.request.query as { paid?: unknown }).paid === 'said',
    }),
  )
  myPage(page, '/my/at/:slug/invoices/:id/invoice.pdf', async (opened) => {
    const { paper, logo } = await readAs(app, opened, 'readMoney', async (tx, read) => ({ paper: read.paper, logo: await logoOf(tx) }))
    return sendPdf(opened.reply, paperTitle(paper), await invoicePdf(paper, { url: app.setup.origin + invoiceAt(opened), logo }))
  })
  myForm(page, '/my/at/:slug/invoices/:id/paid', 10, async (opened) => {
    const fault = await refusedBy(async () => {
      const read = await readAs(app, opened, 'pay', async (_tx, invoice) => invoice)
      if (read.paper.kind === 'invoice' && read.paper.leftPence > 0) await takePaidWord(app, { ...read, byPerson: opened.session.personId })
    })
    return fault ? painted(page, opened, { fault: fault.message }) : opened.reply.redirect(`${invoiceAt(opened)}?paid=said`, 303)
  })
  myForm(page, '/my/at/:slug/invoices/:id/pay', 10, async (opened) => {
    let url = ''
    const fault = await refusedBy(async () => {
      const { practiceId, invoiceId } = await readAs(app, opened, 'pay', async (_tx, invoice) => invoice)
      url = await checkoutOf(app, practiceId, invoiceId, invoiceAt(opened))
    })
    return fault ? painted(page, opened, { fault: fault.message }) : opened.reply.redirect(url, 303)
  })
}

async function painted({ app, paint }: Page, opened: Opened, how: { hasCome?: boolean; hasSaid?: boolean; fault?: string }) {
  const { paper, hasCards } = await readAs(app, opened, 'readMoney', async (tx, read) => ({
    paper: read.paper,
    hasCards: takesCards(app.setup, await moneyIn(tx, read.practiceId)),
  }))
  if (hasCards) letLeave(opened.reply)
  const { slug, id } = opened.request.params as { slug: string; id: string }
  const view = { page: 'invoice', slug, id, paper, takesCards: hasCards, hasCome: false, hasSaid: false, ...how } as const
  return paint(opened.reply, view, how.fault ? 422 : 200)
}

/** Reads the invoice of the address, and notes that it was opened. @throws not_found; practice_takes_nothing where they would pay a practice whose plan has ended */
const readAs = <T>(app: App, opened: Opened, act: GuestAct, work: (tx: PracticeTx, read: ReadInvoice) => Promise<T>): Promise<T> =>
  atPractice(app, opened, act, async (tx, { practice, clientIds }) => {
    const invoiceId = idOf((opened.request.params as { id: string }).id)
    if (act === 'pay') requireTaking(practice)
    const read = await readInvoice(tx, practice, { invoiceId, payerIds: clientIds })
    if (!read) throw new AppError('not_found')
    const { personId } = opened.session
    await noteOpened(tx, { practiceId: practice.id }, { personId, clientId: read.clientId, what: 'invoice', subjectId: invoiceId })
    return work(tx, read)
  })

const invoiceAt = ({ request }: Opened): string => {
  const { slug, id } = request.params as { slug: string; id: string }
  return `/my/at/${slug}/invoices/${idOf(id)}`
}
