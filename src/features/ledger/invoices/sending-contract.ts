import { z } from 'zod'
import { NoticeState } from '#features/core/notices/contract.ts'
import { endpoint } from '#lib/endpoint.ts'

/** How a paper goes to its payer: a text or an e-mail, each with a link to it. */
export const SendingChannel = z.enum(['sms', 'email'])
export type SendingChannel = z.output<typeof SendingChannel>

/** A link to an invoice or a statement. Only the caller knows it; a second request returns another link, and this one stays valid. */
export const PaperLink = z
  .object({
    /** The page, for the payer. */
    url: z.string(),
    /** The same as a PDF. */
    pdfUrl: z.string(),
    /** When both open nothing any more (`PAPER_LINK_MONTHS`). */
    diesAt: z.iso.datetime(),
  })
  .meta({ id: 'PaperLink' })
export type PaperLink = z.output<typeof PaperLink>

/** What became of a text or e-mail with a paper: what truly happened to it, and a sentence for the toast. */
export const SentPaper = z.object({ message: z.string(), state: NoticeState, noticeId: z.string() }).meta({ id: 'SentPaper' })
export type SentPaper = z.output<typeof SentPaper>

const byId = z.object({ id: z.string().max(60) })

export const invoiceSendingEndpoints = {
  send: endpoint({
    method: 'POST',
    path: '/api/invoices/:id/send',
    audience: 'member',
    summary: 'Text or e-mail a link to an invoice or credit note to who pays it',
    params: byId,
    body: z.object({ channel: SendingChannel }),
    response: SentPaper,
    perMinute: 60,
  }),
  link: endpoint({
    method: 'POST',
    path: '/api/invoices/:id/link',
    audience: 'member',
    summary: 'Make a link to an invoice to hand over oneself; it counts as sent, and earlier links stay good',
    params: byId,
    response: PaperLink,
  }),
  takeBack: endpoint({
    method: 'DELETE',
    path: '/api/invoices/:id/link',
    audience: 'member',
    summary: 'Take back every link to an invoice',
    params: byId,
    response: z.undefined(),
    status: 204,
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/api/invoices/:id/pdf',
    audience: 'member',
    scope: 'invoices:read',
    summary: 'An invoice or credit note as a PDF, as it was issued, with what was paid since',
    params: byId,
    response: z.unknown(),
  }),
}
