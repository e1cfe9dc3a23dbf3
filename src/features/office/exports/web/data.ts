import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Export, exportEndpoints } from '#features/office/exports/contract.ts'
import { call } from '#platform/web/api.ts'
import { queryFor } from '#platform/web/queries.ts'
import { serverUrl } from '#platform/web/server-url.ts'

const POLL_MS = 1000
const LAST = queryFor<typeof exportEndpoints.list>('GET /api/exports', { query: {} })

/** Whether the server is still working on it. */
export const isUnderWay = ({ state }: Pick<Export, 'state'>): boolean => state === 'queued' || state === 'running'

/** The URL of the ZIP, for an ordinary download. */
export const exportHref = ({ id }: Pick<Export, 'id'>): string => serverUrl(`/api/exports/${id}/file`)

/** The latest packs and exports, newest first; refetched each second while one is being made. */
export const useExports = () =>
  useQuery({
    ...LAST,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false),
  })

/** Requests an export of the whole practice. */
export function useStartAll() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call<typeof exportEndpoints.startAll>('POST /api/exports'),
    onSuccess: (started) => queries.setQueryData<Export[]>(LAST.queryKey, (before = []) => [started, ...before]),
  })
}

/** Removes an export before it expires. */
export function useRemoveExport() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call<typeof exportEndpoints.remove>('DELETE /api/exports/:id', { params: { id } }),
    onSuccess: (_, id) => queries.setQueryData<Export[]>(LAST.queryKey, (before = []) => before.filter((one) => one.id !== id)),
  })
}
