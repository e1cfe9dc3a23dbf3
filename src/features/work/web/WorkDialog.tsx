import { Controller } from 'react-hook-form'
import { SERVICE_TYPES } from '#features/horses/rules.ts'
import type { CurrentUser } from '#features/practice/contract.ts'
import { NO_FEET, type Setup, setupAgain } from '#features/work/feet.ts'
import { resetsCycleByDefault } from '#features/work/rules.ts'
import { addWork, changeWork, type KnownWork, removeWork, useWorkOf } from '#features/work/web/data.ts'
import { FeetPanel } from '#features/work/web/FeetPanel.tsx'
import { useSession } from '#platform/web/session.ts'
import { useRecordForm, withoutBlanks } from '#platform/web/use-record-form.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Combobox } from '#ui/Combobox.tsx'
import { DateInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = {
  horse: { id: string; name: string }
  /** The entry to correct; none writes a new one. */
  entry?: KnownWork | undefined
  /** What a new entry's work is at first, such as the horse's usual. */
  serviceType?: string | null
  onClose: () => void
}
type Values = {
  workDate: string
  serviceType: string
  description: string
  findings: string
  recommendations: string
  resetsCycle: boolean
  setup: Setup | null
}

/** Work written down or corrected by hand; every way out can be taken back. Mount it to open it. */
export function WorkDialog(props: Props) {
  // What it had before is what new work starts from.
  const earlier = useWorkOf(props.horse.id)
  return earlier && <WorkForm {...props} earlier={earlier} />
}

function WorkForm({ horse, entry, serviceType, onClose, earlier }: Props & { earlier: readonly KnownWork[] }) {
  const today = useToday()
  const memberId = useSession<CurrentUser>().user?.memberId ?? ''
  const usual = serviceType ?? SERVICE_TYPES[0]
  const initial = entry ? valuesOf(entry) : newValues(usual, today, setupAgain(usual, earlier))
  const form = useRecordForm<Values>({
    draft: entry ? null : `work/${horse.id}`,
    initial,
    id: entry?.id,
    row: entry,
    create: (values) => addWork(horse.id, memberId, sent(values)),
    change: (id, changed, seen) => changeWork(id, withoutBlanks(changed) as Partial<ReturnType<typeof sent>>, seen),
    onSaved(id, what) {
      if (what === 'created') saidWithUndo(`Work on ${horse.name} recorded`, () => removeWork(id))
      if (what === 'updated' && entry) saidWithUndo(`Work on ${horse.name} corrected`, () => changeWork(id, sent(valuesOf(entry))))
      onClose()
    },
  })
  const { register, control, setValue } = form
  const { errors } = form.formState
  const chooseWork = (type: string) => {
    setValue('serviceType', type)
    setValue('resetsCycle', resetsCycleByDefault(type))
    setValue('setup', setupAgain(type, earlier) ?? form.getValues('setup'))
  }
  return (
    <FormDialog
      {...form.dialog}
      title={entry ? `Correct ${horse.name}'s work` : `Work on ${horse.name}`}
      submitLabel="Save"
      onClose={onClose}
    >
      <div className="grid gap-4">
        <div className="grid gap-4 md:grid-cols-2">
          <Field label="Date" required error={errors.workDate?.message}>
            <DateInput max={today} {...register('workDate', { validate: (day) => dayFault(day, today) })} />
          </Field>
          <Field label="Service" required error={errors.serviceType?.message}>
            <Controller
              control={control}
              name="serviceType"
              rules={{ validate: (type) => type.trim() !== '' || 'Choose what was done' }}
              render={({ field }) => (
                <Combobox
                  ref={field.ref}
                  onBlur={field.onBlur}
                  options={offered(field.value)}
                  value={field.value || undefined}
                  onChange={(type) => chooseWork(type ?? '')}
                  onCreate={chooseWork}
                  placeholder="Trim, full set new"
                />
              )}
            />
          </Field>
        </div>
        <Controller control={control} name="setup" render={({ field }) => <Feet setup={field.value} onChange={field.onChange} />} />
        <Field label="Description" optional>
          <TextArea rows={2} maxLength={10_000} {...register('description')} />
        </Field>
        <Field label="Findings" optional>
          <TextArea rows={2} maxLength={10_000} {...register('findings')} />
        </Field>
        <Field label="Recommendations" optional>
          <TextArea rows={2} maxLength={10_000} {...register('recommendations')} />
        </Field>
        <Checkbox label="Starts the cycle anew" help="The next due date counts from this" {...register('resetsCycle')} />
        {entry && <RemoveButton horse={horse} entry={entry} onClose={onClose} />}
      </div>
    </FormDialog>
  )
}

function RemoveButton({ horse, entry, onClose }: Required<Pick<Props, 'horse' | 'onClose'>> & { entry: KnownWork }) {
  const remove = async () => {
    onClose()
    if (!(await removeWork(entry.id).catch(() => false))) return sayFailed()
    const { memberId, visitHorseId } = entry
    // The old id is spent: it comes back as the same work written down again.
    saidWithUndo(`Work on ${horse.name} removed`, () =>
      addWork(horse.id, memberId, { ...sent(valuesOf(entry)), visitHorseId }).then(Boolean),
    )
  }
  return (
    <Button variant="danger" className="justify-self-start" onClick={() => void remove()}>
      Remove, it was a mistake
    </Button>
  )
}

const Feet = ({ setup, onChange }: { setup: Setup | null; onChange: (setup: Setup) => void }) =>
  setup ? (
    <FeetPanel setup={setup} onChange={onChange} />
  ) : (
    <Button className="justify-self-start" onClick={() => onChange(NO_FEET)}>
      Write down the feet
    </Button>
  )

const newValues = (serviceType: string, workDate: string, setup: Setup | null): Values => ({
  ...{ workDate, serviceType, setup, description: '', findings: '', recommendations: '' },
  resetsCycle: resetsCycleByDefault(serviceType),
})

const valuesOf = (entry: KnownWork): Values => ({
  workDate: entry.workDate,
  serviceType: entry.serviceType,
  description: entry.description ?? '',
  findings: entry.findings ?? '',
  recommendations: entry.recommendations ?? '',
  resetsCycle: entry.resetsCycle,
  setup: entry.setup,
})

const sent = ({ workDate, serviceType, resetsCycle, setup, ...texts }: Values) => ({
  workDate,
  serviceType: serviceType.trim(),
  resetsCycle,
  setup,
  ...withoutBlanks(texts),
})

const dayFault = (day: string, today: string) => (day === '' ? 'Choose the day' : day > today ? 'Today or earlier' : true)

function offered(type: string) {
  const known: readonly string[] = SERVICE_TYPES
  return (type && !known.includes(type) ? [type, ...known] : known).map((value) => ({ value, label: value }))
}

const saidWithUndo = (description: string, undo: () => Promise<boolean>) =>
  void toast({ title: 'Success', description, action: { label: 'Undo', run: () => void takeBack(undo) } })

async function takeBack(undo: () => Promise<boolean>) {
  if (await undo().catch(() => false)) toast({ title: 'Undone', description: 'It is as it was before.' })
  else sayFailed()
}

const sayFailed = () => void toast({ variant: 'destructive', title: 'Error', description: 'This device could not keep it. Try again.' })
