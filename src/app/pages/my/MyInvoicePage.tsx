import type { InvoiceView } from '#app/my/money-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { InvoiceBody } from '#features/ledger/invoices/page/InvoiceBody.tsx'
import { paperTitle } from '#features/ledger/invoices/paper.ts'

/** An invoice or credit note of theirs, as its link shows it. */
export const MyInvoicePage = ({ slug, id, page: _, ...read }: InvoiceView) => {
  const path = `/my/at/${slug}/invoices/${id}`
  return (
    <MyFrame title={paperTitle(read.paper)} place="money" back={{ href: '/my/money', label: '‹ Money' }}>
      <InvoiceBody {...read} paths={{ pay: `${path}/pay`, paid: `${path}/paid`, pdf: `${path}/invoice.pdf` }} />
    </MyFrame>
  )
}
