import type { CurrentUser } from '#features/core/practice/contract.ts'
import { useCurrentUser } from '#features/core/practice/web/data.ts'
import { UpgradePanel } from '#features/core/practice/web/UpgradePanel.tsx'
import { useFeature } from '#features/core/practice/web/use-feature.ts'
import type { ReportCharts } from '#features/office/reports/contract.ts'
import { REPORTS } from '#features/office/reports/rules.ts'
import { ChartsPanel } from '#features/office/reports/web/ChartsPanel.tsx'
import { ConfigurationCard } from '#features/office/reports/web/ConfigurationCard.tsx'
import { useCharts, usePreview, useStats } from '#features/office/reports/web/data.ts'
import { ExportButtons } from '#features/office/reports/web/ExportButtons.tsx'
import { MadeReportsCard } from '#features/office/reports/web/MadeReportsCard.tsx'
import { PreviewPanel } from '#features/office/reports/web/PreviewPanel.tsx'
import { QuickReportsCard } from '#features/office/reports/web/QuickReportsCard.tsx'
import { QuickStatsPanel } from '#features/office/reports/web/QuickStatsPanel.tsx'
import { useExport } from '#features/office/reports/web/use-export.ts'
import { useHasReport, useReport } from '#features/office/reports/web/use-report.ts'
import type { Day } from '#lib/dates.ts'
import { sentenceOf, Unreachable } from '#platform/web/api.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Card } from '#ui/Card.tsx'
import { ErrorState, OfflineState } from '#ui/EmptyState.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

/** Spec §2 Reports: the configuration, its preview and its files; Quick Stats and charts. The server computes all of it. */
export function ReportsPage() {
  const user = useCurrentUser()
  return user ? <Reports user={user} /> : null
}

function Reports({ user }: { user: CurrentUser }) {
  const { query, types, errors, isAsked, change } = useReport()
  const { range, from, to, clientId, horseId } = query
  const figures = { range, ...(from && { from }), ...(to && { to }), ...(clientId && { clientId }), ...(horseId && { horseId }) }
  const [hasReport, hasCharts] = [useHasReport(query.type), useFeature('advanced-reports')]
  const preview = usePreview(query, isAsked && hasReport)
  const stats = useStats(figures, isAsked)
  const charts = useCharts(figures, isAsked && hasCharts)
  const today = useToday()
  const { begin, busy } = useExport()
  const error = stats.error ?? preview.error ?? charts.error
  const again = () => [preview, stats, charts].forEach((one) => void (one.error && one.refetch()))
  const { zone, name } = user.practice
  return (
    <Page>
      <PageHeader
        title="Reports"
        actions={
          <ExportButtons busy={busy} disabled={!isAsked || !hasReport || Boolean(error)} onExport={(format) => begin(query, format)} />
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 md:grid-cols-[248px_minmax(0,1fr)]">
        <div className="grid gap-3.5 max-md:contents">
          <ConfigurationCard query={query} types={types} errors={errors} onChange={change} />
          <MadeReportsCard zone={zone} />
          <div className="max-md:order-last">
            <QuickReportsCard />
          </div>
        </div>
        {error ? (
          <Failed error={error} onRetry={again} />
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 max-md:contents xl:grid-cols-[minmax(0,1fr)_232px] xl:grid-rows-[auto_1fr]">
            {/* On a phone the figures stand before the filters. */}
            <div className="max-md:order-first">
              <QuickStatsPanel stats={stats.data} range={range} />
            </div>
            <div className="xl:col-start-2 xl:row-span-2 xl:row-start-1">
              {hasReport ? (
                <PreviewPanel type={query.type} practice={name} preview={preview.data} isStale={preview.isPlaceholderData} />
              ) : (
                <UpgradePanel feature={REPORTS[query.type].feature ?? 'advanced-reports'} />
              )}
            </div>
            <div className="grid gap-3.5">
              {hasCharts ? <Charts charts={charts.data} today={today} /> : <UpgradePanel feature="advanced-reports" />}
              <TeamPanel />
            </div>
          </div>
        )}
      </div>
    </Page>
  )
}

/** Spec §2 Reports, the upgrade card of team analytics: on the plan for teams these are among the charts. */
const TeamPanel = () =>
  useFeature('team-management') ? null : (
    <UpgradePanel feature="team-management">
      <p className="text-ink-2">And who did how much, side by side.</p>
    </UpgradePanel>
  )

const Charts = ({ charts, today }: { charts: ReportCharts | undefined; today: Day }) =>
  charts ? (
    <ChartsPanel charts={charts} today={today} />
  ) : (
    <Card>
      <SkeletonRows label="Drawing the charts..." rows={5} />
    </Card>
  )

const Failed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <Card>
    {error instanceof Unreachable ? (
      <OfflineState>The server puts reports together. They're back as soon as you have signal.</OfflineState>
    ) : (
      <ErrorState title="The report couldn't be made" onRetry={onRetry}>
        {sentenceOf(error)}
      </ErrorState>
    )}
  </Card>
)
