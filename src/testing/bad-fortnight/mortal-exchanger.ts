import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { exchangePractice } from '#features/office/integrations/server/exchange.ts'
import { currentTime, setClock } from '#lib/clock.ts'
import { type Database, openDatabase } from '#platform/server/database/db.ts'
import { ROLES } from '#platform/server/database/roles.ts'
import { openReach } from '#platform/server/reach.ts'
import { openVault } from '#platform/server/vault.ts'
import { BROKEN, type Broken } from '#testing/bad-fortnight/broken.ts'

type Order = { clock: string; connection: pg.PoolConfig; practiceId: string; vaultKey: string; broken: Broken | null }
/** Faults that the pass logged. */
type Passed = { faults: string[] }

/** The worker that exchanges, in a process of its own, on a practice whose far sides are on this machine; to be killed. */
export async function startMortalExchanger(db: Database, order: Omit<Order, 'clock' | 'connection'>) {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: [], env: { ...process.env, MORTAL_EXCHANGER: 'yes' } })
  const ended = once(child, 'exit').then(() => null)
  const ready = once(child, 'message')
  child.send({ ...order, clock: currentTime().toISOString(), connection: db.listening as pg.PoolConfig } satisfies Order)
  await Promise.race([ready, ended.then(() => Promise.reject(new Error('the worker ended before it began')))])
  return {
    /** One pass, by the clock as it is here now. Null: it was killed meanwhile. */
    pass: async (): Promise<Passed | null> => {
      const passed = once(child, 'message').then(([message]) => message as Passed)
      child.send({ clock: currentTime().toISOString() })
      return Promise.race([passed, ended])
    },
    kill: () => child.kill('SIGKILL'),
    ended,
  }
}

function work({ clock, connection, practiceId, vaultKey, broken }: Order) {
  setClock(clock)
  const db = openDatabase({ app: { ...connection, max: 3 }, directory: { ...connection, user: ROLES.directory, max: 1 } })
  const keepCursor = (cursor: string) =>
    db.withPractice(practiceId, async (tx) => void (await tx.updateTable('connections').set({ cursor }).execute()))
  let faults: string[] = []
  const exchanging = {
    ...{ db, vault: openVault({ dataFolder: '', vaultKeys: [vaultKey] }), reach: openReach({ reach: ['127.0.0.1'] }) },
    ...{ reachable: ['127.0.0.1'], isTestVersion: true, origin: 'http://localhost:3000' },
    log: { error: (details: object, message: string) => faults.push(`${message}: ${String((details as { err?: unknown }).err)}`) },
    ...(broken && BROKEN[broken](keepCursor)),
  }
  process.on('message', async (message: { clock: string }) => {
    setClock(message.clock)
    await exchangePractice(exchanging, practiceId)
    process.send?.({ faults } satisfies Passed)
    faults = []
  })
  process.send?.('ready')
}

// This file is also what the process runs.
if (process.env.MORTAL_EXCHANGER && process.send) {
  process.on('disconnect', () => process.exit())
  process.once('message', work)
}
