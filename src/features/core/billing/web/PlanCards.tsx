import { Check, Clock } from 'lucide-react'
import { Link, useSearch } from 'wouter'
import type { Billing } from '#features/core/billing/contract.ts'
import { useChoosePlan } from '#features/core/billing/web/data.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { FEATURES, PLANS } from '#features/core/practice/plans.ts'
import { usePlanStatus } from '#features/core/practice/web/use-plan-status.ts'
import { addDays, dayAndYear } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { ALL_FEATURES, isAtLeast, TIERS, type Tier, tierNeeded } from '#lib/plan.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'

type Props = { user: CurrentUser; billing: Billing }

/**
 * The three plans, each with what it adds and the button that chooses it. `?choose=` marks the plan the user came for; without it, a plan
 * that has ended is marked.
 */
export function PlanCards({ user, billing }: Props) {
  const hasEnded = usePlanStatus()?.state === 'lapsed'
  const wanted = new URLSearchParams(useSearch()).get('choose') ?? (hasEnded && user.practice.tier)
  const choosing = useChoosePlan()
  return (
    <section aria-labelledby="plans-title">
      <h2 id="plans-title" className="mb-2 text-16">
        Plans
      </h2>
      <div className="grid gap-4 lg:grid-cols-3">
        {TIERS.map((tier) => (
          <PlanCard
            key={tier}
            tier={tier}
            user={user}
            billing={billing}
            isWanted={wanted === tier}
            isBusy={choosing.isPending}
            isChoosing={choosing.isPending && choosing.variables === tier}
            onChoose={() => pressed(choosing, tier)}
          />
        ))}
      </div>
      <p className="mt-3 text-14 text-ink-2">
        Upgrades take effect immediately; downgrades at the next billing cycle. You can read what you have on every plan.{' '}
        <Link href="/pricing" className="link">
          Compare every feature
        </Link>
      </p>
    </section>
  )
}

type CardProps = Props & { tier: Tier; isWanted: boolean; isBusy: boolean; isChoosing: boolean; onChoose: () => void }

function PlanCard({ tier, user, billing, isWanted, isBusy, isChoosing, onChoose }: CardProps) {
  const { name, pence } = PLANS[tier]
  const choice = useChoice(tier, user, billing)
  return (
    <section
      aria-label={name}
      className={cx(
        'grid grid-rows-[auto_auto_1fr_auto] gap-2.5 rounded-lg border bg-surface p-5',
        isWanted ? 'border-ember shadow-[0_0_0_1px_var(--ember)]' : 'border-line',
      )}
    >
      <h3 className="flex items-center justify-between gap-2 text-18">
        {name}
        {choice.badge && <Badge tone={choice.isCurrent ? 'ok' : 'due'}>{choice.badge}</Badge>}
      </h3>
      <p className="flex items-baseline gap-2">
        <b className="text-30 tracking-[-0.02em]">{pounds(pence)}</b>
        <span className="text-ink-2">a month</span>
      </p>
      <Gains tier={tier} />
      {choice.label && (
        <Button
          variant={isWanted ? 'primary' : 'plain'}
          block
          disabled={isBusy && !isChoosing}
          busy={isChoosing}
          busyLabel="Choosing..."
          onClick={onChoose}
        >
          {choice.label}
        </Button>
      )}
    </section>
  )
}

type Choice = { badge?: string; isCurrent?: boolean; label?: string }

/** What a plan is to the practice, and what choosing it would do. */
function useChoice(tier: Tier, { practice }: CurrentUser, { by, isSubscribed }: Billing): Choice {
  const planStatus = usePlanStatus()
  const { name } = PLANS[tier]
  if (!planStatus) return tier === practice.tier ? { badge: 'Your plan', isCurrent: true } : { label: `Choose ${name}` }
  const isPaid = planStatus.state === 'active' || planStatus.state === 'past-due'
  const isCurrent = isPaid && tier === practice.tier
  if (isCurrent && !practice.isEnding && !practice.nextTier) return { badge: 'Your plan', isCurrent: true }
  if (practice.nextTier === tier && planStatus.lastDay) return { badge: `From ${dayAndYear(addDays(planStatus.lastDay, 1))}` }
  if (by === 'operator') return isCurrent ? { badge: 'Your plan', isCurrent: true } : {}
  if (isCurrent) return { badge: 'Your plan', isCurrent: true, label: `Stay on ${name}` }
  if (!isSubscribed) return { label: `Choose ${name}` }
  return { label: isAtLeast(tier, practice.tier) ? `Upgrade to ${name}` : `Change to ${name} at the next cycle` }
}

const EVERY_PLAN = [
  'Unlimited clients, horses and visits',
  'The diary, the round and the texts',
  'Invoices, payments and the books',
  'Works with no signal',
]
const BEFORE: Readonly<Partial<Record<Tier, Tier>>> = { professional: 'essential', enterprise: 'professional' }

const Gains = ({ tier }: { tier: Tier }) => {
  const before = BEFORE[tier]
  const gained = before ? ALL_FEATURES.filter((feature) => tierNeeded(feature) === tier).map((feature) => FEATURES[feature]) : []
  const first = before ? [`Everything in ${PLANS[before].name}`] : EVERY_PLAN
  return (
    <ul className="grid content-start gap-1.5 pb-2">
      {first.map((text) => (
        <Gain key={text} text={text} />
      ))}
      {gained.map(({ title, isPlanned }) => (
        <Gain key={title} text={title} isPlanned={isPlanned} />
      ))}
    </ul>
  )
}

const Gain = ({ text, isPlanned }: { text: string; isPlanned?: true | undefined }) => {
  const Icon = isPlanned ? Clock : Check
  return (
    <li className="flex gap-2.5">
      <Icon size={20} aria-hidden className={cx('mt-0.5 shrink-0', isPlanned ? 'text-ink-2' : 'text-ok')} />
      <span className="min-w-0">
        {text}
        {isPlanned && <span className="ml-1.5 text-14 whitespace-nowrap text-ink-2">(planned)</span>}
      </span>
    </li>
  )
}
