import type { VisitHorse } from '#features/appointments/contract.ts'
import { placeOf } from '#features/appointments/rules.ts'
import {
  type BookingPresets,
  type BookingValues,
  bookingValues,
  isNewTime,
  lineChanges,
  plannedHorses,
  sentFields,
  whenOfForm,
} from '#features/appointments/web/booking-form.ts'
import { bookVisit, changeVisit, type KnownVisit } from '#features/appointments/web/data.ts'
import type { Client } from '#features/clients/contract.ts'
import type { HorseRow } from '#features/horses/contract.ts'
import type { CurrentUser } from '#features/practice/contract.ts'
import type { Yard } from '#features/yards/contract.ts'
import type { Kept } from '#platform/web/rows.ts'
import { useSession } from '#platform/web/session.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** Until somebody is known on this device. */
const HOME_ZONE = 'Europe/London'

type Asked = { visit: KnownVisit | undefined; lines: readonly Kept<VisitHorse>[]; presets: BookingPresets }

/** What the appointment form begins from, and how it is kept. */
export function useBooking({ visit, lines, presets }: Asked) {
  const user = useSession<CurrentUser>().user
  const zone = visit?.zone ?? user?.practice.zone ?? HOME_ZONE
  const today = useToday()
  const horses = useRows<HorseRow>('horses') ?? []
  const placeFor = usePlace()
  const initial = bookingValues(visit, lines, presets, today)

  const create = (values: BookingValues): Promise<string> => {
    const { location, ...fields } = sentFields(values)
    const booking = { ...fields, ...(location && { location }), ...(user && { memberId: user.memberId }) }
    return bookVisit(booking, whenOfForm(values, undefined, zone), placeFor(values), plannedHorses(values.horses, horses))
  }

  const change = (id: string, changed: Partial<BookingValues>): Promise<boolean> => {
    const values = { ...initial, ...changed }
    const { location, ...fields } = sentFields(changed)
    const isElsewhere = changed.location === '' || ('yardId' in changed && !('location' in changed))
    const place = isElsewhere ? { location: placeFor(values) } : location === undefined ? {} : { location }
    const when = isNewTime(changed) ? whenOfForm(values, visit, zone) : undefined
    const moved = when && { startTime: when.startTime, endTime: when.endTime, onDay: when.onDay, sendSmsNotification: values.texts }
    const rank = when && when.onDay !== visit?.onDay ? { roundRank: null } : {}
    const shown = when ? { localStart: when.localStart, localEnd: when.localEnd } : {}
    const data = { ...fields, ...place, ...moved, ...rank }
    return changeVisit(id, data, shown, 'horses' in changed ? lineChanges(values.horses, lines, horses) : undefined)
  }

  return { initial, create, change, placeFor, zone, memberId: visit?.memberId ?? user?.memberId ?? '', horses }
}

/** Where a visit is when no location is typed. */
function usePlace() {
  const yards = useRows<Yard>('yards')
  const clients = useRows<Client>('clients')
  return ({ yardId, clientId }: Pick<BookingValues, 'yardId' | 'clientId'>): string | null =>
    placeOf(yardId ? yards?.find((yard) => yard.id === yardId) : null, clientId ? clients?.find((client) => client.id === clientId) : null)
}
