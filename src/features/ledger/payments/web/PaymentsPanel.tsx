import { HandCoins } from 'lucide-react'
import { type ComponentType, useDeferredValue, useMemo, useState } from 'react'
import { methodWords } from '#features/ledger/payments/method-words.ts'
import { type KnownPayment, usePayments } from '#features/ledger/payments/web/data.ts'
import type { Client } from '#features/records/clients/contract.ts'
import { type Day, dayAndYear } from '#lib/dates.ts'
import { canon } from '#lib/ids.ts'
import { memoLast } from '#lib/memo-last.ts'
import { pounds } from '#lib/money.ts'
import { makeSearch } from '#platform/web/search.ts'
import { useCopyComplete } from '#platform/web/sync/status.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useSelected } from '#platform/web/use-selected.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { MissingNote } from '#ui/MissingNote.tsx'
import { RowMark } from '#ui/PendingMark.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

export type PaymentRecordProps = { payment: KnownPayment; onClose: () => void }
type Props = {
  /** A payment with all that other features know of it. */
  Record: ComponentType<PaymentRecordProps>
}

/** Shown at once; more on request. */
const SHOWN = 50

/** All money that came and went back, newest first, and one of it opened. Works offline. */
export function PaymentsPanel({ Record }: Props) {
  const rows = useListed()
  const [selectedId, select] = useSelected('payment')
  const isCopyComplete = useCopyComplete()
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState(SHOWN)
  const asked = useDeferredValue(typed)
  const found = useMemo(() => rows && (asked.trim() ? makeSearch(rows, fieldsOf)(asked) : rows), [rows, asked])
  const selected = rows?.find(({ payment }) => selectedId !== null && payment.id === canon(selectedId))?.payment
  const missing = selectedId && !selected && <MissingNote what="payment" isComplete={isCopyComplete} onClose={() => select(null)} />
  if (!rows || !found)
    return (
      <Card>
        <SkeletonRows label="Loading payments..." rows={6} />
      </Card>
    )
  if (rows.length === 0)
    return (
      <>
        {missing}
        <Card>
          <EmptyState icon={HandCoins} title="No payments yet">
            Payments in cash, by transfer or by card appear here. Each settles the oldest invoice first.
          </EmptyState>
        </Card>
      </>
    )
  return (
    <div className={selected ? 'grid gap-4 xl:grid-cols-[minmax(0,1fr)_420px]' : 'grid gap-4'}>
      {missing}
      <Card aria-label="Payments" className="self-start">
        <div className="p-3">
          <SearchBox label="Search payments" placeholder="Name or reference" value={typed} onChange={setTyped} className="w-full lg:w-72" />
        </div>
        {found.length === 0 ? (
          <EmptyState title="No payments found">Try fewer letters.</EmptyState>
        ) : (
          <div className="border-t border-line">
            <Days rows={found.slice(0, shown)} isSearched={asked.trim() !== ''} selectedId={selected?.id ?? null} onOpen={select} />
          </div>
        )}
        {found.length > shown && (
          <div className="border-t border-line p-1 text-center">
            <Button variant="quiet" onClick={() => setShown(shown + SHOWN)}>
              {`Show ${Math.min(SHOWN, found.length - shown)} of ${found.length - shown} more`}
            </Button>
          </div>
        )}
      </Card>
      {selected && <Record key={selected.id} payment={selected} onClose={() => select(null)} />}
    </div>
  )
}

type Listed = { payment: KnownPayment; payerName: string }
type RowsProps = { rows: readonly Listed[]; selectedId: string | null; onOpen: (id: string) => void }

/** By day; search results are in the order of how well they fit, each with its day. */
const Days = ({ rows, isSearched, ...rest }: RowsProps & { isSearched: boolean }) =>
  isSearched ? (
    <Rows label="Payments found" rows={rows} {...rest} isDayShown />
  ) : (
    <div className="divide-y divide-line">
      {[...Map.groupBy(rows, ({ payment }) => payment.receivedOn)].map(([day, some]) => (
        <section key={day} aria-label={dayAndYear(day)}>
          <DayHead day={day} rows={some} />
          <Rows label={`Payments of ${dayAndYear(day)}`} rows={some} {...rest} />
        </section>
      ))}
    </div>
  )

const DayHead = ({ day, rows }: { day: Day; rows: readonly Listed[] }) => (
  <h2 className="flex justify-between gap-3 bg-sunken px-4 py-1.5 text-14 font-medium text-ink-2">
    <span>{dayAndYear(day)}</span>
    <span className="tabular-nums">{pounds(rows.reduce((sum, { payment }) => sum + payment.amountPence, 0))}</span>
  </h2>
)

const Rows = ({ label, rows, selectedId, onOpen, isDayShown = false }: RowsProps & { label: string; isDayShown?: boolean }) => (
  <List label={label}>
    {rows.map(({ payment, payerName }) => (
      <ListRow
        key={payment.id}
        onClick={() => onOpen(payment.id)}
        selected={payment.id === selectedId}
        title={payerName}
        detail={
          <>
            {[isDayShown && dayAndYear(payment.receivedOn), howWords(payment), payment.reference].filter(Boolean).join(', ')}{' '}
            <RowMark of={[payment]} />
          </>
        }
        aside={<b className="tabular-nums">{pounds(payment.amountPence)}</b>}
      />
    ))}
  </List>
)

/** `By card`, `Given back in cash`: how money came or went. */
export const howWords = ({ method, amountPence }: Pick<KnownPayment, 'method' | 'amountPence'>): string => {
  const way = method === 'cash' ? 'in cash' : `by ${methodWords(method)}`
  return amountPence < 0 ? `Refunded ${way}` : `${way.slice(0, 1).toUpperCase()}${way.slice(1)}`
}

function useListed(): readonly Listed[] | undefined {
  const payments = usePayments()
  const clients = useRows<Client>('clients')
  return payments && clients && listed(payments, clients)
}

const fieldsOf = ({ payerName, payment }: Listed) => [payerName, payment.reference, String(payment.amountPence / 100)]

const listed = memoLast((payments: readonly KnownPayment[], clients: readonly Client[]): readonly Listed[] => {
  const nameOf = new Map(clients.map(({ id, name }) => [id, name]))
  return payments.map((payment) => ({ payment, payerName: nameOf.get(payment.payerClientId) ?? 'N/A' }))
})
