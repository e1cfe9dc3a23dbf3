import { FileText, ReceiptText } from 'lucide-react'
import type { Pricing } from '#features/ledger/invoices/rules.ts'
import { PayerMoneyPanel } from '#features/ledger/payments/web/PayerMoneyPanel.tsx'
import { UnpricedRows } from '#features/ledger/payments/web/UnpricedRows.tsx'
import { issueOfVisit, isToInvoice, type KnownPayer, useVisitMoney } from '#features/ledger/payments/web/use-visit-money.ts'
import { atTariff, callOutAt, TARIFF_WORDS, TARIFFS, type Tariff } from '#features/records/prices/tariff.ts'
import { changeVisit } from '#features/visits/appointments/web/data.ts'
import { shortDay } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Field } from '#ui/Field.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { withToast } from '#ui/with-toast.ts'

type Props = {
  visitId: string
  /** The yard or the client. */
  name: string
  onClose: () => void
}
type VisitMoney = NonNullable<ReturnType<typeof useVisitMoney>>

/**
 * The money of a visit, payer by payer: its tariff, its lines and prices, its payments, and its invoices. All of it works without a signal.
 */
export function VisitMoneyDialogCard({ visitId, name, onClose }: Props) {
  const money = useVisitMoney(visitId)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Money"
      description={money ? `${name}, ${shortDay(money.held.visit.onDay)}` : name}
      footer={money && <Footer money={money} onClose={onClose} />}
    >
      {money ? <Content money={money} /> : <SkeletonRows label="Loading the money of this visit..." />}
    </Dialog>
  )
}

function Content({ money }: { money: VisitMoney }) {
  const { held, pricing, payers, unpriced } = money
  return (
    <div className="grid gap-3.5">
      <TariffChoice visitId={held.visit.id} tariff={held.visit.tariff ?? 'standard'} pricing={pricing} />
      <UnpricedRows held={held} unpriced={unpriced} pricing={pricing} />
      {payers.map((payer) => (
        <PayerMoneyPanel key={payer.payerClientId} payer={payer} money={money} isOneOfMany={payers.length > 1} />
      ))}
      {payers.length === 0 && unpriced.length === 0 && (
        <EmptyState icon={ReceiptText} title="Nothing to charge yet">
          Work that is written down here is priced by your list and stands here.
        </EmptyState>
      )}
    </div>
  )
}

type TariffProps = { visitId: string; tariff: Tariff; pricing: Pricing }

/** The tariff of the visit; each choice shows below it what it adds. */
function TariffChoice({ visitId, tariff, pricing }: TariffProps) {
  const change = (next: Tariff) =>
    void withToast(TARIFF_WORDS[next], addsWords(next, pricing), () => changeVisit(visitId, { tariff: next }))
  return (
    <Field label="Charged at" help={addsWords(tariff, pricing)}>
      <Segmented
        label="Charged at"
        value={tariff}
        onChange={change}
        className="max-md:w-full"
        options={TARIFFS.map((value) => ({ value, label: SHORT[value] }))}
      />
    </Field>
  )
}

const SHORT: Readonly<Record<Tariff, string>> = { standard: 'Usual', emergency: 'Emergency', 'out-of-hours': 'Out of hours' }

/** `£50 call-out on top, work at 1.75 times the price.` */
function addsWords(tariff: Tariff, { items, rates }: Pricing): string {
  const callOut = callOutAt(tariff, items, rates)
  const isDearer = atTariff(100, tariff, rates) !== 100
  const adds = [
    callOut && `${pounds(callOut.unitPence)} call-out on top`,
    isDearer && `work at ${rates.emergencyMultiplier} times the price`,
  ].filter(Boolean)
  return adds.length > 0 ? `${adds.join(', ')}.` : 'What the price list says.'
}

/** The one next step: the invoices of all payers who have none yet. */
function Footer({ money: { held, pricing, payers }, onClose }: { money: VisitMoney; onClose: () => void }) {
  const today = useToday()
  const open = payers.filter(isToInvoice)
  const issue = () =>
    withToast(issuedWords(open.length), 'The number comes with the signal. Nothing is sent by this.', async () => {
      for (const payer of open) await issueOfVisit(held.visit.id, payer, pricing, today)
      return true
    })
  if (open.length === 0) return <Button onClick={onClose}>Close</Button>
  return (
    <Button variant="primary" icon={FileText} onClick={issue}>
      {open.length === 1 ? `Issue invoice, ${pounds(sumOf(open))}` : `Issue ${open.length} invoices, ${pounds(sumOf(open))}`}
    </Button>
  )
}

const issuedWords = (count: number) => (count === 1 ? 'Invoice issued' : `${count} invoices issued`)
const sumOf = (payers: readonly KnownPayer[]) => payers.reduce((sum, { totals }) => sum + totals.grossPence, 0)
