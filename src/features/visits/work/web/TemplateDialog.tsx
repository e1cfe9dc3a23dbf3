import { Controller } from 'react-hook-form'
import { SERVICE_TYPES } from '#features/records/kinds/rules.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { NO_FEET, setupOf } from '#features/visits/work/feet.ts'
import type { toTemplate } from '#features/visits/work/templating.ts'
import { FeetPanel } from '#features/visits/work/web/FeetPanel.tsx'
import { ServiceInput } from '#features/visits/work/web/ServiceInput.tsx'
import { addTemplate, changeTemplate, type KnownTemplate, removeTemplate } from '#features/visits/work/web/use-templates.ts'
import { useRecordForm, withoutBlanks } from '#platform/web/use-record-form.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { toast } from '#ui/toast-store.ts'
import { withToast } from '#ui/with-toast.ts'

type Work = ReturnType<typeof toTemplate>
type Props = {
  /** The template to change; none makes a new one. */
  template?: KnownTemplate | undefined
  /** The work a new one is made of. */
  work?: Work | undefined
  onClose: () => void
}
type Values = Omit<Work, 'description' | 'recommendations'> & { name: string; description: string; recommendations: string }

/** A template made or changed. Mount it to open it. */
export function TemplateDialog({ template, work, onClose }: Props) {
  const kinds = useKinds()
  const form = useRecordForm<Values>({
    draft: template || work ? null : 'template',
    initial: valuesOf(template, work),
    id: template?.id,
    row: template,
    create: (values) => addTemplate(withoutBlanks(values) as Work & { name: string }),
    change: (id, changed, seen) => changeTemplate(id, withoutBlanks(changed) as Partial<Work & { name: string }>, seen),
    onSaved(_id, what) {
      if (what !== 'unchanged')
        toast({ title: what === 'created' ? 'Template saved' : 'Template changed', description: form.getValues('name') })
      onClose()
    },
  })
  const { register, control, setValue, getValues, formState } = form
  const chooseWork = (type: string) => {
    setValue('serviceType', type)
    setValue('resetsCycle', kinds.resetsCycle(type))
    setValue('setup', setupOf(type) ?? getValues('setup'))
  }
  return (
    <FormDialog {...form.dialog} title={template ? 'Change template' : 'New template'} submitLabel="Save template" onClose={onClose}>
      <div className="grid gap-4">
        <Field label="Name" required error={formState.errors.name?.message}>
          <TextInput
            maxLength={120}
            placeholder="Heart bars and leather"
            {...register('name', { validate: (name) => name.trim() !== '' || 'Give it a name' })}
          />
        </Field>
        <Field label="Service" required error={formState.errors.serviceType?.message}>
          <Controller
            control={control}
            name="serviceType"
            rules={{ validate: (type) => type.trim() !== '' || 'Choose what is done' }}
            render={({ field }) => <ServiceInput field={field} onChoose={chooseWork} />}
          />
        </Field>
        <Controller
          control={control}
          name="setup"
          render={({ field }) =>
            field.value ? (
              <FeetPanel setup={field.value} onChange={field.onChange} />
            ) : (
              <Button className="justify-self-start" onClick={() => field.onChange(NO_FEET)}>
                Write down the feet
              </Button>
            )
          }
        />
        <p className="-mt-2 text-14 text-ink-2">Leave sizes out: each horse keeps its own.</p>
        <Field label="Description" optional>
          <TextArea rows={2} maxLength={10_000} {...register('description')} />
        </Field>
        <Field label="Recommendations" optional>
          <TextArea rows={2} maxLength={10_000} {...register('recommendations')} />
        </Field>
        <Checkbox label="Starts the cycle again" help="The next due date counts from this work" {...register('resetsCycle')} />
        {template && <RemoveButton template={template} onClose={onClose} />}
      </div>
    </FormDialog>
  )
}

function RemoveButton({ template, onClose }: { template: KnownTemplate; onClose: () => void }) {
  const remove = () => {
    onClose()
    return withToast('Template removed', `${template.name}. Work recorded with it stays.`, () => removeTemplate(template))
  }
  return (
    <Button variant="danger" className="justify-self-start" onClick={remove}>
      Remove template
    </Button>
  )
}

const [FIRST] = SERVICE_TYPES

function valuesOf(template: KnownTemplate | undefined, work: Work | undefined): Values {
  const from = template ?? work
  return {
    name: template?.name ?? '',
    serviceType: from?.serviceType ?? FIRST,
    setup: from ? from.setup : (setupOf(FIRST) ?? null),
    description: from?.description ?? '',
    recommendations: from?.recommendations ?? '',
    resetsCycle: from?.resetsCycle ?? true,
  }
}
