import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { drainPractice } from '#features/core/notices/server/drain.ts'
import { currentTime, setClock } from '#lib/clock.ts'
import { type Database, openDatabase } from '#platform/server/database/db.ts'
import { ROLES } from '#platform/server/database/roles.ts'
import { keepWaking } from '#platform/server/database/wakes.ts'
import { simulated } from '#platform/server/sending/sms.ts'
import { openTwilio } from '#platform/server/sending/twilio.ts'

type Order = { clock: string; connection: pg.PoolConfig; providerUrl: string }

/** What its connections are called, to know when the last of them is over. */
export const MORTAL_WORKER = 'mortal worker'

/** The sending worker in a process of its own, on a test's database, with a provider of texts at `providerUrl`; to be killed. */
export function startMortalWorker(db: Database, providerUrl: string) {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: [], env: { ...process.env, MORTAL_WORKER: 'yes' } })
  child.send({ clock: currentTime().toISOString(), connection: db.listening as pg.PoolConfig, providerUrl } satisfies Order)
  return {
    /** How the process ended. */
    ended: once(child, 'exit').then(([, signal]) => signal as string | null),
    kill: () => child.kill('SIGKILL'),
  }
}

function work({ clock, connection, providerUrl }: Order) {
  setClock(clock)
  const app = { ...connection, application_name: MORTAL_WORKER }
  const db = openDatabase({ app, directory: { ...app, user: ROLES.directory } })
  const origin = 'http://localhost:3000'
  const sms = openTwilio({ accountSid: 'AC0', authToken: 'test', from: '+447700900000', baseUrl: providerUrl, origin })
  const carriers = { sms, email: simulated, push: simulated }
  keepWaking(db, (practiceId) => drainPractice(db, carriers, practiceId, { origin }), { error: (what) => console.error(what) })
}

// This file is also what the process runs.
if (process.env.MORTAL_WORKER && process.send) {
  process.on('disconnect', () => process.exit())
  process.once('message', work)
}
