import type { Client } from '#features/records/clients/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { VisitAnswer } from '#features/visits/answers/contract.ts'
import { answerInWords, openRequests } from '#features/visits/answers/rules.ts'
import type { KnownAnswer } from '#features/visits/answers/web/data.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { isOff } from '#features/visits/appointments/rules.ts'
import { addMonths, type Day } from '#lib/dates.ts'
import { memoLast } from '#lib/memo-last.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** As far ahead as anyone books. */
const MONTHS_AHEAD = 18

/** What owners answered about a visit; undefined while loading. Every place that shows a visit uses this, so all of them share one list. */
export function useAnswersOf(visitId: string): readonly KnownAnswer[] | undefined {
  const answers = useRows<VisitAnswer>('visit_answers')
  return answers && (byVisit(answers).get(visitId) ?? NONE)
}

/** A request that waits for the farrier, with what a list shows of it. */
export type OwnerRequest = { answer: KnownAnswer; visit: Kept<VisitRow>; client: string; words: string; day: Day }

/** Owners' unseen requests about visits to come, the soonest visit first; undefined while loading. */
export function useOwnerRequests(): readonly OwnerRequest[] | undefined {
  const today = useToday()
  const answers = useRows<VisitAnswer>('visit_answers')
  const visits = useRows<VisitRow>('appointments', { from: today, to: addMonths(today, MONTHS_AHEAD) })
  const clients = useRows<Client>('clients')
  const horses = useRows<HorseRow>('horses')
  return answers && visits && clients && horses && listed(answers, visits, clients, horses)
}

const NONE: readonly KnownAnswer[] = []
const byVisit = memoLast((answers: readonly KnownAnswer[]) => Map.groupBy(answers, (answer) => answer.appointmentId))

const listed = memoLast(
  (
    answers: readonly KnownAnswer[],
    visits: readonly Kept<VisitRow>[],
    clients: readonly Kept<Client>[],
    horses: readonly Kept<HorseRow>[],
  ): readonly OwnerRequest[] => {
    const names = new Map([...clients, ...horses].map(({ id, name }) => [id, name]))
    const of = byVisit(answers)
    return visits
      .flatMap((visit) =>
        openRequests(of.get(visit.id) ?? [], visit)
          .filter(({ kind }) => visit.status === 'booked' || (kind === 'cancelled' && isOff(visit)))
          .map((answer) => ({
            answer,
            visit,
            client: names.get(answer.clientId) ?? 'The owner',
            words: answerInWords(answer, (answer.horseId && names.get(answer.horseId)) || null),
            day: visit.onDay,
          })),
      )
      .toSorted((a, b) =>
        a.visit.startTime === b.visit.startTime ? (a.answer.id < b.answer.id ? -1 : 1) : a.visit.startTime < b.visit.startTime ? -1 : 1,
      )
  },
)
