import pg from 'pg'

/** What every change of a practice's data is told on, with the practice's id (`rows.ts`). */
const CHANNEL = 'synced'
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 10_000
const LOOK_EVERY_MS = 30_000

type Listener = { onChange: () => void; onDown: () => void }

/**
 * Listens to the database on a connection of its own, from the first subscriber on. When that breaks, subscribers are told and let go (they
 * ask by the clock then), and it comes back by itself.
 */
export function openChangeFeed(connection: pg.ClientConfig) {
  const listeners = new Map<string, Set<Listener>>()
  let client: pg.Client | undefined
  let opening: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false
  let wait = FIRST_WAIT_MS

  const open = async () => {
    const next = new pg.Client({ ...connection, keepAlive: true, query_timeout: 10_000 })
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    next.on('notification', ({ payload }) => {
      for (const each of [...(listeners.get(payload ?? '') ?? [])]) each.onChange()
    })
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

  // A connection cut off without a word is found out by asking.
  const look = setInterval(() => {
    const asked = client
    asked?.query('select 1').catch(() => lose(asked))
  }, LOOK_EVERY_MS).unref()

  return {
    /** Resolves with whether anything would be heard now. */
    async isUp(): Promise<boolean> {
      if (!client && !retry && !isClosed) opening = open()
      await opening
      return client !== undefined
    },
    /** `onDown` is told once, when nothing is heard any more. Returns how to stop. */
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
      clearInterval(look)
      clearTimeout(retry)
      const closing = client
      client = undefined
      await closing?.end().catch(() => {})
    },
  }
}
