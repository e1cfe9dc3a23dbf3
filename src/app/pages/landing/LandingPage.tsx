import { LandingContent } from '#app/pages/landing/LandingContent.tsx'
import { PublicPage } from '#app/pages/landing/PublicPage.tsx'
import { tryNow } from '#app/pages/landing/try-now.ts'

/** The landing page inside the app: what / shows to a signed-out visitor whose device has the app already. */
export const LandingPage = () => (
  <PublicPage path="/landing">
    <LandingContent onStart={tryNow} />
  </PublicPage>
)
