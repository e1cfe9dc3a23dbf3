import { Check, CreditCard, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { LOGIN } from '#app/pages/landing/PublicPage.tsx'
import { BASE_PRICE, CLIENT_PORTAL_PRICE, TRIAL } from '#app/pages/pricing/plans.ts'
import { Badge } from '#ui/Badge.tsx'
import { buttonClass } from '#ui/button-style.ts'

const FARRIER = [
  'Unlimited clients, horses and visits',
  'The diary, the round and the texts',
  'Phone, tablet and desktop',
  'Works with no signal',
]
const PORTAL = ['Horse records to read', 'X-rays and videos to upload', 'Notifications of visits']

/** The pricing section. Spec §2 Public landing page, §9 Plans. */
export const LandingPricing = () => (
  <section id="pricing" aria-labelledby="pricing-title" className="mx-auto w-full max-w-[1112px] scroll-mt-4 px-4 py-10 md:py-14">
    <div className="mb-6 text-center">
      <h2 id="pricing-title" className="text-30 tracking-[-0.025em]">
        Simple prices
      </h2>
      <p className="mt-1 text-18 text-ink-2">{TRIAL}. Nothing to pay in the test version.</p>
    </div>
    <div className="grid gap-4 md:grid-cols-2">
      <Offer
        title="Farrier Plan"
        price={BASE_PRICE}
        per="a month"
        lines={FARRIER}
        action={
          <a href={LOGIN} className={buttonClass({ variant: 'primary', block: true, className: 'md:min-h-12' })}>
            Start Free Trial
          </a>
        }
      />
      <Offer
        title="Client Portal"
        badge={<Badge tone="line">Planned</Badge>}
        price={CLIENT_PORTAL_PRICE}
        per="a horse, a month, on top"
        lines={PORTAL}
        action={
          <a href="/pricing#for-your-clients" className={buttonClass({ block: true, className: 'md:min-h-12' })}>
            Managed by Farrier
          </a>
        }
      />
    </div>
    <Payments />
    <p className="mt-5 text-center">
      <a href="/pricing" className="link inline-flex min-h-12 items-center">
        Compare all plans
      </a>
    </p>
  </section>
)

type OfferProps = { title: string; price: string; per: string; lines: readonly string[]; badge?: ReactNode; action: ReactNode }

const Offer = ({ title, price, per, lines, badge, action }: OfferProps) => (
  <section aria-label={title} className="grid grid-rows-[auto_auto_1fr_auto] gap-3 rounded-lg border border-line bg-surface p-6">
    <h3 className="flex items-center justify-between gap-3 text-20">
      {title}
      {badge}
    </h3>
    <p className="flex flex-wrap items-baseline gap-x-2">
      <b className="text-40 tracking-[-0.03em]">{price}</b>
      <span className="text-ink-2">{per}</span>
    </p>
    <ul className="grid content-start gap-1.5 pb-2">
      {lines.map((line) => (
        <li key={line} className="flex gap-2.5">
          <Check size={20} aria-hidden className="mt-0.5 shrink-0 text-ok" />
          {line}
        </li>
      ))}
    </ul>
    {action}
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
