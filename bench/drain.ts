import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { declareEntities } from '#app/entities.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { SyncOp, SyncResult } from '#lib/sync.ts'
import { SYNC_SCHEMA } from '#lib/synced.ts'
import { openLine } from './ask.ts'
import { type BareDrain, bareDrain, bareDrainOf, writeBare } from './baselines/drain.ts'
import { median, type Subject, startSubject } from './load.ts'
import { memberId, practiceId, seed, tokenOf } from './seed.ts'
import { OPS_A_CLIENT, queuedWork } from './week.ts'

const SERVER = new URL('./server-subject.ts', import.meta.url)
const BATCH = 100
/** Enough for the ratio: one at a time, ten thousand would take half a minute. */
const SINGLES = 1000
const WARM_UP = 1000
/** Each practice has a price for the recorded work, so that it is charged. */
const PRICED = `insert into price_items (practice_id, id, service_type, label, unit_pence, rev, seq)
  select id, gen_random_uuid(), 'Full set new', 'Full set new', 18000, 1, 1 from directory.practices`
/** Both sides must look up foreign keys in the same way (`db.ts`). */
const AS_THE_SERVER = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off'

type Prepared = { owner: pg.PoolConfig; app: pg.PoolConfig; directory: pg.PoolConfig }

/**
 * Sends a device's queue to the server over HTTP, as a sync pass does: batches of 100, one after the other, PostgreSQL with fsync. Compared with the
 * same changes as one request each, to the endpoint each of them names, and with the resulting rows written by bare batched statements without a
 * server. The three take turns, each time in a practice of their own: microseconds a change.
 */
export async function benchDrain(prepared: Prepared, ops: number, rounds: number) {
  await seed(prepared.owner, 3 * rounds + 1, 0)
  const server = await startSubject(SERVER, prepared)
  const bare = new pg.Client({ options: AS_THE_SERVER, ...prepared.owner })
  await bare.connect()
  await bare.query(PRICED)
  try {
    const rows = await firstDrain(server, bare, ops)
    const costs: Record<'drain' | 'single' | 'bare' | 'cpu', number[]> = { drain: [], single: [], bare: [], cpu: [] }
    let practice = 1
    const takers = {
      drain: async () => {
        const sent = workOf(++practice, ops)
        const before = await server.cpuMs()
        costs.drain.push(await timed(ops, () => drain(server, practice, sent)))
        costs.cpu.push((1000 * ((await server.cpuMs()) - before)) / ops)
      },
      single: async () => {
        const sent = workOf(++practice, SINGLES)
        costs.single.push(await timed(SINGLES, () => oneByOne(server, practice, sent)))
      },
      bare: async () => {
        practice++
        const written = bareDrainOf(rows, { [practiceId(1)]: practiceId(practice), [memberId(1)]: memberId(practice) })
        costs.bare.push(await timed(ops, () => writeBare(bare, written)))
      },
    }
    const names = Object.keys(takers) as (keyof typeof takers)[]
    for (let round = 0; round < rounds; round++)
      for (const at of names.keys()) await takers[names[(round + at) % names.length] ?? 'drain']()
    return {
      drain: median(costs.drain),
      cpu: median(costs.cpu),
      toSingle: ratio(costs.single, costs.drain),
      toBare: ratio(costs.bare, costs.drain),
      rssMb: await server.rssMb(),
    }
  } finally {
    await bare.end()
    await server.stop()
  }
}

const ratio = (a: number[], b: number[]) => ({ ratio: median(a.map((one, at) => one / (b[at] ?? 1))), of: median(a) })
const workOf = (practice: number, ops: number) => queuedWork(ops / OPS_A_CLIENT, memberId(practice))

/**
 * Warms the server up, and takes from a first drain the rows the bare statements must write. Then it has the database analyse its
 * tables, as on a server in use: plans made for empty tables read them from end to end.
 */
async function firstDrain(server: Subject, owner: pg.Client, ops: number): Promise<BareDrain> {
  declareEntities()
  const sent = workOf(1, ops)
  await drain(server, 1, sent)
  await oneByOne(server, 1, workOf(1, WARM_UP))
  await owner.query('analyze')
  return bareDrain(owner, practiceId(1), batchesOf(sent))
}

/** As the device's own request: gzip both ways. */
async function drain(server: Subject, practice: number, ops: readonly SyncOp[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const deviceId = uuidv7()
  const headers = { ...GZIPPED, cookie: cookieOf(practice), 'x-forwarded-for': `10.1.${practice >> 8}.${practice & 255}` }
  try {
    for (const batch of batchesOf(ops)) {
      const asked = request({ port: server.port, path: '/api/sync/push', method: 'POST', agent, headers })
      asked.end(gzipSync(JSON.stringify({ deviceId, schema: SYNC_SCHEMA, ops: batch })))
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      const body = await buffer(answer)
      requireApplied(answer.statusCode, (answer.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString())
    }
  } finally {
    agent.destroy()
  }
}

const GZIPPED = { 'content-type': 'application/json', 'content-encoding': 'gzip', 'accept-encoding': 'gzip' }

function requireApplied(status: number | undefined, body: string) {
  if (status !== 200) throw new Error(`push: ${status} ${body.slice(0, 300)}`)
  const { results } = JSON.parse(body) as { results: SyncResult[] }
  const other = results.find((result) => result.status !== 'applied')
  if (other) throw new Error(`not applied: ${JSON.stringify(other)}`)
}

async function oneByOne(server: Subject, practice: number, ops: readonly SyncOp[]) {
  const line = openLine(server.port)
  try {
    for (const { action, endpoint: path, id, data } of ops) {
      const [method, body] = action === 'CREATE' ? ['POST', { id, ...data }] : ['PUT', data]
      const answer = await line.ask({ path, cookie: cookieOf(practice), method, body: JSON.stringify(body) })
      if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body.slice(0, 300)}`)
    }
  } finally {
    line.close()
  }
}

const cookieOf = (practice: number) => `pritchel=${tokenOf(practice)}`
const batchesOf = (ops: readonly SyncOp[]) =>
  Array.from({ length: Math.ceil(ops.length / BATCH) }, (_, at) => ops.slice(at * BATCH, (at + 1) * BATCH))

async function timed(ops: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (1000 * (performance.now() - started)) / ops
}
