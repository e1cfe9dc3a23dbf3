import { lazy, Suspense } from 'react'

const YardPortalPanel = lazy(() =>
  import('#features/records/guests/web/YardPortalPanel.tsx').then((module) => ({ default: module.YardPortalPanel })),
)

/** Who manages a yard and sees its board in the portal. */
export const YardManager = ({ yardId }: { yardId: string }) => (
  <Suspense>
    <YardPortalPanel yardId={yardId} />
  </Suspense>
)
