import { type ReactNode, useState } from 'react'
import type { Payer } from '#features/appointments/overdue.ts'
import { BOOK_ANYWAY, OverduePanel } from '#features/appointments/web/OverduePanel.tsx'
import { useOverdue } from '#features/appointments/web/use-overdue.ts'
import type { Client } from '#features/clients/contract.ts'
import { ClientPicker } from '#features/clients/web/ClientPicker.tsx'
import type { HorseRow } from '#features/horses/contract.ts'
import { isGone, statusOf } from '#features/horses/rules.ts'
import { HorsePicker } from '#features/horses/web/HorsePicker.tsx'
import type { CurrentUser } from '#features/practice/contract.ts'
import type { RoundDay, RoundStop } from '#features/round/round-day.ts'
import { addHorseHere, addStop, removeStop } from '#features/round/web/data.ts'
import { addDays } from '#lib/dates.ts'
import { useSession } from '#platform/web/session.ts'
import { readRow, readRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { sayDone } from '#ui/say-done.ts'

/** A horse due within this many days comes along when its owner gets a stop. */
const COMES_ALONG_DAYS = 7

/** Two taps: here, then the client. Their horses that are due come along; nobody is texted. */
export function AddStopDialog({ round, onClose }: { round: RoundDay; onClose: () => void }) {
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  const overdueOf = useOverdue()
  const [asked, setAsked] = useState<{ clientId: string; overdue: Payer[] }>()
  const add = async (clientId: string, isOverdueSaid = false) => {
    const client = await readRow<Client>('clients', clientId)
    if (!client) return onClose()
    const horses = await dueOf(clientId, round.day)
    const overdue = overdueOf(clientId, horses)
    if (overdue.length > 0 && !isOverdueSaid) return setAsked({ clientId, overdue })
    onClose()
    const number = round.stops.length + 1
    await sayDone('Stop added', `${client.name}, last of the day. Nobody is texted.`, async () => {
      const id = await addStop({ day: round.day, memberId: round.memberId, zone, number, client, horses, isOverdueSaid })
      return () => removeStop(id)
    })
  }
  return (
    <Picking title="Add a stop" description="It goes to the end of the round. Their horses that are due come along." onClose={onClose}>
      <Field label="Client">
        <ClientPicker value={asked?.clientId ?? null} adds onChange={(id) => id && void add(id)} />
      </Field>
      {asked && (
        <div className="mt-4 grid gap-3">
          <OverduePanel overdue={asked.overdue} />
          <Button variant="primary" block onClick={() => add(asked.clientId, true)}>
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
    if (horse) await sayDone(`${horse.name} added`, stop.name, () => addHorseHere(stop, horse))
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

async function dueOf(clientId: string, today: string): Promise<HorseRow[]> {
  const horses = (await readRows<HorseRow>('horses', { clientId })).filter((horse) => !isGone(horse, today))
  const due = horses.filter((horse) => ['overdue', 'due-soon'].includes(statusOf(horse, addDays(today, COMES_ALONG_DAYS))))
  return due.length > 0 || horses.length !== 1 ? due : horses
}
