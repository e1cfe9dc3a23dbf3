import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { addDays, instantOf } from '#lib/dates.ts'
import { type Answered, ask, type BenchRequest, load } from './ask.ts'
import { chore } from './chores.ts'
import { cpuPerRequest } from './day.ts'
import { interleave, median, type Subject, startSubject } from './load.ts'
import { cookieOf, emailOf, horseId, OWNERS, type Owner, ownerAt, personId, seedOwners } from './owners.ts'
import { inChromium } from './page.ts'
import { clientId, practiceId, TODAY, tokenOf } from './seed.ts'
import { wholePage } from './sizes.ts'
import { benchYardBoard } from './yard-board.ts'

const SERVER = new URL('./portal-subject.ts', import.meta.url)
const CHORES = new URL('./portal-chores.ts', import.meta.url)
const BARE = new URL('./baselines/portal.ts', import.meta.url)

/** With a thousand owners. */
export const FEW = 10
const WARM_UP = 1500
const ZONE = 'Europe/London'
const MINUTES_MS = 60_000

export type Prepared = { owner: pg.PoolConfig; app: pg.PoolConfig; directory: pg.PoolConfig }
export type Size = { practices: number; rounds: number; requests: number; views: number }
type Ratio = Awaited<ReturnType<typeof interleave>>

/** What pages of the portal load, in bytes, gzipped: `/my`, the heaviest script of any and which page has it, and a horse shown by a link. */
export async function weighPortal(prepared: Prepared) {
  const server = await startSubject(SERVER, { app: prepared.app, directory: prepared.directory, hashKey })
  const origin = `http://localhost:${server.port}`
  const owner = { practice: 1, n: 1 }
  const weigh = (path: string, isSignedIn = true) =>
    inChromium(async (page) => {
      const [name = '', value = ''] = cookieOf(owner).split('=')
      if (isSignedIn) await page.context().addCookies([{ name, value, url: origin }])
      return { path, ...(await wholePage(page, `${origin}${path}`)) }
    })
  try {
    const at = '/my/at/bench-1'
    const home = await weigh('/my')
    const others = [await weigh('/my/sign-in', false)]
    for (const path of [`${at}/horses/${horseId(owner)}`, '/my/visits', '/my/money', '/my/messages', '/my/settings'])
      others.push(await weigh(path))
    const shared = await weigh(await shareAHorse(prepared.owner, owner), false)
    others.push(shared)
    const [heaviest = home] = [home, ...others].toSorted((a, b) => b.script - a.script)
    return { home, heaviest, shared }
  } finally {
    await server.stop()
  }
}

/** A link to an owner's first horse, with the work of a year and a half; its path. */
async function shareAHorse(config: pg.PoolConfig, of: Owner): Promise<string> {
  const [client, token] = [new pg.Client(config), randomBytes(32).toString('base64url')]
  const [practice, horse, share] = [practiceId(of.practice), horseId(of), randomUUID()]
  const shoe = { work: 'new', shoe: 'Fullered', size: '5¼', nails: 'E5' }
  const setup = JSON.stringify({ NF: shoe, OF: shoe, NH: shoe, OH: shoe })
  await client.connect()
  try {
    await client.query(`
      insert into work_entries (practice_id, id, horse_id, member_id, service_type, work_date, description, setup, rev, seq, fw)
        select '${practice}', gen_random_uuid(), '${horse}', (select id from members where practice_id = '${practice}' limit 1), 'Full set new',
          date '${TODAY}' - 42 * n, 'Rolled toes, and a little more length left behind.', '${setup}', 1, 1, '{}' from generate_series(1, 13) n;
      insert into horse_shares (practice_id, id, horse_id, client_id, person_id, to_name, purpose, parts, photo_ids, made_at, until_at)
        values ('${practice}', '${share}', '${horse}', '${clientId(of.practice, of.n)}', '${personId(of)}', 'Tom Pugh', 'sale', '{"work": true}', '{}',
          now(), now() + interval '14 days');
      insert into directory.links (token_hash, practice_id, kind, subject_id, client_id, dies_at)
        values (sha256('${token}'), '${practice}', 'share', '${share}', '${clientId(of.practice, of.n)}', now() + interval '14 days')`)
  } finally {
    await client.end()
  }
  return `/share/${token}`
}

/** The key by which addresses are hashed, the same in every process that is measured. */
const hashKey = randomBytes(32).toString('base64')

/** A database of practices whose clients are all in the portal, with its index of addresses made: how long that took, and the memory. */
export async function preparePortal(prepared: Prepared, practices: number) {
  await seedOwners(prepared.owner, practices)
  const chores = await startSubject(CHORES, { ...prepared, hashKey, practices })
  try {
    await chore(chores, 'rebuild')
    for (const latest = performance.now() + 20 * MINUTES_MS; performance.now() < latest; await setTimeout(100)) {
      const { ms, idleMb, peakMb, error } = await chore<{ ms?: number; idleMb: number; peakMb: number; error?: string }>(chores, 'rebuilt')
      if (error) throw new Error(error)
      if (ms !== undefined) return { ms, takesMb: peakMb - idleMb, addresses: 2 * practices * OWNERS }
    }
    throw new Error('the index of addresses is not made')
  } finally {
    await chores.stop()
  }
}

const connectionsOf = ({ app, directory }: Prepared, more: object = {}) => ({ app, directory, hashKey, ...more })
/** The first page of owners in turn, of so many practices. */
const homeOf =
  (practices: number) =>
  (n: number): BenchRequest => ({ path: '/my', cookie: cookieOf(ownerAt(n, practices)) })

/**
 * The first page of the portal against the same reads and render bare: microseconds of CPU; and the memory of the server before and after many
 * pages.
 */
export async function benchMy(prepared: Prepared, { practices, rounds, requests, views }: Size) {
  const [ours, bare] = [await startSubject(SERVER, connectionsOf(prepared)), await startSubject(BARE, { owner: prepared.owner, hashKey })]
  const home = homeOf(practices)
  const plain = (n: number): BenchRequest => ({ path: `/${personId(ownerAt(n, practices))}` })
  try {
    await sameView(ours, bare, home, plain)
    await Promise.all([load(ours.port, WARM_UP, home), load(bare.port, WARM_UP, plain)])
    const cpu = await interleave(
      rounds,
      () => cpuPerRequest(ours, requests, home),
      () => cpuPerRequest(bare, requests, plain),
    )
    const before = await ours.liveMb()
    for (let seen = 0; seen < views; seen += requests) await load(ours.port, requests, (n) => home(seen + n))
    return { cpu, before, after: await ours.liveMb(), rssMb: await ours.rssMb() }
  } finally {
    await Promise.all([ours.stop(), bare.stop()])
  }
}

/**
 * The first page of the same thousand owners, and a code looked up and sent, where there are all the others too against where there are none:
 * medians in milliseconds. `spread`: of pages of all owners in turn, whose practices no one has just read.
 */
export async function benchGrowth(all: Prepared, few: Prepared, { practices, rounds, requests }: Size) {
  const [ours, lone] = [await startSubject(SERVER, connectionsOf(all)), await startSubject(SERVER, connectionsOf(few))]
  const chores = [
    await startSubject(CHORES, connectionsOf(all, { practices })),
    await startSubject(CHORES, connectionsOf(few, { practices: FEW })),
  ]
  const waited = async (subject: Subject, next: (n: number) => BenchRequest) =>
    median((await load(subject.port, requests, next, { lanes: 1 })).map(requireOk))
  const sent = (subject: Subject | undefined) => async () =>
    subject ? (await chore<{ medianMs: number }>(subject, 'send', 60)).medianMs : Number.NaN
  try {
    const home = homeOf(FEW)
    await Promise.all([ours, lone].map((subject) => load(subject.port, WARM_UP, home)))
    const pages = await interleave(
      rounds,
      () => waited(ours, home),
      () => waited(lone, home),
    )
    const spread = await waited(ours, homeOf(practices))
    await interleave(1, sent(chores[0]), sent(chores[1]))
    return { pages, spread, codes: await interleave(rounds, sent(chores[0]), sent(chores[1])) }
  } finally {
    await Promise.all([ours, lone, ...chores].map((subject) => subject.stop()))
  }
}

/** One statement through the door of guests against that of members: CPU of ours, and what it takes with the database's part. */
export async function benchDoor(prepared: Prepared, { practices, rounds, requests }: Size) {
  const chores = await startSubject(CHORES, { ...prepared, hashKey, practices })
  const ms = { guest: [] as number[], member: [] as number[] }
  const cost = (which: 'guest' | 'member') => async () => {
    const spent = await chore<{ ms: number; cpuUs: number }>(chores, which, requests)
    ms[which].push(spent.ms)
    return spent.cpuUs
  }
  try {
    await interleave(2, cost('guest'), cost('member'))
    for (const which of ['guest', 'member'] as const) ms[which] = []
    const cpu = await interleave(rounds, cost('guest'), cost('member'))
    const { statements } = await chore<{ statements: number }>(chores, 'holders', 200)
    return { cpu, guestMs: median(ms.guest), memberMs: median(ms.member), statements }
  } finally {
    await chores.stop()
  }
}

/** A visit booked, and a client entered, with the follower that keeps the index against without it: microseconds of CPU. */
export async function benchIndexing(prepared: Prepared, { practices, rounds, requests }: Size): Promise<{ visits: Ratio; clients: Ratio }> {
  const connections = { app: prepared.app, directory: prepared.directory, hashKey }
  const [kept, left] = [await startSubject(SERVER, connections), await startSubject(SERVER, { ...connections, leavesIndex: true })]
  let n = 0
  const cost = (subject: Subject, next: (n: number) => BenchRequest) => async () => {
    const before = await subject.cpuMs()
    const answers = await load(subject.port, requests, () => next(n++))
    const bad = answers.find(({ status }) => status !== 201)
    if (bad) throw new Error(`written: ${bad.status} ${bad.body.slice(0, 300)}`)
    return (1000 * ((await subject.cpuMs()) - before)) / requests
  }
  const compared = async (next: (n: number) => BenchRequest) => {
    await interleave(2, cost(kept, next), cost(left, next))
    return interleave(rounds, cost(kept, next), cost(left, next))
  }
  const member = (at: number) => ({ cookie: `pritchel=${tokenOf((at % practices) + 1)}` })
  const visit = (at: number): BenchRequest => {
    const time = (hour: string) => instantOf(addDays(TODAY, 30 + (at % 200)), hour, ZONE).toISOString()
    const body = { title: 'Full set new', clientId: clientId((at % practices) + 1, 1), startTime: time('10:00'), endTime: time('11:00') }
    return { path: '/api/appointments', ...member(at), body: JSON.stringify({ ...body, sendSmsNotification: false }) }
  }
  const client = (at: number): BenchRequest => {
    const body = { name: `New ${at}`, email: `new${at}@example.com`, phone: `07720 ${String(at % 1_000_000).padStart(6, '0')}` }
    return { path: '/api/clients', ...member(at), body: JSON.stringify(body) }
  }
  try {
    return { visits: await compared(visit), clients: await compared(client) }
  } finally {
    await Promise.all([kept.stop(), left.stop()])
  }
}

/**
 * Requests a code for an address on record and for an unknown one in turns, each from the next of so many networks, while the worker sends
 * beside: the median time each takes.
 */
export async function benchOracle(prepared: Prepared, { practices }: Size, { asks, networks }: { asks: number; networks: number }) {
  const server = await startSubject(SERVER, { app: prepared.app, directory: prepared.directory, hashKey, sendsCodes: true })
  const took = { known: [] as number[], unknown: [] as number[] }
  const asked = async (which: keyof typeof took, n: number) => {
    const known = emailOf(ownerAt(7000 + n, practices))
    // The same length: what is typed comes back in the cookie.
    const address = which === 'known' ? known : known.replace('@', 'x@').replace('o', '')
    const from = `10.9.${n % networks}.1`
    const answer = await ask(server.port, { path: '/api/my/code', body: JSON.stringify({ address }), from })
    if (answer.status !== 204) throw new Error(`asked: ${answer.status} ${answer.body.slice(0, 300)}`)
    return answer.ms
  }
  try {
    for (let n = 0; n < 2 * asks; n++) {
      const order = n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
      for (const which of order) {
        const ms = await asked(which, n)
        // The first are until V8 has compiled the hot code.
        if (n >= asks) took[which].push(ms)
      }
    }
    return { known: median(took.known), unknown: median(took.unknown) }
  } finally {
    await server.stop()
  }
}

/** The board of a yard of 60 horses of 30 owners against the page of one horse: microseconds of CPU. Last of all: it gives practices another plan. */
export const benchBoard = (prepared: Prepared, size: Size): Promise<Ratio> =>
  benchYardBoard(prepared, SERVER, connectionsOf(prepared), size)

async function sameView(ours: Subject, bare: Subject, home: (n: number) => BenchRequest, plain: (n: number) => BenchRequest) {
  for (let n = 0; n < 40; n++) {
    const [a, b] = [await ask(ours.port, home(n)), await ask(bare.port, plain(n))]
    requireOk(a)
    // When it was read is part of the page where there is a round today.
    const [mine, theirs] = [a.body, b.body].map((body) => mainOf(body).replace(/\d{2}:\d{2}(:\d{2})?/g, ''))
    if (!a.body.includes('Horse ') || mine !== theirs) throw new Error(`the baseline paints something else:\n${mine}\n\n${theirs}`)
  }
}

/** The page without the markup that tells a phone whose page it is. */
const mainOf = (body: string) => body.slice(body.indexOf('<main'), body.indexOf('</main>'))

function requireOk({ status, body, ms }: Answered): number {
  if (status !== 200) throw new Error(`a page of the portal: ${status} ${body.slice(0, 300)}`)
  return ms
}
