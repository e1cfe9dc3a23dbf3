import { createHash } from 'node:crypto'
import type { CompiledQuery, DatabaseConnection } from 'kysely'

/**
 * A statement that PostgreSQL parses and plans once per connection: for the hottest reads. One name is one text, for ever.
 */
export type Prepared = { name: string; text: string }

/** A statement is prepared once it was sent this often: a statement that is sent once a day need not be kept. */
const OFTEN = 4
/** At most this many per connection. PostgreSQL keeps some tens of kilobytes for each. */
const MOST = 500
/** Statements with more params are rows written together: their texts differ with the number of rows, and few come twice. */
const MOST_PARAMS = 60

/**
 * Wraps a connection so that it parses and plans frequent statements only once. Statements without params stay as they are: several may be in
 * one message. `unnamed`: none is prepared, not even those with names of their own.
 */
export function openPreparing(unnamed: boolean): (connection: DatabaseConnection) => DatabaseConnection {
  const nameOf = openNames()
  const prepare = <R>(query: CompiledQuery<R>) => (unnamed ? asText(query) : asOften(query, nameOf))
  return (connection) => ({
    executeQuery: (query, options) => connection.executeQuery(prepare(query), options),
    streamQuery: (query, chunkSize, options) => connection.streamQuery(query, chunkSize, options),
  })
}

/** A read's statement for pg. */
export const statementOf = ({ name, text }: Prepared, unnamed: boolean): Prepared => ({ name: unnamed ? '' : name, text })

/** Whether PostgreSQL refuses what a connection has prepared, since a migration has changed a table under it. */
export const isStale = (error: unknown): boolean => error instanceof Error && error.message === 'cached plan must not change result type'

function asOften<R>(query: CompiledQuery<R>, nameOf: (text: string) => string | undefined): CompiledQuery<R> {
  const { sql, parameters } = query
  if (typeof sql !== 'string' || parameters.length === 0 || parameters.length > MOST_PARAMS) return query
  const name = nameOf(sql)
  // Kysely passes `sql` on to pg as it is, and pg takes a named statement in its place.
  return name === undefined ? query : { ...query, sql: { name, text: sql } as unknown as string }
}

function asText<R>(query: CompiledQuery<R>): CompiledQuery<R> {
  return typeof query.sql === 'string' ? query : { ...query, sql: (query.sql as Prepared).text }
}

/** Names texts that come often. A name is made of its text, so one name is one text on every server. */
function openNames() {
  const counts = new Map<string, number>()
  const names = new Map<string, string>()
  return (text: string): string | undefined => {
    const name = names.get(text)
    if (name !== undefined || names.size >= MOST) return name
    const count = (counts.get(text) ?? 0) + 1
    if (count < OFTEN) {
      if (counts.size < 10 * MOST || count > 1) counts.set(text, count)
      return undefined
    }
    counts.delete(text)
    const made = `often_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
    names.set(text, made)
    return made
  }
}
