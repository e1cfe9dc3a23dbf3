import { join } from 'node:path'
import { type RunningDatabase, startDatabase } from '#app/database.ts'
import type { Config } from '#platform/server/config.ts'
import { prepareDatabase } from '#platform/server/database/prepare.ts'
import { endpointOf, ownerConnection } from '#platform/server/embedded/endpoint.ts'
import { makeHome } from '#platform/server/embedded/home.ts'
import { probe } from '#platform/server/embedded/postmaster.ts'

/**
 * The database for a command beside the server: the embedded one is joined when it runs, and else started for as long as we need it.
 * @throws StartError
 */
export async function reachDatabase(config: Config, note: (line: string) => void): Promise<RunningDatabase> {
  const joined = config.databaseUrl ? undefined : await joinEmbedded(config.dataFolder, note)
  return joined ?? startDatabase(config, { note })
}

async function joinEmbedded(dataFolder: string, note: (line: string) => void): Promise<RunningDatabase | undefined> {
  const home = makeHome(dataFolder, note)
  const endpoint = endpointOf(home, process.platform === 'win32')
  if ((await probe(endpoint, home.dataDir)) !== 'ready') return undefined
  const owner = { ...ownerConnection(endpoint), database: 'pritchel' }
  const prepared = await prepareDatabase(owner, owner.password ? { keysFolder: join(dataFolder, 'keys'), note } : {})
  return { ...prepared, adopted: true, stop: async () => {} }
}
