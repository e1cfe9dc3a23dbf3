import { AsPublic } from '#app/pages/landing/AsPublic.tsx'
import { PricingContent } from '#app/pages/pricing/PricingContent.tsx'
import { useSession } from '#platform/web/session/session.ts'

/** Spec §2 Pricing, inside the app. */
export function PricingPage() {
  const { user } = useSession()
  return (
    <AsPublic path="/pricing">
      <PricingContent isSignedIn={Boolean(user)} />
    </AsPublic>
  )
}
