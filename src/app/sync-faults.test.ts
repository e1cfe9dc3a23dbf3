import { currentTime } from '#lib/clock.ts'
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Change } from '#platform/web/sync/outbox.ts'
import { discard } from '#platform/web/sync/resolve.ts'
import { type RealDevice, realDevice } from '#testing/device.ts'
import { type Fault, faultyPool } from '#testing/faults.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const ZONE = 'Europe/London'
const day = addDays(dayOf(currentTime(), ZONE), 40)
const at = (time: string) => instantOf(day, time, ZONE).toISOString()

let server: TestServer
let faults: ReturnType<typeof faultyPool>
let device: RealDevice
beforeAll(async () => {
  server = await startTestServer({ own: true })
  faults = faultyPool(server.db.pool)
  device = await realDevice(server.gareth.send)
  await device.sync()
})
afterAll(async () => {
  await device.store.delete()
  await server.stop()
})

/** A client with a horse, a visit to both with a text, and an edit. */
async function record() {
  const ids = { client: uuidv7(), horse: uuidv7(), visit: uuidv7(), poison: uuidv7() }
  await device.record(
    { action: 'CREATE', entity: 'clients', id: ids.client, data: { name: 'Siân', phone: '07700 900118' } },
    { action: 'CREATE', entity: 'horses', id: ids.horse, data: { name: 'Tally', clientId: ids.client } },
    booking(ids, { horses: [{ horseId: ids.horse }] }),
  )
  await device.record({ action: 'UPDATE', entity: 'horses', id: ids.horse, data: { markings: 'Blaze' } })
  return ids
}

/** A client and a visit with a text, and between them what the database itself refuses: each is written alone then. */
async function recordPoisoned() {
  const ids = { client: uuidv7(), horse: uuidv7(), visit: uuidv7(), poison: uuidv7() }
  await device.record(
    { action: 'CREATE', entity: 'clients', id: ids.client, data: { name: 'Siân', phone: '07700 900118' } },
    { action: 'CREATE', entity: 'clients', id: ids.poison, data: { name: 'a\u0000b' } },
    booking(ids, {}),
  )
  return ids
}

const booking = (ids: { client: string; visit: string }, more: object): Change => ({
  action: 'CREATE',
  entity: 'appointments',
  id: ids.visit,
  data: { title: 'Trim', clientId: ids.client, startTime: at('09:00'), endTime: at('10:00'), ...more },
  alsoSend: { sendSmsNotification: true },
  alsoShow: { onDay: day },
})

type Ids = Awaited<ReturnType<typeof record>>

/** What one record of it all leaves: rows, lines of the journal, texts and ops, each once. */
async function ledgerOf(all: readonly Ids[]) {
  const list = (ids: string[]) => `(${ids.map((id) => `'${id}'`).join(', ')})`
  const horses = list(all.map(({ horse }) => horse))
  const visits = list(all.map(({ visit }) => visit))
  const clients = list(all.map(({ client }) => client))
  const [counts] = await server.asOwner(`select
    (select count(*)::int from clients where id in ${clients} and rev = 1) as clients,
    (select count(*)::int from horses where id in ${horses} and rev = 2 and markings = 'Blaze') as horses,
    (select count(*)::int from horse_owners where horse_id in ${horses}) as owners,
    (select count(*)::int from visit_horses where appointment_id in ${visits}) as lines,
    (select count(*)::int from activity where entity_id in ${clients} or entity_id in ${horses} or entity_id in ${visits}) as journal,
    (select count(*)::int from notices where subject_id in ${visits} and kind = 'booked') as texts,
    (select count(*)::int from sync_ops where entity_id in ${clients} or entity_id in ${horses} or entity_id in ${visits}) as ops,
    (select count(*)::int from clients where id in ${list(all.map(({ poison }) => poison))}) as poison`)
  return counts
}
const WHOLE = { clients: 1, horses: 1, owners: 1, lines: 1, journal: 4, texts: 1, ops: 4, poison: 0 }
const POISONED = { clients: 1, horses: 0, owners: 0, lines: 0, journal: 2, texts: 1, ops: 2, poison: 0 }

/** For n = 1, 2, 3 … the n-th statement of a push goes wrong, until there is none. Returns what was recorded. */
async function failEach(kindOf: (n: number) => Fault, recordAll: () => Promise<Ids>): Promise<Ids[]> {
  const all: Ids[] = []
  for (let n = 1, wasHit = true; wasHit; n++) {
    all.push(await recordAll())
    faults.arm(n, kindOf(n))
    await device.sync({ pull: () => Promise.reject(new Error('not this time')) })
    wasHit = faults.disarm()
    expect(await device.sync(), `after fault ${n}`).toEqual({ end: 'done' })
    for (const { opId } of await refusedOnes()) await discard(opId, device.store)
    expect(await device.queue(), `after fault ${n}`).toEqual([])
  }
  // A push has at least its BEGIN, its reads, its writes and its COMMIT.
  expect(all.length).toBeGreaterThan(15)
  return all
}

const refusedOnes = async () => (await device.queue()).filter(({ state, entity }) => state === 'rejected' && entity === 'clients')
const times = (n: number, counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, n * count]))

test.each(['refused', 'unheard'] as const)(
  'I1, I2, I3: whichever statement of a batch is %s, the device drains and every effect, text and line of the journal is there once',
  async (kind) => {
    const all = await failEach(() => kind, record)
    expect(await ledgerOf(all)).toEqual(times(all.length, WHOLE))
  },
)

test('I1, I2, I7: the same where one op of the batch is poison and each is written alone', async () => {
  const kinds = ['refused', 'cut', 'unheard'] as const
  const all = await failEach((n) => kinds[n % 3] ?? 'cut', recordPoisoned)
  expect(await ledgerOf(all)).toEqual(times(all.length, POISONED))
})
