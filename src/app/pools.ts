import type { Config } from '#platform/server/config.ts'
import { type Connections, type Database, openDatabase } from '#platform/server/database/db.ts'

type Settings = Pick<Config, 'statements'>

/** The database for requests. */
export const openForRequests = (database: Connections, settings: Settings): Database => open(database, settings)

/**
 * The database for the jobs of a worker (texts, reminders, pictures), and once more for jobs that take minutes (imports, exports, erasures).
 * Each has connections of its own, so that none keeps the others waiting.
 */
export const openForJobs = (database: Connections, settings: Settings): { db: Database; long: Database } => ({
  db: open(database, settings, { app: 6, directory: 3 }),
  long: open(database, settings, { app: 3, directory: 2 }),
})

/** `most`: connections at most, of each role; else as many as a server needs. */
function open({ app, directory }: Connections, { statements }: Settings, most?: { app: number; directory: number }): Database {
  return openDatabase({
    app: { ...app, ...(most && { max: most.app }) },
    directory: { ...directory, ...(most && { max: most.directory }) },
    unnamed: statements === 'plain',
  })
}
