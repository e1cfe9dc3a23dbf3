import { InvoiceBody } from '#features/ledger/invoices/page/InvoiceBody.tsx'
import { type InvoiceShown, invoicePaidPath, invoicePayPath, invoicePdfPath, paperTitle } from '#features/ledger/invoices/paper.ts'
import { dayAndYear } from '#lib/dates.ts'
import { OwnerFrame } from '#ui/OwnerFrame.tsx'

/** An invoice or credit note as its payer reads it by a link. A script only adds the Copy buttons. */
export const InvoicePage = ({ picture, token, untilDay, ...read }: InvoiceShown) => (
  <OwnerFrame name={read.paper.asWas.practice.name} phone={read.paper.asWas.practice.phone} picture={picture}>
    <InvoiceBody
      {...read}
      paths={{ pay: invoicePayPath(token), paid: invoicePaidPath(token), pdf: invoicePdfPath(token) }}
      heading={<h1 className="text-18 font-medium text-ink-2">{paperTitle(read.paper)}</h1>}
    />
    <p className="text-14 text-ink-2">
      Questions? Contact your farrier directly.
      <span className="block">{`This link works until ${dayAndYear(untilDay)}. Anyone who has it can see this page.`}</span>
    </p>
  </OwnerFrame>
)
