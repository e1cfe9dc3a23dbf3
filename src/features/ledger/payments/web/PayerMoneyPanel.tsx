import { Banknote, FileText, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Charge } from '#features/ledger/invoices/contract.ts'
import { type KnownCharge, repriceCharge } from '#features/ledger/invoices/web/data.ts'
import { BalanceBadge } from '#features/ledger/payments/web/BalanceBadge.tsx'
import { ChargeRow } from '#features/ledger/payments/web/ChargeRow.tsx'
import { InvoiceRow, PaymentRow, Totals } from '#features/ledger/payments/web/PayerMoneyRows.tsx'
import { useAccount } from '#features/ledger/payments/web/use-accounts.ts'
import { issueOfVisit, isToInvoice, type KnownPayer, type useVisitMoney } from '#features/ledger/payments/web/use-visit-money.ts'
import { pounds } from '#lib/money.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { withToast } from '#ui/with-toast.ts'

const PaymentDialog = lazy(() =>
  import('#features/ledger/payments/web/PaymentDialogCard.tsx').then((m) => ({ default: m.PaymentDialogCard })),
)
const ChargeDialog = lazy(() => import('#features/ledger/invoices/web/ChargeDialogCard.tsx').then((m) => ({ default: m.ChargeDialogCard })))

type VisitMoney = NonNullable<ReturnType<typeof useVisitMoney>>
type Props = { payer: KnownPayer; money: VisitMoney; isOneOfMany: boolean }
type Over = 'pay' | 'add' | { charge: KnownCharge }

/** One payer of a visit: their charges, payments and invoices. */
export function PayerMoneyPanel({ payer, money, isOneOfMany }: Props) {
  const { held } = money
  const name = held.clients.get(payer.payerClientId)?.name ?? 'N/A'
  const [over, setOver] = useState<Over>()
  const close = () => setOver(undefined)
  return (
    <section aria-label={name} className="rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-3.5 py-2.5">
        <h3 className="text-16">{name}</h3>
        <BalanceBadge clientId={payer.payerClientId} />
      </div>
      <ul aria-label={`Lines of ${name}`} className="divide-y divide-line px-3.5">
        {payer.toInvoice.map((charge) => (
          <ChargeRow
            key={charge.id}
            charge={charge}
            horse={held.horses.get(charge.horseId ?? '')?.name}
            onPrice={(pence) => void withToast('Price changed', pounds(pence), () => repriceCharge(charge, pence))}
            onChange={isHeld(charge) ? () => setOver({ charge }) : undefined}
          />
        ))}
        {payer.invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} />
        ))}
        {payer.payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} />
        ))}
      </ul>
      {isBlank(payer) ? (
        <p className="px-3.5 py-3 text-ink-2">Nothing to charge yet.</p>
      ) : (
        <Totals totals={payer.totals} duePence={payer.duePence} hasMore={payer.invoices.length + payer.payments.length > 0} />
      )}
      <Actions payer={payer} money={money} isOneOfMany={isOneOfMany} onOpen={setOver} />
      <Suspense>
        {over === 'pay' && <Payment payer={payer} visitId={held.visit.id} onClose={close} />}
        {over === 'add' && <ChargeDialog presets={presetsOf(payer, held.visit)} onClose={close} />}
        {typeof over === 'object' && <ChargeDialog charge={over.charge} onClose={close} />}
      </Suspense>
    </section>
  )
}

const presetsOf = ({ payerClientId }: KnownPayer, { id, onDay }: VisitMoney['held']['visit']) => ({
  payerClientId,
  appointmentId: id,
  chargedOn: onDay,
})

const isBlank = ({ toInvoice, invoices, payments }: KnownPayer) => toInvoice.length + invoices.length + payments.length === 0

/** Whether the device holds it, or only knows that the server will make it. */
const isHeld = (charge: Charge): charge is KnownCharge => 'shownId' in charge

type ActionsProps = Props & { onOpen: (over: Over) => void }

function Actions({ payer, money: { held }, isOneOfMany, onOpen }: ActionsProps) {
  const today = useToday()
  const issue = () =>
    withToast('Invoice issued', "It gets its number when there's signal. Nothing is sent yet.", async () =>
      Boolean(await issueOfVisit(held.visit.id, payer, today)),
    )
  return (
    <div className="flex flex-wrap gap-2 px-3.5 pb-3.5 [&>*]:flex-auto">
      <Button icon={Banknote} onClick={() => onOpen('pay')}>
        Take payment
      </Button>
      <Button icon={Plus} variant="quiet" onClick={() => onOpen('add')}>
        Add a line
      </Button>
      {isOneOfMany && isToInvoice(payer) && (
        <Button icon={FileText} variant="quiet" onClick={issue}>
          Issue invoice
        </Button>
      )}
    </div>
  )
}

/** Money from this payer: what the visit comes to, or everything they owe. */
function Payment({ payer, visitId, onClose }: { payer: KnownPayer; visitId: string; onClose: () => void }) {
  const account = useAccount(payer.payerClientId)
  // Lines that are on no invoice yet are not in the account.
  const everything = (account ? account.owedPence - account.onAccountPence : 0) + payer.totals.grossPence
  const others =
    everything > payer.duePence && payer.duePence > 0
      ? [
          { label: 'This visit', pence: payer.duePence },
          { label: 'Everything owed', pence: everything },
        ]
      : []
  return (
    <PaymentDialog
      payerClientId={payer.payerClientId}
      appointmentId={visitId}
      amountPence={payer.duePence || Math.max(0, everything)}
      others={others}
      onClose={onClose}
    />
  )
}
