import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { whyNoText } from '#features/office/imports/bytes.ts'
import type { Import, ImportCheck, ImportChoice, ImportPlan, ImportTable, importEndpoints } from '#features/office/imports/contract.ts'
import { isUnderWay } from '#features/office/imports/words.ts'
import { base64 } from '#lib/base64.ts'
import { call } from '#platform/web/api.ts'
import { queryFor } from '#platform/web/queries.ts'
import { syncNow } from '#platform/web/sync/sync.ts'

type Endpoints = typeof importEndpoints

export type ImportDetail = Import & { table: ImportTable | null }
/** The result of a dry run, and the plan it was for. */
export type Checked = ImportCheck & { plan: ImportPlan | null }
export type Choices = Record<string, ImportChoice>

/** The server's limit (15 MB of JSON, so 10 MB of bytes). */
const MOST_BYTES = 10 * 1024 * 1024
/** How often a screen fetches an import's progress. */
const POLL_MS = 500
const LIST = '/api/imports'

/** Past imports, newest first; refetched while one is running. */
export const usePastImports = () =>
  useQuery({
    ...queryFor<Endpoints['list']>('GET /api/imports'),
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false),
  })

/** One import, followed while it is running; at its end the device fetches the new records. */
export function useImport(id: string | null) {
  const client = useQueryClient()
  const query = useQuery({
    ...queryFor<Endpoints['one']>('GET /api/imports/:id', { params: { id: id ?? '' } }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? POLL_MS : false),
  })
  const state = query.data?.state
  useEffect(() => {
    if (state !== 'done' && state !== 'undone') return
    void syncNow()
    void client.invalidateQueries({ queryKey: [LIST] })
  }, [state, client])
  return query
}

/** Uploads a file for inspection. @throws Unfit when it is too large or can't be such a file */
export function useUpload(onRead: (found: ImportDetail) => void) {
  const keep = useKeep()
  return useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MOST_BYTES) throw new Unfit('This file is larger than 10 MB. Export a shorter period, or without pictures.')
      const bytes = new Uint8Array(await file.arrayBuffer())
      const fault = whyNoText(bytes)
      if (fault) throw new Unfit(fault)
      const content = base64(bytes)
      return call<Endpoints['upload']>('POST /api/imports', { body: { name: file.name || 'file', content } })
    },
    onSuccess(found) {
      keep(found)
      onRead(found)
    },
  })
}

/** Refused before it is sent; the message is a sentence for people. */
export class Unfit extends Error {}

/** Dry run. */
export const useCheck = (id: string) =>
  useMutation({
    mutationFn: async (plan: ImportPlan | null): Promise<Checked> => ({
      ...(await call<Endpoints['check']>('POST /api/imports/:id/check', { params: { id }, body: { plan } })),
      plan,
    }),
  })

export function useStart(id: string) {
  const keep = useKeep()
  return useMutation({
    mutationFn: (body: { plan: ImportPlan | null; choices: Choices }) =>
      call<Endpoints['start']>('POST /api/imports/:id/start', { params: { id }, body }),
    onSuccess: (started) => keep({ ...started, table: null }),
  })
}

export function useCancel(id: string) {
  const keep = useKeep()
  return useMutation({
    mutationFn: () => call<Endpoints['cancel']>('POST /api/imports/:id/cancel', { params: { id } }),
    onSuccess: (stopped) => keep({ ...stopped, table: null }),
  })
}

/** Undoes an import; followed like a running one. */
export function useUndoImport(onStarted: (id: string) => void) {
  const keep = useKeep()
  return useMutation({
    mutationFn: (id: string) => call<Endpoints['undo']>('POST /api/imports/:id/undo', { params: { id } }),
    onSuccess(undoing) {
      keep({ ...undoing, table: null })
      onStarted(undoing.id)
    },
  })
}

export const rowsLeftOut = (id: string) => call<Endpoints['leftOut']>('GET /api/imports/:id/left-out', { params: { id } })

/** Caches an import the server just returned, so that it is not fetched again. */
function useKeep() {
  const client = useQueryClient()
  return (detail: ImportDetail) => {
    client.setQueryData(queryFor<Endpoints['one']>('GET /api/imports/:id', { params: { id: detail.id } }).queryKey, detail)
    void client.invalidateQueries({ queryKey: [LIST] })
  }
}
