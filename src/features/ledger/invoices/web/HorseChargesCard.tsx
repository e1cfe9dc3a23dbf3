import { useState } from 'react'
import { Link } from 'wouter'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { seesMoney } from '#features/core/practice/rules.ts'
import type { Charge } from '#features/ledger/invoices/contract.ts'
import { lineOf, numberOf } from '#features/ledger/invoices/rules.ts'
import { type KnownInvoice, useInvoices } from '#features/ledger/invoices/web/data.ts'
import { shortDay } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { RowMark } from '#ui/PendingMark.tsx'

/** Rows shown at first. */
const SHOWN = 5

/** The charges for a horse, newest first, each with its invoice. Nothing before the first, and for members who see no money. */
export function HorseChargesCard({ horseId }: { horseId: string }) {
  const role = useSession<CurrentUser>().user?.role
  const charges = useRows<Charge>('charges', { horseId })
  const invoices = useInvoices()
  const [isWhole, setWhole] = useState(false)
  if (!seesMoney(role) || !charges?.length || !invoices) return null
  const named = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  const newest = charges.toSorted((a, b) => b.chargedOn.localeCompare(a.chargedOn) || a.place - b.place)
  return (
    <Card title="Charged">
      <ul className="divide-y divide-line">
        {newest.slice(0, isWhole ? newest.length : SHOWN).map((charge) => (
          <li key={charge.id} className="flex items-baseline justify-between gap-3 px-4 py-2.5">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {charge.description} <RowMark of={[charge]} />
              <span className="block text-14 text-ink-2">
                {shortDay(charge.chargedOn)}, <OnInvoice invoice={named.get(charge.invoiceId ?? '')} />
              </span>
            </span>
            <b className="tabular-nums">{pounds(lineOf(charge).grossPence)}</b>
          </li>
        ))}
      </ul>
      {!isWhole && newest.length > SHOWN && (
        <Button variant="quiet" size="sm" block onClick={() => setWhole(true)}>{`Show ${newest.length - SHOWN} more`}</Button>
      )}
    </Card>
  )
}

const OnInvoice = ({ invoice }: { invoice: KnownInvoice | undefined }) =>
  invoice ? (
    <Link href={`/money?tab=invoices&invoice=${invoice.id}`} className="link">
      {numberOf(invoice)}
    </Link>
  ) : (
    'to be invoiced'
  )
