import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { buildApp } from '#app/build-app.ts'
import { currentTime, setClock } from '#lib/clock.ts'
import { type Database, openDatabase } from '#platform/server/database/db.ts'
import { ROLES } from '#platform/server/database/roles.ts'
import { fileStore } from '#platform/server/files/store.ts'
import { openJobs } from '#platform/server/jobs/jobs.ts'
import { testHash, testVault } from '#testing/vault.ts'

type Order = { clock: string; connection: pg.PoolConfig; diesAfterCommit: boolean }

/** A server in a process of its own on a test's database. `diesAfterCommit`: it is gone, as by `kill -9`, when it has a push's answer to give. */
export async function startMortalServer(db: Database, diesAfterCommit: boolean) {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: [], env: { ...process.env, MORTAL_SERVER: 'yes' } })
  const ended = once(child, 'exit')
  child.send({ clock: currentTime().toISOString(), connection: db.listening as pg.PoolConfig, diesAfterCommit } satisfies Order)
  const [port] = (await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`ended with ${code}`))),
  ])) as [number]
  return {
    url: `http://127.0.0.1:${port}`,
    /** How the process ended. */
    ended: ended.then(([, signal]) => signal as string | null),
    kill: () => child.kill('SIGKILL'),
  }
}

async function live({ clock, connection, diesAfterCommit }: Order) {
  setClock(clock)
  const db = openDatabase({ app: connection, directory: { ...connection, user: ROLES.directory } })
  await openJobs(connection, { error: () => {} })
  const files = fileStore({ filesFolder: join(tmpdir(), 'pritchel-mortal-files') })
  const app = await buildApp({
    db,
    files,
    vault: testVault(),
    keyedHash: testHash(),
    mode: 'test',
    origin: 'http://localhost:3000',
    checksAnswers: false,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  app.server.prependListener('request', (request, response) => {
    if (!diesAfterCommit || request.url !== '/api/sync/push') return
    const write = response.writeHead.bind(response)
    response.writeHead = (status: number, ...more: never[]) =>
      status === 200 ? (process.kill(process.pid, 'SIGKILL') as never) : write(status, ...more)
  })
  process.send?.((app.server.address() as AddressInfo).port)
}

// This file is also what the process runs.
if (process.env.MORTAL_SERVER && process.send) {
  process.on('disconnect', () => process.exit())
  process.once('message', (order: Order) => live(order))
}
