import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ActivityItem, roundEndpoints } from '#features/day/round/contract.ts'
import { currentMs } from '#lib/clock.ts'
import { call, Unreachable } from '#platform/web/api.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { onReach, reachable } from '#platform/web/sync/reach.ts'
import { readMeta, writeMeta } from '#platform/web/sync/store.ts'

type Endpoint = typeof roundEndpoints.activity
/** `isLive` false: the last that this device received. */
export type Activity = { items: ActivityItem[]; asAt: number; isLive: boolean }

/** The journal's endpoint; what was fetched from it is stored under this name. */
export const ACTIVITY_PATH = '/api/dashboard/activity'
const SHOWN = 6

/** What was done lately, as the server knows it; without a connection the last known. Fetched when Home opens or the server is back. */
export function useRecentActivity() {
  const query = useQuery({ queryKey: [ACTIVITY_PATH, 'recent'], queryFn: ({ signal }) => load(signal), refetchOnMount: 'always' })
  const { refetch } = query
  useEffect(() => onReach(() => void (reachable() && refetch())), [refetch])
  return query
}

async function load(signal: AbortSignal): Promise<Activity> {
  try {
    const items = await call<Endpoint>('GET /api/dashboard/activity', { query: { limit: SHOWN }, signal })
    // A full disk must not hide the server's answer.
    await keep(items).catch(() => undefined)
    return { items, asAt: currentMs(), isLive: true }
  } catch (error) {
    const kept = error instanceof Unreachable ? await lastActivity() : undefined
    if (!kept) throw error
    return { ...kept, isLive: false }
  }
}

async function keep(items: ActivityItem[]) {
  const store = currentStore()
  if (!store) return
  await store.transaction('rw', store.meta, async () => {
    const answers = await readMeta(store, 'answers')
    await writeMeta(store, 'answers', { ...answers, [ACTIVITY_PATH]: { asAt: currentMs(), answer: items } })
  })
}

async function lastActivity(): Promise<{ items: ActivityItem[]; asAt: number } | undefined> {
  const store = currentStore()
  const kept = store && (await readMeta(store, 'answers'))?.[ACTIVITY_PATH]
  return kept && { items: kept.answer as ActivityItem[], asAt: kept.asAt }
}
