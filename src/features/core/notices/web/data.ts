import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { HandOverVia, Notice, noticeEndpoints } from '#features/core/notices/contract.ts'
import { currentMs } from '#lib/clock.ts'
import { ApiError, call, sentenceOf, Unreachable } from '#platform/web/api.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { onReach, reachable } from '#platform/web/sync/reach.ts'
import { readMeta, writeMeta } from '#platform/web/sync/store.ts'
import { toast } from '#ui/toast-store.ts'

/** The outbox as the server, or else this device, last knew it. */
export type Outbox = { notices: Notice[]; asAt: number; isLive: boolean }

const LIST = '/api/notices'
/** While something is on its way, its state is looked up this often. */
const LOOK_EVERY_MS = 4000

/** Texts and e-mails, newest first; without a connection the last known ones. Fetched whenever the screen opens or the server is back. */
export function useOutbox(limit: number) {
  const query = useQuery({
    queryKey: [LIST, limit],
    queryFn: ({ signal }) => loadOutbox(limit, signal),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.isLive && state.data.notices.some(isMoving) ? LOOK_EVERY_MS : false),
  })
  const { refetch } = query
  useEffect(() => onReach(() => void (reachable() && refetch())), [refetch])
  return query
}

/** Sends now, or stops, one text; the list shows what came of it. */
export function useNoticeActions() {
  const client = useQueryClient()
  const options = {
    onSuccess: (notice: Notice) => showIn(client, notice),
    onError: (error: Error) => failed(client, error),
  }
  return {
    sendNow: useMutation({
      mutationFn: (id: string) => call<typeof noticeEndpoints.sendNow>('POST /api/notices/:id/send-now', { params: { id } }),
      ...options,
    }),
    cancel: useMutation({
      mutationFn: (id: string) => call<typeof noticeEndpoints.cancel>('POST /api/notices/:id/cancel', { params: { id } }),
      ...options,
    }),
  }
}

/** Reports to the server that a text was opened in another app, so that ours is not sent as well. */
export function useHandOver() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, via }: { id: string; via: HandOverVia }) =>
      call<typeof noticeEndpoints.handOver>('POST /api/notices/:id/hand-over', { params: { id }, body: { via } }),
    onSuccess: (notice) => showIn(client, notice),
    onError: (error) => {
      const description = error instanceof Unreachable ? 'No connection, so ours may still go too.' : sentenceOf(error)
      toast({ variant: 'destructive', title: 'Opened, but not recorded', description })
      refreshAfter(client, error)
    },
  })
}

const isMoving = (notice: Notice) => notice.state === 'held' || notice.state === 'queued' || notice.state === 'sending'

async function loadOutbox(limit: number, signal: AbortSignal): Promise<Outbox> {
  try {
    const notices = await call<typeof noticeEndpoints.list>('GET /api/notices', { query: { limit }, signal })
    // A full disk must not hide the server's response.
    await keep(notices).catch(() => undefined)
    return { notices, asAt: currentMs(), isLive: true }
  } catch (error) {
    const kept = error instanceof Unreachable ? await lastNotices() : undefined
    if (!kept) throw error
    return { ...kept, isLive: false }
  }
}

async function keep(notices: Notice[]) {
  const store = currentStore()
  if (!store) return
  await store.transaction('rw', store.meta, async () => {
    const answers = await readMeta(store, 'answers')
    await writeMeta(store, 'answers', { ...answers, [LIST]: { asAt: currentMs(), answer: notices } })
  })
}

async function lastNotices(): Promise<{ notices: Notice[]; asAt: number } | undefined> {
  const store = currentStore()
  const kept = store && (await readMeta(store, 'answers'))?.[LIST]
  return kept && { notices: kept.answer as Notice[], asAt: kept.asAt }
}

async function showIn(client: QueryClient, notice: Notice) {
  // A list that was requested earlier would overwrite it with the old state.
  await client.cancelQueries({ queryKey: [LIST] })
  client.setQueriesData<Outbox>({ queryKey: [LIST] }, (outbox) => {
    if (!outbox?.notices) return outbox
    return { ...outbox, notices: outbox.notices.map((known) => (known.id === notice.id ? notice : known)) }
  })
}

function failed(client: QueryClient, error: Error) {
  toast({ variant: 'destructive', title: "That didn't work", description: sentenceOf(error) })
  refreshAfter(client, error)
}

/** A refusal means that the list shown is older than what the server knows. */
function refreshAfter(client: QueryClient, error: Error) {
  if (error instanceof ApiError) void client.invalidateQueries({ queryKey: [LIST] })
}
