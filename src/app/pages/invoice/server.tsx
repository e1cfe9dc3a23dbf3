import { renderToStaticMarkup } from 'react-dom/server'
import { InvoicePage } from '#app/pages/invoice/InvoicePage.tsx'
import { StatementPage } from '#app/pages/statement/StatementPage.tsx'
import type { StatementShown } from '#features/ledger/accounts/statement-paper.ts'
import type { InvoiceShown } from '#features/ledger/invoices/paper.ts'
import { NoSuchLink } from '#ui/OwnerFrame.tsx'

/** The markup of a payer's papers, or of the page that says there is none; `serve-invoice.ts` puts the document around it. */
export const renderInvoice = (shown: InvoiceShown | undefined): string =>
  renderToStaticMarkup(shown ? <InvoicePage {...shown} /> : <NoSuchLink />)
export const renderStatement = (shown: StatementShown | undefined): string =>
  renderToStaticMarkup(shown ? <StatementPage {...shown} /> : <NoSuchLink />)
