import { FileDown, Undo2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { InvoiceLine } from '#features/ledger/invoices/contract.ts'
import { leftOf, numberOf } from '#features/ledger/invoices/rules.ts'
import { type KnownInvoice, useCharges, useInvoices } from '#features/ledger/invoices/web/data.ts'
import { InvoiceLink } from '#features/ledger/invoices/web/InvoiceLink.tsx'
import { creditedBy, InvoiceStatusBadge } from '#features/ledger/invoices/web/InvoiceStatusBadge.tsx'
import { LineList, type ShownLine, Sum, TotalLines } from '#features/ledger/invoices/web/LineList.tsx'
import { SendInvoicePanel } from '#features/ledger/invoices/web/SendInvoicePanel.tsx'
import { invoicePdfHref } from '#features/ledger/invoices/web/server.ts'
import { useShownLines } from '#features/ledger/invoices/web/ToInvoiceCard.tsx'
import { ClientLink } from '#features/records/clients/web/ClientLink.tsx'
import { dayAndYear, dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { useSession } from '#platform/web/session/session.ts'
import { offlineHref } from '#platform/web/sync/offline-href.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Facts.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { RecordPanel } from '#ui/RecordPanel.tsx'
import { SyncNote } from '#ui/SyncNote.tsx'

const CreditDialog = lazy(() => import('#features/ledger/invoices/web/CreditDialogCard.tsx').then((m) => ({ default: m.CreditDialogCard })))

type Props = {
  invoice: KnownInvoice
  onClose: () => void
  /** What came for it. */
  settled: ReactNode
  /** The actions about its money; absent where nothing is left to pay. */
  payment: ReactNode
}

/** One invoice or credit note as issued, what came since, and its actions. */
export function InvoiceDetailsPanel({ invoice, onClose, settled, payment }: Props) {
  const [isCrediting, setCrediting] = useState(false)
  const reachable = useReachable()
  const credited = creditedBy(useInvoices() ?? NONE).get(invoice.id) ?? 0
  const isIssued = invoice.number !== null
  const canCredit = isIssued && invoice.kind === 'invoice' && credited < invoice.totalPence
  const footer = isIssued && (
    <>
      {payment}
      <SendInvoicePanel invoice={invoice} isPrimary={!payment && invoice.sentAt === null} />
    </>
  )
  return (
    <RecordPanel title={titleOf(invoice)} onClose={onClose} footer={footer || undefined}>
      <div className="grid gap-4">
        <SyncNote {...invoice} href={offlineHref('invoices', invoice.id)} />
        <Head invoice={invoice} />
        <Lines invoice={invoice} />
        {settled}
        {isIssued && (
          <div className="flex flex-wrap gap-2">
            {reachable ? (
              <LinkButton size="sm" icon={FileDown} href={invoicePdfHref(invoice.id)} target="_blank" rel="noopener">
                PDF
              </LinkButton>
            ) : (
              <p className="text-14 text-ink-2">You need signal for its PDF, to send it or to credit it.</p>
            )}
            {canCredit && reachable && (
              <Button size="sm" icon={Undo2} onClick={() => setCrediting(true)}>
                Credit
              </Button>
            )}
          </div>
        )}
      </div>
      <Suspense>{isCrediting && <CreditDialog invoice={invoice} onClose={() => setCrediting(false)} />}</Suspense>
    </RecordPanel>
  )
}

function Head({ invoice }: { invoice: KnownInvoice }) {
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  const { sentAt, asWas, creditsInvoiceId } = invoice
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <b className="text-30">{pounds(invoice.kind === 'credit' ? -invoice.totalPence : invoice.totalPence)}</b>
        <InvoiceStatusBadge invoice={invoice} />
      </div>
      <Facts
        facts={[
          ['To', <ClientLink key="to" id={invoice.payerClientId} />],
          ['Issued', dayAndYear(invoice.issuedOn)],
          ['Due', invoice.kind === 'invoice' && dayAndYear(invoice.dueOn)],
          ['To pay', invoice.kind === 'invoice' && invoice.paidPence > 0 && leftOf(invoice) > 0 && pounds(leftOf(invoice))],
          [
            'Credit for',
            creditsInvoiceId && (
              <InvoiceLink key="of" id={creditsInvoiceId}>
                {asWas?.creditsNumber ?? 'its invoice'}
              </InvoiceLink>
            ),
          ],
          ['Visit', asWas?.visit && [shortDay(asWas.visit.onDay), asWas.visit.location || asWas.visit.title].join(', ')],
          ['Sent', sentAt ? `${shortDay(dayOf(sentAt, zone))}, ${timeOf(sentAt, zone)}` : invoice.number !== null && 'not yet'],
          ['Note', invoice.note],
        ]}
      />
    </div>
  )
}

const Lines = ({ invoice }: { invoice: KnownInvoice }) =>
  invoice.asWas ? <IssuedLines lines={invoice.asWas.lines} {...invoice} /> : <WaitingLines invoice={invoice} />

type IssuedProps = { lines: readonly InvoiceLine[]; netPence: number; vatPence: number; totalPence: number }

const IssuedLines = ({ lines, netPence, vatPence, totalPence }: IssuedProps) => (
  <div className="rounded-lg border border-line px-3 py-1.5">
    <LineList label="Lines" lines={lines.map(shownLine)} />
    <TotalLines netPence={netPence} vatPence={vatPence} grossPence={totalPence} />
  </div>
)

/** For an invoice without a number yet: the lines it was requested for. The server takes those that still exist. */
function WaitingLines({ invoice }: { invoice: KnownInvoice }) {
  const ids = new Set(invoice.chargeIds ?? [])
  const lines = useShownLines((useCharges() ?? []).filter(({ id }) => ids.has(id)))
  return (
    <div className="grid gap-2">
      <p>It gets its number when there's signal.</p>
      <div className="rounded-lg border border-line px-3 py-1.5">
        <LineList label="Lines" lines={lines} />
        <dl className="border-t border-line-2 pt-2">
          <Sum name="Total" pence={invoice.totalPence} isBold />
        </dl>
      </div>
    </div>
  )
}

const shownLine = (line: InvoiceLine, at: number): ShownLine => ({ ...line, key: line.chargeId ?? String(at) })

const titleOf = (invoice: KnownInvoice) => numberOf(invoice) ?? (invoice.kind === 'credit' ? 'Credit note' : 'Invoice')

const NONE: readonly KnownInvoice[] = []
