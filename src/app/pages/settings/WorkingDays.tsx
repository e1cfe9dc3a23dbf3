import { useFormContext, useWatch } from 'react-hook-form'
import type { WorkingDay } from '#features/core/practice/contract.ts'
import { workingDayFault } from '#features/core/practice/rules.ts'
import { WEEKDAYS } from '#features/core/practice/web/weekdays.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { TimeInput } from '#ui/DateInput.tsx'

/** Every day of the week, worked or not, and from when to when: the part `days` of the form around it. */
export const WorkingDays = () => (
  <div className="grid gap-1">
    {WEEKDAYS.map((day, at) => (
      <DayRow key={day.value} at={at} name={day.name} />
    ))}
  </div>
)

function DayRow({ at, name }: { at: number; name: string }) {
  const { register, control, formState, getValues } = useFormContext<{ days: WorkingDay[] }>()
  const isWorking = useWatch({ control, name: `days.${at}.isWorking` })
  const fault = formState.errors.days?.[at]?.endTime?.message
  const isLater = () => workingDayFault(getValues(`days.${at}`)) ?? true
  return (
    <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-center gap-x-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <Checkbox label={name} {...register(`days.${at}.isWorking`)} />
      {isWorking ? (
        <div className="flex items-center gap-2">
          <TimeInput aria-label={`${name} from`} className="w-20" {...register(`days.${at}.startTime`, { required: true })} />
          <span className="text-ink-2">to</span>
          <TimeInput
            aria-label={`${name} to`}
            aria-invalid={fault ? true : undefined}
            className="w-20"
            {...register(`days.${at}.endTime`, { validate: isLater })}
          />
        </div>
      ) : (
        <p className="text-ink-2">Not worked</p>
      )}
      {fault && <p className="col-start-2 text-14 font-medium text-flag-ink">{fault}</p>}
    </div>
  )
}
