import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { machineMs } from '#lib/clock.ts'
import { type Endpoint, ownerConnection } from '#platform/server/embedded/endpoint.ts'
import { StartError } from '#platform/server/start-error.ts'

const KEY = 7_072_697_463 // "pritchel" on a telephone's keys, cut to fit; one database has one server
const PATIENCE_MS = 2500

/** Held while we run. It lives in a connection, so the operating system lets go of it however we die. */
export type ServerLock = { whenLost: Promise<void>; release: () => Promise<void> }

/**
 * Makes this process the one server of the database. A server killed this instant is waited for.
 * @throws StartError when another one runs
 */
export async function takeServerLock(endpoint: Endpoint, dataFolder: string): Promise<ServerLock> {
  const client = new pg.Client({ ...ownerConnection(endpoint), application_name: `pritchel server ${process.pid}`, keepAlive: true })
  const whenLost = new Promise<void>((lost) => {
    client.on('error', () => lost())
    client.on('end', () => lost())
  })
  try {
    await client.connect()
    const patience = machineMs() + PATIENCE_MS
    while (!(await tryLock(client))) {
      if (machineMs() > patience) throw await refusal(client, dataFolder)
      await delay(50)
    }
  } catch (error) {
    await end(client)
    throw error
  }
  return { whenLost, release: () => end(client) }
}

// It may have ended already, with the database.
const end = (client: pg.Client) => client.end().catch(() => {})

const tryLock = async (client: pg.Client) =>
  (await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [KEY])).rows[0]?.taken === true

async function refusal(client: pg.Client, dataFolder: string) {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and granted and (classid::bigint << 32) + objid::bigint = $1`,
    [KEY],
  )
  const pid = / (\d+)$/.exec(rows[0]?.name ?? '')?.[1] ?? 'unknown'
  return new StartError(
    `Another Pritchel server (process ${pid}) already uses ${dataFolder}: stop it first, or choose another folder with PRITCHEL_DATA.`,
  )
}
