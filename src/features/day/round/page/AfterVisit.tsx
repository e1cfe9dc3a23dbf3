import { lazy, Suspense } from 'react'
import type { AfterStop } from '#features/day/round/contract.ts'
import { Sign } from '#features/day/round/page/signs.tsx'
import { shortDay } from '#lib/dates.ts'

/* Loaded once there is something to pay: most owners who wait need none of it. */
const PayHere = lazy(() => import('#features/day/round/page/PayHere.tsx').then((m) => ({ default: m.PayHere })))

/** Below a finished stop: its card, its invoice, and when they meet next. */
export function AfterVisit({ after }: { after: AfterStop | undefined }) {
  if (!after || (!after.cardPath && !after.invoice && after.next.length === 0)) return null
  const { cardPath, invoice, next } = after
  return (
    <ul className="border-t border-line">
      {cardPath && <Onward href={cardPath} title="Visit card" detail="What was done and seen" />}
      {invoice && <Onward href={invoice.path} title={invoice.title} detail={invoice.status} />}
      {invoice && invoice.pay.length > 0 && (
        <li className="px-4 pb-4">
          <Suspense>
            <PayHere rows={invoice.pay} />
          </Suspense>
        </li>
      )}
      {next.map(({ name, dueOn, booked }) => (
        <li key={name} className="border-line px-4 py-3 not-first:border-t">
          {name}: {booked ? 'booked ' : 'next due '}
          <b>{booked ?? (dueOn && shortDay(dueOn))}</b>
        </li>
      ))}
    </ul>
  )
}

const Onward = ({ href, title, detail }: { href: string; title: string; detail: string }) => (
  <li className="border-line not-first:border-t">
    <a href={href} className="flex min-h-14 items-center gap-3 px-4 py-2 text-ink no-underline">
      <span className="min-w-0 flex-1">
        <b className="block">{title}</b>
        <span className="block text-14 text-ink-2">{detail}</span>
      </span>
      <Sign of="onward" size={20} className="shrink-0 text-ink-2" />
    </a>
  </li>
)
