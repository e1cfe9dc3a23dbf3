import pg from 'pg'
import { SCOPES } from '#lib/scopes.ts'
import { hashToken } from '#platform/server/http/session.ts'
import { type Answered, type BenchRequest, load } from './ask.ts'
import { bySession } from './baselines/api-key.ts'
import { interleave, startSubject } from './load.ts'
import { clientId, memberId, practiceId, seed } from './seed.ts'
import { figure } from './table.ts'

const SERVER = new URL('./server-subject.ts', import.meta.url)

/** Enough that none makes more requests than a key may in a minute. */
const PRACTICES = 400
const VISITS = 4000
const WARM_UP = 4000
const SIZE = { rounds: 7, requests: 4000 }

type Prepared = { owner: pg.PoolConfig; app: pg.PoolConfig; directory: pg.PoolConfig }

/** What a request costs that an API key makes. */
export async function apiKeyFigures(prepared: Prepared) {
  const { ratio, a, b } = await benchApiKey(prepared, SIZE)
  figure('a client read by an API key, ms a request / by a session', ratio, 'x', 1.1, `${a.toFixed(2)} ms / ${b.toFixed(2)} ms`)
}

/** One client read by an API key, against the same by a session, as many of each: milliseconds a request. */
async function benchApiKey(prepared: Prepared, { rounds, requests }: { rounds: number; requests: number }) {
  await seed(prepared.owner, PRACTICES, VISITS)
  await addKeys(prepared.owner)
  const server = await startSubject(SERVER, prepared)
  let n = 0
  const times =
    (requestOf: (practice: number) => BenchRequest, count = requests) =>
    async () => {
      const started = performance.now()
      requireRead(await load(server.port, count, () => requestOf((n++ % PRACTICES) + 1)))
      return (performance.now() - started) / count
    }
  try {
    await interleave(1, times(byKey, WARM_UP), times(bySession, WARM_UP))
    return await interleave(rounds, times(byKey), times(bySession))
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

function requireRead(answers: readonly Answered[]) {
  const bad = answers.find(({ status }) => status !== 200)
  if (bad) throw new Error(`${bad.status} ${bad.body.slice(0, 300)}`)
}
