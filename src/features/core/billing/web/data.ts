import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { billingEndpoints } from '#features/core/billing/contract.ts'
import type { Tier } from '#lib/plan.ts'
import { call, sentenceOf } from '#platform/web/api.ts'
import { goOutside } from '#platform/web/device/outside.ts'
import { queryFor } from '#platform/web/queries.ts'
import { refreshSession } from '#platform/web/session/session.ts'
import { toast } from '#ui/toast-store.ts'

type Endpoints = typeof billingEndpoints

const BILLING = queryFor<Endpoints['billing']>('GET /api/billing')
const REFETCH_MS = 2000

/** The actions available for the plan. While a payment just made is awaited, this is fetched again until the payment arrives. */
export const useBilling = (isAwaited: boolean) =>
  useQuery({ ...BILLING, gcTime: 0, refetchInterval: ({ state }) => (isAwaited && !state.data?.isSubscribed ? REFETCH_MS : false) })

/** Chooses a plan: it holds, or the page it is paid at opens. */
export const useChoosePlan = () => useChange((tier: Tier) => call<Endpoints['choose']>('POST /api/billing/choose', { body: { tier } }))

/** Ends the plan when the paid period ends. */
export const useEndPlan = () => useChange(() => call<Endpoints['cancel']>('POST /api/billing/cancel'))

/** Begins the free weeks. */
export const useStartTrial = () => useChange(() => call<Endpoints['startTrial']>('POST /api/billing/trial'))

/** Opens the page with the card and the bills. */
export const usePortal = () => useChange(() => call<Endpoints['portal']>('POST /api/billing/portal'))

/** The plan as the device keeps it follows what was done; an answer that names an address leads there. */
function useChange<V, A extends object>(change: (values: V) => Promise<A>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    async onSuccess(answer) {
      if ('url' in answer && typeof answer.url === 'string') return goOutside(answer.url)
      await Promise.all([refreshSession(), queries.invalidateQueries({ queryKey: BILLING.queryKey })])
    },
    onError: (error) => toast({ title: 'Not changed', description: sentenceOf(error), variant: 'destructive' }),
  })
}
