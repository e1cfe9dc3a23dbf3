import { type ReactNode, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { RoundDay, RoundStop } from '#features/day/round/round-day.ts'
import { halfOf } from '#features/day/round/rules.ts'
import { addHorseHere, addStop, removeStop } from '#features/day/round/web/data.ts'
import type { Client } from '#features/records/clients/contract.ts'
import { ClientPicker } from '#features/records/clients/web/ClientPicker.tsx'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { isGone, statusOf } from '#features/records/horses/rules.ts'
import { HorsePicker } from '#features/records/horses/web/HorsePicker.tsx'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import type { Payer } from '#features/visits/appointments/overdue.ts'
import { callNumbers, periodOf } from '#features/visits/appointments/rules.ts'
import { BOOK_ANYWAY, OverduePanel } from '#features/visits/appointments/web/OverduePanel.tsx'
import { useOverdue } from '#features/visits/appointments/web/use-overdue.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, timeOf } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { readRow, readRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { withToast } from '#ui/with-toast.ts'

/** A horse due within this many days comes along when its owner gets a stop. */
const COMES_ALONG_DAYS = 7

/** Two taps: here, then the client. Their horses that are due come along; no one is texted. */
export function AddStopDialog({ round, onClose }: { round: RoundDay; onClose: () => void }) {
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  const overdueOf = useOverdue()
  const [pending, setPending] = useState<{ clientId: string; overdue: Payer[] }>()
  const add = async (clientId: string, overridesOverdue = false) => {
    const client = await readRow<Client>('clients', clientId)
    if (!client) return onClose()
    const horses = await dueOf(clientId, round.day)
    const overdue = overdueOf(clientId, horses)
    if (overdue.length > 0 && !overridesOverdue) return setPending({ clientId, overdue })
    onClose()
    const place = await nextPlace(round, zone)
    const where = `number ${place.callNumber} of the ${place.callPeriod === 'AM' ? 'morning' : 'afternoon'}`
    await withToast('Stop added', `${client.name}, ${where}. Nobody is texted.`, async () => {
      const id = await addStop({ day: round.day, memberId: round.memberId, zone, place, client, horses, overridesOverdue })
      return () => removeStop(id)
    })
  }
  return (
    <Picking title="Add a stop" description="It takes the next number, with any of their horses that are due." onClose={onClose}>
      <Field label="Client">
        <ClientPicker value={pending?.clientId ?? null} adds onChange={(id) => id && void add(id)} />
      </Field>
      {pending && (
        <div className="mt-4 grid gap-3">
          <OverduePanel overdue={pending.overdue} />
          <Button variant="primary" block onClick={() => add(pending.clientId, true)}>
            {BOOK_ANYWAY}
          </Button>
        </div>
      )}
    </Picking>
  )
}

/** Two taps: here, then the horse. */
export function AddHorseDialog({ stop, onClose }: { stop: RoundStop; onClose: () => void }) {
  const add = async (horseId: string) => {
    onClose()
    const horse = await readRow<HorseRow>('horses', horseId)
    if (horse) await withToast(`${horse.name} added`, stop.name, () => addHorseHere(stop, horse))
  }
  return (
    <Picking title="Add a horse here" description={stop.name} onClose={onClose}>
      <Field label="Horse">
        <HorsePicker value={null} without={stop.horses.flatMap(({ line }) => line.horseId ?? [])} onChange={(id) => id && void add(id)} />
      </Field>
    </Picking>
  )
}

type PickingProps = { title: string; description: string; onClose: () => void; children: ReactNode }

const Picking = ({ title, description, onClose, children }: PickingProps) => (
  <Dialog open startsTyping onOpenChange={(isOpen) => !isOpen && onClose()} title={title} description={description}>
    {/* Room for the list that opens under the field. */}
    <div className="min-h-72">{children}</div>
  </Dialog>
)

/** After the last stop of the round, or of the half of the day that it is already. */
async function nextPlace({ day, memberId, stops }: RoundDay, zone: string) {
  const now = currentTime()
  const last = stops.at(-1)?.visit
  const callPeriod = dayOf(now, zone) === day && (!last || halfOf(last) === 'AM') ? periodOf(timeOf(now, zone)) : last ? halfOf(last) : 'AM'
  const visits = await readRows<VisitRow>('appointments', { from: day, to: day })
  const stop = { id: '', memberId, onDay: day, isCallOnly: true, callNumber: 0, callPeriod }
  return { callPeriod, callNumber: callNumbers(stop, visits).next }
}

async function dueOf(clientId: string, today: string): Promise<HorseRow[]> {
  const horses = (await readRows<HorseRow>('horses', { clientId })).filter((horse) => !isGone(horse, today))
  const due = horses.filter((horse) => ['overdue', 'due-soon'].includes(statusOf(horse, addDays(today, COMES_ALONG_DAYS))))
  return due.length > 0 || horses.length !== 1 ? due : horses
}
