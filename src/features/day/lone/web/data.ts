import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LoneWorker, loneEndpoints } from '#features/day/lone/contract.ts'
import { answerOrKeep, keepLone, lastLone, sendKeptAnswer } from '#features/day/lone/web/kept-answer.ts'
import { wantsAnswer } from '#features/day/lone/words.ts'
import { currentMs } from '#lib/clock.ts'
import { call, Unreachable } from '#platform/web/api.ts'
import { onReach, reachable } from '#platform/web/sync/reach.ts'

type Endpoints = typeof loneEndpoints

/** The timer as the server, or else this device, last knew it; `keptAnswer` is the timer whose answer has not reached the server yet. */
export type KnownLone = { lone: LoneWorker; isLive: boolean; keptAnswer: string | null }

const MINE = '/api/lone-timer'
/** While a timer, or a question to a contact, is unanswered, its state is fetched this often. */
const LOOK_EVERY_MS = 15_000

/** The signed-in member's timer. */
export function useLone() {
  const query = useQuery({
    queryKey: [MINE],
    queryFn: ({ signal }) => loadLone(signal),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? LOOK_EVERY_MS : false),
  })
  const { refetch } = query
  useEffect(() => onReach(() => void (reachable() && refetch())), [refetch])
  return query
}

/** A member's actions on their timer. Only an answer may wait for signal; the others are done once the server confirms them. */
export function useLoneActions() {
  const client = useQueryClient()
  const show = async (lone: LoneWorker) => {
    // One that was requested earlier would overwrite it with the old state.
    await client.cancelQueries({ queryKey: [MINE] })
    client.setQueryData<KnownLone>([MINE], { lone, isLive: true, keptAnswer: null })
    await keepLone(lone)
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
      mutationFn: answerOrKeep,
      onSettled: () => client.invalidateQueries({ queryKey: [MINE] }),
    }),
  }
}

const isMoving = ({ lone: { contact, timer }, keptAnswer }: KnownLone) =>
  keptAnswer !== null || wantsAnswer(timer, currentMs()) || (contact !== null && !contact.agreedAt && !contact.refusedAt)

async function loadLone(signal: AbortSignal): Promise<KnownLone> {
  const keptAnswer = await sendKeptAnswer()
  try {
    const lone = await call<Endpoints['mine']>('GET /api/lone-timer', { signal })
    await keepLone(lone)
    return { lone, isLive: true, keptAnswer }
  } catch (error) {
    const lone = error instanceof Unreachable ? await lastLone() : undefined
    if (!lone) throw error
    return { lone, isLive: false, keptAnswer }
  }
}
