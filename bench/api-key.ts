import pg from 'pg'
import { SCOPES } from '#lib/scopes.ts'
import { hashToken } from '#platform/server/http/session.ts'
import type { BenchRequest } from './ask.ts'
import { bySession } from './baselines/api-key.ts'
import { cpuPerRequest } from './day.ts'
import { interleave, startSubject } from './load.ts'
import { clientId, memberId, practiceId, seed } from './seed.ts'
import { figure } from './table.ts'

const SERVER = new URL('./server-subject.ts', import.meta.url)

/** Enough that none makes more requests than a key may in a minute. */
const PRACTICES = 150
const VISITS = 1200
const WARM_UP = 1500
const SIZE = { rounds: 7, requests: 1500 }

type Prepared = { owner: pg.PoolConfig; app: pg.PoolConfig; directory: pg.PoolConfig }

/** What a request costs that an API key makes. */
export async function apiKeyFigures(prepared: Prepared) {
  const { ratio, a, b } = await benchApiKey(prepared, SIZE)
  figure('a client read by an API key, CPU a request / by a session', ratio, 'x', 1.1, `${a.toFixed(0)} us / ${b.toFixed(0)} us`)
}

/** One client read by an API key, against the same by a session, as many of each: microseconds of our CPU a request. */
async function benchApiKey(prepared: Prepared, { rounds, requests }: { rounds: number; requests: number }) {
  await seed(prepared.owner, PRACTICES, VISITS)
  await addKeys(prepared.owner)
  const server = await startSubject(SERVER, prepared)
  let n = 0
  const cpu =
    (requestOf: (practice: number) => BenchRequest, count = requests) =>
    () =>
      cpuPerRequest(server, count, () => requestOf((n++ % PRACTICES) + 1))
  try {
    await interleave(1, cpu(byKey, WARM_UP), cpu(bySession, WARM_UP))
    return await interleave(rounds, cpu(byKey), cpu(bySession))
  } finally {
    await server.stop()
  }
}

const keyOf = (practice: number) => `prt_${String(practice).padStart(43, 'k')}`

const byKey = (practice: number): BenchRequest => ({
  path: `/api/clients/${clientId(practice, 1)}`,
  authorization: `Bearer ${keyOf(practice)}`,
})

async function addKeys(owner: pg.PoolConfig) {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    for (let practice = 1; practice <= PRACTICES; practice++) {
      const of = practiceId(practice)
      await client.query(`select set_config('app.practice_id', $1, false)`, [of])
      await client.query(`insert into api_keys (practice_id, id, member_id, name, scopes) values ($1, $2, $2, 'Website form', $3)`, [
        of,
        memberId(practice),
        SCOPES,
      ])
      await client.query('insert into directory.api_keys (key_hash, id, practice_id, person_id) values ($1, $2, $3, $4)', [
        hashToken(keyOf(practice)),
        memberId(practice),
        of,
        // Its member's id too.
        memberId(practice),
      ])
    }
  } finally {
    await client.end()
  }
}
