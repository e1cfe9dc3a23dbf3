import { AsPublic } from '#app/pages/landing/AsPublic.tsx'
import { PricingContent } from '#app/pages/pricing/PricingContent.tsx'

/** Spec §2 Pricing, inside the app. */
export const PricingPage = () => (
  <AsPublic path="/pricing">
    <PricingContent />
  </AsPublic>
)
