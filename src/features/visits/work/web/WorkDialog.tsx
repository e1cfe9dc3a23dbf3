import { type Control, Controller, type UseFormRegister, useController, useWatch } from 'react-hook-form'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { KnownVoiceNote } from '#features/evidence/voice/web/data.ts'
import { SERVICE_TYPES } from '#features/records/kinds/rules.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import type { TaskPlan } from '#features/visits/tasks/rules.ts'
import { TaskPlanPicker } from '#features/visits/tasks/web/TaskPlanPicker.tsx'
import type { Suggestible } from '#features/visits/work/applying.ts'
import { NO_FEET, type Setup, setupAgain } from '#features/visits/work/feet.ts'
import { fromTemplate } from '#features/visits/work/templating.ts'
import { addWork, adviceAsTask, changeWork, type KnownWork, removeWork, takeBackWork, useWorkOf } from '#features/visits/work/web/data.ts'
import { FeetPanel } from '#features/visits/work/web/FeetPanel.tsx'
import { SaveTemplateButton } from '#features/visits/work/web/SaveTemplateButton.tsx'
import { ServiceInput } from '#features/visits/work/web/ServiceInput.tsx'
import { TemplatePicker } from '#features/visits/work/web/TemplatePicker.tsx'
import type { KnownTemplate } from '#features/visits/work/web/use-templates.ts'
import { tiePhotos, untiePhotos, usePhotosOf } from '#features/visits/work/web/use-work-photos.ts'
import { WorkSuggestionsPanel } from '#features/visits/work/web/WorkSuggestionsPanel.tsx'
import { capital } from '#lib/capital.ts'
import { dayOf } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRecordForm, withoutBlanks } from '#platform/web/use-record-form.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
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
  /** Whether its advice is made a task, and for when. */
  task: TaskPlan | null
}

/** Work written down or corrected by hand; every way out can be undone. Mount it to open it. */
export function WorkDialog(props: Props) {
  // What it had before is what new work starts from.
  const earlier = useWorkOf(props.horse.id)
  return earlier && <WorkForm {...props} earlier={earlier} />
}

function WorkForm({ horse, entry, serviceType, onClose, earlier }: Props & { earlier: readonly KnownWork[] }) {
  const today = useToday()
  const memberId = useSession<CurrentUser>().user?.memberId ?? ''
  const kinds = useKinds()
  const usual = serviceType ?? SERVICE_TYPES[0]
  const initial = entry
    ? valuesOf(entry)
    : newValues(usual, today, { setup: setupAgain(usual, earlier), resetsCycle: kinds.resetsCycle(usual) })
  const form = useRecordForm<Values>({
    draft: entry ? null : `work/${horse.id}`,
    initial,
    id: entry?.id,
    row: entry,
    create: (values) => addWork(horse.id, memberId, { ...sent(values), task: values.task }),
    change: (id, { task, ...changed }, seen) => {
      const advice = { id, horseId: horse.id, memberId, recommendations: changed.recommendations ?? entry?.recommendations }
      return changeWork(id, withoutBlanks(changed) as Partial<ReturnType<typeof sent>>, seen, adviceAsTask(task, advice))
    },
    onSaved(id, what) {
      if (what === 'created') {
        void tiePhotos(horse.id, id, { today, memberId })
        toastWithUndo(`Work on ${horse.name} recorded`, () => untiePhotos(horse.id, id).then(() => takeBackWork(id, horse.id)))
      }
      if (what === 'updated' && entry) toastWithUndo(`Work on ${horse.name} corrected`, () => changeWork(id, sent(valuesOf(entry))))
      onClose()
    },
  })
  const { register, control, setValue } = form
  const { errors } = form.formState
  const chooseWork = (type: string) => {
    setValue('serviceType', type)
    setValue('resetsCycle', kinds.resetsCycle(type))
    setValue('setup', setupAgain(type, earlier) ?? form.getValues('setup'))
  }
  const fill = (values: Partial<Values>) => {
    for (const [field, value] of Object.entries(values)) setValue(field as keyof Values, value, { shouldDirty: true })
  }
  const fillIn = (template: KnownTemplate) => {
    const { serviceType, setup, description, recommendations, resetsCycle } = fromTemplate(form.getValues(), template, earlier)
    fill({ serviceType, setup, description, recommendations, resetsCycle })
  }
  const takeOver = (draft: Suggestible) => {
    const isOther = draft.serviceType !== form.getValues('serviceType')
    fill({ ...draft, ...(isOther && { resetsCycle: kinds.resetsCycle(draft.serviceType) }) })
  }
  return (
    <FormDialog
      {...form.dialog}
      title={entry ? `Correct ${horse.name}'s work` : `Work on ${horse.name}`}
      submitLabel="Save"
      onClose={onClose}
    >
      <div className="grid gap-4">
        {!entry && <TemplatePicker onUse={fillIn} />}
        <div className="grid gap-4 md:grid-cols-2">
          <Field label="Date" required error={errors.workDate?.message}>
            <DateInput max={today} {...register('workDate', { validate: (day) => dayFault(day, today) })} />
          </Field>
          <Service control={control} error={errors.serviceType?.message} onChoose={chooseWork} />
        </div>
        <Feet horse={horse} entry={entry} control={control} />
        <Heard horseId={horse.id} entry={entry} control={control} base={initial} onChange={takeOver} />
        <Words register={register} />
        <AdviceTask control={control} />
        <Checkbox label="Starts the cycle again" help="The next due date counts from this" {...register('resetsCycle')} />
        <SaveTemplateButton work={form.getValues} />
        {entry && <RemoveButton horse={horse} entry={entry} onClose={onClose} />}
      </div>
    </FormDialog>
  )
}

function Service({ control, error, onChoose }: { control: Control<Values>; error: string | undefined; onChoose: (type: string) => void }) {
  return (
    <Field label="Service" required error={error}>
      <Controller
        control={control}
        name="serviceType"
        rules={{ validate: (type) => type.trim() !== '' || 'Choose what was done' }}
        render={({ field }) => <ServiceInput field={field} onChoose={onChoose} placeholder="Trim, full set new" />}
      />
    </Field>
  )
}

const Words = ({ register }: { register: UseFormRegister<Values> }) =>
  (['description', 'findings', 'recommendations'] as const).map((field) => (
    <Field key={field} label={capital(field)} optional>
      <TextArea rows={2} maxLength={10_000} {...register(field)} />
    </Field>
  ))

/** Whether the advice as it is written is not to be forgotten. */
function AdviceTask({ control }: { control: Control<Values> }) {
  const advice = useWatch({ control, name: 'recommendations' })
  return (
    <Controller
      control={control}
      name="task"
      render={({ field }) => <TaskPlanPicker advice={advice} value={field.value} onChange={field.onChange} />}
    />
  )
}

type HeardProps = {
  horseId: string
  entry: KnownWork | undefined
  control: Control<Values>
  base: Suggestible
  onChange: (draft: Suggestible) => void
}

/** Voice notes about this work; for new work, those about the horse on that day and about no visit. */
function Heard({ horseId, entry, control, base, onChange }: HeardProps) {
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  const { workDate, serviceType = '', setup = null, findings = '', recommendations = '' } = useWatch({ control }) as Partial<Values>
  const isOf = (note: KnownVoiceNote) =>
    entry
      ? note.workEntryId === entry.id || (entry.visitHorseId !== null && note.visitHorseId === entry.visitHorseId)
      : !note.workEntryId && !note.visitHorseId && !note.appointmentId && dayOf(note.recordedAt, zone) === workDate
  return (
    <WorkSuggestionsPanel
      horseId={horseId}
      isOf={isOf}
      draft={{ serviceType, setup, findings, recommendations }}
      base={base}
      onChange={onChange}
    />
  )
}

function RemoveButton({ horse, entry, onClose }: Required<Pick<Props, 'horse' | 'onClose'>> & { entry: KnownWork }) {
  const remove = async () => {
    onClose()
    if (!(await removeWork(entry.id).catch(() => false))) return toastFailed()
    const { memberId, visitHorseId } = entry
    // The old id is spent: it comes back as the same work written down again.
    toastWithUndo(`Work on ${horse.name} removed`, () =>
      addWork(horse.id, memberId, { ...sent(valuesOf(entry)), visitHorseId }).then(Boolean),
    )
  }
  return (
    <Button variant="danger" className="justify-self-start" onClick={() => remove()}>
      Remove, it was a mistake
    </Button>
  )
}

type FeetProps = Pick<Props, 'horse' | 'entry'> & { control: Control<Values> }

function Feet({ horse, entry, control }: FeetProps) {
  const photos = { horse, of: usePhotosOf(entry) }
  const { field } = useController({ control, name: 'setup' })
  return field.value ? (
    <FeetPanel setup={field.value} onChange={field.onChange} photos={photos} />
  ) : (
    <Button className="justify-self-start" onClick={() => field.onChange(NO_FEET)}>
      Write down the feet
    </Button>
  )
}

const newValues = (serviceType: string, workDate: string, again: Pick<Values, 'setup' | 'resetsCycle'>): Values => ({
  ...{ workDate, serviceType, description: '', findings: '', recommendations: '', task: null },
  ...again,
})

const valuesOf = (entry: KnownWork): Values => ({
  workDate: entry.workDate,
  serviceType: entry.serviceType,
  description: entry.description ?? '',
  findings: entry.findings ?? '',
  recommendations: entry.recommendations ?? '',
  resetsCycle: entry.resetsCycle,
  setup: entry.setup,
  task: null,
})

const sent = ({ workDate, serviceType, resetsCycle, setup, task: _, ...texts }: Values) => ({
  workDate,
  serviceType: serviceType.trim(),
  resetsCycle,
  setup,
  ...withoutBlanks(texts),
})

const dayFault = (day: string, today: string) => (day === '' ? 'Choose the day' : day > today ? 'Today or earlier' : true)

const toastWithUndo = (description: string, undo: () => Promise<boolean>) =>
  void toast({ title: 'Success', description, action: { label: 'Undo', run: () => void takeBack(undo) } })

async function takeBack(undo: () => Promise<boolean>) {
  if (await undo().catch(() => false)) toast({ title: 'Undone', description: "It's back as it was." })
  else toastFailed()
}

const toastFailed = () => void toast({ variant: 'destructive', title: 'Error', description: "This device couldn't save it. Try again." })
