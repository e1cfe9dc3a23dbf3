import { Controller, useWatch } from 'react-hook-form'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { HorsePicker } from '#features/records/horses/web/HorsePicker.tsx'
import type { Task } from '#features/visits/tasks/contract.ts'
import { addTask, changeTask, type KnownTask, removeTask } from '#features/visits/tasks/web/data.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRecordForm, withoutBlanks } from '#platform/web/use-record-form.ts'
import { Button } from '#ui/Button.tsx'
import { DateInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { toast } from '#ui/toast-store.ts'
import { withToast } from '#ui/with-toast.ts'

type Props = {
  /** The task to change; none writes a new one. */
  task?: KnownTask | undefined
  /** The horse a new one is about. */
  horseId?: string | undefined
  onClose: () => void
}
type Values = Pick<Task, 'title' | 'forWhom' | 'horseId'> & { notes: string; dueOn: string }

/** Something to do, written down or changed. Mount it to open it. */
export function TaskDialog({ task, horseId, onClose }: Props) {
  const memberId = useSession<CurrentUser>().user?.memberId ?? ''
  const form = useRecordForm<Values>({
    draft: task ? null : `task/${horseId ?? ''}`,
    initial: valuesOf(task, horseId),
    id: task?.id,
    row: task,
    create: (values) => addTask(withoutBlanks(values) as Pick<Task, keyof Values>, memberId),
    change: (id, changed, seen) => changeTask(id, withoutBlanks(changed) as Partial<Pick<Task, keyof Values>>, seen),
    onSaved(_id, what) {
      if (what !== 'unchanged') toast({ title: what === 'created' ? 'Task added' : 'Task changed', description: form.getValues('title') })
      onClose()
    },
  })
  const { register, control, formState } = form
  return (
    <FormDialog {...form.dialog} title={task ? 'Change task' : 'Add a task'} submitLabel="Save" onClose={onClose}>
      <div className="grid gap-4">
        <Field label="What to do" required error={formState.errors.title?.message}>
          <TextInput maxLength={300} placeholder="X-ray before the next visit" {...register('title', { validate: isFilled })} />
        </Field>
        <Field label="Horse" optional>
          <Controller
            control={control}
            name="horseId"
            render={({ field }) => <HorsePicker ref={field.ref} value={field.value} onChange={field.onChange} onBlur={field.onBlur} />}
          />
        </Field>
        <Controller
          control={control}
          name="dueOn"
          render={({ field }) => <Due control={control} value={field.value} onChange={field.onChange} />}
        />
        <Field label="Who for">
          <Controller
            control={control}
            name="forWhom"
            render={({ field }) => <Segmented label="Who for" value={field.value} onChange={field.onChange} options={WHOM} />}
          />
        </Field>
        <Field label="Notes" optional>
          <TextArea rows={3} maxLength={10_000} {...register('notes')} />
        </Field>
        {task && <RemoveButton task={task} onClose={onClose} />}
      </div>
    </FormDialog>
  )
}

type DueProps = { control: ReturnType<typeof useRecordForm<Values>>['control']; value: string; onChange: (day: string) => void }

/** A day, or none: a task about a horse then waits for its next visit. */
function Due({ control, value, onChange }: DueProps) {
  const horseId = useWatch({ control, name: 'horseId' })
  const help = value ? undefined : horseId ? "With no day, it's for the horse's next visit" : 'With no day, it goes at the end of the list'
  return (
    <Field label="Due" optional help={help}>
      <DateInput value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}

function RemoveButton({ task, onClose }: { task: KnownTask; onClose: () => void }) {
  const remove = () => {
    onClose()
    return withToast('Task removed', task.title, () => removeTask(task))
  }
  return (
    <Button variant="danger" className="justify-self-start" onClick={remove}>
      Remove task
    </Button>
  )
}

const WHOM = [
  { value: 'farrier', label: 'Us' },
  { value: 'owner', label: 'The owner' },
] as const

const valuesOf = (task: KnownTask | undefined, horseId: string | undefined): Values => ({
  title: task?.title ?? '',
  horseId: task?.horseId ?? horseId ?? null,
  forWhom: task?.forWhom ?? 'farrier',
  notes: task?.notes ?? '',
  dueOn: task?.dueOn ?? '',
})

const isFilled = (title: string) => title.trim() !== '' || 'Say what to do'
