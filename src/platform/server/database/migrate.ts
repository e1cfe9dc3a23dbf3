import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'
import { onOurClock } from '#platform/server/database/db-clock.ts'

const FOLDER = new URL('../../../../db/migrations/', import.meta.url)

/** Kysely's own tables live apart, so that schema public holds tenant tables alone. */
const MIGRATIONS_SCHEMA = 'migrations'

/**
 * Applies every `db/migrations/NNNN-name.sql` not yet applied, as the owner, all in one transaction. A file may hold many statements,
 * but none that forbids a transaction (`create index concurrently`). Safe when several start at once.
 */
export async function migrate(owner: pg.PoolConfig) {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ ...onOurClock(owner), max: 2 }) }) })
  try {
    const { error } = await migratorOf(db).migrateToLatest()
    if (error) throw error
  } finally {
    await db.destroy()
  }
}

/** The same inside the caller's transaction, as far as the migration `last`; to the newest without it. */
export async function migrateWithin<T>(db: Kysely<T>, last?: string) {
  const migrator = migratorOf(db, { disableTransactions: true })
  const { error } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
  if (error) throw error
}

/** Every migration this version has, in order. */
export const listMigrations = async (): Promise<string[]> => (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()

/** The functions migrations ever made in schema public, by name. */
export async function listFunctions(): Promise<string[]> {
  const texts = await Promise.all((await listMigrations()).map((name) => readFile(new URL(name, FOLDER), 'utf8')))
  return [...texts.join('\n').matchAll(/create (?:or replace )?function (\w+)\(/g)].map((found) => found[1] ?? '')
}

/** The newest migration a database has had. */
export async function lastMigration(owner: pg.ClientBase): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(`select name from ${MIGRATIONS_SCHEMA}.kysely_migration order by name desc limit 1`)
  return rows[0]?.name ?? ''
}

const migratorOf = <T>(db: Kysely<T>, options: { disableTransactions?: boolean } = {}) =>
  new Migrator({ db, provider: sqlFiles, migrationTableSchema: MIGRATIONS_SCHEMA, ...options })

const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const names = await listMigrations()
    return Object.fromEntries(names.map((name) => [name, { up: (db: Kysely<unknown>) => run(name, db) }]))
  },
}

// A text without parameters goes as one simple-protocol message, so it may hold many statements.
async function run(name: string, db: Kysely<unknown>) {
  await sql.raw(await readFile(new URL(name, FOLDER), 'utf8')).execute(db)
}
