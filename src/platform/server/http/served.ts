import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { machineMs } from '#lib/clock.ts'
import { ROLES } from '#platform/server/database/roles.ts'

/**
 * Whether a server or worker is connected to the owner's database and stays so for `patienceMs`. Not inside a transaction: PostgreSQL
 * would give the same answer until its end.
 */
export async function isServed(owner: pg.ClientBase, patienceMs: number): Promise<boolean> {
  const until = machineMs() + patienceMs
  for (;;) {
    const { rows } = await owner.query('select 1 from pg_stat_activity where datname = current_database() and usename = any ($1) limit 1', [
      Object.values(ROLES),
    ])
    if (rows.length === 0) return false
    if (machineMs() >= until) return true
    await delay(50)
  }
}
