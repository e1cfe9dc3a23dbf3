import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'
import type { Home } from '#platform/server/embedded/home.ts'

/** How we and only we reach the embedded database: a socket in a private folder, or (Windows) a local port with a password. */
export type Endpoint = { host: string; port: number; password?: string }

/** The owner's connection to an embedded database; every field is given, so that no PG* variable of the caller steers it. */
export const ownerConnection = ({ host, port, password }: Endpoint): pg.PoolConfig => ({
  host,
  port,
  user: 'pritchel_owner',
  database: 'postgres',
  password: password ?? '',
  ssl: false,
})

/** The options with which `postgres` listens on `endpoint` and nowhere else. */
export const listenSettings = ({ host, port, password }: Endpoint) =>
  password
    ? [`listen_addresses=${host}`, `port=${port}`, 'unix_socket_directories=']
    : ['listen_addresses=', `port=${port}`, `unix_socket_directories=${host}`, 'unix_socket_permissions=0700']

/** The socket of `home`; with `overTcp` the port and password kept beside the database. */
export function endpointOf(home: Home, overTcp: boolean): Endpoint {
  if (!overTcp) return { host: home.socketDir, port: 5432 }
  const file = keptIn(home)
  if (!existsSync(file)) keep(home, { port: 0, password: randomBytes(24).toString('base64url') })
  return { host: '127.0.0.1', ...(JSON.parse(readFileSync(file, 'utf8')) as { port: number; password: string }) }
}

/** Gives a TCP endpoint a port that is free now: the kept one, so that open pools find it again, unless it is someone else's today. */
export async function withFreePort(home: Home, endpoint: Endpoint): Promise<Endpoint> {
  if (!endpoint.password) return endpoint
  const port = endpoint.port === 0 || !(await isFree(endpoint.port)) ? await freePort() : endpoint.port
  keep(home, { port, password: endpoint.password })
  return { ...endpoint, port }
}

/** A local port on which no process listens at this moment. */
export const freePort = () =>
  new Promise<number>((found, failed) => {
    const server = createServer().once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => found(address && typeof address === 'object' ? address.port : 0))
    })
  })

const isFree = (port: number) =>
  new Promise<boolean>((answer) => {
    const server = createServer().once('error', () => answer(false))
    server.listen(port, '127.0.0.1', () => server.close(() => answer(true)))
  })

const keptIn = (home: Home) => join(home.folder, 'endpoint.json')
const keep = (home: Home, kept: { port: number; password: string }) => writeFileSync(keptIn(home), JSON.stringify(kept), { mode: 0o600 })
