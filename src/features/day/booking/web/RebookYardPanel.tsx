import { CalendarPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { BookingPresets } from '#features/day/booking/presets.ts'
import {
  bookYard,
  presetsOf,
  useYardHere,
  useYardNews,
  useYardPlan,
  type YardHere,
  type YardPlan,
} from '#features/day/booking/web/use-yard-rebook.ts'
import type { Client } from '#features/records/clients/contract.ts'
import { HorseFlagsBadge } from '#features/records/horses/web/HorseFlagsBadge.tsx'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { notifiedWords } from '#features/visits/appointments/notify-plan.ts'
import { BOOK_ANYWAY, OverduePanel } from '#features/visits/appointments/web/OverduePanel.tsx'
import { TextsPanel } from '#features/visits/appointments/web/TextsPanel.tsx'
import { useCircumstances } from '#features/visits/appointments/web/use-notify-plan.ts'
import { useOverdue } from '#features/visits/appointments/web/use-overdue.ts'
import { usePositions } from '#features/visits/appointments/web/use-working-life.ts'
import { WarningsPanel } from '#features/visits/appointments/web/WarningsPanel.tsx'
import { shortDay } from '#lib/dates.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateInput, TimeInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { useOneAtATime } from '#ui/use-one-at-a-time.ts'

const AppointmentDialogCard = lazy(() =>
  import('#features/day/booking/web/AppointmentDialogCard.tsx').then((module) => ({ default: module.AppointmentDialogCard })),
)

type Props = { yardId: string; onBooked?: (visitId: string) => void }

/** Rebook the yard: every horse at it by due date and owner, the day they fit, and one visit for all that are ticked. */
export function RebookYardPanel({ yardId, onBooked }: Props) {
  const here = useYardHere(yardId)
  if (here === undefined) return <SkeletonRows label="Loading horses..." />
  if (!here || here.standing.length === 0) return <p className="text-ink-2">No horses at this yard.</p>
  return <Rebook key={yardId} here={here} {...(onBooked && { onBooked })} />
}

function Rebook({ here, onBooked }: { here: YardHere; onBooked?: (visitId: string) => void }) {
  const plan = useYardPlan(here)
  const [isPencilled, setPencilled] = useState(false)
  const [texts, setTexts] = useState(true)
  const news = useYardNews(here, plan, isPencilled)
  const circumstances = useCircumstances()
  const booking = useOneAtATime()
  const [more, setMore] = useState<BookingPresets>()
  const { onDay } = plan
  const count = plan.chosen.length
  const position = usePositions()({ yardId: here.yard.id, clientId: null })
  const overdue = useOverdue()(
    here.yard.contactClientId,
    plan.chosen.map((one) => one.horse),
  )
  const book = async () => {
    const isNotified = texts && news.names.length > 0
    const id = await bookYard(here, plan, { isPencilled, overridesOverdue: overdue.length > 0, texts: isNotified }).catch(() => '')
    if (!id) return void toast({ title: 'Error', description: "This device couldn't save that. Try again.", variant: 'destructive' })
    const notified = notifiedWords('booked', isNotified ? news.names : [], news.places, circumstances)
    const facts = `${shortDay(onDay)} ${plan.start}, ${count} ${count === 1 ? 'horse' : 'horses'}.`
    toast({ title: 'Success', description: `Appointment created successfully. ${facts} ${notified}` })
    onBooked?.(id)
  }
  return (
    <section aria-label="Rebook the yard" className="grid gap-4">
      <HorsesHere here={here} plan={plan} />
      {count === 0 && (
        <p className="text-ink-2">
          {here.standing.every(({ bookedOn }) => bookedOn !== null) ? 'Every horse here is booked.' : 'Tick the horses to book.'}
        </p>
      )}
      {count > 0 && (
        <>
          <div className="grid grid-cols-2 gap-4">
            <Field label="Date" help={plan.because}>
              <DateInput value={onDay} onChange={(event) => plan.setDay(event.target.value)} />
            </Field>
            <Field label="Start time" help={plan.end <= LATEST ? `Until about ${plan.end}` : undefined}>
              <TimeInput defaultValue={plan.start} key={plan.start} onChange={(event) => plan.setStart(event.target.value)} />
            </Field>
          </div>
          {plan.when && <WarningsPanel visit={{ ...visitOf(here), ...plan.when, position }} />}
          <Checkbox
            label="Just pencil it in"
            help="Owners are told when you confirm"
            checked={isPencilled}
            onChange={(event) => setPencilled(event.target.checked)}
          />
          <TextsPanel {...news} checked={texts} onChange={(event) => setTexts(event.target.checked)} />
          <OverduePanel overdue={overdue} />
          <div className="grid gap-2">
            <Button variant="primary" icon={CalendarPlus} block disabled={!onDay} onClick={() => booking.run(book)}>
              {`${overdue.length > 0 ? `${BOOK_ANYWAY}:` : isPencilled ? 'Pencil' : 'Book'} ${count} ${count === 1 ? 'horse' : 'horses'}${onDay ? `, ${shortDay(onDay)}` : ''}`}
            </Button>
            <p className="text-center text-14 text-ink-2">
              {news.names.length > 0 && texts ? 'One visit.' : 'One visit. Nobody is texted.'}
            </p>
            <Button variant="quiet" block onClick={() => setMore(presetsOf(here, plan))}>
              Change more before booking
            </Button>
          </div>
        </>
      )}
      {more && (
        <Suspense>
          <AppointmentDialogCard presets={more} onClose={() => setMore(undefined)} onSaved={(id) => onBooked?.(id)} />
        </Suspense>
      )}
    </section>
  )
}

/* No reckoned time of the night is ever shown. */
const LATEST = '21:00'

/** The visit as its warnings see it. */
const visitOf = ({ yard, life }: YardHere) => ({
  id: '',
  memberId: life.memberId,
  status: 'booked' as const,
  isCallOnly: false,
  clientId: null,
  yardId: yard.id,
  title: yard.name,
  location: null,
})

/** The horses done today first; the rest of the yard under *Also here*. */
function HorsesHere({ here, plan }: { here: YardHere; plan: YardPlan }) {
  const done = here.standing.filter((one) => one.isJustDone)
  const others = here.standing.filter((one) => !one.isJustDone)
  if (done.length === 0) return <HorseTicks label="Horses here" horses={others} plan={plan} />
  return (
    <>
      <HorseTicks label="Done today" horses={done} plan={plan} />
      {others.length > 0 && (
        <div className="grid gap-2">
          <h3 className="text-16">Also here</h3>
          <HorseTicks label="Also here" horses={others} plan={plan} />
        </div>
      )}
    </>
  )
}

function HorseTicks({ label, horses, plan }: { label: string; horses: YardHere['standing']; plan: YardPlan }) {
  const clients = useRows<Client>('clients')
  const kinds = useKinds()
  const ownerOf = (clientId: string) => clients?.find((client) => client.id === clientId)?.name
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-lg border border-line">
      {horses.map((one) => (
        <li key={one.id} className="grid items-start gap-x-3 gap-y-1 px-3 py-2 sm:grid-cols-[minmax(0,1fr)_190px]">
          <div className="min-w-0">
            <Checkbox
              label={<span className="font-bold">{one.horse.name}</span>}
              help={[
                ownerOf(one.horse.clientId),
                one.bookedOn ? `Booked ${shortDay(one.bookedOn)}` : one.due ? `due ${shortDay(one.due)}` : 'no date known',
              ]
                .filter(Boolean)
                .join(', ')}
              checked={plan.isPicked(one.id)}
              onChange={(event) => plan.pick(one.id, event.target.checked)}
            />
            <div className="pl-[34px] empty:hidden">
              <HorseFlagsBadge flags={one.horse.flags} />
            </div>
          </div>
          {plan.isPicked(one.id) && (
            <Select
              aria-label={`Work for ${one.horse.name}`}
              value={plan.workOf(one)}
              onChange={(event) => plan.setWork(one.id, event.target.value)}
              placeholder="Decide on the day"
              options={kinds.options(plan.workOf(one))}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
