import { FileText, ReceiptText } from 'lucide-react'
import { HOLD_SECONDS } from '#features/core/notices/rules.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { Pricing } from '#features/ledger/invoices/rules.ts'
import { takeBackInvoices } from '#features/ledger/invoices/web/data.ts'
import { goesWords, settleWords } from '#features/ledger/payments/settle-words.ts'
import { AskPricePanel } from '#features/ledger/payments/web/AskPricePanel.tsx'
import { PayerMoneyPanel } from '#features/ledger/payments/web/PayerMoneyPanel.tsx'
import { SettleLinesPanel } from '#features/ledger/payments/web/SettleLinesPanel.tsx'
import { type Settling, useSettling } from '#features/ledger/payments/web/use-settling.ts'
import { type KnownPayer, settleVisit, useVisitMoney } from '#features/ledger/payments/web/use-visit-money.ts'
import { atTariff, callOutAt, TARIFF_WORDS, TARIFFS, type Tariff } from '#features/records/prices/tariff.ts'
import { changeVisit } from '#features/visits/appointments/web/data.ts'
import { shortDay } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useReachable } from '#platform/web/sync/status.ts'
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
  const settling = useSettling(money)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Money"
      description={money ? `${name}, ${shortDay(money.held.visit.onDay)}` : name}
      footer={money && <Footer money={money} settling={settling} onClose={onClose} />}
    >
      {money ? <Content money={money} settling={settling} /> : <SkeletonRows label="Loading this visit's money..." />}
    </Dialog>
  )
}

function Content({ money, settling }: { money: VisitMoney; settling: Settling }) {
  const { held, pricing, payers, unpriced } = money
  return (
    <div className="grid gap-3.5">
      <TariffChoice visitId={held.visit.id} tariff={held.visit.tariff ?? 'standard'} pricing={pricing} />
      <AskPricePanel held={held} unpriced={unpriced} pricing={pricing} />
      {payers
        .filter((payer) => !isWaiting(payer, unpriced.length))
        .map((payer) => (
          <PayerMoneyPanel key={payer.payerClientId} payer={payer} money={money} isOneOfMany={payers.length > 1} />
        ))}
      {settling.lines.length > 0 && <SettleLinesPanel settling={settling} />}
      {payers.length === 0 && unpriced.length === 0 && (
        <EmptyState icon={ReceiptText} title="Nothing to charge yet">
          Work recorded on this visit is priced from your list and appears here.
        </EmptyState>
      )}
    </div>
  )
}

/** Whether a payer has only work whose price is still to come. */
const isWaiting = ({ toInvoice, invoices, payments }: KnownPayer, unpriced: number) =>
  unpriced > 0 && toInvoice.length + invoices.length + payments.length === 0

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
  return adds.length > 0 ? `${adds.join(', ')}.` : 'Your price list.'
}

type FooterProps = { money: VisitMoney; settling: Settling; onClose: () => void }

/** The one next step: the invoices of all payers who have none yet, issued and sent as chosen in their lines. */
function Footer({ money, settling, onClose }: FooterProps) {
  const today = useToday()
  const reachable = useReachable()
  const isTestVersion = useSession<CurrentUser>().user?.isTestVersion ?? false
  const ways = settling.asked.map(({ way }) => way)
  const words = settleWords(ways)
  if (!words) return <Button onClick={onClose}>Close</Button>
  const send = () =>
    withToast(
      ways.length === 1 ? '1 invoice' : `${ways.length} invoices`,
      goesWords(ways, { isOnline: reachable, isTestVersion, holdSeconds: HOLD_SECONDS }),
      async () => {
        const ids = await settleVisit(money.held.visit.id, settling.asked, today)
        // Pressed again before the screen knew: it is done already.
        return ids.length === 0 || (() => takeBackInvoices(ids))
      },
    )
  return (
    <Button variant="primary" icon={FileText} onClick={send}>
      {`${words}, ${pounds(sumOf(settling))}`}
    </Button>
  )
}

const sumOf = ({ lines, asked }: Settling) =>
  lines.reduce((sum, line) => sum + (asked.some(({ payerClientId }) => payerClientId === line.payerClientId) ? line.pence : 0), 0)
