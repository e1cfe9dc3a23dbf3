import { useState } from 'react'
import { moveToDay } from '#features/visits/appointments/rules.ts'
import type { KnownVisit } from '#features/visits/appointments/web/data.ts'
import { TextsPanel } from '#features/visits/appointments/web/TextsPanel.tsx'
import { useMove } from '#features/visits/appointments/web/use-move.ts'
import { useNotifyPlan } from '#features/visits/appointments/web/use-notify-plan.ts'
import { usePositions } from '#features/visits/appointments/web/use-working-life.ts'
import { WarningsPanel } from '#features/visits/appointments/web/WarningsPanel.tsx'
import { Button } from '#ui/Button.tsx'
import { DateInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'

type Props = { visit: KnownVisit; onDone: () => void; onBack: () => void }

/** Moving without dragging: a date, and whether the client is notified. */
export function MoveForm({ visit, onDone, onBack }: Props) {
  const [day, setDay] = useState(visit.onDay)
  const [texts, setTexts] = useState(true)
  const planOf = useNotifyPlan(visit.id)
  const move = useMove()
  const isElsewhere = day !== '' && day !== visit.onDay
  const position = usePositions()(visit)
  const names = isElsewhere ? (planOf?.(visit, moveToDay(visit, day)).names ?? []) : []
  const submit = () => {
    if (!isElsewhere) return
    move(visit.id, day, texts)
    onDone()
  }
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field label="Move to">
        <DateInput value={day} onChange={(event) => setDay(event.target.value)} />
      </Field>
      {isElsewhere && <WarningsPanel visit={{ ...visit, ...moveToDay(visit, day), position }} />}
      {isElsewhere && (
        <TextsPanel
          news="moved"
          names={names}
          places={[visit, { ...visit, ...moveToDay(visit, day) }]}
          checked={texts}
          onChange={(event) => setTexts(event.target.checked)}
        />
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={onBack}>Back</Button>
        <Button type="submit" variant="primary" disabled={!isElsewhere}>
          Move
        </Button>
      </div>
    </form>
  )
}
