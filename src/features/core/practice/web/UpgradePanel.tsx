import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { FEATURES, PLANS } from '#features/core/practice/plans.ts'
import { useCurrentUser } from '#features/core/practice/web/data.ts'
import { pounds } from '#lib/money.ts'
import { type Feature, tierNeeded } from '#lib/plan.ts'
import { cx } from '#ui/cx.ts'
import { LinkButton } from '#ui/LinkButton.tsx'

type Props = {
  feature: Feature
  /** More of what it is good for here. */
  children?: ReactNode
  className?: string
}

/** Spec §6 Tier feature gating: what a plan without the feature would gain, which plan has it, and the way to the prices. */
export function UpgradePanel({ feature, children, className }: Props) {
  const isOwner = useCurrentUser()?.role === 'owner'
  const { title, text } = FEATURES[feature]
  const { name, pence } = PLANS[tierNeeded(feature)]
  return (
    <section
      aria-label={`${title}: part of ${name}`}
      className={cx('flex flex-wrap items-start gap-x-4 gap-y-3 rounded-lg border border-line-2 bg-surface p-4', className)}
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-neutral-tint text-neutral-ink">
        <Lock size={20} aria-hidden />
      </span>
      <div className="min-w-52 flex-1">
        <h2 className="text-16">{title}</h2>
        <p className="text-ink-2">{text}</p>
        {children}
        <p className="mt-1 text-14 text-ink-2">
          Part of <b>{name}</b>, {pounds(pence)} a month.{!isOwner && ' An owner of your practice can change its plan.'}
        </p>
      </div>
      <LinkButton href="/pricing" className="max-sm:w-full">
        See the plans
      </LinkButton>
    </section>
  )
}
