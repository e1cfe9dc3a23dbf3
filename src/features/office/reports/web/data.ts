import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Export } from '#features/office/exports/contract.ts'
import type { FiguresQuery, ReportFormat, ReportQuery, reportEndpoints } from '#features/office/reports/contract.ts'
import { call } from '#platform/web/api.ts'
import { queryFor } from '#platform/web/queries.ts'
import { serverUrl } from '#platform/web/server-url.ts'

const POLL_MS = 700
const MADE = queryFor<typeof reportEndpoints.list>('GET /api/reports')

/** The first rows of a report; while new ones load, the previous ones stay. `isAsked`: whether to fetch. */
export const usePreview = (query: ReportQuery, isAsked: boolean) =>
  useQuery({
    ...queryFor<typeof reportEndpoints.preview>('GET /api/reports/preview', { query }),
    ...FRESH,
    enabled: isAsked,
  })

/** The Quick Stats. */
export const useStats = (query: FiguresQuery, isAsked: boolean) =>
  useQuery({ ...queryFor<typeof reportEndpoints.stats>('GET /api/reports/stats', { query }), ...FRESH, enabled: isAsked })

/** The data of the charts. */
export const useCharts = (query: FiguresQuery, isAsked: boolean) =>
  useQuery({ ...queryFor<typeof reportEndpoints.charts>('GET /api/reports/charts', { query }), ...FRESH, enabled: isAsked })

/* Always refetched, to include the latest work: a report of this morning is out of date. */
const FRESH = { refetchOnMount: 'always', placeholderData: keepPreviousData } as const

/** Whether the server is still working on it. */
export const isUnderWay = ({ state }: Pick<Export, 'state'>): boolean => state === 'queued' || state === 'running'

/** The URL of the file. */
export const reportHref = ({ id }: Pick<Export, 'id'>): string => serverUrl(`/api/reports/${id}/file`)

/** The member's latest report files, newest first; refetched while one is being made. */
export const useMadeReports = () =>
  useQuery({
    ...MADE,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false),
  })

/** Requests a report file. */
export function useMakeReport() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ReportQuery & { format: ReportFormat }) => call<typeof reportEndpoints.start>('POST /api/reports', { body }),
    onSuccess: (started) => queries.setQueryData<Export[]>(MADE.queryKey, (before = []) => [started, ...before]),
  })
}

/** Stops a report that is being made, or removes its file. */
export function useRemoveReport() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call<typeof reportEndpoints.remove>('DELETE /api/reports/:id', { params: { id } }),
    onSuccess: (_, id) => queries.setQueryData<Export[]>(MADE.queryKey, (before = []) => before.filter((one) => one.id !== id)),
  })
}
