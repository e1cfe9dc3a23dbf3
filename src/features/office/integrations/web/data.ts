import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Integration, integrationEndpoints } from '#features/office/integrations/contract.ts'
import { call } from '#platform/web/api.ts'
import { queryFor } from '#platform/web/queries.ts'

type Endpoints = typeof integrationEndpoints
type Change = { id: string; enabled: boolean; settings?: Integration['settings'] }

const LIST = queryFor<Endpoints['list']>('GET /api/integrations')
const ADDRESS = queryFor<Endpoints['feedAddress']>('GET /api/integrations/feed/address')

/** What can be connected, which only the server has. */
export const useIntegrations = () => useQuery({ ...LIST, refetchOnMount: 'always' })

/** Switches a connection on or off, or changes its settings. */
export const useChange = () =>
  useReplacing(({ id, ...body }: Change) => call<Endpoints['change']>('PUT /api/integrations/:id', { params: { id }, body }))

/** Ends a connection. */
export const useDisconnect = () =>
  useReplacing((id: string) => call<Endpoints['disconnect']>('DELETE /api/integrations/:id', { params: { id } }))

/** The secret address of the member's own feed; kept only while it is shown. */
export const useFeedAddress = () => useQuery({ ...ADDRESS, gcTime: 0 })

/** Replaces that address. */
export function useRenewFeed() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call<Endpoints['renewFeed']>('POST /api/integrations/feed/address'),
    onSuccess: (now) => queries.setQueryData(ADDRESS.queryKey, now),
  })
}

/** The answer takes the place of what is shown. */
function useReplacing<A>(mutationFn: (input: A) => Promise<Integration>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (now) =>
      queries.setQueryData<Integration[]>(LIST.queryKey, (before = []) => before.map((one) => (one.id === now.id ? now : one))),
  })
}
