import { CalendarArrowUp, WifiOff } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { MoveDayList } from '#features/day/days/web/MoveDayList.tsx'
import { MoveDayTexts } from '#features/day/days/web/MoveDayTexts.tsx'
import { moveDayWithToast } from '#features/day/days/web/move-day-with-toast.ts'
import { useMovable, usePreviews } from '#features/day/days/web/use-day-move.ts'
import { type DayPlan, type PlanOf, useDayPlan } from '#features/day/days/web/use-day-plan.ts'
import { allGoWords, morningFor } from '#features/visits/appointments/notify-plan.ts'
import { DAY_MOVE_REASONS } from '#features/visits/appointments/rules.ts'
import { ReasonPicker } from '#features/visits/appointments/web/ReasonPicker.tsx'
import { useCircumstances } from '#features/visits/appointments/web/use-notify-plan.ts'
import { useDiaryOwner, useWorkingLives } from '#features/visits/appointments/web/use-working-life.ts'
import { currentMs } from '#lib/clock.ts'
import { type Day, shortDay } from '#lib/dates.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateInput } from '#ui/DateInput.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { Select } from '#ui/Select.tsx'

type Props = {
  day: Day
  /** The member whose visits move; all members' when absent. */
  memberId?: string | null
  /** Filled in as the reason, to be changed. */
  reason?: string
  onClose: () => void
}

const MOST_DAYS = 5

/**
 * Moves every open visit of a day (weather, illness): to one day or spread over the next working days, with every text shown as it will go,
 * one send, one line in the journal and one undo. Mount it to open it.
 */
export function MoveDayDialogCard({ day, memberId = null, reason = '', onClose }: Props) {
  const visits = useMovable(day, memberId)
  const lives = useWorkingLives()
  const { memberId: own } = useDiaryOwner()
  if (!visits || !lives) return null
  return <MoveDay day={day} visits={visits} life={lives(memberId ?? own)} because={reason} onClose={onClose} />
}

type MoveDayProps = Omit<PlanOf, 'today'> & { because: string; onClose: () => void }

function MoveDay({ day, visits, life, because, onClose }: MoveDayProps) {
  const today = useToday()
  const plan = useDayPlan({ day, visits, life, today })
  const [reason, setReason] = useState(because)
  const [isNotified, setSeen] = useState(true)
  const circumstances = useCircumstances()
  const previews = usePreviews(plan.targets)
  const count = plan.targets.length
  const zone = visits[0]?.visit.zone
  const mornings = (previews ?? []).flatMap((preview) =>
    'body' in preview ? [morningFor('moved', preview.places, circumstances, currentMs(), zone)] : [],
  )
  const texts = mornings.length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (count === 0) return
    void moveDayWithToast({ targets: plan.targets, reason: reason.trim() || null, texts: isNotified, mornings }, circumstances)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Move ${shortDay(day)}`}
      description="Every open visit of the day, each keeping its time."
      size="lg"
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" icon={CalendarArrowUp} className="whitespace-nowrap" disabled={count === 0}>
            {isNotified && texts > 0 ? `Move ${count}, text ${texts}` : `Move ${count}`}
          </Button>
        </>
      }
    >
      {visits.length === 0 ? (
        <Note>Nothing on this day can be moved: it's empty, done or past.</Note>
      ) : (
        <div className="grid gap-5">
          <Where plan={plan} reason={reason} onReason={setReason} earliest={today} />
          <MoveDayList plan={plan} visits={visits} />
          {!circumstances.isOnline && (
            <Note tone="due" icon={WifiOff}>
              You're offline. The visits move on this device now; the texts go when you're back online.
            </Note>
          )}
          <Checkbox
            label="Text the owners"
            help={allGoWords('moved', mornings, circumstances)}
            checked={isNotified}
            onChange={(event) => setSeen(event.target.checked)}
          />
          {isNotified && <MoveDayTexts previews={previews} />}
        </div>
      )}
    </Dialog>
  )
}

type WhereProps = { plan: DayPlan; reason: string; onReason: (reason: string) => void; earliest: Day }

const Where = ({ plan, reason, onReason, earliest }: WhereProps) => (
  <div className="grid gap-4 md:grid-cols-3">
    <Field label="Move to">
      <DateInput value={plan.from} min={earliest} onChange={(event) => plan.moveFrom(event.target.value)} />
    </Field>
    <Field label="Spread over">
      <Select
        value={String(plan.days)}
        onChange={(event) => plan.spread(Number(event.target.value))}
        options={Array.from({ length: MOST_DAYS }, (_, at) => ({
          value: String(at + 1),
          label: at === 0 ? 'That day' : `${at + 1} working days`,
        }))}
      />
    </Field>
    <ReasonPicker label="Why" reasons={DAY_MOVE_REASONS} value={reason} onChange={onReason} />
  </div>
)
