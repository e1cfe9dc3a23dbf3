import type pg from 'pg'
import { addDays, instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { SYNC_SCHEMA } from '#lib/synced.ts'
import { type Answered, type BenchRequest, load } from './ask.ts'
import { interleave, startSubject } from './load.ts'
import { clientId, memberId, practiceId, seed, TODAY, tokenOf, visitId } from './seed.ts'

const SERVER = new URL('./server-subject.ts', import.meta.url)
const BARE = new URL('./baselines/write.ts', import.meta.url)

const ZONE = 'Europe/London'
const PRACTICES = 50
const VISITS = 50_000
const LANES = 16
/** Requests until V8 has compiled the hot code. */
const WARM_UP = 1500

type Prepared = { owner: pg.PoolConfig; app: pg.PoolConfig; directory: pg.PoolConfig }
type Size = { rounds: number; requests: number }
type Visit = { practice: number; id: string; startTime: string; endTime: string }

/** How the product and the bare server write a visit. */
const WAYS = {
  'created by its endpoint': {
    ours: (visit: Visit) => ({ path: '/api/appointments', body: { ...fresh(visit), id: visit.id } }),
    bare: (visit: Visit) => ({ method: 'POST', ...fresh(visit) }),
    isNew: true,
  },
  'moved by its endpoint': { ours: moved, bare: (visit: Visit) => ({ method: 'PUT', ...timesOf(visit) }), isNew: false },
  'finished by its endpoint': {
    ours: ({ id }: Visit) => ({ method: 'PUT', path: `/api/appointments/${id}/complete-call`, body: {} }),
    bare: () => ({ method: 'PUT' }),
    isNew: false,
  },
  'created by a pushed op': {
    ours: (visit: Visit, n: number) => push(visit, n, { action: 'CREATE', endpoint: '/api/appointments', data: fresh(visit) }),
    bare: (visit: Visit) => ({ method: 'POST', ...fresh(visit) }),
    isNew: true,
  },
  'moved by a pushed op': {
    ours: (visit: Visit, n: number) =>
      push(visit, n, { action: 'UPDATE', endpoint: `/api/appointments/${visit.id}`, data: timesOf(visit) }),
    bare: (visit: Visit) => ({ method: 'PUT', ...timesOf(visit) }),
    isNew: false,
  },
} as const

/**
 * Visits written one by one over sixteen connections, in fifty practices with fifty thousand visits, PostgreSQL with fsync; against node:http
 * with one prepared statement. Milliseconds a visit, as the user waits, and our CPU.
 */
export async function benchWrite(prepared: Prepared, { rounds, requests }: Size) {
  await seed(prepared.owner, PRACTICES, VISITS)
  const [ours, bare] = [await startSubject(SERVER, prepared), await startSubject(BARE, prepared.owner)]
  let n = 0
  const times = async (port: number, count: number, next: (n: number) => BenchRequest) => {
    const started = performance.now()
    requireDone(await load(port, count, () => next(n++), { lanes: LANES }))
    return (performance.now() - started) / count
  }
  const figures: Record<string, { ratio: number; a: number; b: number; cpuUs: number }> = {}
  try {
    for (const [name, way] of Object.entries(WAYS)) {
      const own = (at: number) => asked(way.ours(visitOf(at, way.isNew), at), visitOf(at, way.isNew))
      const plain = (at: number): BenchRequest => {
        const visit = visitOf(at, way.isNew)
        const { method, ...body } = way.bare(visit)
        return { path: '/', method, body: JSON.stringify({ practiceId: practiceId(visit.practice), id: visit.id, ...body }) }
      }
      await times(ours.port, WARM_UP, own)
      await times(bare.port, WARM_UP, plain)
      const before = await ours.cpuMs()
      const speed = await interleave(
        rounds,
        () => times(bare.port, requests, plain),
        () => times(ours.port, requests, own),
      )
      figures[name] = { ...speed, cpuUs: (1000 * ((await ours.cpuMs()) - before)) / (rounds * requests) }
    }
    return { figures, rssMb: await ours.rssMb() }
  } finally {
    await Promise.all([ours.stop(), bare.stop()])
  }
}

/** The n-th write: of a new visit, or of an existing one; never two of one visit at once. */
function visitOf(n: number, isNew: boolean): Visit {
  const practice = (n % PRACTICES) + 1
  const place = Math.floor(n / PRACTICES) % (VISITS / PRACTICES)
  const day = addDays(TODAY, 1 + (n % 120))
  const at = (time: string) => instantOf(day, time, ZONE).toISOString()
  return { practice, id: isNew ? uuidv7() : visitId(practice, place), startTime: at('10:00'), endTime: at('11:00') }
}

const timesOf = ({ startTime, endTime }: Visit) => ({ startTime, endTime })
const fresh = (visit: Visit) => ({
  title: 'Full set new',
  clientId: clientId(visit.practice, 1),
  memberId: memberId(visit.practice),
  ...timesOf(visit),
})

function moved(visit: Visit) {
  return { method: 'PUT', path: `/api/appointments/${visit.id}`, body: timesOf(visit) }
}

/** One op, as from a device that has nothing else to send. */
function push({ practice, id }: Visit, n: number, { action, endpoint, data }: { action: string; endpoint: string; data: object }) {
  const op = { opId: uuidv7(), action, endpoint, entity: 'appointments', id, data, deps: [], k: n, createdAt: new Date().toISOString() }
  return { path: '/api/sync/push', body: { deviceId: memberId(practice), schema: SYNC_SCHEMA, ops: [op] } }
}

const asked = ({ path, method = 'POST', body }: { path: string; method?: string; body: object }, { practice }: Visit): BenchRequest => ({
  path,
  method,
  cookie: `pritchel=${tokenOf(practice)}`,
  body: JSON.stringify(body),
})

function requireDone(answers: readonly Answered[]) {
  const bad = answers.find(({ status, body }) => status >= 300 || /"status":"(rejected|conflict|blocked|retry|upgrade)"/.test(body))
  if (bad) throw new Error(`${bad.status} ${bad.body.slice(0, 300)}`)
}
