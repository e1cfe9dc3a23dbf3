import { SavedForm } from '#app/pages/settings/SavedForm.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { LONGEST_PREP, MOST_DAILY_TEXTS } from '#features/core/practice/limits.ts'
import { optOutFault, type SendingRules, type Settings, sendingOf } from '#features/core/practice/rules.ts'
import { decide } from '#features/core/practice/web/settings.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { useSaved } from '#platform/web/use-saved.ts'
import { TimeInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { toast } from '#ui/toast-store.ts'

type Values = { quietFrom: string; quietTo: string; dailyTexts: string; segmentPence: string; optOutLine: string }
type Props = { user: CurrentUser; settings: Settings }

/** The practice's rules of sending: quiet hours, the most of a day, the price of a part, and the line that ends offers. */
export function SendingForm({ user, settings }: Props) {
  const [saved, setSaved] = useSaved<Values>()
  const initial = saved.values ?? valuesOf(sendingOf(settings))
  return <Form key={saved.times} user={user} settings={settings} initial={initial} onSaved={setSaved} />
}

function Form({ user, settings, initial, onSaved }: Props & { initial: Values; onSaved: (values: Values) => void }) {
  const form = useRecordForm<Values>({
    draft: 'sending',
    initial,
    id: 'settings',
    create: async () => 'settings',
    change: (_id, changed) => decide(user, { sending: { ...settings.sending, ...toChange(changed) } }),
    onSaved: () => {
      toast({ title: 'Saved', description: 'Texts follow these rules from now on.' })
      onSaved(form.getValues())
    },
  })
  const { register, formState } = form
  const { errors } = formState
  return (
    <SavedForm title="Rules" submitLabel="Save rules" {...form.dialog}>
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-14 font-medium">Quiet hours</legend>
        <div className="flex max-w-72 items-center gap-2">
          <TimeInput aria-label="Quiet from" className="w-20" {...register('quietFrom', { required: true })} />
          <span className="text-ink-2">to</span>
          <TimeInput aria-label="Quiet to" className="w-20" {...register('quietTo', { required: true })} />
        </div>
        <p className="text-14 text-ink-2">
          Reminders and offers wait until they're over. What you send yourself goes straight away. Set the same time twice for no quiet
          hours.
        </p>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Texts a day" help="More wait until next morning; emergencies always go." error={errors.dailyTexts?.message}>
          <NumberInput min={0} max={MOST_DAILY_TEXTS} className="w-36" {...register('dailyTexts', { validate: isCount })} />
        </Field>
        <Field label="Price of a text part" help="What your provider charges, for the estimates" error={errors.segmentPence?.message}>
          <NumberInput
            suffix="p"
            inputMode="decimal"
            min={0}
            max={100}
            step="0.1"
            className="w-36"
            {...register('segmentPence', { validate: isPrice })}
          />
        </Field>
      </div>
      <Field label="Last line of every offer" help="The opt-out the law requires in marketing" error={errors.optOutLine?.message}>
        <TextInput maxLength={LONGEST_PREP} {...register('optOutLine', { validate: validateOptOut })} />
      </Field>
    </SavedForm>
  )
}

const valuesOf = ({ quietFrom, quietTo, dailyTexts, segmentTenths, optOutLine }: SendingRules): Values => ({
  quietFrom,
  quietTo,
  dailyTexts: String(dailyTexts),
  segmentPence: String(segmentTenths / 10),
  optOutLine,
})

const toChange = ({ dailyTexts, segmentPence, ...same }: Partial<Values>) => ({
  ...same,
  ...(dailyTexts !== undefined && { dailyTexts: Number(dailyTexts) }),
  ...(segmentPence !== undefined && { segmentTenths: Math.round(Number(segmentPence) * 10) }),
})

const isCount = (text: string) => {
  const count = Number(text)
  return (text !== '' && Number.isInteger(count) && count >= 0 && count <= MOST_DAILY_TEXTS) || `A whole number, up to ${MOST_DAILY_TEXTS}`
}

const isPrice = (text: string) => (text !== '' && Number(text) >= 0 && Number(text) <= 100) || 'Pence, such as 4 or 4.2'

const validateOptOut = (text: string) => optOutFault(text) ?? true
