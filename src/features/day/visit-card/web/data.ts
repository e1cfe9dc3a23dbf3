import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { VisitCardLink, visitCardEndpoints } from '#features/day/visit-card/contract.ts'
import { call } from '#platform/web/api.ts'

/**
 * The links to a visit's cards, made once for as long as the app stays open: the server knows only their hashes and can't return them
 * again. `isWanted`: the server has the visit, and can be reached.
 */
export function useCardLinks(visitId: string, ownerIds: readonly string[], isWanted: boolean) {
  const client = useQueryClient()
  // Another owner's horse that was finished since has no link yet.
  const queryKey = ['visit-card', visitId, ...ownerIds]
  const query = useQuery({
    queryKey,
    queryFn: () => call<typeof visitCardEndpoints.make>('POST /api/appointments/:id/visit-card', { params: { id: visitId } }),
    enabled: isWanted && ownerIds.length > 0,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return {
    ...query,
    /** Revokes every link of one owner, also those made elsewhere and long ago. @throws ApiError, Unreachable */
    async takeBack(clientId: string) {
      await call<typeof visitCardEndpoints.takeBack>('DELETE /api/appointments/:id/visit-card', {
        params: { id: visitId },
        query: { clientId },
      })
      client.setQueryData<VisitCardLink[]>(queryKey, (links) => links?.filter((link) => link.clientId !== clientId))
    },
  }
}
