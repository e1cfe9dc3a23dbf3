import { CircleAlert, FileText, MailX } from 'lucide-react'
import { type ComponentType, useDeferredValue, useMemo, useState } from 'react'
import type { KnownInvoice } from '#features/ledger/invoices/web/data.ts'
import { InvoiceRows } from '#features/ledger/invoices/web/InvoiceRows.tsx'
import {
  countInvoices,
  filtered,
  type InvoiceFilter,
  invoiceFields,
  useListedInvoices,
} from '#features/ledger/invoices/web/invoice-list.ts'
import { canon } from '#lib/ids.ts'
import { makeSearch } from '#platform/web/search.ts'
import { useCopyComplete } from '#platform/web/sync/status.ts'
import { useSelected } from '#platform/web/use-selected.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { MissingNote } from '#ui/MissingNote.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

export type InvoiceRecordProps = { invoice: KnownInvoice; onClose: () => void }
type Props = {
  /** An invoice with all that other features know of it. */
  Record: ComponentType<InvoiceRecordProps>
}

/** Shown at once; more on request. */
const SHOWN = 50

/** Every invoice and credit note, found by number or payer, and one of them opened. Works offline. */
export function InvoicesPanel({ Record }: Props) {
  const today = useToday()
  const rows = useListedInvoices()
  const [selectedId, select] = useSelected('invoice')
  const isCopyComplete = useCopyComplete()
  const [named, setFilter] = useSelected('show')
  const filter = isFilter(named) ? named : 'all'
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState(SHOWN)
  const asked = useDeferredValue(typed)
  const found = useMemo(() => {
    const some = rows && filtered(rows, filter, today)
    return some && (asked.trim() ? makeSearch(some, invoiceFields)(asked) : some)
  }, [rows, filter, today, asked])
  const selected = rows?.find(({ invoice }) => selectedId !== null && invoice.id === canon(selectedId))?.invoice
  const missing = selectedId && !selected && <MissingNote what="invoice" isComplete={isCopyComplete} onClose={() => select(null)} />
  if (!rows || !found)
    return (
      <Card>
        <SkeletonRows label="Loading invoices..." rows={6} />
      </Card>
    )
  if (rows.length === 0)
    return (
      <>
        {missing}
        <NoInvoices />
      </>
    )
  return (
    <div className={selected ? 'grid gap-4 xl:grid-cols-[minmax(0,1fr)_420px]' : 'grid gap-4'}>
      {missing}
      <Card aria-label="Invoices" className="self-start">
        <div className="flex flex-wrap items-center gap-2 p-3">
          <SearchBox label="Search invoices" placeholder="Number or name" value={typed} onChange={setTyped} className="w-full lg:w-60" />
          <Filters filter={filter} counts={countInvoices(rows, today)} onChange={(next) => setFilter(next === 'all' ? null : next)} />
        </div>
        <p role="status" className="sr-only">
          {asked && `${found.length} found`}
        </p>
        {found.length === 0 ? (
          <EmptyState title="No invoices found">Try fewer letters, or another filter.</EmptyState>
        ) : (
          <InvoiceRows rows={found.slice(0, shown)} selectedId={selected?.id ?? null} onOpen={select} />
        )}
        {found.length > shown && (
          <div className="border-t border-line p-1 text-center">
            <Button variant="quiet" onClick={() => setShown(shown + SHOWN)}>
              {`Show ${Math.min(SHOWN, found.length - shown)} of ${found.length - shown} more`}
            </Button>
          </div>
        )}
      </Card>
      {selected && <Record key={selected.id} invoice={selected} onClose={() => select(null)} />}
    </div>
  )
}

type FilterProps = { filter: InvoiceFilter; counts: Record<InvoiceFilter, number>; onChange: (filter: InvoiceFilter) => void }

const Filters = ({ filter, counts, onChange }: FilterProps) => {
  const chip = (value: InvoiceFilter) => ({
    pressed: filter === value,
    onPressedChange: (on: boolean) => onChange(on ? value : 'all'),
    count: counts[value],
  })
  return (
    <fieldset className="-m-1.5 flex min-w-0 gap-2 overflow-x-auto p-1.5">
      <legend className="sr-only">Show only</legend>
      <Chip {...chip('all')}>All</Chip>
      <Chip {...chip('open')}>Unpaid</Chip>
      <Chip {...chip('overdue')} icon={CircleAlert}>
        Overdue
      </Chip>
      <Chip {...chip('paid')}>Paid</Chip>
      {(counts.unsent > 0 || filter === 'unsent') && (
        <Chip {...chip('unsent')} icon={MailX}>
          Never sent
        </Chip>
      )}
      {(counts.credits > 0 || filter === 'credits') && <Chip {...chip('credits')}>Credit notes</Chip>}
    </fieldset>
  )
}

const NoInvoices = () => (
  <Card>
    <EmptyState icon={FileText} title="No invoices yet" action={<LinkButton href="/money?tab=to-invoice">To invoice</LinkButton>}>
      Issue them from the work you've recorded. Each gets the next number and stays here for good.
    </EmptyState>
  </Card>
)

const isFilter = (text: string | null): text is InvoiceFilter =>
  text !== null && ['open', 'overdue', 'paid', 'unsent', 'credits'].includes(text)
