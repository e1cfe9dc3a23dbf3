import pg from 'pg'

const BEAT_MS = 1000
const PATIENCE_MS = 3000
const TURN_MS = 100
/** So many turns of our own event loop without an answer are silence: had it stood still meanwhile, the answer would lie there unread. */
const SILENT_TURNS = 10

type Watched = {
  connection: pg.ClientConfig
  /** Whether any caller waits for the database. */
  isAwaited: () => boolean
  /** The database has not answered for some seconds. */
  onSilence: () => void
}

/** `refusal`: the server answers with an error; a caller waiting for a connection receives that error there. */
type Heard = 'answer' | 'refusal' | 'silence'

/**
 * Detects a database that no longer answers although its connections are open: it sends a query every second on a connection of its own, while
 * any caller waits. A slow statement is not silence: its own limits end it.
 */
export function watchPulse({ connection, isAwaited, onSilence }: Watched) {
  let client: pg.Client | undefined
  let asking: Promise<Heard> | undefined

  const hear = async (): Promise<Heard> => {
    const kept = client
    const asked = kept ?? new pg.Client({ ...connection, connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS })
    let turns = 0
    const turning = setInterval(() => turns++, TURN_MS)
    try {
      if (!kept) {
        // Without a listener, a connection that breaks between two queries would end the process; the next query detects the break.
        asked.on('error', () => {})
        await asked.connect()
        client = asked
      }
      await asked.query('select 1')
      return 'answer'
    } catch (error) {
      client = undefined
      asked.end().catch(() => {})
      if (turns >= SILENT_TURNS && !(error instanceof pg.DatabaseError)) return 'silence'
      // A connection that broke while idle proves nothing about the others, nor does one that we kept waiting ourselves.
      return kept ? hear() : 'refusal'
    } finally {
      clearInterval(turning)
    }
  }
  const ask = () => {
    asking ??= hear().finally(() => {
      asking = undefined
    })
    return asking
  }
  const beat = setInterval(() => {
    if (isAwaited()) void ask().then((heard) => heard === 'silence' && onSilence())
  }, BEAT_MS).unref()

  return {
    /** Whether the database answers within so many milliseconds. */
    async answersWithin(milliseconds: number): Promise<boolean> {
      const { promise, resolve } = Promise.withResolvers<Heard>()
      const timer = setTimeout(resolve, milliseconds, 'silence')
      return (await Promise.race([ask(), promise]).finally(() => clearTimeout(timer))) === 'answer'
    },
    async close() {
      clearInterval(beat)
      await asking
      await client?.end().catch(() => {})
    },
  }
}
