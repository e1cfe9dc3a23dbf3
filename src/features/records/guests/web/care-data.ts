import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { careEndpoints } from '#features/records/guests/care-contract.ts'
import { call } from '#platform/web/api.ts'
import { queryFor } from '#platform/web/queries.ts'
import { syncNow } from '#platform/web/sync/sync.ts'

/** Who treats a horse besides its farrier, as the server says now. */
export const useHorseCare = (horseId: string) =>
  useQuery({ ...queryFor<typeof careEndpoints.ofHorse>('GET /api/horses/:id/grants', { params: { id: horseId } }), gcTime: 0 })

/** Fetches anew who does. */
export function useRefetchCare() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['/api/horses/:id/grants'] })
}

type Asking = Parameters<typeof call<typeof careEndpoints.ask>>[1]['body']

/** Has the server ask a horse's owner, or note what they said. @throws ApiError, Unreachable */
export async function askCare(horseId: string, body: Asking) {
  await call<typeof careEndpoints.ask>('POST /api/horses/:id/grants', { params: { id: horseId }, body })
  await syncNow()
}

/** Says yes or no to whom an owner wants to show a horse. @throws ApiError, Unreachable */
export async function answerCare(id: string, isYes: boolean) {
  await call<typeof careEndpoints.answer>('POST /api/grants/:id/answer', { params: { id }, body: { isYes } })
  await syncNow()
}

/** Ends at once what somebody sees, or withdraws what was asked. @throws ApiError, Unreachable */
export async function endCare(id: string) {
  await call<typeof careEndpoints.end>('POST /api/grants/:id/end', { params: { id } })
  await syncNow()
}
