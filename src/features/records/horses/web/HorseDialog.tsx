import { addHorse, changeHorse, type KnownHorse } from '#features/records/horses/web/data.ts'
import { LikeHorse } from '#features/records/horses/web/HorseDoubts.tsx'
import { HorseFields, MoreHorseFields } from '#features/records/horses/web/HorseFields.tsx'
import { asSent, type HorsePresets, valuesOf } from '#features/records/horses/web/horse-form.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { useToday } from '#platform/web/use-today.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = {
  /** The horse to edit; none adds one. */
  horse?: KnownHorse | undefined
  /** What is known of a new one already. */
  presets?: HorsePresets
  onClose: () => void
  /** Replaces the toast: the opener shows the result. */
  onSaved?: (id: string) => void
}

/** Spec §2 Horses: 'Add New Horse' or 'Edit Horse'. Mount it to open it. */
export function HorseDialog({ horse, presets, onClose, onSaved }: Props) {
  const today = useToday()
  const form = useRecordForm({
    draft: presets ? null : `horses/${horse?.id ?? 'new'}`,
    initial: valuesOf(horse, presets),
    id: horse?.id,
    row: horse,
    create: (values) => addHorse({ ...asSent(values, today), name: values.name.trim(), clientId: values.clientId }),
    change: (id, changed, seen) => changeHorse(id, asSent(changed, today), seen),
    onSaved(id, what) {
      if (onSaved) onSaved(id)
      else if (what !== 'unchanged') toast({ title: 'Success', description: `Horse ${what} successfully` })
      onClose()
    },
  })
  const fields = { control: form.control, register: form.register, errors: form.formState.errors }
  return (
    <FormDialog
      {...form.dialog}
      size="lg"
      title={horse ? 'Edit Horse' : 'Add New Horse'}
      submitLabel={horse ? 'Save' : 'Add Horse'}
      onClose={onClose}
    >
      <HorseFields {...fields} />
      <MoreHorseFields {...fields} today={today} />
      <LikeHorse control={form.control} id={horse?.id} onOpen={onClose} />
    </FormDialog>
  )
}
