import type pg from 'pg'
import { type Answered, ask, type BenchRequest, load } from './ask.ts'
import { interleave, median, type Subject, startSubject } from './load.ts'
import { practiceId, TODAY, tokenOf } from './seed.ts'

const SERVER = new URL('./server-subject.ts', import.meta.url)
const RAW = new URL('./baselines/day.ts', import.meta.url)

/** Requests until V8 has compiled the hot code. */
const WARM_UP = 2000

type Prepared = { owner: pg.PoolConfig; app: pg.PoolConfig; directory: pg.PoolConfig }
type Size = { rounds: number; requests: number }

/**
 * Reading a day: over HTTP with session and row-level security, against node:http with the same prepared statement; and with all
 * practices in the database against one alone.
 */
export async function benchDay(full: Prepared, alone: Prepared, practices: number, { rounds, requests }: Size) {
  const ours = await startSubject(SERVER, full)
  const raw = await startSubject(RAW, full.owner)
  const lone = await startSubject(SERVER, alone)
  try {
    const day = (n: number): BenchRequest => ({
      path: `/api/appointments?date=${TODAY}`,
      cookie: `pritchel=${tokenOf((n % practices) + 1)}`,
    })
    const rawDay = (n: number): BenchRequest => ({ path: `/${practiceId((n % practices) + 1)}/${TODAY}` })
    await samePayload(ours, raw, day, rawDay)
    const cost = (subject: Subject, next: (n: number) => BenchRequest) => () => cpuPerRequest(subject, requests, next)
    await Promise.all([load(ours.port, WARM_UP, day), load(raw.port, WARM_UP, rawDay), load(lone.port, WARM_UP, () => day(0))])
    const cpu = await interleave(rounds, cost(ours, day), cost(raw, rawDay))
    const wall = await interleave(
      rounds,
      () => medianOf(ours, requests, day),
      () => medianOf(lone, requests, () => day(0)),
    )
    return { cpu, wall, rssMb: await ours.rssMb() }
  } finally {
    await Promise.all([ours.stop(), raw.stop(), lone.stop()])
  }
}

async function samePayload(ours: Subject, raw: Subject, day: (n: number) => BenchRequest, rawDay: (n: number) => BenchRequest) {
  const [a, b] = [await ask(ours.port, day(0)), await ask(raw.port, rawDay(0))]
  if (a.status !== 200) throw new Error(`day read: ${a.status} ${a.body.slice(0, 200)}`)
  const [mine, theirs] = [JSON.parse(a.body) as unknown[], JSON.parse(b.body) as unknown[]]
  if (mine.length === 0 || JSON.stringify(sorted(mine)) !== JSON.stringify(sorted(theirs)))
    throw new Error(`the baseline answers something else:\n${a.body.slice(0, 600)}\n${b.body.slice(0, 600)}`)
}

/** The same visits and keys in one order for both writers: only the product sorts by the round. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  )
}

/** Microseconds of the subject's CPU, of all its threads. */
export async function cpuPerRequest(
  subject: Subject,
  requests: number,
  next: (n: number) => BenchRequest,
  seen?: (answer: Answered, asked: BenchRequest) => void,
): Promise<number> {
  const before = await subject.cpuMs()
  const answers = await load(subject.port, requests, next, seen ? { seen } : {})
  const bad = answers.find((answer) => answer.status !== 200 && answer.status !== 304)
  if (bad) throw new Error(`answered ${bad.status}: ${bad.body.slice(0, 200)}`)
  return (1000 * ((await subject.cpuMs()) - before)) / requests
}

const medianOf = async (subject: Subject, requests: number, next: (n: number) => BenchRequest) =>
  median((await load(subject.port, requests, next, { lanes: 1 })).map((answer) => answer.ms))
