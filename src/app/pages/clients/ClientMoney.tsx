import { Banknote, CircleAlert, FileText } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type ClientMoney as Money, moneyOfClient } from '#app/pages/clients/client-money.ts'
import { FigureStrip } from '#app/pages/clients/FigureStrip.tsx'
import { numberOf } from '#features/ledger/invoices/rules.ts'
import { type KnownInvoice, useCharges, useInvoices } from '#features/ledger/invoices/web/data.ts'
import { InvoiceStatusBadge } from '#features/ledger/invoices/web/InvoiceStatusBadge.tsx'
import { methodWords } from '#features/ledger/payments/method-words.ts'
import { isOverdue } from '#features/ledger/payments/web/BalanceBadge.tsx'
import { type KnownPayment, usePayments } from '#features/ledger/payments/web/data.ts'
import { type Account, useAccount } from '#features/ledger/payments/web/use-accounts.ts'
import { useClient } from '#features/records/clients/web/data.ts'
import { useHorsesByOwner } from '#features/records/horses/web/data.ts'
import { AgreedPricesCard } from '#features/records/prices/web/AgreedPricesCard.tsx'
import { dayAndYear, shortDay } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { RowMark } from '#ui/PendingMark.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const PaymentDialog = lazy(() =>
  import('#features/ledger/payments/web/PaymentDialogCard.tsx').then((m) => ({ default: m.PaymentDialogCard })),
)
const StatementDialog = lazy(() =>
  import('#features/ledger/accounts/web/StatementDialogCard.tsx').then((m) => ({ default: m.StatementDialogCard })),
)

/** Rows of a list shown at first. */
const SHOWN = 5

/** A client's money: what they owe, what waits to be invoiced, their invoices, what they paid and the prices agreed with them. */
export function ClientMoney({ clientId }: { clientId: string }) {
  const today = useToday()
  const charges = useCharges()
  const invoices = useInvoices()
  const payments = usePayments()
  const account = useAccount(clientId)
  const client = useClient(clientId)
  const [over, setOver] = useState<'payment' | 'statement'>()
  if (!charges || !invoices || !payments || !account) return <SkeletonRows label="Loading the money..." />
  const money = moneyOfClient(clientId, { charges, invoices, payments }, today)
  return (
    <div className="grid gap-4">
      <BalanceNote account={account} />
      <FigureStrip
        label="Their money"
        figures={[
          ['Owes', pounds(account.owedPence)],
          ['To invoice', pounds(money.toInvoicePence)],
          [`Invoiced ${today.slice(0, 4)}`, pounds(money.thisYearPence)],
        ]}
      />
      <div className="grid grid-cols-2 gap-2 [&>*]:px-3 [&>*]:whitespace-nowrap">
        <Button icon={Banknote} onClick={() => setOver('payment')}>
          Take payment
        </Button>
        <Button icon={FileText} onClick={() => setOver('statement')}>
          Statement
        </Button>
      </div>
      <ToInvoice money={money} />
      <Part
        title="Invoices"
        none="No invoices yet."
        rows={money.invoices}
        rowOf={(invoice) => <InvoiceRow key={invoice.id} invoice={invoice} />}
      />
      <Part
        title="Payments"
        none="No payments yet."
        rows={money.payments}
        rowOf={(payment) => <PaymentRow key={payment.id} payment={payment} />}
      />
      {client && <AgreedPricesCard whose={{ kind: 'client', id: client.id, name: client.name }} />}
      <Suspense>
        {over === 'payment' && (
          <PaymentDialog payerClientId={clientId} amountPence={account.owedPence} onClose={() => setOver(undefined)} />
        )}
        {over === 'statement' && <StatementDialog clientId={clientId} onClose={() => setOver(undefined)} />}
      </Suspense>
    </div>
  )
}

/** What the figures don't say: since when something is overdue, and what is not used yet. */
function BalanceNote({ account }: { account: Account }) {
  const today = useToday()
  if (account.onAccountPence > 0) return <Badge tone="ok">{`${pounds(account.onAccountPence)} on account`}</Badge>
  if (account.oldestDueOn === null || !isOverdue(account, today)) return null
  return (
    <Badge tone="late" icon={CircleAlert}>
      {`Overdue since ${shortDay(account.oldestDueOn)}`}
    </Badge>
  )
}

/** Lines on no invoice; they are issued where all of them are. */
function ToInvoice({ money: { toInvoice } }: { money: Money }) {
  const horses = new Map([...(useHorsesByOwner()?.values() ?? [])].flat().map(({ id, name }) => [id, name]))
  if (toInvoice.length === 0) return null
  return (
    <Part
      title="To invoice"
      none=""
      rows={toInvoice}
      action={
        <LinkButton size="sm" variant="quiet" href="/money?tab=to-invoice">
          Issue
        </LinkButton>
      }
      rowOf={(charge) => (
        <ListRow
          key={charge.id}
          title={[horses.get(charge.horseId ?? ''), charge.description].filter(Boolean).join(', ')}
          detail={
            <>
              {shortDay(charge.chargedOn)} <RowMark of={[charge]} />
            </>
          }
          aside={<span className="tabular-nums">{pounds(charge.quantity * charge.unitPence)}</span>}
        />
      )}
    />
  )
}

type PartProps<T> = { title: string; none: string; rows: readonly T[]; rowOf: (row: T) => ReactNode; action?: ReactNode }

/** A list of the client's, its newest rows first and the others on request. */
function Part<T>({ title, none, rows, rowOf, action }: PartProps<T>) {
  const [isWhole, setWhole] = useState(false)
  return (
    <section aria-label={title}>
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-16">{title}</h3>
        {action}
      </div>
      {rows.length === 0 ? (
        <p className="text-ink-2">{none}</p>
      ) : (
        <div className="mt-1 rounded-lg border border-line">
          <List label={title}>{rows.slice(0, isWhole ? rows.length : SHOWN).map(rowOf)}</List>
        </div>
      )}
      {!isWhole && rows.length > SHOWN && (
        <Button variant="quiet" size="sm" block onClick={() => setWhole(true)}>{`Show ${rows.length - SHOWN} more`}</Button>
      )}
    </section>
  )
}

const InvoiceRow = ({ invoice }: { invoice: KnownInvoice }) => (
  <ListRow
    href={`/money?tab=invoices&invoice=${invoice.id}`}
    title={numberOf(invoice) ?? 'No number yet'}
    detail={dayAndYear(invoice.issuedOn)}
    aside={
      <span className="grid justify-items-end gap-1">
        <span className="tabular-nums">{pounds(invoice.kind === 'credit' ? -invoice.totalPence : invoice.totalPence)}</span>
        <InvoiceStatusBadge invoice={invoice} />
      </span>
    }
  />
)

const PaymentRow = ({ payment }: { payment: KnownPayment }) => (
  <ListRow
    title={`${payment.amountPence < 0 ? 'Refunded' : 'Paid'}, ${methodWords(payment.method)}`}
    detail={
      <>
        {[dayAndYear(payment.receivedOn), payment.reference].filter(Boolean).join(', ')} <RowMark of={[payment]} />
      </>
    }
    aside={<span className="tabular-nums">{pounds(payment.amountPence)}</span>}
  />
)
