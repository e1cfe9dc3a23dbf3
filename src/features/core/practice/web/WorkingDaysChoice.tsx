import { WEEKDAYS } from '#features/core/practice/web/weekdays.ts'
import { Checkbox } from '#ui/Checkbox.tsx'

/** The days of the week, each to be ticked; 0 is Sunday. */
export const WorkingDaysChoice = ({ value, onChange }: { value: number[]; onChange: (days: number[]) => void }) => (
  <div className="flex flex-wrap gap-x-5">
    {WEEKDAYS.map((day) => (
      <Checkbox
        key={day.value}
        label={day.short}
        checked={value.includes(day.value)}
        onChange={(event) => onChange(event.target.checked ? [...value, day.value] : value.filter((one) => one !== day.value))}
      />
    ))}
  </div>
)
