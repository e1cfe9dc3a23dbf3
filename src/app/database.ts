import { join } from 'node:path'
import type { Config } from '#platform/server/config.ts'
import { ownerFromUrl, type PreparedDatabase, prepareDatabase } from '#platform/server/database/prepare.ts'
import { startEmbedded } from '#platform/server/embedded/embedded.ts'
import type { StartError } from '#platform/server/start-error.ts'

/** A database made ready. `stop` stops it when it is ours. */
export type RunningDatabase = PreparedDatabase & { adopted: boolean; stop: () => Promise<void> }

type StartOptions = { note: (line: string) => void; onLost?: (reason: StartError) => void }

const NAME = 'pritchel'

/** The database of `DATABASE_URL`, else our own, with roles, tables and queues. */
export async function startDatabase(config: Pick<Config, 'dataFolder' | 'databaseUrl'>, options: StartOptions): Promise<RunningDatabase> {
  const keysFolder = join(config.dataFolder, 'keys')
  if (config.databaseUrl) {
    const prepared = await prepareDatabase(ownerFromUrl(config.databaseUrl), { keysFolder, note: options.note })
    return { ...prepared, adopted: false, stop: async () => {} }
  }
  const embedded = await startEmbedded(config.dataFolder, options)
  try {
    const owner = { ...embedded.owner, database: NAME }
    // Over a socket only we can enter, no one needs a password.
    const prepared = await prepareDatabase(owner, owner.password ? { keysFolder, note: options.note } : {})
    return { ...prepared, adopted: embedded.adopted, stop: embedded.stop }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}
