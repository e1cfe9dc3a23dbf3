import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { ask, type BenchRequest, load } from './ask.ts'
import { type Carer, caredHorseId, carerCookie, seedCarers, seedSeats } from './carers.ts'
import { chore } from './chores.ts'
import { cpuPerRequest } from './day.ts'
import { interleave, median, type Subject, startSubject } from './load.ts'
import { seedOwners } from './owners.ts'
import type { Prepared } from './portal.ts'
import { figure } from './table.ts'

const SERVER = new URL('./portal-subject.ts', import.meta.url)
const CHORES = new URL('./care-chores.ts', import.meta.url)

const PRACTICES = 100
const WARM_UP = 300
const SEATS_EACH = 100
const LONGEST_NIGHT_MS = 300_000
/** As many of each kind, so that no page is of rows that were read just before. */
const ALIKE = 10

const upTo = (first: number, practices: number) => Array.from({ length: practices }, (_, at) => ((first + at) % PRACTICES) + 1)
const PHYSIO = { role: 'para-professional' } as const
const few: Carer[] = Array.from({ length: ALIKE }, (_, n) => ({ ...PHYSIO, n: n + 1, horses: 12, practices: upTo(5 * n, 5) }))
const one: Carer[] = Array.from({ length: ALIKE }, (_, n) => ({ ...PHYSIO, n: n + 101, horses: 1, practices: upTo(5 * n, 1) }))
const many: Carer[] = Array.from({ length: ALIKE }, (_, n) => ({ role: 'vet', n: n + 201, horses: 300, practices: upTo(9 * n, 40) }))

type Size = { rounds: number; requests: number }

/** The figures of those who look after horses, each printed as it is known. */
export async function careFigures(prepared: Prepared, size: Size): Promise<void> {
  await seedOwners(prepared.owner, PRACTICES)
  await seedCarers(prepared.owner, [...few, ...one, ...many])
  await pageFigures(prepared, size)
  await choreFigures(prepared, size)
}

async function pageFigures({ app, directory }: Prepared, size: Size) {
  const subject = await startSubject(SERVER, { app, directory, hashKey: randomBytes(32).toString('base64') })
  try {
    for (const [some, horses] of [[few, 12] as const, [one, 1] as const, [many, 300] as const])
      await requireHorses(subject, some[0], horses)
    const ofOne = pageOf(one)
    const twelve = await compared(subject, size, pageOf(few), ofOne)
    figure('/my/care of 12 horses of 5 practices / of one, CPU', twelve.cpu.ratio, 'x', 3, spent(twelve))
    const record = await compared(subject, size, pageOf(few), horseOf(one))
    figure("the same / one horse's page, CPU", record.cpu.ratio, 'x', 3, spent(record))
    const large = await compared(subject, { rounds: size.rounds, requests: Math.ceil(size.requests / 10) }, pageOf(many), ofOne)
    const perPractice = { ...large, cpu: { ...large.cpu, ratio: large.cpu.ratio / 40 } }
    figure('a vet’s of 300 horses of 40 practices / 40 of one, CPU', perPractice.cpu.ratio, 'x', 1, spent(large))
  } finally {
    await subject.stop()
  }
}

const pageOf =
  (some: readonly Carer[]) =>
  (n: number): BenchRequest => ({ path: '/my/care', cookie: cookieAt(some, n) })
const horseOf =
  (some: readonly Carer[]) =>
  (n: number): BenchRequest => {
    const practice = some[n % some.length]?.practices[0] ?? 1
    return { path: `/my/care/bench-${practice}/${caredHorseId(practice, 1)}`, cookie: cookieAt(some, n) }
  }
const cookieAt = (some: readonly Carer[], n: number): string => {
  const carer = some[n % some.length]
  if (!carer) throw new Error('nobody looks after a horse')
  return carerCookie(carer)
}

/** Two kinds of pages in turn: microseconds of CPU each takes, and how long one is waited for. */
async function compared(subject: Subject, { rounds, requests }: Size, a: (n: number) => BenchRequest, b: (n: number) => BenchRequest) {
  await load(subject.port, WARM_UP, a)
  await load(subject.port, WARM_UP, b)
  const waited = async (next: (n: number) => BenchRequest) =>
    median((await load(subject.port, ALIKE, next, { lanes: 1 })).map(({ ms }) => ms))
  const cpu = await interleave(
    rounds,
    () => cpuPerRequest(subject, requests, a),
    () => cpuPerRequest(subject, requests, b),
  )
  return {
    cpu,
    waited: await interleave(
      rounds,
      () => waited(a),
      () => waited(b),
    ),
  }
}

type Compared = Awaited<ReturnType<typeof compared>>
const spent = ({ cpu, waited }: Compared) =>
  `${cpu.a.toFixed(0)} us / ${cpu.b.toFixed(0)} us; waited ${waited.ratio.toFixed(2)}x, ${waited.a.toFixed(1)} ms / ${waited.b.toFixed(1)} ms`

async function requireHorses(subject: Subject, carer: Carer | undefined, horses: number) {
  if (!carer) throw new Error('nobody looks after a horse')
  const { status, body } = await ask(subject.port, { path: '/my/care', cookie: carerCookie(carer) })
  const links = body.match(/href="\/my\/care\/bench-/g)?.length
  if (status !== 200 || links !== horses) throw new Error(`${links} horses of ${horses}: ${status} ${body.slice(0, 300)}`)
}

async function choreFigures({ owner, app, directory }: Prepared, { rounds, requests }: Size) {
  const chores = await startSubject(CHORES, { app, directory, carers: few })
  const ms = { carer: [] as number[], member: [] as number[] }
  const cost = (which: 'carer' | 'member') => async () => {
    const spentOn = await chore<{ ms: number; cpuUs: number }>(chores, which, requests)
    ms[which].push(spentOn.ms)
    return spentOn.cpuUs
  }
  try {
    await interleave(2, cost('carer'), cost('member'))
    for (const which of ['carer', 'member'] as const) ms[which] = []
    const cpu = await interleave(rounds, cost('carer'), cost('member'))
    figure('a record, door of carers / of members, CPU', cpu.ratio, 'x', 1.3, `${cpu.a.toFixed(0)} us / ${cpu.b.toFixed(0)} us`)
    const waited = median(ms.carer.map((one, at) => one / (ms.member[at] ?? 1)))
    const times = `${median(ms.carer).toFixed(2)} ms / ${median(ms.member).toFixed(2)} ms`
    figure("the same with the database's part, waited", waited, 'x', 1.3, times)
    await seedSeats(owner, { practices: PRACTICES, each: SEATS_EACH })
    const night = await nightMs(chores)
    const seats = PRACTICES * SEATS_EACH
    figure(
      `the night's job, ${seats} seats, one of each practice new`,
      night / 1000,
      ' s',
      10,
      'written and confirmed; nothing to do for the others',
    )
  } finally {
    await chores.stop()
  }
}

/** Milliseconds of the job of a night. */
async function nightMs(chores: Subject): Promise<number> {
  await chore(chores, 'night')
  for (const latest = performance.now() + LONGEST_NIGHT_MS; performance.now() < latest; await setTimeout(100)) {
    const { ms, error } = await chore<{ ms?: number; error?: string }>(chores, 'nightOver')
    if (error) throw new Error(error)
    if (ms !== undefined) return ms
  }
  throw new Error('the night does not end')
}
