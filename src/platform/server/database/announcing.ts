import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** The channel on which servers notify each other of changed practices: `<sending server> <practice ids, with commas>`. */
export const CHANNEL = 'synced'
const TOGETHER_MS = 50
/** A notice holds 8,000 bytes at most. */
const MOST_IN_ONE = 200
const LONGEST_MS = 2000

/**
 * Announces which practices have changed, once that is committed: immediately to listeners in this process, and to other servers together with
 * all that changes within 50 ms. A notice inside a transaction would make all commits of the whole database wait for each other. A lost notice
 * does no harm, because devices also poll.
 */
export function openAnnouncing(connection: pg.PoolConfig) {
  // A connection of its own: work that has taken all the others does not delay notices.
  const pool = new pg.Pool({ ...connection, max: 1, connectionTimeoutMillis: LONGEST_MS, query_timeout: LONGEST_MS })
  pool.on('error', () => {})
  const id = randomUUID()
  const listeners = new Set<(practiceId: string) => void>()
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()

  const send = async () => {
    timer = undefined
    const ids = [...waiting]
    waiting.clear()
    for (let at = 0; at < ids.length; at += MOST_IN_ONE)
      await pool.query('select pg_notify($1, $2)', [CHANNEL, `${id} ${ids.slice(at, at + MOST_IN_ONE).join()}`])
  }
  const flush = () => {
    clearTimeout(timer)
    sending = sending.then(send).catch(() => {})
    return sending
  }
  return {
    changed(practiceId: string): void {
      for (const tell of listeners) tell(practiceId)
      waiting.add(practiceId)
      timer ??= setTimeout(flush, TOGETHER_MS)
    },
    /** Returns how to stop. */
    listen(tell: (practiceId: string) => void): () => void {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
    /** The practices that another server reports as changed; none when the notice is our own. */
    readNotice(payload = ''): string[] {
      const [from, ids = ''] = payload.split(' ')
      return from === id ? [] : ids.split(',')
    },
    async close() {
      await (timer ? flush() : sending)
      await pool.end()
    },
  }
}
