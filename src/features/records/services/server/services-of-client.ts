import type { Day } from '#lib/dates.ts'
import { type Service, type ServiceFacts, type ServiceState, serviceStandingOf } from '#lib/plan.ts'
import { type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'

/** A service that a client has for a horse; `seatRev`: as the practice knows it. */
export type HasService = {
  id: string
  service: Service
  horseId: string
  horseName: string
  fromOn: Day
  endsOn: Day | null
  isArranged: boolean
  seatRev: number
  state: ServiceState
  lastDay: Day | null
}

const OF_CLIENT: Prepared = {
  name: 'services_of_client',
  text: `select s.id, s.service, s.horse_id as "horseId", h.name as "horseName", s.from_on as "fromOn", s.person_id is null as "isArranged",
      s.paid_until as "paidUntil", s.is_past_due as "isPastDue", s.ends_on as "endsOn", s.seat_rev as "seatRev"
    from horse_services s join horses h on h.id = s.horse_id
    where h.client_id = $1 and h.deleted_at is null order by h.name, s.id`,
}

/** What a client has today, by horse. */
export async function servicesOfClient(tx: PracticeTx, clientId: string, today: Day): Promise<HasService[]> {
  const rows = await readIn(tx)<Omit<HasService, 'state' | 'lastDay'> & ServiceFacts>(OF_CLIENT, [clientId])
  return rows.flatMap(({ paidUntil, isPastDue, ...row }) => {
    const { state, lastDay } = serviceStandingOf({ ...row, paidUntil, isPastDue }, today)
    return state === 'ended' ? [] : [{ ...row, state, lastDay }]
  })
}
