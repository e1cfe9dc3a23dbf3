import { lazy, Suspense } from 'react'
import { ClientFigures } from '#app/pages/clients/ClientFigures.tsx'
import { ClientHorses } from '#app/pages/clients/ClientHorses.tsx'
import { ClientYards } from '#app/pages/clients/ClientYards.tsx'
import { InviteOwners } from '#app/pages/clients/InviteOwners.tsx'
import { NextVisit } from '#app/pages/clients/NextVisit.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { seesMoney } from '#features/core/practice/rules.ts'
import type { roundEndpoints } from '#features/day/round/contract.ts'
import { BalanceBadge } from '#features/ledger/payments/web/BalanceBadge.tsx'
import { useAccounts } from '#features/ledger/payments/web/use-accounts.ts'
import { DueRequestsBadge } from '#features/office/rights/web/DueRequestsBadge.tsx'
import { ClientsPage } from '#features/records/clients/web/ClientsPage.tsx'
import { useClient } from '#features/records/clients/web/data.ts'
import { ClientHorsesBadge } from '#features/records/horses/web/ClientHorsesBadge.tsx'
import { LostShoeCard } from '#features/talk/triage/web/LostShoeCard.tsx'
import { memoLast } from '#lib/memo-last.ts'
import { call } from '#platform/web/api.ts'
import { useSession } from '#platform/web/session/session.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const ClientTimeline = lazy(() => import('#app/pages/clients/ClientTimeline.tsx').then((module) => ({ default: module.ClientTimeline })))

const ClientMoney = lazy(() => import('#app/pages/clients/ClientMoney.tsx').then((module) => ({ default: module.ClientMoney })))

const ClientPortalPanel = lazy(() =>
  import('#features/records/guests/web/ClientPortalPanel.tsx').then((module) => ({ default: module.ClientPortalPanel })),
)

const PhotoConsentsOf = lazy(() => import('#app/pages/PhotoConsentsOf.tsx').then((module) => ({ default: module.PhotoConsentsOf })))
const ClientDialog = lazy(() =>
  import('#features/records/clients/web/ClientDialog.tsx').then((module) => ({ default: module.ClientDialog })),
)
const TermsPanel = lazy(() => import('#features/records/terms/web/TermsPanel.tsx').then((module) => ({ default: module.TermsPanel })))
const RightsPanel = lazy(() => import('#features/office/rights/web/RightsPanel.tsx').then((module) => ({ default: module.RightsPanel })))

/** /clients: the clients, each with their horses, visits and all there was with them; and the duties the law puts on having clients. */
export function ClientsScreen() {
  const maySeeMoney = seesMoney(useSession<CurrentUser>().user?.role)
  const accounts = useAccounts()
  const owing = maySeeMoney && accounts ? owingOf(accounts) : undefined
  return (
    <ClientsPage
      HorseCount={ClientHorsesBadge}
      Balance={BalanceBadge}
      Horses={ClientHorses}
      Figures={maySeeMoney ? ClientFigures : undefined}
      Money={maySeeMoney ? Money : undefined}
      NextVisit={NextAndLost}
      Photos={Photos}
      Portal={Portal}
      invite={<InviteOwners />}
      Timeline={Timeline}
      Yards={ClientYards}
      owing={owing}
      onUndo={undo}
      others={DUTIES}
    />
  )
}

const owingOf = memoLast(
  (accounts: NonNullable<ReturnType<typeof useAccounts>>): ReadonlySet<string> =>
    new Set([...accounts.values()].flatMap(({ payerClientId, owedPence }) => (owedPence > 0 ? [payerClientId] : []))),
)

const Money = ({ clientId }: { clientId: string }) => (
  <Suspense fallback={<SkeletonRows label="Loading the money..." />}>
    <ClientMoney clientId={clientId} />
  </Suspense>
)

const Photos = ({ clientId }: { clientId: string }) => (
  <Suspense>
    <PhotoConsentsOf clientId={clientId} />
  </Suspense>
)

function NextAndLost({ clientId }: { clientId: string }) {
  const name = useClient(clientId)?.name
  return (
    <>
      <NextVisit clientId={clientId} />
      {name && <LostShoeCard clientId={clientId} name={name} />}
    </>
  )
}

/** The client's own form, opened from elsewhere. */
function ClientForm({ clientId, onClose }: { clientId: string; onClose: () => void }) {
  const client = useClient(clientId)
  return <Suspense>{client && <ClientDialog client={client} onClose={onClose} />}</Suspense>
}

const DUTIES = [
  {
    value: 'gdpr',
    label: (
      <>
        GDPR Manager
        <DueRequestsBadge />
      </>
    ),
    content: (
      <Suspense fallback={<SkeletonRows label="Loading requests..." />}>
        <RightsPanel ClientForm={ClientForm} />
      </Suspense>
    ),
  },
  {
    value: 'terms',
    label: 'Terms Acceptance',
    content: (
      <Suspense fallback={<SkeletonRows label="Loading acceptances..." />}>
        <TermsPanel />
      </Suspense>
    ),
  },
]

const Portal = ({ clientId }: { clientId: string }) => (
  <Suspense fallback={<SkeletonRows label="Loading the portal..." />}>
    <ClientPortalPanel clientId={clientId} />
  </Suspense>
)

const Timeline = ({ clientId }: { clientId: string }) => (
  <Suspense fallback={<SkeletonRows label="Loading the timeline..." />}>
    <ClientTimeline clientId={clientId} />
  </Suspense>
)

/** The server undoes it, because it alone knows what was changed since; the device fetches the result. */
async function undo(activityId: string): Promise<void> {
  await call<typeof roundEndpoints.undo>('POST /api/activity/:id/undo', { params: { id: activityId } })
  await syncNow()
}
