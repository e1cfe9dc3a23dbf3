import type { YardChange } from '#features/records/yards/contract.ts'
import { addYard, changeYard, type KnownYard } from '#features/records/yards/web/data.ts'
import { YardFields, type YardValues } from '#features/records/yards/web/YardFields.tsx'
import { placeAsSent, placeValuesOf } from '#lib/position-form.ts'
import { useRecordForm, withoutBlanks } from '#platform/web/use-record-form.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = {
  /** The yard to edit; none adds one. */
  yard?: KnownYard | undefined
  /** A new yard's name as far as it is known. */
  name?: string
  onClose: () => void
  /** Replaces the toast: the opener shows the result. */
  onSaved?: (id: string) => void
}

/** Add or edit a yard. Mount it to open it. */
export function YardDialog({ yard, name, onClose, onSaved }: Props) {
  const form = useRecordForm({
    draft: name ? null : `yards/${yard?.id ?? 'new'}`,
    initial: valuesOf(yard, name),
    id: yard?.id,
    row: yard,
    create: (values) => addYard({ ...asSent(values), name: values.name.trim() }),
    change: (id, changed, seen) => changeYard(id, asSent(changed), seen),
    onSaved(id, what) {
      if (onSaved) onSaved(id)
      else if (what !== 'unchanged') toast({ title: 'Success', description: `Yard ${what} successfully` })
      onClose()
    },
  })
  return (
    <FormDialog {...form.dialog} title={yard ? 'Edit Yard' : 'Add New Yard'} submitLabel={yard ? 'Save' : 'Add Yard'} onClose={onClose}>
      <YardFields control={form.control} register={form.register} errors={form.formState.errors} />
    </FormDialog>
  )
}

const valuesOf = (yard: KnownYard | undefined, name = ''): YardValues => ({
  name: yard?.name ?? name,
  address: yard?.address ?? '',
  postcode: yard?.postcode ?? '',
  accessNotes: yard?.accessNotes ?? '',
  gateCode: yard?.gateCode ?? '',
  hasCover: yard?.hasCover ?? false,
  hasLights: yard?.hasLights ?? false,
  contactClientId: yard?.contactClientId ?? '',
  payerClientId: yard?.payerClientId ?? '',
  ...placeValuesOf(yard),
})

/** The form's values as input: empty fields become null, and the position becomes its parts. */
const asSent = ({ position, what3words, ...values }: Partial<YardValues>): YardChange => ({
  ...(withoutBlanks(values) as YardChange),
  ...placeAsSent({ position, what3words }),
})
