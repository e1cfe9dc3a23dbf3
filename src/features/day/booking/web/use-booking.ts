import type { BookingPresets } from '#features/day/booking/presets.ts'
import {
  type BookingValues,
  bookingValues,
  isNewTime,
  lineChanges,
  placedBy,
  plannedHorses,
  proposals,
  sentFields,
  whenOfForm,
  withoutStrangers,
} from '#features/day/booking/web/booking-form.ts'
import { type NewsOfForm, useNews } from '#features/day/booking/web/use-news.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import type { Yard } from '#features/records/yards/contract.ts'
import type { VisitHorse } from '#features/visits/appointments/contract.ts'
import { placeOf, type When } from '#features/visits/appointments/rules.ts'
import { bookVisit, changeVisit, type KnownVisit } from '#features/visits/appointments/web/data.ts'
import { useOverdue } from '#features/visits/appointments/web/use-overdue.ts'
import { useDiaryOwner, usePositions } from '#features/visits/appointments/web/use-working-life.ts'
import type { Seen } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

type BookingParams = { visit: KnownVisit | undefined; lines: readonly Kept<VisitHorse>[]; presets: BookingPresets }

/** The appointment form's initial values, what it fills in automatically, and how it is saved. */
export function useBooking({ visit, lines, presets }: BookingParams) {
  const owner = useDiaryOwner()
  const zone = visit?.zone ?? owner.zone
  const horses = useRows<HorseRow>('horses') ?? []
  const { labelOf } = useKinds()
  const { placeFor, yardName } = usePlace()
  const positionFor = usePositions()
  const overdueOf = useOverdue()
  const newsOf = useNews(visit)
  const opening = bookingValues(visit, lines, presets, { today: useToday(), memberId: owner.memberId })
  const horseName = (id: string) => horses.find((horse) => horse.id === id)?.name ?? ''
  const propose = (values: BookingValues) =>
    proposals(values, { horse: horseName, yard: values.yardId ? yardName(values.yardId) : null, work: labelOf })
  const initial = visit || opening.title ? opening : { ...opening, title: propose(opening).title }

  /** The payers whose overdue accounts need an override; for a visit that the server has, none. */
  const overdue = (typed: BookingValues) => {
    const values = withoutStrangers(typed)
    return visit && !visit.isOffline ? [] : overdueOf(values.clientId || null, plannedHorses(values.horses, horses))
  }

  const owners = (values: BookingValues) => ownersIn(values, horses)
  const news = (values: BookingValues, when: When | undefined) => newsOf?.(values, when, owners(values))

  const create = (typed: BookingValues): Promise<string> => {
    const values = withoutStrangers(typed)
    const { location, ...fields } = sentFields(values)
    const when = whenOfForm(values, undefined, zone)
    const texts = values.texts && mayHaveReaders(news(values, when))
    const booking = { ...fields, ...(location && { location }), texts, overridesOverdue: overdue(values).length > 0 }
    return bookVisit(booking, when, placeFor(values), plannedHorses(values.horses, horses))
  }

  const change = (id: string, changed: Partial<BookingValues>, seen: Seen, began: BookingValues): Promise<boolean> => {
    const values = withoutStrangers({ ...initial, ...changed })
    const differing = changed.isOwn ? { ...changed, clientId: '', yardId: '', horses: [] } : changed
    const { location, ...fields } = sentFields(differing)
    const isElsewhere = changed.location === '' || ('yardId' in differing && !('location' in changed))
    const place = isElsewhere ? { location: placeFor(values) } : location === undefined ? {} : { location }
    const when = isNewTime(changed) ? whenOfForm(values, visit, zone) : undefined
    const hasRecipients = mayHaveReaders(news(values, whenOfForm(values, visit, zone)))
    const { sent, shown } = movedTo(when, visit)
    const override = overdue(values).length > 0 && { overdueOverride: true }
    const data = { ...fields, ...place, ...sent, ...(hasRecipients && { sendSmsNotification: values.texts }), ...override }
    const on = { lines, horses, notifies: hasRecipients && values.texts }
    return changeVisit(id, data, shown, { seen, ...('horses' in differing && { horses: lineChanges(values.horses, began.horses, on) }) })
  }

  return {
    initial,
    create,
    change,
    overdue,
    /** Sends a visit that was refused for an overdue account again, unchanged. */
    bookAnyway: (id: string) => changeVisit(id, { overdueOverride: true }),
    placeFor,
    zone,
    horses,
    /** Title and end as they follow from the rest. */
    propose,
    /** The visit as the form has it, with its position. */
    placed: (values: BookingValues) =>
      placedBy(values, whenOfForm(values, visit, zone), visit?.id ?? '', positionFor({ yardId: values.yardId, clientId: values.clientId })),
    news: (values: BookingValues, when: When | undefined) => news(values, when) ?? NO_NEWS,
  }
}

/** Unknown while the rows load: then the server alone decides. */
const mayHaveReaders = (news: NewsOfForm | undefined) => !news || news.names.length > 0

const NO_NEWS: NewsOfForm = { news: 'booked', names: [], places: [] }

/** What goes to the server of a new time, and what the device shows of it until then; a place in one day's round means nothing on another. */
function movedTo(when: When | undefined, visit: KnownVisit | undefined) {
  if (!when) return { sent: {}, shown: {} }
  const { startTime, endTime, onDay, localStart, localEnd } = when
  return { sent: { startTime, endTime, onDay, ...(onDay !== visit?.onDay && { roundRank: null }) }, shown: { localStart, localEnd } }
}

/** The client in the form, then the owners of its horses, each once. */
function ownersIn({ clientId, horses: chosen }: BookingValues, horses: readonly HorseRow[]): string[] {
  const theirs = chosen.flatMap(({ horseId }) => horses.find((horse) => horse.id === horseId)?.clientId ?? [])
  return [...new Set([clientId, ...theirs])].filter(Boolean)
}

/** Where a visit is when no location is typed. */
function usePlace() {
  const yards = useRows<Yard>('yards')
  const clients = useRows<Client>('clients')
  const yardOf = (id: string) => yards?.find((yard) => yard.id === id)
  return {
    yardName: (id: string) => yardOf(id)?.name ?? null,
    placeFor: ({ yardId, clientId }: Pick<BookingValues, 'yardId' | 'clientId'>): string | null =>
      placeOf(yardId ? yardOf(yardId) : null, clientId ? clients?.find((client) => client.id === clientId) : null),
  }
}
