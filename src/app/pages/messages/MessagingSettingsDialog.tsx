import { FormProvider, type UseFormReturn, useWatch } from 'react-hook-form'
import { isFilled, isSum, isTimes, type MessagingValues, toChange, valuesOf } from '#app/pages/messages/messaging-form.ts'
import { WorkingDays } from '#app/pages/settings/WorkingDays.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { LONGEST_REPLY } from '#features/core/practice/limits.ts'
import type { Settings } from '#features/core/practice/rules.ts'
import { decide, useSettings } from '#features/core/practice/web/settings.ts'
import { REPLY_FIELDS } from '#features/talk/messaging/rules.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'
import { PoundsInput } from '#ui/PoundsInput.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { user: CurrentUser; onClose: () => void }
type Form = Pick<UseFormReturn<MessagingValues>, 'register' | 'control' | 'formState'>

/** Spec §2 Messaging Settings: working hours per day, the auto-reply, what an emergency costs and is answered. Mount it to open it. */
export function MessagingSettingsDialog({ user, onClose }: Props) {
  const settings = useSettings()
  return settings ? <SettingsForm user={user} settings={settings} onClose={onClose} /> : null
}

function SettingsForm({ user, settings, onClose }: Props & { settings: Settings }) {
  const form = useRecordForm<MessagingValues>({
    draft: 'messaging settings',
    initial: valuesOf(settings),
    id: 'settings',
    create: async () => 'settings',
    change: (_id, changed) => decide(user, toChange(changed, settings)),
    onSaved() {
      toast({ title: 'Saved', description: 'Your messaging settings are saved.' })
      onClose()
    },
  })
  return (
    <FormDialog {...form.dialog} title="Messaging Settings" submitLabel="Save settings" onClose={onClose}>
      <div className="grid gap-6">
        <FieldSet legend="Working hours">
          <FormProvider {...form}>
            <WorkingDays />
          </FormProvider>
        </FieldSet>
        <FieldSet legend="Auto-reply">
          <AutoReplyFields form={form} />
        </FieldSet>
        <FieldSet legend="Emergencies">
          <EmergencyFields form={form} />
        </FieldSet>
      </div>
    </FormDialog>
  )
}

function AutoReplyFields({ form: { register, control, formState } }: { form: Form }) {
  const isOn = useWatch({ control, name: 'isEnabled' })
  return (
    <div className="grid gap-3">
      <Checkbox label="Answer outside working hours" help="Once per conversation each evening." {...register('isEnabled')} />
      {isOn && (
        <Field label="What it says" help={FIELDS} error={formState.errors.message?.message}>
          <TextArea rows={3} maxLength={LONGEST_REPLY} {...register('message', { validate: isFilled })} />
        </Field>
      )}
    </div>
  )
}

function EmergencyFields({ form: { register, control, formState } }: { form: Form }) {
  const isOn = useWatch({ control, name: 'isEmergencyEnabled' })
  const { errors } = formState
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-4">
        <Field label="Emergency charge" error={errors.emergencyRate?.message}>
          <PoundsInput placeholder="50.00" className="w-40" {...register('emergencyRate', { validate: isSum })} />
        </Field>
        <Field label="Rates of the work" error={errors.emergencyMultiplier?.message}>
          <NumberInput
            step="0.05"
            suffix="x"
            placeholder="1.75"
            className="w-40"
            {...register('emergencyMultiplier', { validate: isTimes })}
          />
        </Field>
      </div>
      <p className="text-14 text-ink-2">
        For emergencies outside working hours. Within them, an emergency costs the call-out on your price list and the usual rates.
      </p>
      <Checkbox label="Answer emergencies straight away" help="With the cost, so they know first." {...register('isEmergencyEnabled')} />
      {isOn && (
        <Field label="Emergency reply" help={FIELDS} error={errors.emergencyMessage?.message}>
          <TextArea rows={3} maxLength={LONGEST_REPLY} {...register('emergencyMessage', { validate: isFilled })} />
        </Field>
      )}
    </div>
  )
}

/** The placeholders of a reply: `{name} Their first name` … */
const FIELDS = Object.entries(REPLY_FIELDS)
  .map(([field, words]) => `{${field}}: ${words}`)
  .join('. ')
