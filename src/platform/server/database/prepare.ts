import pg from 'pg'
import { migrate } from '#platform/server/database/migrate.ts'
import { ensureRoles, type Passwords, ROLES } from '#platform/server/database/roles.ts'
import { installJobs } from '#platform/server/jobs/jobs.ts'
import { StartError } from '#platform/server/start-error.ts'

/** One database by its three roles. `owner` migrates and owns; the two others own nothing. */
export type PreparedDatabase = { owner: pg.PoolConfig; app: pg.PoolConfig; directory: pg.PoolConfig }

type Options = { keysFolder?: string; note?: (line: string) => void }

const OLDEST_VERSION = 150_000
/** Held while a database is made ready: several starts at once wait for each other, and for a restore. */
export const PREPARE_LOCK = 7_072_697_464

/**
 * Makes the database `owner.database` ready: the database itself, the roles, the tables, the job queues, the grants. Changes nothing
 * that is already right, and several starts at once wait for each other.
 * @throws StartError when the server is too old or unreachable, or the owner may not do what is needed
 */
export async function prepareDatabase(owner: pg.PoolConfig, options: Options = {}): Promise<PreparedDatabase> {
  const client = await connectOrCreate(owner)
  try {
    await requireVersion(client)
    await client.query('select pg_advisory_lock($1)', [PREPARE_LOCK])
    const passwords = await ensureRoles(client, options.keysFolder, options.note ?? (() => {}))
    await migrate(owner)
    await installJobs(owner)
    await grantJobs(client)
    const prepared = { owner, app: asRole(owner, 'app', passwords), directory: asRole(owner, 'directory', passwords) }
    await requireLogin(prepared.app)
    await requireLogin(prepared.directory)
    return prepared
  } catch (error) {
    throw asStartError(error)
  } finally {
    await client.end()
  }
}

/** The owner's connection from `DATABASE_URL`, field by field so that another role can take its place. */
export function ownerFromUrl(url: string): pg.PoolConfig {
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: url })
  return { host, port, user: user ?? '', password: password ?? '', database: database ?? '', ssl }
}

const asRole = (owner: pg.PoolConfig, role: keyof typeof ROLES, passwords: Passwords): pg.PoolConfig => ({
  ...owner,
  user: ROLES[role],
  password: passwords[role] ?? '',
})

async function connect(config: pg.PoolConfig) {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // the query under way reports it
  await client.connect()
  return client
}

async function connectOrCreate(owner: pg.PoolConfig) {
  try {
    return await connect(owner)
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw asStartError(error, owner)
  }
  try {
    await createDatabase(owner)
    return await connect(owner)
  } catch (error) {
    throw asStartError(error, owner)
  }
}

async function createDatabase(owner: pg.PoolConfig) {
  const client = await connect({ ...owner, database: 'postgres' })
  try {
    await client.query(`create database ${client.escapeIdentifier(owner.database ?? '')} encoding 'UTF8' template template0`)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== '42P04' && code !== '23505') throw error // another start made it this instant
  } finally {
    await client.end()
  }
}

async function requireVersion(client: pg.Client) {
  const { rows } = await client.query<{ number: number; name: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
  )
  const [version] = rows
  if (!version || version.number >= OLDEST_VERSION) return
  throw new StartError(`The database is PostgreSQL ${version.name}: Pritchel needs version 15 or later.`)
}

async function grantJobs(owner: pg.Client) {
  await owner.query(`grant usage on schema pgboss to ${ROLES.app};
    grant select, insert, update, delete on all tables in schema pgboss to ${ROLES.app};
    grant execute on all functions in schema pgboss to ${ROLES.app}`)
}

async function requireLogin(role: pg.PoolConfig) {
  try {
    await (await connect(role)).end()
  } catch (error) {
    throw new StartError(
      `The role ${role.user} could not sign in to the database (${(error as Error).message}): check its password in keys/database.json.`,
    )
  }
}

/** Common problems with an external server, each with its remedy; any other error is returned unchanged. */
function asStartError(error: unknown, owner?: pg.PoolConfig) {
  const { code, message } = error as { code?: string; message: string }
  const where = owner ? `${owner.host}:${owner.port}` : 'the server'
  if (code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'ETIMEDOUT' || /timeout expired/.test(message))
    return new StartError(`No PostgreSQL answers at ${where}: start it, or correct DATABASE_URL.`)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new StartError(`There is no host ${owner?.host}: correct DATABASE_URL.`)
  if (code === '28P01' || code === '28000') return new StartError(`The database refused the user of DATABASE_URL (${message}).`)
  if (code === '42501' && !(error instanceof StartError))
    return new StartError(`The user of DATABASE_URL may not do what is needed (${message}): make it the owner of the database.`)
  return error
}
