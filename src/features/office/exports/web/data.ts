import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Export, exportEndpoints } from '#features/office/exports/contract.ts'
import { call } from '#platform/web/api.ts'
import { queryFor } from '#platform/web/queries.ts'
import { serverUrl } from '#platform/web/server-url.ts'

const POLL_MS = 1000
const LAST = queryFor<typeof exportEndpoints.list>('GET /api/exports', { query: {} })

/** Whether the server is still at it. */
export const isUnderWay = ({ state }: Pick<Export, 'state'>): boolean => state === 'queued' || state === 'running'

/** Where the browser fetches the ZIP from, as any file. */
export const exportHref = ({ id }: Pick<Export, 'id'>): string => serverUrl(`/api/exports/${id}/file`)

/** The last packs and exports, newest first; asked again each second while one is made. */
export const useExports = () =>
  useQuery({
    ...LAST,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false),
  })

/** Has everything of the practice put together. */
export function useStartAll() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call<typeof exportEndpoints.startAll>('POST /api/exports'),
    onSuccess: (started) => queries.setQueryData<Export[]>(LAST.queryKey, (before = []) => [started, ...before]),
  })
}

/** Removes one before its time. */
export function useRemoveExport() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call<typeof exportEndpoints.remove>('DELETE /api/exports/:id', { params: { id } }),
    onSuccess: (_, id) => queries.setQueryData<Export[]>(LAST.queryKey, (before = []) => before.filter((one) => one.id !== id)),
  })
}
