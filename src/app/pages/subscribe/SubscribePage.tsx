import { AsPublic } from '#app/pages/landing/AsPublic.tsx'
import { tryNow } from '#app/pages/landing/try-now.ts'
import { SubscribeContent } from '#app/pages/subscribe/SubscribeContent.tsx'

/** Spec §2 Test Version, inside the app. */
export const SubscribePage = () => (
  <AsPublic path="/subscribe">
    <SubscribeContent onStart={tryNow} />
  </AsPublic>
)
