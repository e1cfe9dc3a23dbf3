import pg from 'pg'

type Statement = { name: string; text: string }
/** What pg's types leave out: the messages of the extended protocol, and how a query takes their answers. */
type Connection = {
  parse: (statement: Statement) => void
  bind: (portal: { statement: string; values: string[] }) => void
  execute: (portal: object) => void
}
interface Query {
  submit(connection: Connection): Error | null
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Connection): void
}
type Done<R extends pg.QueryResultRow> = (error: Error | null, result: pg.QueryResult<R>) => void
const Query = pg.Query as unknown as new (config: pg.QueryConfig, done: Done<never>) => Query

const SCOPE = `select set_config('app.practice_id', $1, true)`
/** Connections that have parsed it. */
const prepared = new WeakSet<Connection>()

/**
 * A prepared read of one practice. The practice is set in the messages before the statement's own: up to the one Sync behind them PostgreSQL
 * runs both as one transaction, so it holds for this read alone, and BEGIN, COMMIT and their answers are spared.
 */
class PracticeRead extends Query {
  readonly #practiceId: string
  readonly #isNamed: boolean
  #isScoped = false

  constructor(practiceId: string, config: pg.QueryConfig, done: Done<never>) {
    super(config, done)
    this.#practiceId = practiceId
    this.#isNamed = Boolean(config.name)
  }

  override submit(connection: Connection) {
    const name = this.#isNamed ? 'scope' : ''
    if (!this.#isNamed || !prepared.has(connection)) connection.parse({ name, text: SCOPE })
    if (this.#isNamed) prepared.add(connection)
    connection.bind({ statement: name, values: [this.#practiceId] })
    connection.execute({})
    return super.submit(connection)
  }

  override handleDataRow(message: unknown) {
    if (this.#isScoped) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: Connection) {
    if (this.#isScoped) super.handleCommandComplete(message, connection)
    this.#isScoped = true
  }
}

/** Runs one prepared read in one practice: one message out, one answer back, for the hottest reads. Without a name it is parsed each time. */
export async function readPractice<R extends pg.QueryResultRow>(
  pool: pg.Pool,
  practiceId: string,
  statement: Statement,
  values: unknown[],
): Promise<R[]> {
  const client = await pool.connect()
  return new Promise((resolve, reject) => {
    const read = new PracticeRead(practiceId, { ...statement, values }, (error, result) => {
      // A connection on which a read failed is not used again: it is unknown what it has prepared.
      client.release(error ?? undefined)
      if (error) reject(error)
      else resolve(result.rows)
    })
    client.query(read as unknown as pg.Submittable)
  })
}
