import { MailX } from 'lucide-react'
import { leftOf } from '#features/ledger/invoices/rules.ts'
import { InvoiceStatusBadge } from '#features/ledger/invoices/web/InvoiceStatusBadge.tsx'
import type { ListedInvoice } from '#features/ledger/invoices/web/invoice-list.ts'
import { dayAndYear, shortDay } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { Badge } from '#ui/Badge.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { RowMark } from '#ui/PendingMark.tsx'
import { Table } from '#ui/Table.tsx'
import { useIsRoomy } from '#ui/use-width.ts'

type Props = { rows: readonly ListedInvoice[]; selectedId: string | null; onOpen: (id: string) => void }

/** Invoices to scan: a table where there is room, else a list. */
export function InvoiceRows({ rows, selectedId, onOpen }: Props) {
  if (!useIsRoomy()) return <Narrow rows={rows} selectedId={selectedId} onOpen={onOpen} />
  return (
    <Table
      label="Invoices"
      rows={rows}
      rowKey={({ invoice }) => invoice.id}
      isSelected={({ invoice }) => invoice.id === selectedId}
      onRowClick={({ invoice }) => onOpen(invoice.id)}
      columns={[
        { key: 'number', head: 'Number', cell: (row) => <Opener row={row} onOpen={onOpen} /> },
        { key: 'payer', head: 'To', cell: ({ payerName }) => payerName },
        { key: 'issued', head: 'Issued', cell: ({ invoice }) => <span className="whitespace-nowrap">{dayAndYear(invoice.issuedOn)}</span> },
        { key: 'total', head: 'Total', number: true, cell: ({ invoice }) => signed(invoice) },
        { key: 'left', head: 'To pay', number: true, cell: ({ invoice }) => leftWords(invoice) },
        { key: 'standing', head: 'Status', cell: (row) => <Standing row={row} /> },
      ]}
    />
  )
}

const Opener = ({ row: { invoice, number }, onOpen }: { row: ListedInvoice; onOpen: (id: string) => void }) => (
  <button
    type="button"
    className="font-bold whitespace-nowrap"
    onClick={(event) => {
      event.stopPropagation()
      onOpen(invoice.id)
    }}
  >
    {number ?? 'No number yet'} <RowMark of={[invoice]} />
  </button>
)

/* That it was never sent matters most while it is unpaid. */
const Standing = ({ row: { invoice, isUnsent } }: { row: ListedInvoice }) => (
  <span className="flex flex-wrap gap-1 max-lg:justify-end">
    <InvoiceStatusBadge invoice={invoice} />
    {isUnsent && (
      <Badge tone={leftOf(invoice) > 0 ? 'due' : 'neutral'} icon={MailX}>
        Never sent
      </Badge>
    )}
  </span>
)

const Narrow = ({ rows, selectedId, onOpen }: Props) => (
  <List label="Invoices">
    {rows.map((row) => {
      const { invoice, payerName, number } = row
      return (
        <ListRow
          key={invoice.id}
          onClick={() => onOpen(invoice.id)}
          selected={invoice.id === selectedId}
          title={payerName}
          detail={
            <>
              {[
                number ?? 'No number yet',
                shortDay(invoice.issuedOn),
                invoice.paidPence > 0 && leftWords(invoice) && `${leftWords(invoice)} to pay`,
              ]
                .filter(Boolean)
                .join(', ')}{' '}
              <RowMark of={[invoice]} />
            </>
          }
          aside={
            <span className="grid justify-items-end gap-1">
              <b className="tabular-nums">{signed(invoice)}</b>
              <Standing row={row} />
            </span>
          }
        />
      )
    })}
  </List>
)

const signed = ({ kind, totalPence }: ListedInvoice['invoice']) => pounds(kind === 'credit' ? -totalPence : totalPence)
const leftWords = (invoice: ListedInvoice['invoice']) => (invoice.kind === 'invoice' && leftOf(invoice) > 0 ? pounds(leftOf(invoice)) : '')
