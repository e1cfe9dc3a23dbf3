import type { CalendarLevel } from '#features/visits/calendars/contract.ts'
import { Field } from '#ui/Field.tsx'
import { Segmented } from '#ui/Segmented.tsx'

const LEVELS = [
  { value: 'busy', label: 'Busy' },
  { value: 'where', label: 'Where' },
  { value: 'who', label: 'Who' },
] as const

const EXAMPLES: Readonly<Record<CalendarLevel, string>> = {
  busy: '“Farrier visit”, without a place',
  where: '“2 horses, Hill Farm, Ludlow”, with the address',
  who: '“Jane: Biscuit, trim; Tommy”, with the address',
}

/** How much of a visit the other calendar shows, with an example of each. */
export const LevelField = ({ value, onChange }: { value: CalendarLevel; onChange: (value: CalendarLevel) => void }) => (
  <Field label="How much it shows" help={EXAMPLES[value]}>
    <Segmented label="How much it shows" value={value} onChange={onChange} options={LEVELS} />
  </Field>
)
