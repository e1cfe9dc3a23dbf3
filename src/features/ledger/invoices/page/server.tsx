import { renderToStaticMarkup } from 'react-dom/server'
import { InvoicePage } from '#features/ledger/invoices/page/InvoicePage.tsx'
import type { InvoiceShown } from '#features/ledger/invoices/paper.ts'
import { NoSuchLink } from '#ui/OwnerFrame.tsx'

/** The markup of an invoice, or of the page for a link that opens none; `serve.ts` puts the document around it. */
export const render = (shown: InvoiceShown | undefined): string => renderToStaticMarkup(shown ? <InvoicePage {...shown} /> : <NoSuchLink />)
