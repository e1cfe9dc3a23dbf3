import type { PriceItem, PriceOverride } from '#features/records/prices/contract.ts'
import { agreedFor, agreePrices, type Whose } from '#features/records/prices/web/data.ts'
import { elseWords } from '#features/records/prices/web/price-words.ts'
import { inPounds, readPence } from '#lib/money.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { PoundsInput } from '#ui/PoundsInput.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = {
  whose: Whose
  items: readonly PriceItem[]
  overrides: readonly PriceOverride[]
  onClose: () => void
}

/**
 * Prices of a horse, a client or a yard that differ from the list. An empty field uses the price that applies without one, which is shown
 * under it.
 */
export function AgreedPricesDialog({ whose, items, overrides, onClose }: Props) {
  const words = WORDS[whose.kind]
  const form = useRecordForm<Record<string, string>>({
    draft: `prices ${whose.id}`,
    initial: Object.fromEntries(items.map((item) => [item.id, inField(agreedFor(whose, overrides, item.id))])),
    id: whose.id,
    create: async () => whose.id,
    change: (_id, changed) =>
      agreePrices(
        whose,
        Object.entries(changed).map(([priceItemId, text]) => agreed(priceItemId, text)),
      ),
    onSaved: (_id, what) => {
      if (what !== 'unchanged') toast({ title: 'Saved', description: words.saved(whose.name) })
      onClose()
    },
  })
  return (
    <FormDialog title={`Prices for ${whose.name}`} submitLabel="Save prices" onClose={onClose} {...form.dialog}>
      <p className="mb-4 text-ink-2">{words.holds(whose.name)} Left empty, the price below applies.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {items.map((item) => (
          <Field
            key={item.id}
            label={item.label}
            help={elseWords(items, overrides, whose, item.serviceType)}
            error={form.formState.errors[item.id]?.message}
          >
            <PoundsInput {...form.register(item.id, { validate: isPriceOrNone })} />
          </Field>
        ))}
      </div>
    </FormDialog>
  )
}

const WORDS = {
  horse: {
    holds: (name: string) => `A price here is for ${name} only.`,
    saved: (name: string) => `What ${name} costs was changed.`,
  },
  client: {
    holds: (name: string) => `A price here is for all of ${name}'s horses that have none of their own.`,
    saved: (name: string) => `What ${name} pays was changed.`,
  },
  yard: {
    holds: (name: string) => `A price here is for work at ${name}, unless one was agreed for the horse or its owner.`,
    saved: (name: string) => `What work at ${name} costs was changed.`,
  },
} as const

const inField = (own: PriceOverride | undefined) => (own?.unitPence == null ? '' : inPounds(own.unitPence))

const agreed = (priceItemId: string, text: string | undefined) => ({ priceItemId, unitPence: readPence(text ?? '') ?? null })

const isPriceOrNone = (text: string) => text.trim() === '' || readPence(text) !== undefined || 'Enter pounds, such as 35 or 37.50'
