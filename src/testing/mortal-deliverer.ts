import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { deliverPractice } from '#features/office/webhooks/server/deliver.ts'
import { openWebhookReach } from '#features/office/webhooks/server/sending.ts'
import { takeWebhooks } from '#features/office/webhooks/server/wakes.ts'
import { currentTime, setClock } from '#lib/clock.ts'
import { type Database, openDatabase } from '#platform/server/database/db.ts'
import { ROLES } from '#platform/server/database/roles.ts'
import { keepWaking } from '#platform/server/database/wakes.ts'
import { openVault } from '#platform/server/vault.ts'

type Order = { clock: string; connection: pg.PoolConfig; host: string; vaultKeys: string[] }

/** What its connections are called, to know when the last of them is over. */
export const MORTAL_DELIVERER = 'mortal deliverer'

/** The worker that sends webhooks in a process of its own, on a test's database; to be killed. `host`: where it may reach. */
export function startMortalDeliverer(db: Database, { host, vaultKeys }: Pick<Order, 'host' | 'vaultKeys'>) {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: [], env: { ...process.env, MORTAL_DELIVERER: 'yes' } })
  child.send({ clock: currentTime().toISOString(), connection: db.listening as pg.PoolConfig, host, vaultKeys } satisfies Order)
  return {
    /** How the process ended. */
    ended: once(child, 'exit').then(([, signal]) => signal as string | null),
    kill: () => child.kill('SIGKILL'),
  }
}

function work({ clock, connection, host, vaultKeys }: Order) {
  setClock(clock)
  const app = { ...connection, application_name: MORTAL_DELIVERER }
  const db = openDatabase({ app, directory: { ...app, user: ROLES.directory } })
  const vault = openVault({ dataFolder: '', vaultKeys })
  const delivering = { db, origin: 'http://localhost:3000', vault, reach: openWebhookReach([host]), reachable: [host], isTestVersion: true }
  keepWaking(db, (practiceId) => deliverPractice(delivering, practiceId), { error: (what) => console.error(what) }, takeWebhooks)
}

// This file is also what the process runs.
if (process.env.MORTAL_DELIVERER && process.send) {
  process.on('disconnect', () => process.exit())
  process.once('message', work)
}
