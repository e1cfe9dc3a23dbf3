import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { whyNoText } from '#features/office/imports/bytes.ts'
import type { Import, ImportCheck, ImportChoice, ImportPlan, ImportTable, importEndpoints } from '#features/office/imports/contract.ts'
import { isUnderWay } from '#features/office/imports/words.ts'
import { call } from '#platform/web/api.ts'
import { queryFor } from '#platform/web/queries.ts'
import { syncNow } from '#platform/web/sync/sync.ts'

type Endpoints = typeof importEndpoints

export type ImportDetail = Import & { table: ImportTable | null }
/** A dry run and what it was of. */
export type Checked = ImportCheck & { plan: ImportPlan | null }
export type Choices = Record<string, ImportChoice>

/** What the server takes (15 MB of JSON, so 10 MB of bytes). */
const MOST_BYTES = 10 * 1024 * 1024
/** How often a screen asks how far an import is. */
const POLL_MS = 500
const LIST = '/api/imports'

/** The imports of before, newest first; asked again while one is under way. */
export const usePastImports = () =>
  useQuery({
    ...queryFor<Endpoints['list']>('GET /api/imports'),
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false),
  })

/** One import, followed while it is under way; what it brought is fetched when it has come to its end. */
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

/** Sends a file to be looked into. @throws Unfit when it is too large or can be nothing of the kind */
export function useUpload(onRead: (found: ImportDetail) => void) {
  const keep = useKeep()
  return useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MOST_BYTES) throw new Unfit('This file is larger than 10 MB. Export a shorter span of time, or without pictures.')
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

/** Takes an import back; followed like one that is brought in. */
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

/** What the server just said of an import need not be asked again. */
function useKeep() {
  const client = useQueryClient()
  return (detail: ImportDetail) => {
    client.setQueryData(queryFor<Endpoints['one']>('GET /api/imports/:id', { params: { id: detail.id } }).queryKey, detail)
    void client.invalidateQueries({ queryKey: [LIST] })
  }
}

// In pieces: one call with a million arguments overflows the stack.
function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(text)
}
