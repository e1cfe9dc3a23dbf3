import { useState } from 'react'
import { PAUSE_REASONS, withPause } from '#features/records/horses/rules.ts'
import { changeWithToast } from '#features/records/horses/web/change-with-toast.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { shortDay } from '#lib/dates.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Chip } from '#ui/Chip.tsx'
import { DateInput } from '#ui/DateInput.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = { horse: KnownHorse; onClose: () => void }

const LONGEST = 80

/** Box rest, turned away: nothing falls due until it is back. Mount it to open it. */
export function PauseDialog({ horse, onClose }: Props) {
  const today = useToday()
  const [reason, setReason] = useState<string>(PAUSE_REASONS[0])
  const [fromOn, setFrom] = useState(today)
  const [untilOn, setUntil] = useState('')
  const isBackwards = untilOn !== '' && untilOn <= fromOn
  const save = async () => {
    if (!fromOn || isBackwards) return
    const pause = { fromOn, untilOn: untilOn || null, reason: reason.trim() || null }
    const description = untilOn ? `${horse.name} is paused until ${shortDay(untilOn)}` : `${horse.name} is paused until you bring it back`
    if (await changeWithToast(horse, { pauses: withPause(horse.pauses, pause) }, description)) onClose()
  }
  return (
    <FormDialog title={`Pause ${horse.name}`} submitLabel="Pause" isSaving={false} onClose={onClose} onSubmit={save}>
      <div className="grid gap-4">
        <FieldSet legend="Why">
          <div className="flex flex-wrap gap-2">
            {PAUSE_REASONS.map((known) => (
              <Chip key={known} pressed={reason === known} onPressedChange={() => setReason(known)}>
                {known}
              </Chip>
            ))}
          </div>
          <Field label="In your own words" className="mt-1.5">
            <TextInput autoComplete="off" maxLength={LONGEST} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
        </FieldSet>
        <div className="grid gap-4 md:grid-cols-2">
          <Field label="From" required error={fromOn ? undefined : 'Choose the day'}>
            <DateInput value={fromOn} onChange={(event) => setFrom(event.target.value)} />
          </Field>
          <Field
            label="Back on"
            optional
            help="Leave empty to pause until you bring it back"
            error={isBackwards ? 'After the day it begins' : undefined}
          >
            <DateInput min={fromOn} value={untilOn} onChange={(event) => setUntil(event.target.value)} />
          </Field>
        </div>
      </div>
    </FormDialog>
  )
}
