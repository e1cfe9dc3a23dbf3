import { Banknote } from 'lucide-react'
import { AskPanel } from '#features/core/practice/web/AskPanel.tsx'
import type { Rebooking } from '#features/day/booking/web/use-rebooking.ts'
import type { FinishStop } from '#features/day/closeout/web/use-finish-stop.ts'
import { AskPricePanel } from '#features/ledger/payments/web/AskPricePanel.tsx'
import { SettleLinesPanel } from '#features/ledger/payments/web/SettleLinesPanel.tsx'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { OverduePanel } from '#features/visits/appointments/web/OverduePanel.tsx'
import { shortDay } from '#lib/dates.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Chip } from '#ui/Chip.tsx'
import { DateInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'

type Props = { finish: FinishStop; said: string; onMoney: () => void }

/** What is left to do at a stop whose horses are done: a price that is missing, the invoices, the next visit. */
export function FinishStopPanel({ finish, said, onMoney }: Props) {
  const { money, settling, rebooking } = finish
  return (
    <>
      <p role="status" className="text-14 text-ink-2">
        {said}
      </p>
      {money && <AskPricePanel held={money.held} unpriced={money.unpriced} pricing={money.pricing} />}
      {settling.lines.length > 0 && <SettleLinesPanel settling={settling} />}
      {money && money.charges.length > 0 && <AskPanel what="frcNumber" />}
      {money && money.charges.length > 0 && (
        <Button variant="quiet" icon={Banknote} className="justify-self-start" onClick={onMoney}>
          Take payment, or change the bill
        </Button>
      )}
      {rebooking && <NextVisit finish={finish} rebooking={rebooking} />}
    </>
  )
}

function NextVisit({ finish, rebooking }: { finish: FinishStop; rebooking: Rebooking }) {
  const { next, free, chosen, overdue, onDay, start, because } = rebooking
  const booked = next.filter((one) => one.bookedOn !== null)
  const { labelOf } = useKinds()
  if (next.length === 0) return null
  return (
    <section aria-label="Next visit" className="grid gap-2 rounded-lg border border-line bg-surface p-3">
      {booked.map((one) => (
        <p key={one.id}>
          <b>{one.horse.name}</b> {`is booked ${shortDay(one.bookedOn ?? '')}`}
        </p>
      ))}
      {free.length > 0 && (
        <>
          <Checkbox
            label={<b>{onDay ? `Rebook ${shortDay(onDay)} ${start}` : 'Rebook'}</b>}
            help={because ?? undefined}
            checked={finish.isRebooked}
            onChange={(event) => finish.setRebooked(event.target.checked)}
          />
          <fieldset className="flex flex-wrap gap-2" aria-label="Horses of the next visit">
            {free.map((one) => (
              <Chip key={one.id} pressed={rebooking.isChosen(one.id)} onPressedChange={(isOn) => rebooking.choose(one.id, isOn)}>
                {[one.horse.name, one.work && labelOf(one.work).toLowerCase()].filter(Boolean).join(', ')}
              </Chip>
            ))}
          </fieldset>
          {chosen.length > 0 && (
            <Field label="Next visit on">
              <DateInput value={onDay} onChange={(event) => rebooking.setDay(event.target.value)} />
            </Field>
          )}
          <OverduePanel overdue={overdue} />
          <Checkbox label="Text them the date" checked={finish.texts} onChange={(event) => finish.setTexts(event.target.checked)} />
        </>
      )}
    </section>
  )
}
