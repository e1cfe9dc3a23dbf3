import pg from 'pg'
import { CHANNEL } from '#platform/server/database/announcing.ts'
import type { Database } from '#platform/server/database/db.ts'

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 10_000
const LOOK_EVERY_MS = 30_000

type Listener = { onChange: () => void; onDown: () => void }

/**
 * Notifies subscribers at once of changes by this server, and of changes by others by listening to the database, on a connection of its own that
 * opens with the first subscriber. When the connection breaks, subscribers are notified and dropped (they poll from then on), and it reconnects
 * automatically.
 */
export function openChangeFeed({ listening, announcing }: Pick<Database, 'listening' | 'announcing'>) {
  const listeners = new Map<string, Set<Listener>>()
  let client: pg.Client | undefined
  let opening: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false
  let wait = FIRST_WAIT_MS

  const tell = (practiceId: string) => listeners.get(practiceId)?.forEach((each) => void each.onChange())
  const hearNoMore = announcing.listen(tell)

  const open = async () => {
    const next = new pg.Client({ ...listening, keepAlive: true, query_timeout: 10_000 })
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    next.on('notification', ({ payload }) => announcing.readNotice(payload).forEach(tell))
    client = next
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
      wait = FIRST_WAIT_MS
    } catch {
      lose(next)
    }
  }

  const lose = (lost: pg.Client) => {
    if (lost !== client) return
    client = undefined
    opening = undefined
    lost.end().catch(() => {})
    for (const each of [...listeners.values()].flatMap((some) => [...some])) each.onDown()
    if (isClosed) return
    retry = setTimeout(() => {
      retry = undefined
      opening = open()
    }, wait).unref()
    wait = Math.min(LONGEST_WAIT_MS, wait * 2)
  }

  // Polling detects a connection that was cut without notice.
  const look = setInterval(() => {
    const asked = client
    asked?.query('select 1').catch(() => lose(asked))
  }, LOOK_EVERY_MS).unref()

  return {
    /** Resolves with whether a change would be received now. */
    async isUp(): Promise<boolean> {
      if (!client && !retry && !isClosed) opening = open()
      await opening
      return client !== undefined
    },
    /** `onDown` is called once, when changes are no longer received. Returns how to stop. */
    subscribe(practiceId: string, listener: Listener): () => void {
      const some = listeners.get(practiceId) ?? new Set()
      listeners.set(practiceId, some.add(listener))
      return () => {
        some.delete(listener)
        if (some.size === 0 && listeners.get(practiceId) === some) listeners.delete(practiceId)
      }
    },
    async close() {
      isClosed = true
      hearNoMore()
      clearInterval(look)
      clearTimeout(retry)
      const closing = client
      client = undefined
      await closing?.end().catch(() => {})
    },
  }
}
