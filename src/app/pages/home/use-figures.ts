import type { Client } from '#features/records/clients/contract.ts'
import { isGone } from '#features/records/horses/rules.ts'
import { useHorses } from '#features/records/horses/web/data.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { isStop } from '#features/visits/appointments/rules.ts'
import { addDays } from '#lib/dates.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** The four figures of Home and what is shown next to them, counted on the device as the server counts them; undefined while it loads. */
export function useFigures() {
  const today = useToday()
  const visits = useRows<VisitRow>('appointments', { day: today })
  const clients = useRows<Client>('clients')
  const horses = useHorses()
  if (!visits || !clients || !horses) return undefined
  const stops = visits.filter(isStop)
  const here = horses.filter((horse) => !isGone(horse, today))
  const overdue = here.filter((horse) => horse.status === 'overdue')
  const soon = addDays(today, 7)
  return {
    todayAppointments: stops.length,
    doneToday: stops.filter((stop) => stop.isCallComplete).length,
    activeClients: clients.filter((client) => client.isActive).length,
    horsesManaged: here.length,
    dueSoon: here.filter((horse) => horse.nextDue && horse.nextDue >= today && horse.nextDue <= soon).length,
    overdueServices: overdue.length,
    overdueOwners: new Set(overdue.map((horse) => horse.clientId)).size,
  }
}
