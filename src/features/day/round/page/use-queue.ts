import { useEffect, useReducer, useState } from 'react'
import type { PublicStop, QueueView } from '#features/day/round/contract.ts'
import { hear, recall, remember, type SeenStop } from '#features/day/round/page/seen-stop.ts'
import { currentMs } from '#lib/clock.ts'
import { serverUrl } from '#platform/web/server-url.ts'

/** Spec §9: public stop queue polling. */
const POLL_MS = 30_000

export type QueueState = {
  /** Null until the first response. */
  stops: PublicStop[] | null
  /** The time of the server's last response. */
  asAt: string
  /** The last request had no answer: the page shows the last known state. */
  isLastKnown: boolean
}
type Heard = { stops?: PublicStop[]; asAt: string } | 'nothing'

/**
 * The queue as the server last returned it: requested every 30 s while the page is seen, at once when it is shown again or the network
 * returns. `first` is what the page was painted with.
 */
export function useQueue(first: QueueView): QueueState {
  const [state, heard] = useReducer(next, { stops: first.stops, asAt: first.asAt, isLastKnown: false })
  useEffect(() => {
    return first.token ? follow(first.token, first, heard) : undefined
  }, [first])
  return state
}

/** What to show of each stop, by its id: at first as the server painted it, then compared with what this phone showed before. */
export function useSeenStops(stops: PublicStop[] | null): Readonly<Record<string, SeenStop>> {
  const [seen, setSeen] = useState(() => seenOf(stops, {}))
  useEffect(() => {
    if (!stops) return
    const now = seenOf(stops, recall())
    remember(now)
    setSeen(now)
  }, [stops])
  return seen
}

const seenOf = (stops: PublicStop[] | null, before: Readonly<Record<string, SeenStop>>) =>
  Object.fromEntries((stops ?? []).map((stop) => [stop.id, hear(before[stop.id] ?? null, stop)]))

function next(state: QueueState, heard: Heard): QueueState {
  if (heard === 'nothing') return { ...state, isLastKnown: true }
  return { stops: heard.stops ?? state.stops, asAt: heard.asAt, isLastKnown: false }
}

function follow(token: string, first: QueueView, hear: (heard: Heard) => void): () => void {
  let { etag } = first
  let timer: ReturnType<typeof setTimeout> | undefined
  let polling: AbortController | undefined
  const poll = async () => {
    clearTimeout(timer)
    polling?.abort()
    polling = new AbortController()
    const { signal } = polling
    try {
      const answer = await fetch(serverUrl(`/api/appointments/today/${encodeURIComponent(token)}`), {
        headers: etag ? { 'if-none-match': etag } : {},
        signal,
      })
      const stops = await stopsIn(answer)
      etag = answer.headers.get('etag') ?? etag
      hear({ ...(stops && { stops }), asAt: timeOf(answer) })
    } catch {
      if (signal.aborted) return
      hear('nothing')
    }
    if (!signal.aborted && !document.hidden) timer = setTimeout(poll, POLL_MS)
  }
  const onVisibility = () => (document.hidden ? clearTimeout(timer) : void poll())
  if (!first.stops) void poll()
  else if (!document.hidden) timer = setTimeout(poll, POLL_MS)
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', poll)
  return () => {
    clearTimeout(timer)
    polling?.abort()
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('online', poll)
  }
}

/** The new stops; undefined when unchanged. @throws Error for any other response */
async function stopsIn(answer: Response): Promise<PublicStop[] | undefined> {
  if (answer.status === 304) return undefined
  const body: unknown = answer.ok ? await answer.json() : undefined
  if (!Array.isArray(body)) throw new Error(`answered ${answer.status}`)
  return body as PublicStop[]
}

// The server's clock, because the phone's may be wrong.
const timeOf = (answer: Response) => new Date(answer.headers.get('date') ?? currentMs()).toISOString()
