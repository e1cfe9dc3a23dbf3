import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { RightsRequest } from '#features/office/rights/contract.ts'
import { byUrgency, type ClockState, clockStateOf, isClosed } from '#features/office/rights/rules.ts'
import type { KnownRequest } from '#features/office/rights/web/data.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { KnownClient } from '#features/records/clients/web/data.ts'
import type { Nation } from '#lib/bank-holidays.ts'
import type { Day } from '#lib/dates.ts'
import { memoLast } from '#lib/memo-last.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** A request with its client and its status today. */
export type ListedRequest = KnownRequest & {
  /** Null: erased, or not on this device. */
  client: KnownClient | null
  name: string
  clockState: ClockState
}

/** The nation whose bank holidays apply. */
export const useNation = (): Nation => useSession<CurrentUser>().user?.practice.nation ?? 'england'

/** Every request, the most urgent first, then the newest; undefined while they load. */
export function useRequests(): readonly ListedRequest[] | undefined {
  const nation = useNation()
  const today = useToday()
  const requests = useRows<RightsRequest>('rights_requests')
  const clients = useRows<Client>('clients')
  return requests && clients && listed(requests, clients, nation, today)
}

/** Requests due within the week or overdue; none while they load. */
export const useDueRequests = () => (useRequests() ?? []).flatMap(dueSoon)

const dueSoon = (request: ListedRequest) => {
  const { clockState } = request
  return clockState.kind === 'due' && clockState.tone !== 'quiet' ? [{ ...request, clockState }] : []
}

const listed = memoLast(
  (requests: readonly KnownRequest[], clients: readonly KnownClient[], nation: Nation, today: Day): ListedRequest[] => {
    const found = new Map(clients.map((client) => [client.id, client]))
    return requests
      .map((request) => {
        const client = found.get(request.clientId) ?? null
        return { ...request, client, name: client?.name ?? 'Erased client', clockState: clockStateOf(request, nation, today) }
      })
      .sort((a, b) => byUrgency(a.clockState, b.clockState) || (a.id < b.id ? 1 : -1))
  },
)

/** Open requests, and closed ones. */
export const openOnes = (requests: readonly ListedRequest[]) => requests.filter(({ status }) => !isClosed(status))
export const closedOnes = (requests: readonly ListedRequest[]) => requests.filter(({ status }) => isClosed(status))
