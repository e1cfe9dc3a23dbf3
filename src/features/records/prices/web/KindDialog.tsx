import type { CurrentUser } from '#features/core/practice/contract.ts'
import { kindCalled } from '#features/records/kinds/rules.ts'
import type { PriceItem } from '#features/records/prices/contract.ts'
import { type KindWords, type KnownKind, removeKind, saveKind } from '#features/records/prices/web/data.ts'
import { inPounds, readPence } from '#lib/money.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { PoundsInput } from '#ui/PoundsInput.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { withToast } from '#ui/with-toast.ts'

type Props = {
  /** The kind to change; none adds one. */
  kind: KnownKind | undefined
  /** All of them, removed ones too. */
  kinds: readonly KnownKind[]
  items: readonly PriceItem[]
  onClose: () => void
}
type Values = { label: string; price: string; resetsCycle: boolean }

/** A kind of work added or changed, with what it costs. Mount it to open it. */
export function KindDialog({ kind, kinds, items, onClose }: Props) {
  const practiceId = useSession<CurrentUser>().user?.practice.id ?? ''
  const item = items.find((one) => one.serviceType === kind?.serviceType)
  const initial = { label: kind?.label ?? '', price: item ? inPounds(item.unitPence) : '', resetsCycle: kind?.resetsCycle ?? true }
  const save = (values: Values) => saveKind(wordsOf(values), { practiceId, kind: kind ?? kindCalled(kinds, values.label), items })
  const form = useRecordForm<Values>({
    draft: kind ? null : 'kind of work',
    initial,
    id: kind?.id,
    create: async (values) => (await save(values)) || '',
    change: async (_id, changed) => Boolean(await save({ ...initial, ...changed })),
    onSaved(id, what) {
      const label = form.getValues('label').trim()
      if (what === 'updated' && kind) {
        const before = { ...wordsOf(initial), unitPence: item?.unitPence }
        void withToast('Saved', `${label} saved.`, async () => () => saveKind(before, { practiceId, kind, items }).then(Boolean))
      }
      if (what === 'created') void withToast('Added', `${label} is now one of your kinds of work.`, async () => () => removeKind(id))
      onClose()
    },
  })
  const isFree = (label: string) => {
    if (label.trim() === '') return 'Give it a name'
    const other = kindCalled(kinds, label, kind?.serviceType)
    // One that was removed is offered again by its name.
    return !other || (!kind && !other.isOffered) ? true : `You already have, or had, one with that name: ${other.label}`
  }
  return (
    <FormDialog {...form.dialog} title={kind ? `Change ${kind.label}` : 'Add a kind of work'} submitLabel="Save" onClose={onClose}>
      <div className="grid gap-4">
        <Field label="Name" required error={form.formState.errors.label?.message}>
          <TextInput maxLength={120} placeholder="Bar shoes" {...form.register('label', { validate: isFree })} />
        </Field>
        <Field label="Price" optional error={form.formState.errors.price?.message}>
          <PoundsInput {...form.register('price', { validate: isPriceOrNone })} />
        </Field>
        <Checkbox
          label="Starts the cycle again"
          help="The horse's next due date counts from this work. Leave it off for a lost shoe put back."
          {...form.register('resetsCycle')}
        />
        {kind && <RemoveButton kind={kind} onClose={onClose} />}
      </div>
    </FormDialog>
  )
}

function RemoveButton({ kind, onClose }: { kind: KnownKind; onClose: () => void }) {
  const remove = () => {
    onClose()
    return withToast('Removed', `${kind.label} is no longer offered. Past work stays on record.`, async () => {
      const isRemoved = await removeKind(kind.id)
      return isRemoved && (() => removeKind(kind.id, false))
    })
  }
  return (
    <Button variant="danger" className="justify-self-start" onClick={remove}>
      Remove
    </Button>
  )
}

const wordsOf = ({ label, price, resetsCycle }: Values): KindWords => ({ label: label.trim(), unitPence: readPence(price), resetsCycle })

const isPriceOrNone = (text: string) => text.trim() === '' || readPence(text) !== undefined || 'Enter pounds, such as 35 or 37.50'
