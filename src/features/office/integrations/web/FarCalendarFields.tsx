import type { Integration } from '#features/office/integrations/contract.ts'
import { useFarCalendars } from '#features/office/integrations/web/data.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { Select } from '#ui/Select.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

type Props = { integration: Integration; isSaving: boolean; onChange: (change: Integration['settings']) => void }

/** The member's other calendars there: the one that is written to, and those by which they are busy. */
export function FarCalendarFields({ integration: { id, settings, isOwnOnly }, isSaving, onChange }: Props) {
  const far = useFarCalendars(id)
  if (far.isError) return <Note tone="late">{sentenceOf(far.error)}</Note>
  if (!far.data) return <SkeletonRows label="Loading your calendars..." />
  const { calendars, sentence } = far.data
  if (sentence) return <Note>{sentence}</Note>
  const chosen = settings.calendarId ?? ''
  const others = calendars.filter((calendar) => calendar.id !== chosen)
  const busy = others.filter((calendar) => settings.busyCalendars?.includes(calendar.id)).map((calendar) => calendar.id)
  const pick = (calendarId: string, isPicked: boolean) =>
    onChange({ busyCalendars: isPicked ? [...busy, calendarId] : busy.filter((one) => one !== calendarId) })
  const isGone = chosen !== '' && !calendars.some((calendar) => calendar.id === chosen)
  return (
    <>
      {!isOwnOnly && (
        <Field
          label="Calendar your diary goes to"
          help="If you change it, your entries are taken out of the old one first. What else is in it stays as it is."
        >
          <Select
            value={chosen}
            disabled={isSaving}
            options={[
              { value: '', label: 'One just for it, called Pritchel' },
              ...(isGone ? [{ value: chosen, label: 'One that is no longer there' }] : []),
              ...calendars.map(({ id: value, name: label }) => ({ value, label })),
            ]}
            onChange={(event) => onChange({ calendarId: event.target.value || null })}
          />
        </Field>
      )}
      <FieldSet legend="Calendars that make you busy">
        {others.length === 0 ? (
          <p className="text-ink-2">You have no other calendar there.</p>
        ) : (
          others.map((calendar) => (
            <Checkbox
              key={calendar.id}
              label={calendar.name}
              checked={busy.includes(calendar.id)}
              disabled={isSaving || (busy.length >= MOST && !busy.includes(calendar.id))}
              onChange={(event) => pick(calendar.id, event.target.checked)}
            />
          ))
        )}
        <p className="text-14 text-ink-2">
          You get a warning if you book in those times. Only the times and the calendar's name come here, never what it is; others in your
          practice see just the times.
        </p>
      </FieldSet>
    </>
  )
}

const MOST = 20
