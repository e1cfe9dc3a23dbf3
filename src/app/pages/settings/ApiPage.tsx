import { BookOpen } from 'lucide-react'
import { ApiKeysCard } from '#features/core/api-keys/web/ApiKeysCard.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { mayRunPractice } from '#features/core/practice/rules.ts'
import { UpgradePanel } from '#features/core/practice/web/UpgradePanel.tsx'
import { useFeature } from '#features/core/practice/web/use-feature.ts'
import { WebhooksCard } from '#features/office/webhooks/web/WebhooksCard.tsx'
import { serverUrl } from '#platform/web/server-url.ts'
import { useSession } from '#platform/web/session/session.ts'
import { ForbiddenState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'

/** The ways in for programs. Owners only: a key may do whatever its maker may. */
export function ApiPage() {
  const user = useSession<CurrentUser>().user
  const isInPlan = useFeature('api-access')
  if (!user) return null
  if (!mayRunPractice(user.role)) return <NotYours />
  return (
    <Page>
      <div className="grid max-w-[760px] gap-3.5">
        <PageHeader
          title="API"
          subtitle="For programs of your own that read your records, or add to them."
          actions={
            <LinkButton href={serverUrl('/api-reference')} icon={BookOpen} target="_blank" rel="noopener">
              Reference
            </LinkButton>
          }
        />
        {!isInPlan && <UpgradePanel feature="api-access" />}
        <ApiKeysCard />
        <WebhooksCard />
      </div>
    </Page>
  )
}

const NotYours = () => (
  <Page>
    <PageHeader title="API" />
    <ForbiddenState title="Only an owner can make API keys">Ask the owner if a program needs one.</ForbiddenState>
  </Page>
)
