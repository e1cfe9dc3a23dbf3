import type pg from 'pg'

/**
 * `refused`: the database refuses it; `cut`: the connection goes before the statement; `unheard`: it is done, and the connection goes then.
 */
export type Fault = 'refused' | 'cut' | 'unheard'
type Query = (...args: unknown[]) => Promise<unknown>
type Client = pg.PoolClient & { query: Query; connection: { stream: { destroy(): void } } }

/**
 * Makes one statement of a pool go wrong: the `nth` from `arm` on. Statements are counted as they are sent, regardless of the sender, so a
 * test does one thing at a time.
 */
export function faultyPool(pool: pg.Pool) {
  let [left, fault, wasHit] = [0, 'refused' as Fault, false]
  const wrapped = new WeakSet<Client>()
  const connect = pool.connect.bind(pool) as () => Promise<Client>
  pool.connect = (async () => {
    const client = await connect()
    if (!wrapped.has(client)) wrap(client)
    return client
  }) as typeof pool.connect

  function wrap(client: Client) {
    wrapped.add(client)
    const query = client.query.bind(client) as Query
    client.query = (async (...args: unknown[]) => {
      // A read that is its own message has a callback, and no transaction to break.
      const isOwnMessage = typeof args[0] === 'object' && args[0] !== null && 'submit' in args[0]
      if (left === 0 || isOwnMessage || --left > 0) return query(...args)
      wasHit = true
      if (fault === 'refused') return query("do $$ begin raise 'as if it had failed' using errcode = 'XX000'; end $$")
      if (fault === 'unheard') await query(...args)
      client.connection.stream.destroy()
      throw new Error('the connection was lost')
    }) as typeof client.query
  }

  return {
    arm(nth: number, kind: Fault) {
      ;[left, fault, wasHit] = [nth, kind, false]
    },
    /** Whether there was an nth statement. Nothing goes wrong any more. */
    disarm(): boolean {
      left = 0
      return wasHit
    },
  }
}
