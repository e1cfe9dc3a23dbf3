import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { buildApp } from '#app/build-app.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { onOurClock } from '#platform/server/database/db-clock.ts'
import { migrateWithin } from '#platform/server/database/migrate.ts'
import { type PreparedDatabase, prepareDatabase } from '#platform/server/database/prepare.ts'
import { fileStore } from '#platform/server/files/store.ts'
import type { HttpOptions } from '#platform/server/http/http.ts'
import { openJobs } from '#platform/server/jobs/jobs.ts'
import { testHash, testVault } from '#testing/vault.ts'

/** Databases as a hosting company gives them: their owner is no superuser, so row-level security holds for it too. */
export async function makeHosting() {
  const superuser = inject('database')
  const user = `hosting_${randomUUID().slice(0, 8)}`
  await ask(superuser, `create role ${user} login createdb createrole`)
  const made: string[] = []
  const newName = () => {
    const database = `h_${randomUUID().replaceAll('-', '')}`
    made.push(database)
    return database
  }
  const empty = await prepareDatabase({ ...superuser, user, database: newName() })
  return {
    /** A copy of one without connections; by default of an empty one, prepared as a start does. */
    async database(of: PreparedDatabase = empty): Promise<PreparedDatabase> {
      const database = newName()
      await ask(superuser, `create database ${database} template ${of.owner.database} owner ${user}`)
      const { owner, app, directory } = of
      return { owner: { ...owner, database }, app: { ...app, database }, directory: { ...directory, database } }
    },
    /** One as an older version left it, its tables as they were after the migration `last`. */
    async older(last: string): Promise<PreparedDatabase> {
      const database = newName()
      const owner = { ...superuser, user, database }
      await ask({ ...superuser, user }, `create database ${database} template template0`)
      const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool(onOurClock(owner)) }) })
      await migrateWithin(db, last)
      await db.destroy()
      return { owner, app: owner, directory: owner }
    },
    /** What a superuser sees in one of them. */
    ask: (database: PreparedDatabase, text: string) => ask({ ...superuser, database: String(database.owner.database) }, text),
    async close() {
      for (const database of made) await ask(superuser, `drop database if exists ${database} with (force)`)
      await ask(superuser, `drop role ${user}`)
    },
  }
}

/** The product over one of them, without its worker. */
export async function serveDatabase(database: PreparedDatabase, more: Partial<HttpOptions> = {}) {
  const db = openDatabase({ app: { ...database.app, max: 4 }, directory: { ...database.directory, max: 3 } })
  const jobs = await openJobs(database.app, { error: () => {} })
  const app = await buildApp({
    db,
    files: fileStore({ filesFolder: 'data/files' }),
    mode: 'test',
    origin: 'http://localhost:3000',
    checksAnswers: true,
    vault: testVault(),
    keyedHash: testHash(),
    ...more,
  })
  await app.ready()
  return {
    app,
    db,
    async stop() {
      await app.close()
      await jobs.close()
      await db.close()
    },
  }
}

async function ask(connection: pg.ClientConfig, text: string) {
  const client = new pg.Client(onOurClock(connection))
  await client.connect()
  try {
    return (await client.query(text)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}
