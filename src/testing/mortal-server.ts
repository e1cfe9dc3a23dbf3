import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { buildApp } from '#app/build-app.ts'
import { codeSender } from '#features/records/guests/server/sending-codes.ts'
import { takeAsks } from '#features/records/guests/server/take-asks.ts'
import { currentTime, setClock } from '#lib/clock.ts'
import { type Database, openDatabase } from '#platform/server/database/db.ts'
import { ROLES } from '#platform/server/database/roles.ts'
import { keepWaking } from '#platform/server/database/wakes.ts'
import { fileStore } from '#platform/server/files/store.ts'
import { openJobs } from '#platform/server/jobs/jobs.ts'
import { type KeyedHash, keyedHash } from '#platform/server/keyed-hash.ts'
import type { Carriers } from '#platform/server/sending/sending.ts'
import { simulated } from '#platform/server/sending/sms.ts'
import { Tries } from '#platform/server/tries.ts'
import { openVault, type Vault } from '#platform/server/vault.ts'
import { testHash, testVault } from '#testing/vault.ts'

const ORIGIN = 'http://localhost:3000'

/** `keys`: those of another server on the database, and whom its worker hands mails with codes to. */
type Keyed = { vault: string; hash: string; postUrl: string }
type Order = { clock: string; connection: pg.PoolConfig; diesAnswering: string | null; keys?: Keyed }
type How = { diesAnswering?: string | null; keys?: Keyed }

/**
 * A server in a process of its own on a test's database. `diesAnswering`: it is gone, as by `kill -9`, when it has committed what was sent to an
 * address that ends so, and has its answer to give. With `keys` it is one of production, and sends codes.
 */
export async function startMortalServer(db: Database, { diesAnswering = null, keys }: How = {}) {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: [], env: { ...process.env, MORTAL_SERVER: 'yes' } })
  const ended = once(child, 'exit')
  child.send({
    clock: currentTime().toISOString(),
    connection: db.listening as pg.PoolConfig,
    diesAnswering,
    ...(keys && { keys }),
  } satisfies Order)
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

async function live({ clock, connection, diesAnswering, keys }: Order) {
  setClock(clock)
  const db = openDatabase({ app: connection, directory: { ...connection, user: ROLES.directory } })
  await openJobs(connection, { error: () => {} })
  const files = fileStore({ filesFolder: join(tmpdir(), 'pritchel-mortal-files') })
  const vault = keys ? openVault({ dataFolder: '', vaultKeys: [keys.vault] }) : testVault()
  const hash = keys ? keyedHash(Buffer.from(keys.hash, 'base64')) : testHash()
  const app = await buildApp({
    ...{ db, files, vault, keyedHash: hash, origin: ORIGIN, checksAnswers: false },
    mode: keys ? 'production' : 'test',
    hasProvider: { texts: true, mail: true, inboundMail: false },
  })
  if (keys) keepCoding(db, { vault, keyedHash: hash, postUrl: keys.postUrl })
  await app.listen({ port: 0, host: '127.0.0.1' })
  app.server.prependListener('request', (request, response) => {
    if (!diesAnswering || request.method !== 'POST' || !request.url?.endsWith(diesAnswering)) return
    const write = response.writeHead.bind(response)
    response.writeHead = (status: number, ...more: never[]) =>
      status < 400 ? (process.kill(process.pid, 'SIGKILL') as never) : write(status, ...more)
  })
  process.send?.((app.server.address() as AddressInfo).port)
}

/** Hands mails with codes to a post, as the worker does. */
function keepCoding(db: Database, { postUrl, ...keys }: { vault: Vault; keyedHash: KeyedHash; postUrl: string }) {
  const email: Carriers['email'] = async ({ id, to, body }) => {
    await fetch(postUrl, { method: 'POST', body: JSON.stringify({ id, to, body }) })
    return { state: 'sent', reference: null }
  }
  const carriers = { email, sms: simulated, push: simulated }
  const log = { warn: () => {}, error: (what: object) => console.error(what) }
  const send = codeSender({ db, ...keys, tries: new Tries(db), carriers, origin: ORIGIN, isTestVersion: false, log })
  keepWaking(db, send, log, takeAsks)
}

// This file is also what the process runs.
if (process.env.MORTAL_SERVER && process.send) {
  process.on('disconnect', () => process.exit())
  process.once('message', (order: Order) => live(order))
}
