import type { CurrentUser } from '#features/core/practice/contract.ts'
import { mayRunPractice } from '#features/core/practice/rules.ts'
import { KeptCard } from '#features/office/erasure/web/KeptCard.tsx'
import { LongGoneCard } from '#features/office/erasure/web/LongGoneCard.tsx'
import { RetentionCard } from '#features/office/erasure/web/RetentionCard.tsx'
import { ExportCard } from '#features/office/exports/web/ExportCard.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { ForbiddenState } from '#ui/EmptyState.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'

/** The practice's data: to take away, and how long it stays. The server does all of it. */
export function DataPage() {
  const user = useSession<CurrentUser>().user
  if (!user) return null
  const { zone } = user.practice
  return (
    <Page>
      <PageHeader title="Your data" subtitle="Export it any time, and decide how long it’s kept." />
      {mayRunPractice(user.role) ? (
        <div className="grid items-start gap-3.5 lg:grid-cols-2">
          <div className="grid gap-3.5">
            <ExportCard zone={zone} />
            <KeptCard zone={zone} />
          </div>
          <div className="grid gap-3.5">
            <RetentionCard />
            <LongGoneCard />
          </div>
        </div>
      ) : (
        <Card className="max-w-[760px]">
          <ForbiddenState title="Only the practice's owner can export its data">Ask the owner for an export.</ForbiddenState>
        </Card>
      )}
    </Page>
  )
}
