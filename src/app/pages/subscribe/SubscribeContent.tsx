import { ArrowRight, Check, CircleSlash, type LucideIcon } from 'lucide-react'
import type { MouseEvent } from 'react'
import { CLIENT_PORTAL_PRICE, CLIENT_SERVICES, FARRIER_PLANS } from '#app/pages/pricing/plans.ts'
import { buttonClass } from '#ui/button-style.ts'
import { cx } from '#ui/cx.ts'

const INCLUDED = [
  'Every screen: diary, round, clients, yards, horses and work',
  'Your own practice, with its own data, for as long as you like',
  'A demo practice to look around in first',
  'Every text as it would have gone, in the Outbox',
]
const LEFT_OUT = ['Payments: nothing is charged, no card needed', 'SMS notifications: no text goes to a real phone']

type Props = { onStart?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined }

/** Spec §2 Test Version. */
export const SubscribeContent = ({ onStart }: Props) => (
  <div className="mx-auto grid w-full max-w-[860px] gap-6 px-4 pt-6 pb-12 md:pt-8">
    <header>
      <h1 className="text-30 tracking-[-0.028em] md:text-40">Test Version</h1>
      <p className="mt-1 max-w-[60ch] text-18 text-ink-2">Free test access with all features except payments and SMS notifications.</p>
    </header>
    <div className="grid gap-4 md:grid-cols-2">
      <Listed id="in-title" title="What you can use" texts={INCLUDED} icon={Check} tone="text-ok" />
      <Listed id="out-title" title="What is switched off" texts={LEFT_OUT} icon={CircleSlash} tone="text-ink-2" />
    </div>
    <a
      href="/"
      data-try-now
      onClick={onStart}
      className={buttonClass({ variant: 'primary', size: 'lg', className: 'justify-self-start max-sm:justify-self-stretch' })}
    >
      View Test Features
      <ArrowRight size={20} aria-hidden />
    </a>
    <section aria-labelledby="later-title">
      <h2 id="later-title" className="mb-2">
        Production pricing
      </h2>
      <p className="mb-3 text-ink-2">What it costs a month when the test version ends. Nothing is charged without your agreement.</p>
      <table className="w-full border-collapse rounded-lg border border-line bg-surface">
        <caption className="sr-only">Production pricing</caption>
        <tbody className="divide-y divide-line">
          {PRICES.map(([name, price, per]) => (
            <tr key={name}>
              <th scope="row" className="px-4 py-2.5 text-left font-medium">
                {name}
              </th>
              <td className="px-4 py-2.5 text-right">
                <b className="tabular-nums">{price}</b> <span className="text-14 text-ink-2">{per}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <a href="/pricing" className="link mt-3 inline-flex min-h-12 items-center">
        Compare every feature
      </a>
    </section>
  </div>
)

const PER_HORSE = 'a horse, paid by its owner'
const PRICES: readonly (readonly [name: string, price: string, per: string])[] = [
  ...FARRIER_PLANS.map(({ name, price }) => [name, price, ''] as const),
  ['Client Portal', CLIENT_PORTAL_PRICE, PER_HORSE],
  ...CLIENT_SERVICES.map(({ name, price }) => [name, price, PER_HORSE] as const),
]

type ListedProps = { id: string; title: string; texts: readonly string[]; icon: LucideIcon; tone: string }

const Listed = ({ id, title, texts, icon: Icon, tone }: ListedProps) => (
  <section aria-labelledby={id} className="rounded-lg border border-line bg-surface p-5">
    <h2 id={id}>{title}</h2>
    <ul className="mt-3 grid gap-2">
      {texts.map((text) => (
        <li key={text} className="flex gap-2.5">
          <Icon size={20} aria-hidden className={cx('mt-0.5 shrink-0', tone)} />
          {text}
        </li>
      ))}
    </ul>
  </section>
)
