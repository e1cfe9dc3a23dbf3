import { lazy, Suspense } from 'react'
import { ClientHorses } from '#app/pages/clients/ClientHorses.tsx'
import { ClientYards } from '#app/pages/clients/ClientYards.tsx'
import { NextVisit } from '#app/pages/clients/NextVisit.tsx'
import { ClientsPage } from '#features/clients/web/ClientsPage.tsx'
import { ClientHorsesBadge } from '#features/horses/web/ClientHorsesBadge.tsx'
import type { roundEndpoints } from '#features/round/contract.ts'
import { call } from '#platform/web/api.ts'
import { syncNow } from '#platform/web/sync.ts'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const ClientTimeline = lazy(() => import('#app/pages/clients/ClientTimeline.tsx').then((module) => ({ default: module.ClientTimeline })))

/** /clients: the clients, each with their horses, visits and all there was with them. */
export const ClientsScreen = () => (
  <ClientsPage
    HorseCount={ClientHorsesBadge}
    Horses={ClientHorses}
    NextVisit={NextVisit}
    Timeline={Timeline}
    Yards={ClientYards}
    onUndo={undo}
  />
)

const Timeline = ({ clientId }: { clientId: string }) => (
  <Suspense fallback={<SkeletonRows label="Loading the timeline..." />}>
    <ClientTimeline clientId={clientId} />
  </Suspense>
)

/** The server takes it back, because it alone knows what was changed since; the device fetches what came of it. */
async function undo(activityId: string): Promise<void> {
  await call<typeof roundEndpoints.undo>('POST /api/activity/:id/undo', { params: { id: activityId } })
  await syncNow()
}
