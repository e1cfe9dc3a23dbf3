import { FormProvider } from 'react-hook-form'
import { SavedForm } from '#app/pages/settings/SavedForm.tsx'
import { WorkingDays } from '#app/pages/settings/WorkingDays.tsx'
import type { CurrentUser, WorkingDay } from '#features/core/practice/contract.ts'
import { MOST_BUFFER_MINUTES } from '#features/core/practice/limits.ts'
import { mayRunPractice, type Settings } from '#features/core/practice/rules.ts'
import { decide, useSettings } from '#features/core/practice/web/settings.ts'
import { WEEKDAYS } from '#features/core/practice/web/weekdays.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { useSaved } from '#platform/web/use-saved.ts'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Field } from '#ui/Field.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { toast } from '#ui/toast-store.ts'

type Values = { days: WorkingDay[]; travelBufferMinutes: string }

/** When the practice works, and the time wanted on the road. Works offline. */
export function HoursPage() {
  const user = useSession<CurrentUser>().user
  const settings = useSettings()
  const [saved, setSaved] = useSaved<Values>()
  return (
    <Page>
      <PageHeader
        title="Working hours"
        subtitle="You're warned if you book outside them or too close to the visit before, but you can still book."
      />
      <div className="grid max-w-[760px] gap-3.5">
        {settings && user && mayRunPractice(user.role) && (
          <HoursForm key={saved.times} user={user} initial={saved.values ?? valuesOf(settings)} onSaved={setSaved} />
        )}
        {settings && user && !mayRunPractice(user.role) && <Hours settings={settings} />}
      </div>
    </Page>
  )
}

function HoursForm({ user, initial, onSaved }: { user: CurrentUser; initial: Values; onSaved: (values: Values) => void }) {
  const form = useRecordForm<Values>({
    draft: 'working hours',
    initial,
    id: 'settings',
    create: async () => 'settings',
    change: (_id, changed) => decide(user, toChange(changed)),
    onSaved: () => {
      toast({ title: 'Saved', description: 'Your working hours are saved.' })
      onSaved(form.getValues())
    },
  })
  const { register, formState } = form
  return (
    <SavedForm title="Days and times" submitLabel="Save hours" {...form.dialog}>
      <FormProvider {...form}>
        <WorkingDays />
      </FormProvider>
      <Field
        label="Travel buffer"
        help="Time you want between two visits at different places"
        error={formState.errors.travelBufferMinutes?.message}
      >
        <NumberInput
          suffix="min"
          min={0}
          max={MOST_BUFFER_MINUTES}
          className="w-36"
          {...register('travelBufferMinutes', { validate: isBuffer })}
        />
      </Field>
    </SavedForm>
  )
}

const Hours = ({ settings }: { settings: Settings }) => (
  <Card title="Days and times" padded>
    <Facts
      facts={[
        ...daysOf(settings).map(
          (day, at) => [WEEKDAYS[at]?.name ?? '', day.isWorking ? `${day.startTime} to ${day.endTime}` : 'Not worked'] as const,
        ),
        ['Travel buffer', `${settings.travelBufferMinutes} min`],
      ]}
    />
    <p className="mt-3 text-14 text-ink-2">Only an owner of the practice can change this.</p>
  </Card>
)

const daysOf = ({ workingHours }: Settings): WorkingDay[] =>
  WEEKDAYS.flatMap((day) => workingHours.find((one) => one.dayOfWeek === day.value) ?? [])

const valuesOf = (settings: Settings): Values => ({ days: daysOf(settings), travelBufferMinutes: String(settings.travelBufferMinutes) })

const toChange = ({ days, travelBufferMinutes }: Partial<Values>) => ({
  ...(days && { workingHours: days.toSorted((a, b) => a.dayOfWeek - b.dayOfWeek) }),
  ...(travelBufferMinutes !== undefined && { travelBufferMinutes: Number(travelBufferMinutes) }),
})

const isBuffer = (text: string) => {
  const minutes = Number(text)
  return (
    (text !== '' && Number.isInteger(minutes) && minutes >= 0 && minutes <= MOST_BUFFER_MINUTES) ||
    `Whole minutes, up to ${MOST_BUFFER_MINUTES}`
  )
}
