import { useQuery } from '@tanstack/react-query'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { type ClientRecords, type Happening, happeningsOf, textHappenings } from '#app/pages/clients/client-history.ts'
import type { Notice, noticeEndpoints } from '#features/core/notices/contract.ts'
import { KIND_WORDS, STATES } from '#features/core/notices/web/notice-words.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import { canon } from '#lib/ids.ts'
import { call } from '#platform/web/api.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useStore } from '#platform/web/sync/current.ts'
import { readRow, readRows, useRows } from '#platform/web/use-rows.ts'

const MOST_TEXTS = 200

/** Everything with a client that the device knows, newest first; undefined while it is read. */
export function useClientHistory(clientId: string): readonly Happening[] | undefined {
  const store = useStore()
  const all = useRows<HorseRow>('horses')
  const id = canon(clientId)
  const horses = useMemo(() => all && everOwned(all, id), [all, id])
  return useLiveQuery(async () => horses && happeningsOf(await recordsOf(id, horses)), [store, id, horses])
}

/** The texts to a client, which only the server knows. */
export function useClientTexts(clientId: string) {
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  const query = useQuery({
    queryKey: ['GET /api/notices', { clientId }],
    queryFn: ({ signal }) =>
      call<typeof noticeEndpoints.list>('GET /api/notices', { query: { clientId: canon(clientId), limit: MOST_TEXTS }, signal }),
    refetchOnMount: 'always',
  })
  return { ...query, texts: query.data && textHappenings(query.data, zone, textWords) }
}

const textWords = (notice: Notice) => `${KIND_WORDS[notice.kind]}: ${STATES[notice.state].words.toLowerCase()}`

/** What concerns one client, read by the indexes of the local copy: never the whole practice. */
async function recordsOf(clientId: string, horses: readonly HorseRow[]): Promise<ClientRecords> {
  const [ownVisits, lines] = await Promise.all([
    readRows<VisitRow>('appointments', { clientId }),
    readRows<VisitHorse>('visit_horses', { clientId }),
  ])
  const ownVisitIds = new Set(ownVisits.map((visit) => visit.id))
  const others = [...new Set(lines.map((line) => line.appointmentId))].filter((id) => !ownVisitIds.has(id))
  const [shared, work] = await Promise.all([
    Promise.all(others.map((id) => readRow<VisitRow>('appointments', id))),
    Promise.all(horses.map((horse) => readRows<WorkEntry>('work_entries', { horseId: horse.id }))),
  ])
  const visits = [...ownVisits, ...shared.filter((visit) => visit !== undefined)]
  return { clientId, visits, lines, horses, work: work.flat().filter((entry) => wasTheirs(horses, clientId, entry)) }
}

const everOwned = (horses: readonly HorseRow[], clientId: string): HorseRow[] =>
  horses.filter((horse) => horse.clientId === clientId || horse.owners?.some((owner) => owner.clientId === clientId))

/** Work of before they had the horse, or of after, is another owner's. */
function wasTheirs(horses: readonly HorseRow[], clientId: string, { horseId, workDate }: WorkEntry): boolean {
  const horse = horses.find((one) => one.id === horseId)
  const spans = horse?.owners?.filter((owner) => owner.clientId === clientId) ?? []
  // Brought in with a history older than the record, a horse of one owner was theirs all along.
  if (horse?.clientId === clientId && (horse.owners?.length ?? 0) <= 1) return true
  return spans.some(({ fromOn, toOn }) => fromOn <= workDate && (toOn === null || workDate < toOn))
}
