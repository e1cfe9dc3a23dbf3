import pg from 'pg'

const BEAT_MS = 1000
const PATIENCE_MS = 3000

type Watched = {
  connection: pg.ClientConfig
  /** Whether anybody waits for the database. */
  isAwaited: () => boolean
  /** The database has not answered for some seconds. */
  onSilence: () => void
}

/**
 * Finds out that a database no longer answers although its connections are open, by asking it every second on a connection of its own while somebody
 * waits for it. A slow statement is no silence: its own limits end it.
 */
export function watchPulse({ connection, isAwaited, onSilence }: Watched) {
  let client: pg.Client | undefined
  let asking: Promise<boolean> | undefined

  const answered = async (): Promise<boolean> => {
    const asked = client ?? new pg.Client({ ...connection, connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS })
    try {
      if (!client) {
        // Without a listener a connection that breaks between two questions would end the process; the next question finds out.
        asked.on('error', () => {})
        await asked.connect()
        client = asked
      }
      await asked.query('select 1')
      return true
    } catch {
      client = undefined
      asked.end().catch(() => {})
      return false
    }
  }
  const ask = () => {
    asking ??= answered().finally(() => {
      asking = undefined
    })
    return asking
  }
  const beat = setInterval(() => {
    if (isAwaited()) ask().then((isThere) => isThere || onSilence(), onSilence)
  }, BEAT_MS).unref()

  return {
    /** Whether the database answers within so many milliseconds. */
    async answersWithin(milliseconds: number): Promise<boolean> {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const timer = setTimeout(resolve, milliseconds, false)
      return Promise.race([ask(), promise]).finally(() => clearTimeout(timer))
    },
    async close() {
      clearInterval(beat)
      await asking
      await client?.end().catch(() => {})
    },
  }
}
