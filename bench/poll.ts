import { setInterval } from 'node:timers/promises'
import pg from 'pg'
import { type Asked, ask, interleave, type Subject, startSubject } from './load.ts'
import { clientId, TODAY } from './seed.ts'

const SERVER = new URL('./server-subject.ts', import.meta.url)
const STATIC = new URL('./baselines/static.ts', import.meta.url)

type Prepared = { owner: pg.PoolConfig; app: pg.PoolConfig; directory: pg.PoolConfig }
type Size = { rounds: number; requests: number }

/**
 * The owner's poll against bytes made once, both with ETags and 304. Meanwhile another process's writes change every polled practice once
 * a second, and each of our answers is checked for its age: how long before it was asked the first newer write had been committed.
 */
export async function benchPoll(full: Prepared, practices: number, { rounds, requests }: Size) {
  const ours = await startSubject(SERVER, full)
  const polled = Array.from({ length: practices }, (_, n) => clientId(n + 1, 1))
  const writer = await startWriter(full.owner, polled)
  try {
    const bodies = await bodiesOf(ours, polled)
    const fixed = await startSubject(STATIC, { bodies })
    const ages: number[] = []
    const paths = Object.keys(bodies)
    const poller = pollerOf(ours, paths, (sentAt, body) => ages.push(writer.ageOf(body, sentAt)))
    const baseline = pollerOf(fixed, paths, () => {})
    const cpu = await interleave(
      rounds,
      () => poller(requests),
      () => baseline(requests),
    )
    await fixed.stop()
    const oldestMs = ages.reduce((most, age) => Math.max(most, age), 0)
    return { cpu, oldestMs, answers: ages.length, writes: writer.count() }
  } finally {
    await writer.stop()
    await ours.stop()
  }
}

async function bodiesOf(ours: Subject, polled: string[]) {
  const bodies: Record<string, string> = {}
  for (const id of polled) {
    const path = `/api/appointments/today/${id}`
    const answer = await ask(ours.port, { path })
    if (answer.status !== 200 || answer.body === '[]') throw new Error(`poll: ${answer.status} ${answer.body.slice(0, 200)}`)
    bodies[path] = answer.body
  }
  return bodies
}

/** Polls as the page does, each path with the ETag it was last given; returns the CPU per request. */
function pollerOf(subject: Subject, paths: string[], seen: (sentAt: number, body: string) => void) {
  const last = new Map<string, { etag: string | undefined; body: string }>()
  return async (requests: number) => {
    const before = await subject.cpuMs()
    let n = 0
    const lane = async () => {
      while (n < requests) {
        const path = paths[n++ % paths.length] ?? ''
        const etag = last.get(path)?.etag
        const asked: Asked = etag ? { path, etag } : { path }
        const sentAt = Date.now()
        const answer = await ask(subject.port, asked)
        if (answer.status === 200) last.set(path, { etag: answer.etag, body: answer.body })
        else if (answer.status !== 304) throw new Error(`poll answered ${answer.status}`)
        seen(sentAt, last.get(path)?.body ?? '')
      }
    }
    await Promise.all(Array.from({ length: 8 }, lane))
    return (1000 * ((await subject.cpuMs()) - before)) / requests
  }
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
    ageOf(body: string, sentAt: number): number {
      const stamp = Number(/Visit (\d+)\./.exec(body)?.[1])
      if (!stamp) throw new Error(`no visit in ${body.slice(0, 200)}`)
      const newer = committed[stamp]
      return newer ? Math.max(0, sentAt - newer.at) : 0
    },
    async stop() {
      stopped.abort()
      await writing
      await client.end()
    },
  }
}
