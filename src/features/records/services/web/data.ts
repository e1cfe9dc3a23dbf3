import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { serviceEndpoints, ToTell } from '#features/records/services/contract.ts'
import type { Service } from '#lib/plan.ts'
import { call, sentenceOf } from '#platform/web/api.ts'
import { queryFor } from '#platform/web/queries.ts'
import { toast } from '#ui/toast-store.ts'

type Endpoints = typeof serviceEndpoints

const SERVICES = queryFor<Endpoints['list']>('GET /api/services')

/** Who has a service of this practice's clients. */
export const useClientServices = () => useQuery(SERVICES)

/** Who would be notified of a service; fetched once the preview is open. */
export const useWouldTell = (service: Service, isWanted: boolean) =>
  useQuery({ ...queryFor<Endpoints['wouldTell']>('GET /api/services/tell', { query: { service } }), enabled: isWanted, gcTime: 0 })

/** Notifies clients of a service. */
export const useTell = () =>
  useMutation({
    mutationFn: (body: ToTell) => call<Endpoints['tell']>('POST /api/services/tell', { body }),
    onError: (error) => toast({ title: 'Nobody was told', description: sentenceOf(error), variant: 'destructive' }),
  })

/** Ends a client's service today. */
export function useEndService() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call<Endpoints['end']>('POST /api/services/:id/end', { params: { id } }),
    onSuccess: (answer) => queries.setQueryData(SERVICES.queryKey, answer),
    onError: (error) => toast({ title: 'Not ended', description: sentenceOf(error), variant: 'destructive' }),
  })
}
