import pg from 'pg'
import { addDays, instantOf } from '#lib/dates.ts'
import { ask, type BenchRequest, load } from './ask.ts'
import { interleave, LONGEST_WAIT_MS, type Subject, startSubject } from './load.ts'
import { clientId, practiceId, seed, TODAY, tokenOf } from './seed.ts'

const SERVER = new URL('./server-subject.ts', import.meta.url)
const SENDER = new URL('./sending-subject.ts', import.meta.url)
const PROVIDER = new URL('./provider-subject.ts', import.meta.url)
const BARE = new URL('./baselines/sending.ts', import.meta.url)

const ZONE = 'Europe/London'
const PRACTICES = 8
/** Requests until V8 has compiled the hot code. */
const WARM_UP = 800
/** Owners who are texted have a number; the others have none, and their visits request no texts. */
const TEXTED = 20

type Prepared = { owner: pg.PoolConfig; app: pg.PoolConfig; directory: pg.PoolConfig }
type Size = { rounds: number; requests: number }

/** Booking a visit for an owner who is notified and reminded of it, against one for an owner who is neither: microseconds of the server's CPU. */
export async function benchBooking(prepared: Prepared, { rounds, requests }: Size) {
  await seed(prepared.owner, PRACTICES, 0)
  await withOwner(prepared.owner, (owner) =>
    owner.query(`update clients set phone_as_typed = '07700 900118', phone_e164 = '+447700900118' 
      where ('x' || right(id::text, 12))::bit(48)::bigint % 1000 <= ${TEXTED}`),
  )
  const server = await startSubject(SERVER, prepared)
  try {
    const cost = (isTexted: boolean) => async () => {
      const before = await server.cpuMs()
      for (const { status, body } of await load(server.port, requests, (n) => booking(n, isTexted))) {
        if (status !== 201) throw new Error(`booking: ${status} ${body.slice(0, 300)}`)
      }
      return (1000 * ((await server.cpuMs()) - before)) / requests
    }
    await load(server.port, WARM_UP, (n) => booking(n, n % 2 === 0))
    const cpu = await interleave(rounds, cost(true), cost(false))
    await requireTexts(prepared.owner, requests * rounds)
    return cpu
  } finally {
    await server.stop()
  }
}

function booking(n: number, isTexted: boolean): BenchRequest {
  const practice = (n % PRACTICES) + 1
  const client = (isTexted ? 0 : TEXTED) + (n % TEXTED) + 1
  const day = addDays(TODAY, 7 + (n % 200))
  const at = (time: string) => instantOf(day, time, ZONE).toISOString()
  const visit = { title: 'Full set new', clientId: clientId(practice, client), startTime: at('10:00'), endTime: at('11:00') }
  return {
    path: '/api/appointments',
    cookie: `pritchel=${tokenOf(practice)}`,
    body: JSON.stringify({ ...visit, sendSmsNotification: isTexted }),
  }
}

/** Checks for a reminder and a confirmation for each visit of an owner who is texted: otherwise the measurement is of something else. */
async function requireTexts(owner: pg.PoolConfig, visits: number) {
  const { rows } = await withOwner(owner, (client) => client.query('select kind, count(*)::int as n from notices group by 1'))
  for (const kind of ['booked', 'reminder']) {
    const { n = 0 } = rows.find((row) => row.kind === kind) ?? {}
    if (n < visits) throw new Error(`${n} texts of kind ${kind} for ${visits} visits and more`)
  }
}

/** Due reminders, sent by the product's worker through a provider on this machine, against the same posts by a bare client. */
export async function benchSending(prepared: Prepared, notices: number, rounds: number) {
  await seed(prepared.owner, rounds + 1, 0)
  const provider = await startSubject(PROVIDER, {})
  const ours = await startSubject(SENDER, { ...prepared, providerPort: provider.port })
  const bare = await startSubject(BARE, { providerPort: provider.port })
  const walls: number[] = []
  try {
    await addDue(prepared.owner, rounds + 1, notices)
    const cpuOf = async (subject: Subject, path: string) => {
      const before = await subject.cpuMs()
      const started = performance.now()
      await patiently(ask(subject.port, { path }))
      if (subject === ours) walls.push((performance.now() - started) / notices)
      return (1000 * ((await subject.cpuMs()) - before)) / notices
    }
    let practice = 0
    const next = () => cpuOf(ours, `/${practiceId(++practice)}`)
    await next()
    await cpuOf(bare, `/${notices}`)
    const cpu = await interleave(rounds, next, () => cpuOf(bare, `/${notices}`))
    await requireSent(prepared.owner, (rounds + 1) * notices)
    return { cpu, wallMs: walls.toSorted((a, b) => a - b)[Math.floor(walls.length / 2)] ?? Number.NaN }
  } finally {
    await Promise.all([ours.stop(), bare.stop(), provider.stop()])
  }
}

const patiently = <T>(work: Promise<T>) => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('sending took too long')), 4 * LONGEST_WAIT_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/** As many visits tomorrow as notices, each with its reminder due by now; no cap applies, and it is not night. */
async function addDue(config: pg.PoolConfig, practices: number, notices: number) {
  const day = addDays(TODAY, 1)
  await withOwner(config, async (owner) => {
    for (let n = 1; n <= practices; n++) {
      const practice = practiceId(n)
      await owner.query(`select set_config('app.practice_id', $1, false)`, [practice])
      await owner.query(
        `insert into settings (practice_id, id, sending, rev, seq, deleted_at, fw)
          values ($1, gen_random_uuid(), '{"dailyTexts":100000,"quietFrom":"00:00","quietTo":"00:00"}', 1, 1, null, '{}')`,
        [practice],
      )
      await owner.query(
        `with added as (
          insert into appointments (practice_id, id, member_id, client_id, title, on_day, local_start, local_end, zone, starts_at, ends_at, rev, seq, deleted_at, fw)
          select $1, gen_random_uuid(), (select id from members where practice_id = $1), c.id, 'Full set new', $2::date, '23:00', '23:30', 'Europe/London',
            $3::timestamptz, $4::timestamptz, 1, 1, null, '{}' from generate_series(1, $5) v
            join (select id, row_number() over (order by id) as at from clients where practice_id = $1) c on c.at = v % 40 + 1
          returning id, client_id)
        insert into notices (practice_id, id, event_id, kind, subject_id, client_id, channel, address, subject, body, facts, not_before, not_after, state, heeds_quiet)
        select $1, gen_random_uuid(), id, 'reminder', id, client_id, 'sms', '+447700900118', 'Your visit', '', jsonb_build_object(
            'recipient', 'Owner', 'firstName', 'Owner', 'practiceName', 'Practice', 'zone', 'Europe/London', 'visit', jsonb_build_object(
              'appointmentId', id, 'title', 'Full set new', 'onDay', $2::text, 'time', '23:00', 'period', 'PM')),
          clock_now() - interval '1 minute', $3::timestamptz, 'queued', true from added`,
        [practice, day, instantOf(day, '23:00', ZONE), instantOf(day, '23:30', ZONE), notices],
      )
    }
    await owner.query('analyze')
  })
}

async function requireSent(config: pg.PoolConfig, notices: number) {
  const { rows } = await withOwner(config, (owner) => owner.query('select state, count(*)::int as n from notices group by 1'))
  if (rows.length !== 1 || rows[0].state !== 'sent' || rows[0].n !== notices) throw new Error(`not all were sent: ${JSON.stringify(rows)}`)
}

async function withOwner<T>(config: pg.PoolConfig, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client(config)
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}
