import { type UseFormReturn, useWatch } from 'react-hook-form'
import { isSaid, isSum, isTimes, type MessagingValues, toChange, valuesOf } from '#app/pages/messages/messaging-form.ts'
import { REPLY_FIELDS } from '#features/messaging/rules.ts'
import type { CurrentUser } from '#features/practice/contract.ts'
import { LONGEST_REPLY } from '#features/practice/limits.ts'
import type { Settings } from '#features/practice/rules.ts'
import { decide, useSettings } from '#features/practice/web/settings.ts'
import { WEEKDAYS } from '#features/practice/web/weekdays.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { TimeInput } from '#ui/DateInput.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'
import { PoundsInput } from '#ui/PoundsInput.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { user: CurrentUser; onClose: () => void }
type Form = Pick<UseFormReturn<MessagingValues>, 'register' | 'control' | 'formState' | 'getValues'>

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
      toast({ title: 'Saved', description: 'The messaging settings are set.' })
      onClose()
    },
  })
  return (
    <FormDialog {...form.dialog} title="Messaging Settings" submitLabel="Save settings" onClose={onClose}>
      <div className="grid gap-6">
        <FieldSet legend="Working hours">
          <div className="grid gap-1">
            {WEEKDAYS.map((day, at) => (
              <DayRow key={day.value} form={form} at={at} name={day.name} />
            ))}
          </div>
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

/* One day: worked or not, and from when to when. */
function DayRow({ form, at, name }: { form: Form; at: number; name: string }) {
  const isWorking = useWatch({ control: form.control, name: `days.${at}.isWorking` })
  const fault = form.formState.errors.days?.[at]?.endTime?.message
  const isLater = (end: string) =>
    !form.getValues(`days.${at}.isWorking`) || end > form.getValues(`days.${at}.startTime`) || 'Ends before it starts'
  return (
    <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-center gap-x-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <Checkbox label={name} {...form.register(`days.${at}.isWorking`)} />
      {isWorking ? (
        <div className="flex items-center gap-2">
          <TimeInput aria-label={`${name} from`} className="w-20" {...form.register(`days.${at}.startTime`, { required: true })} />
          <span className="text-ink-2">to</span>
          <TimeInput
            aria-label={`${name} to`}
            aria-invalid={fault ? true : undefined}
            className="w-20"
            {...form.register(`days.${at}.endTime`, { validate: isLater })}
          />
        </div>
      ) : (
        <p className="text-ink-2">Not worked</p>
      )}
      {fault && <p className="col-start-2 text-14 font-medium text-flag-ink">{fault}</p>}
    </div>
  )
}

function AutoReplyFields({ form: { register, control, formState } }: { form: Form }) {
  const isOn = useWatch({ control, name: 'isEnabled' })
  return (
    <div className="grid gap-3">
      <Checkbox label="Answer outside working hours" help="Once to a conversation an evening." {...register('isEnabled')} />
      {isOn && (
        <Field label="What it says" help={FIELDS} error={formState.errors.message?.message}>
          <TextArea rows={3} maxLength={LONGEST_REPLY} {...register('message', { validate: isSaid })} />
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
        For what begins outside working hours. Within them an emergency costs the call-out of your price list, and the usual rates.
      </p>
      <Checkbox
        label="Answer an emergency at once"
        help="With what it costs, so that they know first."
        {...register('isEmergencyEnabled')}
      />
      {isOn && (
        <Field label="Emergency reply" help={FIELDS} error={errors.emergencyMessage?.message}>
          <TextArea rows={3} maxLength={LONGEST_REPLY} {...register('emergencyMessage', { validate: isSaid })} />
        </Field>
      )}
    </div>
  )
}

/** What may stand in a reply: `{name} Their first name` … */
const FIELDS = Object.entries(REPLY_FIELDS)
  .map(([field, words]) => `{${field}}: ${words}`)
  .join('. ')
