import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ErasurePlan, erasureEndpoints } from '#features/office/erasure/contract.ts'
import { useRetryErasure } from '#features/office/erasure/web/data.ts'
import type { Export, exportEndpoints } from '#features/office/exports/contract.ts'
import type { RequestStep, RightsRequest, rightsEndpoints } from '#features/office/rights/contract.ts'
import { startPack } from '#features/office/rights/web/data.ts'
import { call } from '#platform/web/api.ts'
import { queryFor } from '#platform/web/queries.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { syncNow } from '#platform/web/sync/sync.ts'

type Of = Pick<RightsRequest, 'id' | 'clientId'>
/** How often a screen fetches a job's progress. */
const POLL_MS = 1000

const isUnderWay = ({ state }: { state: string }) => state === 'queued' || state === 'running'

/** The newest pack made for a request, followed while it is being made; null: none was. */
export function usePack({ id }: Of) {
  const query = useQuery({
    ...queryFor<typeof exportEndpoints.list>('GET /api/exports', { query: { requestId: id } }),
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false),
  })
  return { ...query, pack: query.data && (query.data[0] ?? null) }
}

/** Requests the pack; then refetches the pack and the history. */
export function useStartPack(of: Of) {
  const again = useRefetch()
  return useMutation({ mutationFn: () => startPack(of), onSuccess: again })
}

/** Makes a link to the pack, and sends it if requested. */
export function useSharePack({ id }: Of, exportId: string) {
  const again = useRefetch()
  return useMutation({
    mutationFn: (sends: boolean) =>
      call<typeof rightsEndpoints.sharePack>('POST /api/gdpr-requests/:id/share-pack', { params: { id }, body: { exportId, sends } }),
    onSuccess: again,
  })
}

/** What erasing a client would delete and what would stay. */
export const useErasurePlan = ({ clientId }: Of) =>
  useQuery({
    ...queryFor<typeof erasureEndpoints.plan>('GET /api/clients/:id/erasure', { params: { id: clientId } }),
    gcTime: 0,
    staleTime: 0,
  })

/** The erasure begun for a request, followed to its end; then the device fetches the remaining records. */
export function useErasure({ id, clientId }: Of) {
  const start = useMutation({
    mutationFn: ({ clientName, openMoney }: Pick<ErasurePlan, 'clientName' | 'openMoney'>) =>
      call<typeof erasureEndpoints.start>('POST /api/clients/:id/erasure', {
        params: { id: clientId },
        // The user who typed the name has read about the open money.
        body: { clientName, requestId: id, evenWithOpenMoney: openMoney !== null },
      }),
  })
  const begun = start.data?.id
  const query = useQuery({
    ...queryFor<typeof erasureEndpoints.one>('GET /api/erasures/:id', { params: { id: begun ?? '' } }),
    enabled: begun !== undefined,
    refetchInterval: ({ state }) => (!state.data || isUnderWay(state.data) ? POLL_MS : false),
  })
  const retry = useRetryErasure()
  const erasure = query.data ?? start.data
  const isDone = erasure?.state === 'done'
  useEffect(() => {
    if (isDone) void syncNow()
  }, [isDone])
  return { start, erasure, retry: () => erasure && retry.mutate(erasure.id) }
}

/** Every step of a request, newest first; refetched with each change of it. */
export const useHistory = ({ id, rev }: Of & { rev?: number }) =>
  useQuery<RequestStep[]>({
    ...queryFor<typeof rightsEndpoints.history>('GET /api/gdpr-requests/:id/history', { params: { id } }),
    queryKey: [...HISTORY, id, rev],
    gcTime: 0,
    placeholderData: (before) => before,
  })

const HISTORY = ['/api/gdpr-requests/:id/history']

function useRefetch() {
  const client = useQueryClient()
  return async () => {
    await Promise.all([client.invalidateQueries({ queryKey: ['/api/exports'] }), client.invalidateQueries({ queryKey: HISTORY })])
  }
}

/** The URL of a pack's ZIP. */
export const packHref = ({ id }: Pick<Export, 'id'>): string => serverUrl(`/api/exports/${id}/file`)
