import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { careEndpoints } from '#features/records/guests/care-contract.ts'
import { call } from '#platform/web/api.ts'
import { queryFor } from '#platform/web/queries.ts'
import { lastLooked, noteLooked } from '#platform/web/session/looked.ts'
import { syncNow } from '#platform/web/sync/sync.ts'

/** Who treats a horse besides its farrier, by the server's answer, and what is new since its card was opened before on this device. */
export function useHorseCare(horseId: string) {
  const what = `care/${horseId}`
  const since = useMemo(() => lastLooked(what), [what])
  const asked = { params: { id: horseId }, query: since ? { since } : {} }
  const care = useQuery({ ...queryFor<typeof careEndpoints.ofHorse>('GET /api/horses/:id/grants', asked), gcTime: 0 })
  const asAt = care.data?.asAt
  useEffect(() => {
    if (asAt) noteLooked(what, asAt)
  }, [what, asAt])
  return care
}

/** Fetches again who looks after it. */
export function useRefetchCare() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['/api/horses/:id/grants'] })
}

type Asking = Parameters<typeof call<typeof careEndpoints.ask>>[1]['body']

/** Has the server send a request to a horse's owner, or record their consent. @throws ApiError, Unreachable */
export async function askCare(horseId: string, body: Asking) {
  await call<typeof careEndpoints.ask>('POST /api/horses/:id/grants', { params: { id: horseId }, body })
  await syncNow()
}

/** Accepts or declines a carer to whom an owner wants to show a horse. @throws ApiError, Unreachable */
export async function answerCare(id: string, isYes: boolean) {
  await call<typeof careEndpoints.answer>('POST /api/grants/:id/answer', { params: { id }, body: { isYes } })
  await syncNow()
}

/** Ends at once what a carer sees, or withdraws the request. @throws ApiError, Unreachable */
export async function endCare(id: string) {
  await call<typeof careEndpoints.end>('POST /api/grants/:id/end', { params: { id } })
  await syncNow()
}
