import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { erasureEndpoints, Retention } from '#features/office/erasure/contract.ts'
import { call } from '#platform/web/api.ts'
import { queryFor } from '#platform/web/queries.ts'

const RETENTION = queryFor<typeof erasureEndpoints.retention>('GET /api/retention')
const LONG_GONE = queryFor<typeof erasureEndpoints.longGone>('GET /api/retention/long-gone')

/** The practice's retention periods. */
export const useRetention = () => useQuery({ ...RETENTION, refetchOnMount: 'always' })

/** Clients away for longer than the practice has decided. */
export const useLongGone = () => useQuery({ ...LONG_GONE, refetchOnMount: 'always' })

/** The last erasures, newest first. */
export const useErasures = () =>
  useQuery({ ...queryFor<typeof erasureEndpoints.list>('GET /api/erasures', { query: {} }), refetchOnMount: 'always' })

/** Retries a failed erasure. */
export function useRetryErasure() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call<typeof erasureEndpoints.retry>('POST /api/erasures/:id/retry', { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).includes('/api/erasures') }),
  })
}

/** Changes the retention periods, and refetches the clients who are long gone. */
export function useChangeRetention() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (kept: Retention) => call<typeof erasureEndpoints.changeRetention>('PUT /api/retention', { body: kept }),
    onSuccess: async (kept) => {
      queries.setQueryData(RETENTION.queryKey, kept)
      await queries.invalidateQueries({ queryKey: LONG_GONE.queryKey })
    },
  })
}
