import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may, seesMoney } from '#features/core/practice/rules.ts'
import type { PriceItem } from '#features/records/prices/contract.ts'
import { changePrices, inOrder } from '#features/records/prices/web/data.ts'
import { KindsCard } from '#features/records/prices/web/KindsCard.tsx'
import { useListItems } from '#features/records/prices/web/use-prices.ts'
import { inPounds, pounds, readPence } from '#lib/money.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { useSaved } from '#platform/web/use-saved.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState, ForbiddenState } from '#ui/EmptyState.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { RowMark } from '#ui/PendingMark.tsx'
import { PoundsInput } from '#ui/PoundsInput.tsx'
import { toast } from '#ui/toast-store.ts'

/** The price list: what work costs where nothing else was agreed. Works offline. */
export function PricesPage() {
  const role = useSession<CurrentUser>().user?.role
  const items = useListItems()
  const [saved, setSaved] = useSaved<Values>()
  if (role && !seesMoney(role)) return <NotForEverybody />
  return (
    <Page>
      <PageHeader
        title="Prices"
        subtitle="What work costs unless you've agreed otherwise. Set a price for one horse, owner or yard on its record."
      />
      <div className="grid max-w-[760px] gap-3.5">
        {items?.length === 0 && <EmptyState title="No prices on this device yet">They'll come with the next sync.</EmptyState>}
        {items && items.length > 0 && may(role, 'setPrices') && (
          <PriceForm
            key={`${saved.times} ${items.length}`}
            items={inOrder(items)}
            initial={saved.values ?? valuesOf(items)}
            onSaved={setSaved}
          />
        )}
        {items && may(role, 'setPrices') && <KindsCard items={items} />}
        {items && items.length > 0 && !may(role, 'setPrices') && <PriceList items={inOrder(items)} />}
      </div>
    </Page>
  )
}

type Values = Record<string, string>
type FormProps = { items: readonly PriceItem[]; initial: Values; onSaved: (values: Values) => void }

function PriceForm({ items, initial, onSaved }: FormProps) {
  const form = useRecordForm<Values>({
    draft: 'price list',
    initial,
    id: 'price list',
    create: async () => 'price list',
    change: (_id, changed) => changePrices(Object.entries(changed).map(([id, text]) => ({ id, unitPence: readPence(text ?? '') ?? 0 }))),
    onSaved: () => {
      toast({ title: 'Saved', description: 'The price list is saved. Prices agreed for one horse, owner or yard stay as they are.' })
      onSaved(form.getValues())
    },
  })
  const { onSubmit, isSaving, failure } = form.dialog
  return (
    <Card title="Price list" action={<RowMark of={items} />} padded>
      <form onSubmit={onSubmit} noValidate className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {items.map((item) => (
            <Field key={item.id} label={item.label} error={form.formState.errors[item.id]?.message}>
              <PoundsInput {...form.register(item.id, { validate: isPrice })} />
            </Field>
          ))}
        </div>
        {failure && (
          <Note tone="late" live>
            {failure}
          </Note>
        )}
        <Button type="submit" variant="primary" className="w-fit" busy={isSaving} busyLabel="Saving...">
          Save prices
        </Button>
      </form>
    </Card>
  )
}

const PriceList = ({ items }: { items: readonly PriceItem[] }) => (
  <Card title="Price list">
    <dl className="divide-y divide-line">
      {items.map((item) => (
        <div key={item.id} className="flex justify-between gap-3 px-4 py-2.5">
          <dt>{item.label}</dt>
          <dd className="font-bold tabular-nums">{pounds(item.unitPence)}</dd>
        </div>
      ))}
    </dl>
    <p className="border-t border-line px-4 py-3 text-14 text-ink-2">Only an owner and the office can change the list.</p>
  </Card>
)

const NotForEverybody = () => (
  <Page>
    <PageHeader title="Prices" />
    <ForbiddenState title="Apprentices don't see prices">Ask the practice's owner if you need one.</ForbiddenState>
  </Page>
)

const valuesOf = (items: readonly PriceItem[]): Values => Object.fromEntries(items.map((item) => [item.id, inPounds(item.unitPence)]))

const isPrice = (text: string) => readPence(text) !== undefined || 'Enter pounds, such as 35 or 37.50'
