import { Plus } from 'lucide-react'
import type { KnownCharge } from '#features/ledger/invoices/web/data.ts'
import { LineList, type ShownLine } from '#features/ledger/invoices/web/LineList.tsx'
import { isIssuable, type ToInvoice } from '#features/ledger/invoices/web/use-to-invoice.ts'
import { ClientLink } from '#features/records/clients/web/ClientLink.tsx'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { shortDay } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { useRow, useRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'

type Props = { group: ToInvoice; onIssue: () => void; onAdd: () => void; onEdit: (charge: KnownCharge) => void }

/** A preview of an invoice: its payer, its subject, and its lines, each of which can still be corrected. */
export function ToInvoiceCard({ group, onIssue, onAdd, onEdit }: Props) {
  const lines = useShownLines(group.charges)
  return (
    <Card aria-label={`To invoice to ${group.payerName}`} className="px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-18">
            <ClientLink id={group.payerClientId} className="no-underline hover:underline" />
          </h2>
          <p className="text-14 text-ink-2">
            <Where group={group} />
          </p>
        </div>
        <b className="text-20">{pounds(group.totals.grossPence)}</b>
      </div>
      <LineList label={`Lines for ${group.payerName}`} lines={lines} onEdit={onEdit} showsDay />
      {!isIssuable(group) && <p className="py-2 text-14">It's below zero, so it waits for something to come off.</p>}
      <div className="mt-1 flex flex-wrap gap-2 border-t border-line pt-3">
        <Button disabled={!isIssuable(group)} onClick={onIssue}>
          Preview and issue
        </Button>
        <Button variant="quiet" icon={Plus} onClick={onAdd}>
          Add a line
        </Button>
      </div>
    </Card>
  )
}

/** Lines with their horses' names, as they are read. */
export function useShownLines(charges: readonly KnownCharge[]): readonly (KnownCharge & ShownLine)[] {
  const horses = useRows<HorseRow>('horses')
  return charges.map((charge) => ({
    ...charge,
    key: charge.id,
    horseName: horses?.find(({ id }) => id === charge.horseId)?.name ?? null,
    ownerName: null,
  }))
}

/** The visit, or the days the lines are of; and whose horses they are. */
function Where({ group: { appointmentId, ownerName, charges } }: { group: ToInvoice }) {
  const visit = useRow<VisitRow>('appointments', appointmentId)
  const days = [...new Set(charges.map(({ chargedOn }) => chargedOn))]
  const first = days[0] ? shortDay(days[0]) : ''
  const span = days.length > 1 ? `${first} to ${shortDay(days.at(-1) ?? '')}` : first
  return [span, visit && (visit.location || visit.title), ownerName && `${ownerName}’s horses`].filter(Boolean).join(', ')
}
