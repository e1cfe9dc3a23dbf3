import { Trash2 } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { addTimeOff, changeTimeOff, removeTimeOff } from '#features/day/days/web/data.ts'
import { TimeOffFields } from '#features/day/days/web/TimeOffFields.tsx'
import { TimeOffSpan } from '#features/day/days/web/TimeOffSpan.tsx'
import { changedFields, type TimeOffValues, timeOffFields, timeOffTitleOf, timeOffValues } from '#features/day/days/web/time-off-form.ts'
import type { TimeOff } from '#features/visits/appointments/contract.ts'
import { useDiaryOwner } from '#features/visits/appointments/web/use-working-life.ts'
import type { Day } from '#lib/dates.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { useRow } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = {
  /** The day it begins with, for new time off. */
  day?: Day
  /** What to change; none notes new time off. */
  id?: string
  onClose: () => void
}

/** Holiday, course, illness, dentist: of one member or of all, by days or hours, and what falls into it. Mount it to open it. */
export function TimeOffDialogCard({ id, ...props }: Props) {
  const row = useRow<TimeOff>('time_off', id)
  if (id && row === undefined) return null
  return <TimeOffDialog key={id} row={row ?? undefined} {...props} />
}

function TimeOffDialog({ row, day, onClose }: Omit<Props, 'id'> & { row: Kept<TimeOff> | undefined }) {
  const today = useToday()
  const { memberId } = useDiaryOwner()
  const initial = timeOffValues(row, { day: day ?? today, memberId })
  const form = useRecordForm<TimeOffValues>({
    draft: row ? `time_off/${row.id}` : null,
    initial,
    id: row?.id,
    row,
    create: (values) => addTimeOff(timeOffFields(values)),
    change: (id, changed, seen) => changeTimeOff(id, changedFields({ ...initial, ...changed }, initial), seen),
    onSaved(_id, what) {
      if (what !== 'unchanged') toast({ title: what === 'created' ? 'Time off noted' : 'Time off changed', description: WARNED })
      onClose()
    },
  })
  const values = { ...initial, ...useWatch({ control: form.control }) } as TimeOffValues
  return (
    <FormDialog {...form.dialog} size="lg" title={row ? 'Time off' : 'Take time off'} submitLabel="Save" onClose={onClose}>
      <TimeOffFields control={form.control} register={form.register} errors={form.formState.errors} />
      <TimeOffSpan values={values} id={row?.id} />
      {row && <RemoveButton row={row} onDone={onClose} />}
    </FormDialog>
  )
}

const WARNED = 'You get a warning if you book in it, but you can still book.'

/** No question before: a tap brings it back. */
function RemoveButton({ row, onDone }: { row: Kept<TimeOff>; onDone: () => void }) {
  const remove = async () => {
    const isGone = await removeTimeOff(row.id).catch(() => false)
    if (!isGone) return void toast({ title: 'Error', description: 'That time off is no longer on this device.', variant: 'destructive' })
    const { fromDay, toDay, localStart, localEnd, kind, title, memberId, coverNote } = row
    const again = { fromDay, toDay, localStart, localEnd, kind, title, memberId, coverNote }
    toast({ title: 'Time off removed', description: timeOffTitleOf(row), action: { label: 'Undo', run: () => void addTimeOff(again) } })
    onDone()
  }
  return (
    <Button variant="danger" icon={Trash2} className="mt-5" onClick={() => remove()}>
      Remove this time off
    </Button>
  )
}
