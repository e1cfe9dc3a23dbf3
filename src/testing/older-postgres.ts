import { execFileSync, spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { ownerConnection } from '#platform/server/embedded/endpoint.ts'
import { makeHome, runAs } from '#platform/server/embedded/home.ts'
import { stopPostmaster } from '#platform/server/embedded/postmaster.ts'

const HOSTED_OWNER = 'hosted_owner'

/**
 * A throwaway cluster of an installed PostgreSQL. `owner` is as a hosting company would give it: no superuser, but one that may make
 * databases and roles. `superuser` is for tests that look behind row-level security. `programs` is the folder of its programs.
 */
export async function startOlderPostgres(programs: string, folder: string, settings: string[]) {
  const home = makeHome(folder, () => {})
  const run = { cwd: home.folder, ...runAs(home.identity) }
  execFileSync(join(programs, 'initdb'), ['-D', home.dataDir, '-U', 'pritchel_owner', '--auth=trust', '-E', 'UTF8', '--locale=C', '-N'], {
    stdio: 'pipe',
    ...run,
  })
  const log = openSync(home.logFile, 'a')
  const options = ['listen_addresses=', `unix_socket_directories=${home.socketDir}`, ...settings].flatMap((setting) => ['-c', setting])
  const child = spawn(join(programs, 'postgres'), ['-D', home.dataDir, ...options], {
    stdio: ['ignore', 'ignore', log],
    detached: true,
    ...run,
  })
  const superuser = ownerConnection({ host: home.socketDir, port: 5432 })
  const isReady = async () => (await ask(superuser, 'select 1').catch(() => [])).length === 1
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL stopped while starting: ${readFileSync(home.logFile, 'utf8')}`)
    await delay(20)
  }
  await ask(superuser, `create role ${HOSTED_OWNER} login createdb createrole`)
  return {
    superuser,
    owner: { ...superuser, user: HOSTED_OWNER },
    dataDir: home.dataDir,
    stop: () => stopPostmaster({ dataDir: home.dataDir, native: programs, child }),
  }
}

async function ask(connection: pg.PoolConfig, text: string) {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows as unknown[]
  } finally {
    await client.end()
  }
}
