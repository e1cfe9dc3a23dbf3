import { Check, CircleAlert, Clock, CloudUpload, type LucideIcon, Undo2 } from 'lucide-react'
import { type InvoiceStatus, invoiceStatusOf, leftOf } from '#features/ledger/invoices/rules.ts'
import { type KnownInvoice, useInvoices } from '#features/ledger/invoices/web/data.ts'
import { daysBetween } from '#lib/dates.ts'
import { memoLast } from '#lib/memo-last.ts'
import { pounds } from '#lib/money.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Badge, type BadgeTone } from '#ui/Badge.tsx'

const LOOK: Record<InvoiceStatus, { tone: BadgeTone; icon: LucideIcon; word: string }> = {
  paid: { tone: 'ok', icon: Check, word: 'Paid' },
  'part-paid': { tone: 'due', icon: Clock, word: 'Part paid' },
  open: { tone: 'neutral', icon: Clock, word: 'Unpaid' },
  overdue: { tone: 'late', icon: CircleAlert, word: 'Overdue' },
  credited: { tone: 'neutral', icon: Undo2, word: 'Credited' },
}

/** The status of an invoice, in a word: paid, unpaid, how long overdue, or that it waits for its number. */
export function InvoiceStatusBadge({ invoice }: { invoice: KnownInvoice }) {
  const today = useToday()
  const credited = creditedBy(useInvoices() ?? NONE).get(invoice.id)
  if (invoice.number === null) {
    return (
      <Badge tone="due" icon={CloudUpload}>
        Waiting
      </Badge>
    )
  }
  if (invoice.kind === 'credit') return <CreditBadge credit={invoice} />
  const status = invoiceStatusOf(invoice, today, credited)
  const { tone, icon, word } = LOOK[status]
  return (
    <Badge tone={tone} icon={icon}>
      {status === 'overdue' ? overdueWords(daysBetween(invoice.dueOn, today)) : word}
    </Badge>
  )
}

const CreditBadge = ({ credit }: { credit: KnownInvoice }) =>
  leftOf(credit) > 0 ? (
    <Badge tone="neutral" icon={Undo2}>{`${pounds(leftOf(credit))} on account`}</Badge>
  ) : (
    <Badge tone="neutral" icon={Undo2}>
      Used
    </Badge>
  )

/** `1 day over`, `12 days over`: in the words of a horse's cycle. */
const overdueWords = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'} over`

const NONE: readonly KnownInvoice[] = []

/** What credit notes gave back of each invoice. */
export const creditedBy = memoLast((invoices: readonly KnownInvoice[]): ReadonlyMap<string, number> => {
  const credited = new Map<string, number>()
  for (const { creditsInvoiceId, totalPence } of invoices) {
    if (creditsInvoiceId) credited.set(creditsInvoiceId, (credited.get(creditsInvoiceId) ?? 0) + totalPence)
  }
  return credited
})
