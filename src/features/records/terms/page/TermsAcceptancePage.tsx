import { TermsBody } from '#features/records/terms/page/TermsBody.tsx'
import { acceptedPdfPath } from '#features/records/terms/rules.ts'
import type { TermsFault, TermsPage } from '#features/records/terms/terms-page.ts'
import { OwnerFrame } from '#ui/OwnerFrame.tsx'

type Props = { page: TermsPage; token: string; fault?: TermsFault | undefined }

/** The terms as a client reads and accepts them by their link. It needs no script. */
export const TermsAcceptancePage = ({ page, token, fault }: Props) => (
  <OwnerFrame name={page.practiceName} picture={page.picture}>
    <TermsBody
      page={page}
      fault={fault}
      pdfPath={acceptedPdfPath(token)}
      heading={<h1 className="text-30 tracking-[-0.025em]">Terms and Conditions of Business</h1>}
    />
    <p className="text-14 text-ink-2">Questions? Contact your farrier directly. Anyone with this link can read and accept these terms.</p>
  </OwnerFrame>
)
