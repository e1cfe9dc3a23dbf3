import { useState } from 'react'
import { useLocation } from 'wouter'
import { notifiedWords } from '#features/visits/appointments/notify-plan.ts'
import { CANCEL_REASONS, gapHref, isOwnEntry, isPencilled, NO_SHOW_REASONS } from '#features/visits/appointments/rules.ts'
import { cancelVisit, type KnownVisit, reopenVisit } from '#features/visits/appointments/web/data.ts'
import { ReasonPicker } from '#features/visits/appointments/web/ReasonPicker.tsx'
import { TextsPanel } from '#features/visits/appointments/web/TextsPanel.tsx'
import { useMayPlan } from '#features/visits/appointments/web/use-may-plan.ts'
import { readNotifyPlan, useCircumstances, useNotifyPlan } from '#features/visits/appointments/web/use-notify-plan.ts'
import { dropDraft, keepDraft, readDraft } from '#platform/web/session/drafts.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { toast } from '#ui/toast-store.ts'
import { useOneAtATime } from '#ui/use-one-at-a-time.ts'

type Props = {
  visit: KnownVisit
  onDone: () => void
  onBack: () => void
  /** Given where the next visit can be booked: called when the user wants that, with the visit that is off now. */
  onRebook?: (visitId: string) => void
}

type Kind = 'cancelled' | 'no_show'
const KINDS = [
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'no_show', label: 'Nobody there' },
] as const

/**
 * A visit that does not take place: why, whether the client is notified, and whether it is booked again. It stays in the diary and can be
 * opened again.
 */
export function CancelForm({ visit, onDone, onBack, onRebook }: Props) {
  const [kind, setKind] = useState<Kind>('cancelled')
  const draft = `cancel/${visit.id}`
  const [reason, setReason] = useState(() => String(readDraft(draft)?.reason ?? ''))
  const [texts, setTexts] = useState(true)
  const [rebooks, setRebooks] = useState(false)
  const [fills, setFills] = useState(false)
  const [, navigate] = useLocation()
  const [mayPlan, today] = [useMayPlan(), useToday()]
  const isOwn = isOwnEntry(visit)
  const canFill = mayPlan && !isOwn && visit.onDay >= today && kind === 'cancelled'
  const names = useNotifyPlan(visit.id)?.(visit, visit).names
  const isNotified = kind === 'cancelled' && names !== undefined && names.length > 0
  const circumstances = useCircumstances()
  const sending = useOneAtATime()
  const cancelWith = (why: string) => {
    setReason(why)
    if (why.trim()) keepDraft(draft, { reason: why })
    else dropDraft(draft)
  }
  const submit = async () => {
    // Not known while the rows load: then the server alone decides, and the words wait for it.
    const isTexted = texts && kind === 'cancelled' && names?.length !== 0
    const isOff = await cancelVisit(visit.id, reason.trim() || null, isTexted, kind).catch(() => false)
    if (isOff) dropDraft(draft)
    const to = isTexted ? (names ?? (await readNotifyPlan(visit, visit)).plan.names) : []
    toastCancelled(visit, isOff && kind, { notified: notifiedWords('cancelled', to, [visit], circumstances), texts: to.length > 0 })
    onDone()
    if (isOff && rebooks) onRebook?.(visit.id)
    else if (isOff && fills && canFill) navigate(gapHref(visit.id))
  }
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        sending.run(submit)
      }}
    >
      {!isOwn && <Segmented label="What happened" value={kind} onChange={setKind} options={KINDS} className="w-full" />}
      <ReasonPicker
        key={kind}
        label="Why"
        reasons={kind === 'cancelled' ? CANCEL_REASONS : NO_SHOW_REASONS}
        value={reason}
        onChange={cancelWith}
      />
      {isNotified && (
        <TextsPanel news="cancelled" names={names} places={[visit]} checked={texts} onChange={(event) => setTexts(event.target.checked)} />
      )}
      <div className="grid grid-cols-2 gap-x-2 empty:hidden">
        {onRebook && visit.clientId && (
          <Checkbox label="Book it again" checked={rebooks} onChange={(event) => setRebooks(event.target.checked)} />
        )}
        {canFill && !rebooks && <Checkbox label="Fill the gap" checked={fills} onChange={(event) => setFills(event.target.checked)} />}
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button
          onClick={() => {
            dropDraft(draft)
            onBack()
          }}
        >
          Keep it
        </Button>
        <Button type="submit" variant="danger">
          {isOwn ? 'Cancel entry' : kind === 'cancelled' ? 'Cancel visit' : 'Nobody there'}
        </Button>
      </div>
    </form>
  )
}

/** An owner who has read that it is off reads that it is on again. */
function toastCancelled(visit: KnownVisit, kind: Kind | false, { notified, texts }: { notified: string; texts: boolean }) {
  if (!kind) return void toast({ title: 'Error', description: 'Appointment not found', variant: 'destructive' })
  toast({
    title: kind === 'cancelled' ? (isOwnEntry(visit) ? 'Entry cancelled' : 'Appointment cancelled') : 'Nobody there',
    description: ['It stays in the diary, crossed out.', ...(isOwnEntry(visit) ? [] : [notified])].join(' '),
    action: { label: 'Undo', run: () => void reopenVisit(visit.id, isPencilled(visit) ? 'pencilled' : 'booked', texts) },
  })
}
