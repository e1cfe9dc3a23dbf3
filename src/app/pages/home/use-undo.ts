import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ACTIVITY_PATH } from '#app/pages/home/recent-activity.ts'
import type { ActivityItem, roundEndpoints } from '#features/day/round/contract.ts'
import { call, sentenceOf } from '#platform/web/api.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { toast } from '#ui/toast-store.ts'

/** Undoes one thing. The server does it, because it alone knows whether someone was notified since; the device fetches the result. */
export function useUndo() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: ActivityItem) => call<typeof roundEndpoints.undo>('POST /api/activity/:id/undo', { params: { id } }),
    onSuccess: (_, { title }) => {
      toast({ title: 'Undone', description: title })
      void syncNow()
    },
    onError: (error) => toast({ variant: 'destructive', title: 'Not undone', description: sentenceOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: [ACTIVITY_PATH] }),
  })
}
