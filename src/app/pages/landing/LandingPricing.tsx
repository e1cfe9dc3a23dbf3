import { Check, CreditCard, Smartphone } from 'lucide-react'
import { START_TRIAL } from '#app/pages/landing/PublicPage.tsx'
import { FARRIER_PLANS, type Plan, TRIAL } from '#app/pages/pricing/plans.ts'
import { Badge } from '#ui/Badge.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { cx } from '#ui/cx.ts'

/** What owners have today, in every plan. */
const OWNERS_HAVE = [
  'Their place in today’s queue',
  'A card for each visit, with the photos you choose to show',
  'Invoices and statements, with how to pay',
  'One tap to confirm, or to reply to you',
]

/** The pricing section: the three plans as they are, and what owners have. Spec §2 Public landing page, §9 Plans. */
export const LandingPricing = ({ isMember = false }: { isMember?: boolean }) => (
  <section id="pricing" aria-labelledby="pricing-title" className="mx-auto w-full max-w-[1112px] scroll-mt-4 px-4 py-10 md:py-14">
    <div className="mb-6 text-center">
      <h2 id="pricing-title" className="text-30 tracking-[-0.025em]">
        Simple prices
      </h2>
      <p className="mt-1 text-18 text-ink-2">{TRIAL}. Nothing to pay in the test version.</p>
    </div>
    <div className="grid gap-4 lg:grid-cols-3">
      {FARRIER_PLANS.map((plan) => (
        <PlanCard key={plan.key} plan={plan} />
      ))}
    </div>
    <Portal isMember={isMember} />
    <Payments />
    <p className="mt-5 text-center">
      <a href="/pricing" className="link inline-flex min-h-12 items-center">
        Compare all plans
      </a>
    </p>
  </section>
)

const PlanCard = ({ plan: { name, price, description, features, isPopular } }: { plan: Plan }) => (
  <section
    aria-label={name}
    className={cx(
      'grid grid-rows-[auto_auto_auto_1fr_auto] gap-3 rounded-lg border bg-surface p-6',
      isPopular ? 'border-ember shadow-[0_0_0_1px_var(--ember)]' : 'border-line',
    )}
  >
    <h3 className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-20">
      {name}
      {isPopular && <Badge tone="now">Most Popular</Badge>}
    </h3>
    <p className="flex flex-wrap items-baseline gap-x-2">
      <b className="text-40 tracking-[-0.03em]">{price}</b>
      <span className="text-ink-2">a month</span>
    </p>
    <p className="text-ink-2">{description}</p>
    {/* What is planned is listed with the plans, not sold here. */}
    <Lines lines={features.filter(({ isPlanned }) => !isPlanned).map(({ text }) => text)} />
    <a
      href={START_TRIAL}
      {...(!isPopular && { 'aria-label': `Start Free Trial: ${name}` })}
      className={buttonClass({ ...(isPopular && { variant: 'primary' }), block: true, className: 'md:min-h-12' })}
    >
      Start Free Trial
    </a>
  </section>
)

const Lines = ({ lines, className }: { lines: readonly string[]; className?: string }) => (
  <ul className={cx('grid content-start gap-1.5 pb-2', className)}>
    {lines.map((line) => (
      <li key={line} className="flex gap-2.5">
        <Check size={20} aria-hidden className="mt-0.5 shrink-0 text-ok" />
        {line}
      </li>
    ))}
  </ul>
)

/* A farrier who is signed in decides there and then; anyone else reads what there is to decide. */
const Portal = ({ isMember }: { isMember: boolean }) => (
  <section
    aria-label="Client Portal"
    className="mt-4 grid items-center gap-x-8 gap-y-4 rounded-lg border border-line bg-surface p-6 md:grid-cols-[minmax(0,1fr)_auto]"
  >
    <div className="grid gap-3">
      <h3 className="text-20">Client Portal</h3>
      <p className="text-ink-2">
        What owners get on every plan, signed in or by a link in a text. With Professional they see their horses’ records too:
      </p>
      <Lines lines={OWNERS_HAVE} className="md:grid-cols-2" />
    </div>
    <a href={isMember ? '/settings/portal' : '/pricing#client-portal'} className={buttonClass({ className: 'md:min-h-12' })}>
      Managed by Farrier
    </a>
  </section>
)

const MARK = 'inline-flex min-h-9 items-center gap-1.5 rounded-md border border-line-2 bg-surface px-3 text-14 font-medium'

/* Written, not drawn: the marks belong to others. */
const Payments = () => (
  <div className="mt-6 flex flex-wrap items-center justify-center gap-2">
    <span className="mr-1 text-14 text-ink-2 max-sm:w-full max-sm:text-center">When the test version ends, payment by</span>
    <ul className="flex flex-wrap justify-center gap-2">
      <li className={MARK}>
        <Smartphone size={16} aria-hidden /> Google Pay
      </li>
      <li className={MARK}>
        <Smartphone size={16} aria-hidden /> Apple Pay
      </li>
      <li className={MARK}>
        <CreditCard size={16} aria-hidden /> All major cards
      </li>
    </ul>
  </div>
)
