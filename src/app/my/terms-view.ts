import type { TermsFault, TermsPage } from '#features/records/terms/terms-page.ts'

/** A practice's terms in force, as its link shows them. */
export type TermsView = {
  page: 'terms'
  terms: TermsPage
  fault?: TermsFault | undefined
  /** Where what they accepted is as a PDF. */
  pdfPath: string
}
