import { AsPublic } from '#app/pages/landing/AsPublic.tsx'
import { TermsContent } from '#app/pages/terms/TermsContent.tsx'

/** Spec §2 Terms, inside the app. */
export const TermsPage = () => (
  <AsPublic path="/terms">
    <TermsContent />
  </AsPublic>
)
