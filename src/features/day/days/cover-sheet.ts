import { dueAfter } from '#features/day/booking/proposing.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { flagLabel } from '#features/records/horses/rules.ts'
import type { Yard } from '#features/records/yards/contract.ts'
import type { TimeOff, VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { isOff, isStop, roundOrder } from '#features/visits/appointments/rules.ts'
import { addDays, type Day } from '#lib/dates.ts'

/** What a colleague must know to cover: where, how to get in, whom to ring, and what to look out for. */
export type CoverPlace = { name: string; address: string | null; gateCode: string | null; access: string | null }
export type CoverHorse = {
  id: string
  name: string
  owner: string
  phone: string | null
  work: string | null
  flags: string[]
  notes: string | null
}
type CoverVisit = {
  id: string
  when: VisitRow
  place: CoverPlace
  contact: { name: string; phone: string | null } | null
  horses: CoverHorse[]
}
export type CoverDay = { day: Day; visits: CoverVisit[] }
export type DueAtPlace = { place: CoverPlace; horses: (CoverHorse & { due: Day })[] }
export type CoverSheet = { days: CoverDay[]; due: DueAtPlace[] }

type CoverInput = {
  /** Of its days, and those before it: a horse that is done until then is not due in it. */
  visits: readonly VisitRow[]
  lines: readonly VisitHorse[]
  horses: readonly HorseRow[]
  clients: readonly Client[]
  yards: readonly Yard[]
  today: Day
}

/** The sheet of time off: the current visits of its days, then the horses that fall due in it and have none. */
export function coverSheet(off: Pick<TimeOff, 'fromDay' | 'toDay' | 'memberId'>, known: CoverInput): CoverSheet {
  const find = finder(known)
  const visits = known.visits.filter((visit) => isStop(visit) && (!off.memberId || visit.memberId === off.memberId))
  const days: CoverDay[] = []
  for (let day = off.fromDay; day <= off.toDay; day = addDays(day, 1)) {
    const order = roundOrder(visits.filter((visit) => visit.onDay === day && !isOff(visit)))
    if (order.length > 0) days.push({ day, visits: order.map((visit) => coverVisit(visit, find)) })
  }
  const open = new Set(known.visits.filter((visit) => !isOff(visit) && visit.status !== 'done').map((visit) => visit.id))
  const booked = new Set(known.lines.flatMap((line) => (open.has(line.appointmentId) && line.outcome === null ? [line.horseId] : [])))
  return {
    days,
    due: dueAtPlaces(
      known.horses.filter((horse) => !booked.has(horse.id)),
      off,
      known.today,
      find,
    ),
  }
}

type Finder = ReturnType<typeof finder>

function finder({ lines, horses, clients, yards }: CoverInput) {
  const [clientOf, yardOf, horseOf] = [byId(clients), byId(yards), byId(horses)]
  const phoneOf = (id: string | null) => (id ? (clientOf.get(id)?.phone ?? null) : null)
  return {
    horse: (id: string | null) => (id ? horseOf.get(id) : undefined),
    lines: Map.groupBy(lines, (line) => line.appointmentId),
    contact: (id: string | null) => (id ? { name: clientOf.get(id)?.name ?? '', phone: phoneOf(id) } : null),
    place({ yardId, clientId, location = null }: { yardId: string | null; clientId: string | null; location?: string | null }): CoverPlace {
      const yard = yardId ? yardOf.get(yardId) : undefined
      const client = clientId ? clientOf.get(clientId) : undefined
      const where = yard ?? client
      return {
        name: yard?.name ?? client?.name ?? location ?? '',
        address: [where?.address, where?.postcode].filter(Boolean).join(', ') || location,
        gateCode: yard?.gateCode ?? null,
        access: yard?.accessNotes ?? null,
      }
    },
    cover: (horse: HorseRow, work: string | null): CoverHorse => ({
      id: horse.id,
      name: horse.name,
      owner: clientOf.get(horse.clientId)?.name ?? '',
      phone: phoneOf(horse.clientId),
      work,
      flags: horse.flags.map(flagLabel),
      notes: horse.specialNotes,
    }),
  }
}

function coverVisit(visit: VisitRow, find: Finder): CoverVisit {
  const lines = (find.lines.get(visit.id) ?? []).toSorted((a, b) => a.place - b.place)
  return {
    id: visit.id,
    when: visit,
    place: find.place(visit),
    contact: find.contact(visit.clientId),
    horses: lines.flatMap((line) => {
      const horse = find.horse(line.horseId)
      return horse ? [find.cover(horse, line.plannedWork)] : []
    }),
  }
}

/** Horses due together are listed together: by yard, else by owner, the place with the first due first. */
function dueAtPlaces(
  horses: readonly HorseRow[],
  { fromDay, toDay }: Pick<TimeOff, 'fromDay' | 'toDay'>,
  today: Day,
  find: Finder,
): DueAtPlace[] {
  const due = horses.flatMap((horse) => {
    const on = dueAfter(horse, today)
    return on && on >= fromDay && on <= toDay ? [{ horse, on }] : []
  })
  const places = Map.groupBy(
    due.toSorted((a, b) => (a.on < b.on ? -1 : 1)),
    ({ horse }) => horse.yardId ?? horse.clientId,
  )
  return [...places.values()].map((together) => ({
    place: find.place({ yardId: together[0]?.horse.yardId ?? null, clientId: together[0]?.horse.clientId ?? null }),
    horses: together.map(({ horse, on }) => ({ ...find.cover(horse, horse.lastServiceType), due: on })),
  }))
}

const byId = <T extends { id: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]))
