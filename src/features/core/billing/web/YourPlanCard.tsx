import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import type { Billing } from '#features/core/billing/contract.ts'
import { useEndPlan, usePortal, useStartTrial } from '#features/core/billing/web/data.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { PLANS, planStatusWords } from '#features/core/practice/plans.ts'
import { usePlanStatus } from '#features/core/practice/web/use-plan-status.ts'
import { dayAndYear } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import type { PlanState } from '#lib/plan.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'

type Props = {
  user: CurrentUser
  /** What can be done about it; only for owners, with a connection. */
  billing?: Billing | undefined
}

/** The plan's status in words, and what an owner can do about it. */
export function YourPlanCard({ user: { practice }, billing }: Props) {
  const planStatus = usePlanStatus()
  const { name, pence } = PLANS[planStatus?.tier ?? practice.tier]
  return (
    <Card title="Your plan" padded action={planStatus && <StateBadge state={planStatus.state} />}>
      <p className="text-20 font-bold">{name}</p>
      <p className="text-ink-2">
        {planStatus ? planStatusWords(planStatus, practice) : 'Test version: everything is on, nothing is charged'}
      </p>
      {planStatus?.state === 'active' && planStatus.lastDay && <p className="text-14 text-ink-2">{pounds(pence)} a month</p>}
      {planStatus?.state === 'lapsed' && (
        <p className="mt-2 max-w-[60ch]">
          Your records are yours: you can read and export them any time. Changes made on a device wait there until the practice has a plan
          again.
        </p>
      )}
      {billing && <Actions billing={billing} isEnding={practice.isEnding} lastDay={planStatus?.lastDay ?? null} />}
    </Card>
  )
}

function Actions({ billing, isEnding, lastDay }: { billing: Billing; isEnding: boolean; lastDay: string | null }) {
  const [isAsking, ask] = useState(false)
  const portal = usePortal()
  const ending = useEndPlan()
  const trial = useStartTrial()
  if (!billing.hasPortal && !billing.isSubscribed && !billing.mayTry) return null
  return (
    <div className="mt-4 flex flex-wrap gap-2 max-sm:[&>*]:w-full">
      {billing.mayTry && (
        <Button variant="primary" busy={trial.isPending} busyLabel="Starting..." onClick={() => pressed(trial, undefined)}>
          Start Free Trial
        </Button>
      )}
      {billing.hasPortal && (
        <Button icon={CreditCard} busy={portal.isPending} busyLabel="Opening..." onClick={() => pressed(portal, undefined)}>
          Card and bills
        </Button>
      )}
      {billing.isSubscribed && !isEnding && (
        <Button variant="quiet" onClick={() => ask(true)}>
          End the plan
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={ask}
        title="End the plan?"
        keepLabel="Keep the plan"
        confirmLabel="End the plan"
        busy={ending.isPending}
        onConfirm={() => pressed(ending, undefined, { onSettled: () => ask(false) })}
      >
        Nothing more is charged.{' '}
        {lastDay ? `Everything carries on until ${dayAndYear(lastDay)}` : "Everything carries on to the end of what you've paid for"}; then
        you can read and export the practice, but change nothing. Choose a plan before then to carry on.
      </ConfirmDialog>
    </div>
  )
}

const STATES: Readonly<Record<PlanState, { tone: 'ok' | 'due' | 'late' | 'now'; words: string }>> = {
  trial: { tone: 'now', words: 'Free trial' },
  active: { tone: 'ok', words: 'Active' },
  'past-due': { tone: 'due', words: 'Awaiting payment' },
  lapsed: { tone: 'late', words: 'Ended' },
}

const StateBadge = ({ state }: { state: PlanState }) => <Badge tone={STATES[state].tone}>{STATES[state].words}</Badge>
