import pg from 'pg'
import { caldav } from '#connectors/caldav/connector.ts'
import { radicale } from '#connectors/caldav/far-side.ts'
import { exchangePractice } from '#features/office/integrations/server/exchange.ts'
import { addDays, instantOf } from '#lib/dates.ts'
import { writeCalendar } from '#lib/ics-write.ts'
import { uuidv7 } from '#lib/ids.ts'
import { SYNC_SCHEMA } from '#lib/synced.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { openReach } from '#platform/server/reach.ts'
import { testVault } from '#testing/vault.ts'
import { ask } from './ask.ts'
import { cpuPerRequest } from './day.ts'
import { interleave, startSubject } from './load.ts'
import { clientId, memberId, practiceId, seed, TODAY, tokenOf } from './seed.ts'

const SERVER = new URL('./server-subject.ts', import.meta.url)
const STATIC = new URL('./baselines/static.ts', import.meta.url)

const ZONE = 'Europe/London'
const WARM_UP = 3

type Prepared = { owner: pg.PoolConfig; app: pg.PoolConfig; directory: pg.PoolConfig }

/** A pushed batch of visits in a practice with a calendar connected, against one in a practice without: milliseconds a batch, fsync on. */
export async function benchMarking(prepared: Prepared, { rounds, batches, ops }: { rounds: number; batches: number; ops: number }) {
  await seed(prepared.owner, 2, 0)
  await withOwner(prepared.owner, (owner) =>
    owner.query(`update sync_counters set has_exchanges = true where practice_id = '${practiceId(1)}';
      insert into directory.exchanges (practice_id, due_at) values ('${practiceId(1)}', 'infinity')`),
  )
  const server = await startSubject(SERVER, prepared)
  let k = 0
  const pushed = (practice: number) => async () => {
    let ms = 0
    for (let batch = 0; batch < batches; batch++) {
      // As a worker takes it, so that each batch has it to mark.
      await withOwner(prepared.owner, (owner) => owner.query('update directory.exchanges set is_changed = false'))
      const list = Array.from({ length: ops }, () => booking(practice, k++))
      const body = JSON.stringify({ deviceId: memberId(practice), schema: SYNC_SCHEMA, ops: list })
      const answer = await ask(server.port, { path: '/api/sync/push', cookie: `pritchel=${tokenOf(practice)}`, body })
      ms += answer.ms
      if (answer.status !== 200) throw new Error(`push: ${answer.status} ${answer.body.slice(0, 300)}`)
    }
    return ms / batches
  }
  try {
    await interleave(WARM_UP, pushed(1), pushed(2))
    return await interleave(rounds, pushed(1), pushed(2))
  } finally {
    await server.stop()
  }
}

function booking(practice: number, k: number) {
  const id = uuidv7()
  const at = (time: string) => instantOf(addDays(TODAY, 1 + (k % 300)), time, ZONE).toISOString()
  const data = {
    title: 'Full set new',
    clientId: clientId(practice, 1),
    memberId: memberId(practice),
    startTime: at('10:00'),
    endTime: at('11:00'),
  }
  const endpoint = '/api/appointments'
  return { opId: uuidv7(), action: 'CREATE', endpoint, entity: 'appointments', id, data, deps: [], k, createdAt: new Date().toISOString() }
}

/** The first publishing of a diary to a real Radicale, against a bare client that puts the same texts, as many at once: seconds. Undefined: there is no Radicale. */
export async function benchPublishing(prepared: Prepared, visits: number, rounds: number) {
  if (radicale.missing) return undefined
  await seed(prepared.owner, rounds + 1, visits * (rounds + 1))
  const far = await radicale.start()
  const db = openDatabase(prepared)
  const reach = openReach({ reach: [far.host] })
  const vault = testVault()
  const setup = { db, vault, reach, reachable: [far.host], isTestVersion: true, origin: 'http://localhost:3000', log: console }
  let n = 0
  const ours = async () => {
    n++
    await connect(n)
    const started = performance.now()
    await exchangePractice(setup, practiceId(n))
    const took = (performance.now() - started) / 1000
    const sent = await withOwner(prepared.owner, (owner) =>
      owner.query(`select count(*)::int as count from connection_items where practice_id = '${practiceId(n)}' and state = 'sent'`),
    )
    if (sent.rows[0].count !== visits) throw new Error(`published: ${sent.rows[0].count} of ${visits}`)
    return took
  }
  const connect = async (practice: number) => {
    const { key, ...settings } = far.credentials
    const of = { practiceId: practiceId(practice), connector: 'caldav', field: memberId(practice) }
    const { sealed, keyId } = vault.seal(key, of)
    await withOwner(prepared.owner, (owner) =>
      owner.query(
        `insert into connections (practice_id, id, connector, member_id, enabled, settings, secret, vault_key_id, secret_tail, account, next_at)
          values ($1, $2, 'caldav', $3, true, $4, $5, $6, '', 'farrier', now())`,
        [practiceId(practice), uuidv7(), memberId(practice), settings, sealed, keyId],
      ),
    )
  }
  const bare = async () => {
    const calendar = `${far.credentials.address}/${far.credentials.account}/bare-${uuidv7()}/`
    const authorization = `Basic ${Buffer.from(`${far.credentials.account}:${far.credentials.key}`).toString('base64')}`
    const started = performance.now()
    await fetch(calendar, { method: 'MKCALENDAR', headers: { authorization } })
    let next = 0
    const lane = async () => {
      for (let at = next++; at < visits; at = next++) {
        const start = instantOf(addDays(TODAY, Math.floor(at / 8)), '09:00', ZONE)
        const when = { start, end: new Date(start.getTime() + 3_600_000), zone: ZONE }
        const item = {
          uid: `${uuidv7()}@bare`,
          when,
          title: '2 horses, Kingsland',
          place: 'Lower Barn, Kingsland',
          status: 'CONFIRMED',
          isFree: false,
        } as const
        const body = writeCalendar([item], { now: start })
        const headers = { authorization, 'content-type': 'text/calendar; charset=utf-8', 'if-none-match': '*' }
        const answer = await fetch(`${calendar}${item.uid}.ics`, { method: 'PUT', headers, body })
        if (!answer.ok) throw new Error(`bare: ${answer.status}`)
        await answer.text()
      }
    }
    await Promise.all(Array.from({ length: caldav.manifest.pace?.atOnce ?? 1 }, lane))
    return (performance.now() - started) / 1000
  }
  try {
    await ours()
    return await interleave(rounds, ours, bare)
  } finally {
    await db.close()
    await far.stop()
  }
}

/** A feed read again that has not changed, against a 304 of bytes made once: microseconds of CPU a request. */
export async function benchFeed(prepared: Prepared, { rounds, requests }: { rounds: number; requests: number }) {
  const server = await startSubject(SERVER, prepared)
  const cookie = `pritchel=${tokenOf(1)}`
  const asked = async (path: string, method: string, body?: object) => {
    const answer = await ask(server.port, { path, cookie, method, ...(body && { body: JSON.stringify(body) }) })
    if (answer.status !== 200) throw new Error(`feed: ${answer.status} ${answer.body.slice(0, 300)}`)
    return JSON.parse(answer.body) as { url: string }
  }
  await asked('/api/integrations/feed', 'PUT', { enabled: true })
  const path = new URL((await asked('/api/integrations/feed/address', 'GET')).url).pathname
  const first = await ask(server.port, { path })
  const fixed = await startSubject(STATIC, { bodies: { [path]: first.body } })
  const still = await ask(fixed.port, { path })
  const cost = (subject: typeof server, etag: string | undefined) => () =>
    cpuPerRequest(
      subject,
      requests,
      () => ({ path, ...(etag && { etag }) }),
      ({ status }) => {
        if (status !== 304) throw new Error(`feed: ${status}`)
      },
    )
  try {
    const [a, b] = [cost(server, first.etag), cost(fixed, still.etag)]
    await interleave(2, a, b)
    return await interleave(rounds, a, b)
  } finally {
    await Promise.all([server.stop(), fixed.stop()])
  }
}

async function withOwner<T>(owner: pg.PoolConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
