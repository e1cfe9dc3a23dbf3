import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LoneWorker, loneEndpoints } from '#features/day/lone/contract.ts'
import { wantsAnswer } from '#features/day/lone/words.ts'
import { currentMs } from '#lib/clock.ts'
import { ApiError, call, Unreachable } from '#platform/web/api.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { onReach, reachable } from '#platform/web/sync/reach.ts'
import { readMeta, writeMeta } from '#platform/web/sync/store.ts'

type Endpoints = typeof loneEndpoints

/** The timer as the server, or else this device, last knew it; `keptAnswer` is the timer whose answer has not reached the server yet. */
export type KnownLone = { lone: LoneWorker; isLive: boolean; keptAnswer: string | null }

const MINE = '/api/lone-timer'
const ANSWER = '/api/lone-timer/:id/answer'
/** While a timer wants an answer, or somebody was asked, its state is looked up this often. */
const LOOK_EVERY_MS = 15_000

/** The signed-in member's timer; nothing is asked where it is not offered at all. */
export function useLone({ isOffered }: { isOffered: boolean }) {
  const query = useQuery({
    queryKey: [MINE],
    queryFn: ({ signal }) => loadLone(signal),
    enabled: isOffered,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? LOOK_EVERY_MS : false),
  })
  const { refetch } = query
  useEffect(() => (isOffered ? onReach(() => void (reachable() && refetch())) : undefined), [refetch, isOffered])
  return query
}

/** What a member does about their timer. Only an answer may wait for signal; all else is done when the server has said so. */
export function useLoneActions() {
  const client = useQueryClient()
  const show = async (lone: LoneWorker) => {
    // One that was requested earlier would overwrite it with the old state.
    await client.cancelQueries({ queryKey: [MINE] })
    client.setQueryData<KnownLone>([MINE], { lone, isLive: true, keptAnswer: null })
    await keep(lone)
  }
  return {
    ask: useMutation({
      mutationFn: (body: { name: string; phone: string }) => call<Endpoints['ask']>('PUT /api/lone-timer/contact', { body }),
      onSuccess: show,
    }),
    set: useMutation({
      mutationFn: (body: { visitId: string; ringAt: string }) => call<Endpoints['set']>('PUT /api/lone-timer', { body }),
      onSuccess: show,
    }),
    answer: useMutation({
      mutationFn: async (id: string) => {
        const isKept = await writeKept(ANSWER, { id }).catch(() => false)
        const fault = await sendAnswer(id)
        if (fault && !isKept) throw fault
      },
      onSettled: () => client.invalidateQueries({ queryKey: [MINE] }),
    }),
  }
}

/** Sends an answer that was given without signal. Returns the timer whose answer still waits. */
export async function sendKeptAnswer(): Promise<string | null> {
  const kept = (await readKept(ANSWER)) as { id: string } | null | undefined
  return kept && (await sendAnswer(kept.id)) ? kept.id : null
}

/** Returns why it has not reached the server. One that the server does not know answers a timer that is over, so it is let go. */
async function sendAnswer(id: string): Promise<Error | undefined> {
  try {
    await keep(await call<Endpoints['answer']>('POST /api/lone-timer/:id/answer', { params: { id } }))
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) return error as Error
  }
  await writeKept(ANSWER, null)
  return undefined
}

const isMoving = ({ lone: { contact, timer }, keptAnswer }: KnownLone) =>
  keptAnswer !== null || wantsAnswer(timer, currentMs()) || (contact !== null && !contact.agreedAt && !contact.refusedAt)

async function loadLone(signal: AbortSignal): Promise<KnownLone> {
  const keptAnswer = await sendKeptAnswer()
  try {
    const lone = await call<Endpoints['mine']>('GET /api/lone-timer', { signal })
    await keep(lone)
    return { lone, isLive: true, keptAnswer }
  } catch (error) {
    const lone = error instanceof Unreachable ? ((await readKept(MINE)) as LoneWorker | undefined) : undefined
    if (!lone) throw error
    return { lone, isLive: false, keptAnswer }
  }
}

// A full disk must not hide the server's answer.
const keep = (lone: LoneWorker) => writeKept(MINE, lone).catch(() => undefined)

/** Returns whether this device has a copy to keep it in. */
async function writeKept(route: string, answer: unknown): Promise<boolean> {
  const store = currentStore()
  if (!store) return false
  await store.transaction('rw', store.meta, async () => {
    const answers = await readMeta(store, 'answers')
    await writeMeta(store, 'answers', { ...answers, [route]: { asAt: currentMs(), answer } })
  })
  return true
}

async function readKept(route: string): Promise<unknown> {
  const store = currentStore()
  return store && (await readMeta(store, 'answers'))?.[route]?.answer
}
