import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NewWebhook, WebhookChange, webhookEndpoints } from '#features/office/webhooks/contract.ts'
import { call } from '#platform/web/api.ts'
import { queryFor } from '#platform/web/queries.ts'

type Endpoints = typeof webhookEndpoints
/** Messages that are read at once. */
const LINES = 50

const LIST = queryFor<Endpoints['list']>('GET /api/webhooks')
const deliveriesKey = (id: string) => ['GET /api/webhooks/:id/deliveries', id]

/** The practice's webhooks, fetched again each time the screen is opened: they fail and end meanwhile. */
export const useWebhooks = () => useQuery({ ...LIST, gcTime: 0 })

/** The messages of a webhook in the last 30 days, the newest first. */
export const useDeliveries = (id: string) =>
  useInfiniteQuery({
    queryKey: deliveriesKey(id),
    queryFn: ({ pageParam }) =>
      call<Endpoints['deliveries']>('GET /api/webhooks/:id/deliveries', {
        params: { id },
        query: { limit: LINES, ...(pageParam && { after: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length === LINES ? page.at(-1)?.id : undefined),
    gcTime: 0,
  })

/** Adds a webhook. The answer alone has its secret. */
export const makeWebhook = (body: NewWebhook) => call<Endpoints['make']>('POST /api/webhooks', { body })

/** Changes a webhook, or switches it on or off. */
export const changeWebhook = ({ id, ...body }: WebhookChange & { id: string }) =>
  call<Endpoints['change']>('PUT /api/webhooks/:id', { params: { id }, body })

/** Gives a webhook a new secret, which the answer alone has. */
export const rotateSecret = ({ id, password }: { id: string; password?: string }) =>
  call<Endpoints['rotate']>('POST /api/webhooks/:id/secret', { params: { id }, body: { ...(password && { password }) } })

/** Removes a webhook. */
export const removeWebhook = (id: string) => call<Endpoints['remove']>('DELETE /api/webhooks/:id', { params: { id } })

/** Sends a message of a webhook again. */
export function useSendAgain(webhookId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call<Endpoints['sendAgain']>('POST /api/webhook-deliveries/:id/again', { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: deliveriesKey(webhookId) }),
  })
}
