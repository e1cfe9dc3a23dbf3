import { useState } from 'react'
import { GONE_REASONS } from '#features/records/horses/rules.ts'
import type { Also, KnownHorse } from '#features/records/horses/web/data.ts'
import { useComingVisits } from '#features/visits/appointments/web/use-coming-visits.ts'
import { shortDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type Change, record } from '#platform/web/sync/outbox.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateInput } from '#ui/DateInput.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { withToast } from '#ui/with-toast.ts'

type Props = {
  horse: KnownHorse
  /** What is known already. */
  proposed?: { reason: Reason; goneOn: string | undefined }
  also?: Also
  onClose: () => void
}
type Reason = (typeof GONE_REASONS)[number]['value']
type Coming = NonNullable<ReturnType<typeof useComingVisits>>

/** Deceased, sold, moved away or retired: kept with its history, out of the lists, and its owner is not texted about it. Mount it to open it. */
export function GoneDialog({ horse, proposed, also, onClose }: Props) {
  const today = useToday()
  const [reason, setReason] = useState<Reason>(proposed?.reason ?? 'deceased')
  const [goneOn, setGone] = useState(proposed?.goneOn ?? today)
  const [takesOff, setTakesOff] = useState(true)
  const coming = useComingVisits(horse.id) ?? []
  const save = async () => {
    if (!goneOn) return
    const lines = takesOff ? coming : []
    await withToast('Success', `${horse.name} is under Gone, with its history`, async () => {
      if (!(await markGone(horse.id, { goneReason: reason, goneOn }, lines, also?.done))) return false
      onClose()
      return () => bringBack(horse, lines, also?.undone)
    })
  }
  return (
    <FormDialog title={`${horse.name} is no longer shod`} submitLabel="Keep under Gone" isSaving={false} onClose={onClose} onSubmit={save}>
      <div className="grid gap-4">
        <p className="text-ink-2">Its record stays. It's never due again, and nobody is texted about it.</p>
        <FieldSet legend="Why">
          <Segmented label="Why" value={reason} onChange={setReason} options={GONE_REASONS} className="flex-wrap" />
        </FieldSet>
        <Field label="Since" required error={goneOn ? undefined : 'Choose the day'}>
          <DateInput looks="back" value={goneOn} onChange={(event) => setGone(event.target.value)} />
        </Field>
        {coming.length > 0 && (
          <Checkbox
            label={coming.length === 1 ? 'Take it off its coming visit' : `Take it off its ${coming.length} coming visits`}
            help={coming.map(({ visit }) => shortDay(visit.onDay)).join(', ')}
            checked={takesOff}
            onChange={(event) => setTakesOff(event.target.checked)}
          />
        )}
      </div>
    </FormDialog>
  )
}

const markGone = async (id: string, data: { goneReason: Reason; goneOn: string }, lines: Coming, also: readonly Change[] = []) =>
  (await record([
    { action: 'UPDATE', entity: 'horses', id, data },
    ...lines.map(({ line }): Change => ({ action: 'DELETE', entity: 'visit_horses', id: line.id })),
    ...also,
  ])) !== false

/** A line's old id is spent: the horse comes back to its visits on new ones. */
const bringBack = async ({ id, goneReason, goneOn }: KnownHorse, lines: Coming, also: readonly Change[] = []) =>
  (await record([
    { action: 'UPDATE', entity: 'horses', id, data: { goneReason, goneOn } },
    ...lines.map(
      ({ line: { appointmentId, place, plannedWork, clientId, payerClientId } }): Change => ({
        action: 'CREATE',
        entity: 'visit_horses',
        id: uuidv7(),
        data: { appointmentId, horseId: id, place, plannedWork },
        alsoShow: { clientId, payerClientId, outcome: null, reason: null, completedAt: null },
      }),
    ),
    ...also,
  ])) !== false
