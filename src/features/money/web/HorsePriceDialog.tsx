import type { PriceItem, PriceOverride } from '#features/money/contract.ts'
import { agreeForHorse, type PricedHorse, priceWithout } from '#features/money/web/data.ts'
import { inPounds, pounds, readPence } from '#lib/money.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { PoundsInput } from '#ui/PoundsInput.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = {
  horse: PricedHorse
  items: readonly PriceItem[]
  overrides: readonly PriceOverride[]
  onClose: () => void
}

/** Prices of one horse's own. A field left empty goes by what holds without one, which stands in it palely. */
export function HorsePriceDialog({ horse, items, overrides, onClose }: Props) {
  const form = useRecordForm<Record<string, string>>({
    draft: `prices ${horse.id}`,
    initial: Object.fromEntries(items.map((item) => [item.id, ownPrice(overrides, item.id, horse.id)])),
    id: horse.id,
    create: async () => horse.id,
    change: (id, changed) =>
      agreeForHorse(
        id,
        Object.entries(changed).map(([priceItemId, text]) => agreed(priceItemId, text)),
      ),
    onSaved: (_id, what) => {
      if (what !== 'unchanged') toast({ title: 'Saved', description: `What ${horse.name} costs was changed.` })
      onClose()
    },
  })
  const elseWords = (item: PriceItem) => {
    const price = priceWithout(items, overrides, { clientId: horse.clientId, yardId: horse.yardId }, item.serviceType)
    return price && `${pounds(price.pence)} ${FROM[price.from]}`
  }
  return (
    <FormDialog title={`Prices for ${horse.name}`} submitLabel="Save prices" onClose={onClose} {...form.dialog}>
      <p className="mb-4 text-ink-2">A price here holds for {horse.name} alone. Left empty, the one under it does.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {items.map((item) => (
          <Field key={item.id} label={item.label} help={elseWords(item)} error={form.formState.errors[item.id]?.message}>
            <PoundsInput {...form.register(item.id, { validate: isPriceOrNone })} />
          </Field>
        ))}
      </div>
    </FormDialog>
  )
}

const FROM = { horse: '', client: 'agreed for this owner', yard: 'agreed for the yard', list: 'on the price list' } as const

const ownPrice = (overrides: readonly PriceOverride[], priceItemId: string, horseId: string): string => {
  const own = overrides.find((one) => one.priceItemId === priceItemId && one.horseId === horseId)
  return own?.unitPence == null ? '' : inPounds(own.unitPence)
}

const agreed = (priceItemId: string, text: string | undefined) => ({ priceItemId, unitPence: readPence(text ?? '') ?? null })

const isPriceOrNone = (text: string) => text.trim() === '' || readPence(text) !== undefined || 'Enter pounds, such as 35 or 37.50'
