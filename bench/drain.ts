import pg from 'pg'
import { uuidv7 } from '#lib/ids.ts'
import type { SyncOp, SyncResult } from '#lib/sync.ts'
import { SYNC_SCHEMA } from '#lib/synced.ts'
import { type Asked, openLine } from './ask.ts'
import { type BareDrain, bareDrain, bareDrainOf, writeBare } from './baselines/drain.ts'
import { median, type Subject, startSubject } from './load.ts'
import { memberId, practiceId, seed, tokenOf } from './seed.ts'
import { OPS_A_CLIENT, queuedWork } from './week.ts'

const SERVER = new URL('./server-subject.ts', import.meta.url)
const BATCH = 100
/** As many as the ratio needs: one at a time they take half a minute the ten thousand. */
const SINGLES = 1000
const WARM_UP = 1000

type Prepared = { owner: pg.PoolConfig; app: pg.PoolConfig; directory: pg.PoolConfig }

/**
 * Sends a device's queue to the server over HTTP, as a pass does: batches of 100, one after the other, PostgreSQL with fsync. Beside it the
 * same changes one request each, to the endpoint each of them names, and the rows they leave written by bare batched statements without a
 * server. The three take turns, each time in a practice of their own: microseconds a change.
 */
export async function benchDrain(prepared: Prepared, ops: number, rounds: number) {
  await seed(prepared.owner, 3 * rounds + 1, 0)
  const server = await startSubject(SERVER, prepared)
  const bare = new pg.Client(prepared.owner)
  await bare.connect()
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

/** Warms the server up, and learns from a first drain which rows the bare statements have to write. */
async function firstDrain(server: Subject, owner: pg.Client, ops: number): Promise<BareDrain> {
  const sent = workOf(1, ops)
  await drain(server, 1, sent)
  await oneByOne(server, 1, workOf(1, WARM_UP))
  return bareDrain(owner, practiceId(1), batchesOf(sent))
}

async function drain(server: Subject, practice: number, ops: readonly SyncOp[]) {
  const deviceId = uuidv7()
  const asked = (batch: readonly SyncOp[]): Asked => ({
    path: '/api/sync/push',
    cookie: cookieOf(practice),
    body: JSON.stringify({ deviceId, schema: SYNC_SCHEMA, ops: batch }),
  })
  await inTurn(server, batchesOf(ops).map(asked), (body) => {
    const { results } = JSON.parse(body) as { results: SyncResult[] }
    const other = results.find((result) => result.status !== 'applied')
    if (other) throw new Error(`not applied: ${JSON.stringify(other)}`)
  })
}

const oneByOne = (server: Subject, practice: number, ops: readonly SyncOp[]) =>
  inTurn(
    server,
    ops.map(({ action, endpoint, id, data }) => ({
      path: endpoint,
      cookie: cookieOf(practice),
      method: action === 'CREATE' ? 'POST' : 'PUT',
      body: JSON.stringify(action === 'CREATE' ? { id, ...data } : data),
    })),
  )

async function inTurn(server: Subject, requests: readonly Asked[], seen: (body: string) => void = () => {}) {
  const line = openLine(server.port)
  try {
    for (const asked of requests) {
      const { status, body } = await line.ask(asked)
      if (status >= 300) throw new Error(`${asked.path}: ${status} ${body.slice(0, 300)}`)
      seen(body)
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
