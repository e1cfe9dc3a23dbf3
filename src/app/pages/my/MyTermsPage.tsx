import type { TermsView } from '#app/my/terms-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { TermsBody } from '#features/records/terms/page/TermsBody.tsx'

/** A practice's terms, as its link shows them. */
export const MyTermsPage = ({ terms, fault, pdfPath }: TermsView) => (
  <MyFrame title="Terms and Conditions of Business" place="home" back={{ href: '/my', label: '‹ My horses' }}>
    <p className="text-ink-2 [overflow-wrap:anywhere]">{terms.practiceName}</p>
    <TermsBody page={terms} fault={fault} pdfPath={pdfPath} />
  </MyFrame>
)
