import type { Invoice, invoiceEndpoints, NewCredit } from '#features/ledger/invoices/contract.ts'
import type { invoiceSendingEndpoints, PaperLink, SendingChannel, SentPaper } from '#features/ledger/invoices/sending-contract.ts'
import { uuidv7 } from '#lib/ids.ts'
import { call } from '#platform/web/api.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { syncNow } from '#platform/web/sync/sync.ts'

/** Where an invoice opens as a PDF. */
export const invoicePdfHref = (id: string): string => serverUrl(`/api/invoices/${id}/pdf`)

/** Texts or e-mails a link to an invoice; what truly became of it. @throws ApiError, Unreachable */
export async function sendInvoice(id: string, channel: SendingChannel): Promise<SentPaper> {
  const sent = await call<typeof invoiceSendingEndpoints.send>('POST /api/invoices/:id/send', { params: { id }, body: { channel } })
  await syncNow()
  return sent
}

/** Makes a link to an invoice, to hand over oneself. @throws ApiError, Unreachable */
export async function linkInvoice(id: string): Promise<PaperLink> {
  const link = await call<typeof invoiceSendingEndpoints.link>('POST /api/invoices/:id/link', { params: { id } })
  void syncNow()
  return link
}

/** Has every link to an invoice open nothing any more. @throws ApiError, Unreachable */
export const takeBackLinks = (id: string): Promise<void> =>
  call<typeof invoiceSendingEndpoints.takeBack>('DELETE /api/invoices/:id/link', { params: { id } })

/** Has the server issue a credit note to an invoice, and fetches the result. @throws ApiError, Unreachable */
export async function creditInvoice(id: string, credit: NewCredit): Promise<Invoice> {
  const issued = await call<typeof invoiceEndpoints.credit>('POST /api/invoices/:id/credit', {
    params: { id },
    body: { ...credit, id: uuidv7() },
  })
  await syncNow()
  return issued
}
