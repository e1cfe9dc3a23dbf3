import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Alerts, alertEndpoints } from '#features/core/notices/alerts-contract.ts'
import { call } from '#platform/web/api.ts'
import { callNoMore } from '#platform/web/device/call-no-more.ts'
import { askToBeCalled, callAddress } from '#platform/web/device/push.ts'
import { queryFor } from '#platform/web/queries.ts'

type Endpoints = typeof alertEndpoints

/** Fetches how the user is alerted. */
export const alertsQuery = queryFor<Endpoints['mine']>('GET /api/alerts')
/** The available channels, and how much was sent. */
export const sendingQuery = queryFor<Endpoints['sending']>('GET /api/sending')

/** The actions that change how the user is alerted; each shows its result. */
export function useAlertActions() {
  const client = useQueryClient()
  const again = () => client.invalidateQueries({ queryKey: alertsQuery.queryKey })
  return {
    addHere: useMutation({
      mutationFn: async (pushKey: string) =>
        call<Endpoints['addDevice']>('POST /api/alerts/devices', { body: await askToBeCalled(pushKey) }),
      onSuccess: again,
    }),
    remove: useMutation({
      mutationFn: async ({ id, endpoint }: Alerts['devices'][number]) => {
        await call<Endpoints['removeDevice']>('DELETE /api/alerts/devices/:id', { params: { id } })
        if (endpoint === (await callAddress())) await callNoMore()
      },
      onSuccess: again,
    }),
    setPhone: useMutation({
      mutationFn: (phone: string | null) => call<Endpoints['setPhone']>('PUT /api/alerts', { body: { phone } }),
      onSuccess: again,
    }),
    tryOut: useMutation({ mutationFn: () => call<Endpoints['tryOut']>('POST /api/alerts/try') }),
  }
}
