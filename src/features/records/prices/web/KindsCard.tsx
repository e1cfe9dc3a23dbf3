import { Pencil, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ServiceType } from '#features/records/kinds/contract.ts'
import { kindsFrom } from '#features/records/kinds/rules.ts'
import type { PriceItem } from '#features/records/prices/contract.ts'
import type { KnownKind } from '#features/records/prices/web/data.ts'
import { pounds } from '#lib/money.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { RowMark } from '#ui/PendingMark.tsx'

const KindDialog = lazy(() => import('#features/records/prices/web/KindDialog.tsx').then((module) => ({ default: module.KindDialog })))

/** The kinds of work the practice does: added, renamed and removed. */
export function KindsCard({ items }: { items: readonly PriceItem[] }) {
  const rows = useRows<ServiceType>('service_types')
  const [edited, edit] = useState<KnownKind | 'new'>()
  if (!rows) return null
  const kinds = kindsFrom(rows).filter((kind): kind is KnownKind => kind.isOffered && 'id' in kind)
  return (
    <Card
      title="Kinds of work"
      action={
        <Button size="sm" variant="quiet" icon={Plus} onClick={() => edit('new')}>
          Add
        </Button>
      }
    >
      <List label="Kinds of work">
        {kinds.map((kind) => (
          <ListRow
            key={kind.id}
            title={kind.label}
            detail={wordsOf(
              kind,
              items.find((item) => item.serviceType === kind.serviceType),
            )}
            aside={
              <>
                <RowMark of={[kind]} />
                <Pencil size={18} aria-hidden className="shrink-0 text-ink-2" />
              </>
            }
            onClick={() => edit(kind)}
          />
        ))}
      </List>
      {kinds.length === 0 && <p className="px-4 py-3 text-ink-2">No kinds of work. Add what you do, so you can book and record it.</p>}
      {edited && (
        <Suspense>
          <KindDialog kind={edited === 'new' ? undefined : edited} kinds={rows} items={items} onClose={() => edit(undefined)} />
        </Suspense>
      )}
    </Card>
  )
}

/** `£35`, `No price, the cycle goes on`. */
const wordsOf = ({ resetsCycle }: KnownKind, item: PriceItem | undefined) =>
  [item ? pounds(item.unitPence) : 'No price', !resetsCycle && 'the cycle carries on'].filter(Boolean).join(', ')
