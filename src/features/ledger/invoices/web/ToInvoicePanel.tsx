import { FileText, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { LinePresets } from '#features/ledger/invoices/web/charge-form.ts'
import { issueInvoice, type KnownCharge } from '#features/ledger/invoices/web/data.ts'
import { ToInvoiceCard } from '#features/ledger/invoices/web/ToInvoiceCard.tsx'
import { UnpricedPanel } from '#features/ledger/invoices/web/UnpricedPanel.tsx'
import { invoiceParamsOf, isIssuable, previewOf, type ToInvoice, useToInvoice } from '#features/ledger/invoices/web/use-to-invoice.ts'
import { useMoney } from '#features/records/prices/web/use-money.ts'
import { pounds } from '#lib/money.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast-store.ts'

const ChargeDialog = lazy(() => import('#features/ledger/invoices/web/ChargeDialogCard.tsx').then((m) => ({ default: m.ChargeDialogCard })))
const IssueDialog = lazy(() => import('#features/ledger/invoices/web/IssueDialogCard.tsx').then((m) => ({ default: m.IssueDialogCard })))

/** Groups shown at once. */
const SHOWN = 25

type Over = { issue: ToInvoice } | { line: KnownCharge } | { addTo: ToInvoice | null } | { all: readonly ToInvoice[] }

/** Finished and uninvoiced work, as the invoices it would become: looked at, corrected, and issued one by one or all at once. */
export function ToInvoicePanel() {
  const groups = useToInvoice()
  const [shown, setShown] = useState(SHOWN)
  const [over, setOver] = useState<Over>()
  const close = () => setOver(undefined)
  return (
    <div className="grid max-w-[760px] gap-3.5">
      <UnpricedPanel />
      {groups && groups.length > 0 && (
        <Head groups={groups} onAdd={() => setOver({ addTo: null })} onAll={() => setOver({ all: groups.filter(isIssuable) })} />
      )}
      {!groups && (
        <Card>
          <SkeletonRows label="Loading what to invoice..." rows={5} />
        </Card>
      )}
      {groups?.length === 0 && <Nothing onAdd={() => setOver({ addTo: null })} />}
      {groups && groups.length > 0 && (
        <ul aria-label="To invoice" className="grid gap-3.5">
          {groups.slice(0, shown).map((group) => (
            <li key={group.key}>
              <ToInvoiceCard
                group={group}
                onIssue={() => setOver({ issue: group })}
                onAdd={() => setOver({ addTo: group })}
                onEdit={(line) => setOver({ line })}
              />
            </li>
          ))}
        </ul>
      )}
      {groups && groups.length > shown && (
        <Button variant="quiet" className="mx-auto" onClick={() => setShown(shown + SHOWN)}>
          {`Show ${Math.min(SHOWN, groups.length - shown)} of ${groups.length - shown} more`}
        </Button>
      )}
      <Suspense>
        {over && 'issue' in over && <IssueDialog group={over.issue} onClose={close} />}
        {over && 'line' in over && <ChargeDialog charge={over.line} onClose={close} />}
        {over && 'addTo' in over && <ChargeDialog presets={over.addTo ? presetsOf(over.addTo) : undefined} onClose={close} />}
      </Suspense>
      {over && 'all' in over && <IssueAll groups={over.all} onClose={close} />}
    </div>
  )
}

type HeadProps = { groups: readonly ToInvoice[]; onAdd: () => void; onAll: () => void }

const Head = ({ groups, onAdd, onAll }: HeadProps) => {
  const count = groups.filter(isIssuable).length
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p>
        <b>{pounds(sumOf(groups))}</b>
        <span className="text-ink-2">{` on ${invoicesWords(groups.length)}`}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button icon={Plus} onClick={onAdd}>
          Add a line
        </Button>
        <Button variant="primary" icon={FileText} disabled={count === 0} onClick={onAll}>
          {count < 2 ? 'Issue it' : `Issue all ${count}`}
        </Button>
      </div>
    </div>
  )
}

const Nothing = ({ onAdd }: { onAdd: () => void }) => (
  <Card>
    <EmptyState
      icon={FileText}
      title="Nothing to invoice"
      action={
        <Button icon={Plus} onClick={onAdd}>
          Add a line
        </Button>
      }
    >
      Work you record is priced from your list and waits here until you invoice it.
    </EmptyState>
  </Card>
)

function IssueAll({ groups, onClose }: { groups: readonly ToInvoice[]; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const money = useMoney()
  const today = useToday()
  const issue = async () => {
    if (!money) return
    setBusy(true)
    try {
      for (const group of groups) {
        const preview = previewOf(group, money, today)
        await issueInvoice({ ...invoiceParamsOf(group), chargeIds: [...preview.chargeIds] }, preview)
      }
      toast({
        title: `${invoicesWords(groups.length)} issued`,
        description: "They get their numbers when there's signal. Send them under Invoices.",
      })
    } catch {
      toast({
        variant: 'destructive',
        title: 'Not all were issued',
        description: "This device couldn't save it all. What's left is still here.",
      })
    }
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Issue ${invoicesWords(groups.length)}?`}
      footer={
        <>
          <Button onClick={onClose}>Not yet</Button>
          <Button variant="primary" busy={isBusy} busyLabel="Issuing..." onClick={() => issue()}>
            {`Issue ${pounds(sumOf(groups))}`}
          </Button>
        </>
      }
    >
      <p>Each gets the next number. An issued invoice is never changed; mistakes are credited. Nothing is sent yet.</p>
    </Dialog>
  )
}

const presetsOf = ({ payerClientId, clientId, appointmentId, charges }: ToInvoice): LinePresets => {
  const last = charges.at(-1)
  return { payerClientId, clientId, appointmentId, ...(last && { chargedOn: last.chargedOn }) }
}

const sumOf = (groups: readonly ToInvoice[]) => groups.reduce((sum, { totals }) => sum + totals.grossPence, 0)
const invoicesWords = (count: number) => (count === 1 ? 'one invoice' : `${count} invoices`)
