import { type FormEvent, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import { leftOpenWords } from '#features/day/round/left-open.ts'
import { type RoundDay, type RoundStop, workInWords } from '#features/day/round/round-day.ts'
import { type ClosedAs, closeDay, mayMove } from '#features/day/round/web/steering.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { againstDay } from '#features/visits/appointments/availability.ts'
import { useMayPlan } from '#features/visits/appointments/web/use-may-plan.ts'
import { useWorkingLives } from '#features/visits/appointments/web/use-working-life.ts'
import { addDays, type Day, shortDay } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateInput } from '#ui/DateInput.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { withToast } from '#ui/with-toast.ts'

type Props = { round: RoundDay; onClose: () => void }

/** So far ahead a free working day is looked for. */
const MOST_DAYS = 21

/** What became of each open stop of a day: done, or to another day; all at once, or one by one. */
export function CloseDayDialog({ round, onClose }: Props) {
  const today = useToday()
  const mayPlan = useMayPlan()
  const mayText = may(useSession<CurrentUser>().user?.role, 'sendTexts')
  const [texts, setTexts] = useState(true)
  const { open, asOf, choose, toDay, setDay } = useClosing(round, mayPlan)
  const all = new Set(open.map(asOf))
  const isMoving = all.has('moved')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const stops = open.map((stop) => ({ stop, as: asOf(stop) }))
    const words = closedWords(
      stops.map(({ as }) => as),
      toDay,
    )
    onClose()
    void withToast('Day closed', words, () => closeDay(round, { stops, toDay, texts: texts && mayText }))
  }
  return (
    <Dialog
      open
      losesNothing
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Close the day"
      description={leftOpenWords(round.day, today, open.length)}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={isMoving && toDay <= today}>
            Close the day
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {open.length > 1 && mayPlan && (
          <Segmented
            label="All stops"
            value={all.size === 1 ? ([...all][0] as ClosedAs) : ('' as ClosedAs)}
            onChange={(as) => choose(open, as)}
            options={ALL}
            className="w-full"
          />
        )}
        {isMoving && (
          <Field label="The other day" error={toDay <= today ? 'Choose a day after today' : undefined}>
            <DateInput min={addDays(today, 1)} value={toDay} onChange={(event) => setDay(event.target.value)} />
          </Field>
        )}
        {isMoving && mayText && (
          <Checkbox
            label="Text the owners their new day"
            help="At night the texts wait until morning"
            checked={texts}
            onChange={(event) => setTexts(event.target.checked)}
          />
        )}
        <ul aria-label="Open stops" className="grid gap-3">
          {open.map((stop) => (
            <Row key={stop.visit.id} stop={stop} as={asOf(stop)} mayPlan={mayPlan} onChange={(as) => choose([stop], as)} />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

const ALL = [
  { value: 'done' as const, label: 'All done' },
  { value: 'moved' as const, label: 'All to another day' },
]

/** What was chosen for each open stop, and the day that others go to. */
function useClosing(round: RoundDay, mayPlan: boolean) {
  const [choices, setChoices] = useState<ReadonlyMap<string, ClosedAs>>(new Map())
  const [chosenDay, setDay] = useState<Day>()
  const usual = useNextWorkingDay(round.memberId, useToday())
  const asOf = (stop: RoundStop): ClosedAs => {
    const wanted = choices.get(stop.visit.id) ?? (mayPlan ? 'moved' : 'done')
    return wanted === 'moved' && !mayMove(stop) ? 'to-rebook' : wanted
  }
  return {
    open: round.stops.filter((stop) => !stop.visit.isCallComplete),
    asOf,
    choose: (stops: readonly RoundStop[], as: ClosedAs) =>
      setChoices((now) => new Map([...now, ...stops.map((stop) => [stop.visit.id, as] as const)])),
    toDay: chosenDay ?? usual,
    setDay,
  }
}

type RowProps = { stop: RoundStop; as: ClosedAs; mayPlan: boolean; onChange: (as: ClosedAs) => void }

function Row({ stop, as, mayPlan, onChange }: RowProps) {
  const { labelOf } = useKinds()
  const other = mayMove(stop) ? { value: 'moved' as const, label: 'Another day' } : { value: 'to-rebook' as const, label: 'To rebook' }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="min-w-0 flex-1 basis-40">
        <b>{stop.name}</b>
        <span className="block text-14 text-ink-2">{workInWords(stop, labelOf)}</span>
      </span>
      <Segmented
        label={stop.name}
        value={as}
        onChange={onChange}
        options={[{ value: 'done', label: 'Done' }, ...(mayPlan ? [other] : [])]}
      />
    </li>
  )
}

/** `2 stops done, 3 moved to Thu 26 Nov`: what was closed. */
function closedWords(stops: readonly ClosedAs[], toDay: Day): string {
  const count = (as: ClosedAs) => stops.filter((one) => one === as).length
  const parts = [
    count('done') > 0 && `${count('done')} done`,
    count('moved') > 0 && `${count('moved')} moved to ${shortDay(toDay)}`,
    count('to-rebook') > 0 && `${count('to-rebook')} under To rebook`,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

function useNextWorkingDay(memberId: string, today: Day): Day {
  const life = useWorkingLives()?.(memberId)
  const days = Array.from({ length: MOST_DAYS }, (_, at) => addDays(today, at + 1))
  return (life && days.find((day) => againstDay(day, life) === null)) ?? addDays(today, 1)
}
