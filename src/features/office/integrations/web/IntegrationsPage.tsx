import { PlugZap, Settings } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { CATEGORIES, type Category } from '#connectors/kit/manifest.ts'
import { UpgradePanel } from '#features/core/practice/web/UpgradePanel.tsx'
import type { Integration } from '#features/office/integrations/contract.ts'
import { useIntegrations } from '#features/office/integrations/web/data.ts'
import { IntegrationCard } from '#features/office/integrations/web/IntegrationCard.tsx'
import { useReturned } from '#features/office/integrations/web/use-returned.ts'
import { sentenceOf, Unreachable } from '#platform/web/api.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState, ErrorState, OfflineState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'

const LABELS: Readonly<Record<Category, string>> = {
  calendar: 'Calendar',
  accounting: 'Accounting',
  marketing: 'Marketing',
  mapping: 'Mapping',
  social: 'Social Media',
}

/** Spec §2 Integrations. The side menu of a phone calls it Settings, so the way on to those is at its top. */
export function IntegrationsPage() {
  const integrations = useIntegrations()
  const opened = useReturned(integrations.data)
  const [params, setParams] = useSearchParams()
  const shown = CATEGORIES.find((category) => category === params.get('tab')) ?? 'calendar'
  const content = (category: Category) =>
    integrations.data ? (
      <Cards integrations={integrations.data.filter((one) => one.category === category)} opened={opened} />
    ) : integrations.isError ? (
      <Failed error={integrations.error} onRetry={() => integrations.refetch()} />
    ) : (
      <Card>
        <SkeletonRows label="Loading the integrations..." />
      </Card>
    )
  return (
    <Page>
      <PageHeader
        title="Integrations"
        subtitle="The apps and services you use anyway."
        actions={
          <LinkButton href="/settings" icon={Settings}>
            All settings
          </LinkButton>
        }
      />
      <div className="min-w-0">
        <Tabs
          label="Kinds of integration"
          value={shown}
          onChange={(tab) => setParams({ tab }, { replace: true })}
          tabs={CATEGORIES.map((category) => ({ value: category, label: LABELS[category], content: content(category) }))}
        />
      </div>
    </Page>
  )
}

const Cards = ({ integrations, opened }: { integrations: readonly Integration[]; opened: ReturnType<typeof useReturned> }) =>
  integrations.length === 0 ? (
    <Card>
      <EmptyState icon={PlugZap} title="Nothing to connect here yet" />
    </Card>
  ) : (
    <>
      {integrations.some(({ isInPlan, enabled }) => !isInPlan && !enabled) && (
        <UpgradePanel feature="calendar-integration" className="mb-3.5" />
      )}
      <ul className="grid items-start gap-3.5 lg:grid-cols-2">
        {integrations.map((integration) => (
          <li key={integration.id}>
            <IntegrationCard
              key={integration.id === opened.id ? opened.times : 0}
              integration={integration}
              isOpen={integration.id === opened.id}
            />
          </li>
        ))}
      </ul>
    </>
  )

const Failed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <Card>
    {error instanceof Unreachable ? (
      <OfflineState action={<Button onClick={onRetry}>Try again</Button>}>
        This opens when you have signal. What is connected goes on meanwhile.
      </OfflineState>
    ) : (
      <ErrorState title="The integrations couldn't be opened" onRetry={onRetry}>
        {sentenceOf(error)}
      </ErrorState>
    )}
  </Card>
)
