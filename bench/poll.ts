import { setInterval } from 'node:timers/promises'
import pg from 'pg'
import { type Answered, ask, type BenchRequest } from './ask.ts'
import { cpuPerRequest } from './day.ts'
import { interleave, type Subject, startSubject } from './load.ts'
import { clientId, linkOf, TODAY } from './seed.ts'

const SERVER = new URL('./server-subject.ts', import.meta.url)
const STATIC = new URL('./baselines/static.ts', import.meta.url)

/** Rounds until V8 has compiled the hot code. */
const WARM_UP = 2

type Prepared = { owner: pg.PoolConfig; app: pg.PoolConfig; directory: pg.PoolConfig }
type Size = { rounds: number; requests: number }

/**
 * The owner's poll against bytes made once, both with ETags and 304. Concurrently every polled practice is written once a second, and each of
 * our answers is checked for its age: for how long a newer write had been committed when it arrived.
 */
export async function benchPoll(full: Prepared, practices: number, { rounds, requests }: Size) {
  const ours = await startSubject(SERVER, full)
  const polled = Array.from({ length: practices }, (_, n) => clientId(n + 1, 1))
  const writer = await startWriter(full.owner, polled)
  try {
    const bodies = await bodiesOf(ours, practices)
    const fixed = await startSubject(STATIC, { bodies })
    const ages: number[] = []
    const paths = Object.keys(bodies)
    const poller = pollerOf(ours, paths, (body) => ages.push(writer.ageOf(body, Date.now())))
    const baseline = pollerOf(fixed, paths, () => {})
    const [a, b] = [() => poller(requests), () => baseline(requests)]
    await interleave(WARM_UP, a, b)
    const cpu = await interleave(rounds, a, b)
    await fixed.stop()
    const oldestMs = ages.reduce((most, age) => Math.max(most, age), 0)
    return { cpu, oldestMs, answers: ages.length, writes: writer.count() }
  } finally {
    await writer.stop()
    await ours.stop()
  }
}

async function bodiesOf(ours: Subject, practices: number) {
  const bodies: Record<string, string> = {}
  for (let n = 1; n <= practices; n++) {
    const path = `/api/appointments/today/${linkOf(n)}`
    const answer = await ask(ours.port, { path })
    if (answer.status !== 200 || answer.body === '[]') throw new Error(`poll: ${answer.status} ${answer.body.slice(0, 200)}`)
    bodies[path] = answer.body
  }
  return bodies
}

/** Polls as the page does, each path with its latest ETag; returns the CPU per request. */
function pollerOf(subject: Subject, paths: string[], seen: (body: string) => void) {
  const last = new Map<string, Answered>()
  const next = (n: number): BenchRequest => {
    const path = paths[n % paths.length] ?? ''
    const etag = last.get(path)?.etag
    return etag ? { path, etag } : { path }
  }
  const hear = (answer: Answered, { path }: BenchRequest) => {
    if (answer.status === 200) last.set(path, answer)
    seen(last.get(path)?.body ?? '')
  }
  return (requests: number) => cpuPerRequest(subject, requests, next, hear)
}

/** Renames every polled visit once a second, and remembers when each name was committed. */
async function startWriter(owner: pg.PoolConfig, polled: string[]) {
  const client = new pg.Client(owner)
  await client.connect()
  const committed: { stamp: number; at: number }[] = []
  const write = async () => {
    const stamp = committed.length + 1
    await client.query('begin')
    await client.query('update sync_counters set seq = seq + 1')
    await client.query('update appointments set title = $1, seq = seq + 1 where on_day = $2 and client_id = any($3)', [
      `Visit ${stamp}.`,
      TODAY,
      polled,
    ])
    await client.query('commit')
    committed.push({ stamp, at: Date.now() })
  }
  await write()
  const stopped = new AbortController()
  const writing = (async () => {
    for await (const _ of setInterval(1000, undefined, { signal: stopped.signal })) await write()
  })().catch((error: Error) => {
    if (error.name !== 'AbortError') throw error
  })
  return {
    count: () => committed.length,
    ageOf(body: string, at: number): number {
      const stamp = Number(/Visit (\d+)\./.exec(body)?.[1])
      if (!stamp) throw new Error(`no visit in ${body.slice(0, 200)}`)
      const newer = committed[stamp]
      return newer ? Math.max(0, at - newer.at) : 0
    },
    async stop() {
      stopped.abort()
      await writing
      await client.end()
    },
  }
}
