import { PlanPanel } from '#features/core/billing/web/PlanPanel.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { decide, useSettings } from '#features/core/practice/web/settings.ts'
import { ServicesPanel } from '#features/records/services/web/ServicesPanel.tsx'
import { useSession } from '#platform/web/session/session.ts'

/** The practice's plan, and the services that its clients pay for (/settings/plan). */
export function PlanPage() {
  const user = useSession<CurrentUser>().user
  const offered = useSettings()?.services
  return (
    <PlanPanel
      services={({ wishes }) => (
        <ServicesPanel wishes={wishes} offered={offered} offer={(services) => void (user && decide(user, { services }))} />
      )}
    />
  )
}
