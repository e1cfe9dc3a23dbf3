import { Activity, Check, Clock, type LucideIcon, Minus, Star, Stethoscope } from 'lucide-react'
import { CLIENT_SERVICES, COMPARISON, FARRIER_PLANS, type Feature, type Plan, QUESTIONS, TRIAL } from '#app/pages/pricing/plans.ts'
import { Questions } from '#app/pages/pricing/Questions.tsx'
import { Badge } from '#ui/Badge.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { cx } from '#ui/cx.ts'

type Props = {
  /** Their buttons lead a signed-in user to their own plan; anyone else to registering or signing in, and from there to it. */
  isSignedIn?: boolean
}

/** Spec §2 Pricing, the part between the bars: plans, what clients pay for, feature by feature, and questions. */
export const PricingContent = ({ isSignedIn = false }: Props) => (
  <div className="mx-auto grid w-full max-w-[1112px] gap-8 px-4 pt-6 pb-12 md:pt-8">
    <header className="text-center">
      <h1 className="text-30 tracking-[-0.028em] md:text-40">Choose Your Perfect Plan</h1>
      <p className="mt-1 text-18 text-ink-2">{TRIAL}. Change plan any month.</p>
    </header>
    <section aria-label="Plans for farriers" className="grid gap-6 lg:grid-cols-[1fr_1.08fr_1fr] lg:gap-5">
      {FARRIER_PLANS.map((plan) => (
        <PlanCard key={plan.name} plan={plan} isSignedIn={isSignedIn} />
      ))}
    </section>
    <ClientServices isSignedIn={isSignedIn} />
    <Comparison />
    <Questions questions={QUESTIONS} />
  </div>
)

/** A place in the app, by way of signing in where that is still to be done. */
const inApp = (path: string, isSignedIn: boolean) => (isSignedIn ? path : `/sign-in?next=${encodeURIComponent(path)}`)

const PlanCard = ({ plan, isSignedIn }: { plan: Plan; isSignedIn: boolean }) => (
  <section
    aria-label={plan.name}
    className={cx(
      'relative grid grid-rows-[auto_auto_auto_1fr_auto] gap-2.5 rounded-lg border bg-surface p-6',
      plan.isPopular ? 'border-ember shadow-[0_0_0_1px_var(--ember)]' : 'border-line',
    )}
  >
    {plan.isPopular && (
      <Badge tone="now" icon={Star} className="absolute -top-3.5 left-6">
        Most Popular
      </Badge>
    )}
    <h2 className="text-20">{plan.name}</h2>
    <p className="flex items-baseline gap-2">
      <b className="text-40 tracking-[-0.03em]">{plan.price}</b>
      <span className="text-ink-2">a month</span>
    </p>
    <p className="text-ink-2">{plan.description}</p>
    <ul className="grid content-start gap-1.5 pt-1 pb-3">
      {plan.features.map((feature) => (
        <FeatureLine key={feature.text} feature={feature} />
      ))}
      {plan.limits.map((limit) => (
        <li key={limit} className="flex gap-2.5 text-ink-2">
          <Minus size={20} aria-hidden className="mt-0.5 shrink-0" />
          {limit}
        </li>
      ))}
    </ul>
    {plan.isPopular ? (
      <a
        href={isSignedIn ? `/settings/plan?choose=${plan.key}` : '/register'}
        className={buttonClass({ variant: 'primary', block: true, className: 'md:min-h-12' })}
      >
        Start Free Trial
      </a>
    ) : (
      <a
        href={inApp(`/settings/plan?choose=${plan.key}`, isSignedIn)}
        className={buttonClass({ block: true, className: 'md:min-h-12' })}
        aria-label={`Choose Plan: ${plan.name}`}
      >
        Choose Plan
      </a>
    )}
  </section>
)

const FeatureLine = ({ feature: { text, isPlanned } }: { feature: Feature }) => {
  const Icon = isPlanned ? Clock : Check
  return (
    <li className="flex gap-2.5">
      <Icon size={20} aria-hidden className={cx('mt-0.5 shrink-0', isPlanned ? 'text-ink-2' : 'text-ok')} />
      <span className="min-w-0">
        {text}
        {isPlanned && <Planned />}
      </span>
    </li>
  )
}

const Planned = () => <span className="ml-1.5 text-14 whitespace-nowrap text-ink-2">(planned)</span>

const SERVICE_ICONS: readonly LucideIcon[] = [Stethoscope, Activity]

const ClientServices = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <section id="for-your-clients" aria-labelledby="clients-title" className="scroll-mt-6">
    <h2 id="clients-title" className="mb-2 text-16 text-ink-2">
      For your clients, billed to them
    </h2>
    <div className="grid gap-4 md:grid-cols-2">
      {CLIENT_SERVICES.map((service, at) => {
        const Icon = SERVICE_ICONS[at] ?? Activity
        return (
          <section
            key={service.name}
            aria-label={service.name}
            className="grid grid-cols-[auto_1fr] items-start gap-x-3.5 gap-y-3 rounded-lg border border-line bg-surface p-4"
          >
            <Icon size={24} aria-hidden className="mt-0.5 text-ink-2" />
            <div>
              <h3 className="text-16">{service.name}</h3>
              <p className="text-14 text-ink-2">
                <b className="text-16 text-ink">{service.price}</b> a horse, a month
              </p>
              <p className="mt-1 text-ink-2">{service.description}</p>
            </div>
            <a
              href={inApp(`/settings/plan?service=${service.key}`, isSignedIn)}
              aria-label={`Enable for Clients: ${service.name}`}
              className={buttonClass({ className: 'col-start-2 justify-self-start max-sm:justify-self-stretch' })}
            >
              Enable for Clients
            </a>
          </section>
        )
      })}
    </div>
  </section>
)

const PLANS = ['Essential', 'Professional', 'Enterprise'] as const

/* A table from 768 px; on a phone a list of what each plan has, feature by feature. */
const Comparison = () => (
  <section aria-labelledby="compare-title" className="overflow-hidden rounded-lg border border-line bg-surface">
    <h2 id="compare-title" className="border-b border-line px-4 py-3 text-18 md:sr-only">
      Compare every feature
    </h2>
    <table className="w-full border-collapse max-md:hidden">
      <thead>
        <tr className="border-b border-line-2 text-left text-14 text-ink-2 [&>th]:px-4 [&>th]:py-3 [&>th]:font-medium">
          <th scope="col">Compare every feature</th>
          {PLANS.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {COMPARISON.map(([feature, ...plans]) => (
          <tr key={feature} className="not-last:border-b not-last:border-line [&>*]:px-4 [&>*]:py-2.5 [&>*]:text-left">
            <th scope="row" className="font-medium">
              {feature}
            </th>
            {plans.map((cell, at) => (
              <td key={PLANS[at]}>
                <PlanCell words={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    <ul className="divide-y divide-line md:hidden">
      {COMPARISON.map(([feature, ...plans]) => (
        <li key={feature} className="grid gap-1 px-4 py-3">
          <b className="font-medium">{feature}</b>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 text-14">
            {plans.map((cell, at) => (
              <div key={PLANS[at]} className="contents">
                <dt className="text-ink-2">{PLANS[at]}</dt>
                <dd>
                  <PlanCell words={cell} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  </section>
)

const PlanCell = ({ words }: { words: string }) => {
  const isThere = !/^(Planned|Not)/.test(words)
  const Icon = isThere ? Check : words.startsWith('Planned') ? Clock : Minus
  return (
    <span className={cx('inline-flex items-center gap-1.5', !isThere && 'text-ink-2')}>
      <Icon size={18} aria-hidden className={cx('shrink-0', isThere && 'text-ok')} />
      {words}
    </span>
  )
}
