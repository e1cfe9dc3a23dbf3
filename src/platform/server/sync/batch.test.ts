import fc from 'fast-check'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { uuidOf, uuidv7 } from '#lib/ids.ts'
import type { SyncedName, SyncOp } from '#lib/sync.ts'
import { syncedNames } from '#lib/synced.ts'
import type { MemberActor } from '#platform/server/actor.ts'
import { type PracticeTx, sendLast } from '#platform/server/database/db.ts'
import { applyOps, readShapes } from '#platform/server/sync/apply.ts'
import { inOrder, knownOps, type ReadOp, readOps } from '#platform/server/sync/ops.ts'
import { push } from '#platform/server/sync/push.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { atLength } from '#testing/whole.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const ZONE = 'Europe/London'
/** An older PostgreSQL is only checked to understand the same statements, not again for their effects. */
const RUNS = atLength(10, 40)
const today = dayOf(currentTime(), ZONE)
const at = (day: string, time: string) => instantOf(day, time, ZONE).toISOString()
/** Made of what it names, or every other one as if a device had drawn it. */
const id = (name: string, n: number) => uuidOf(name, String(n)).replace(/(?<=^.{14})./, (version) => (n % 2 ? version : '7'))
const [PHONE, TABLET] = [uuidv7(), uuidv7()]

/** Few records of each kind, so that ops of one batch meet each other and existing records. */
const few = fc.nat(2)
const words = fc.constantFrom('Dog loose', 'Bring hay', null)
const opShapes: Record<string, fc.Arbitrary<Pick<SyncOp, 'entity' | 'action' | 'id' | 'data'>>> = {
  addClient: fc
    .record({ n: few, phone: fc.constantFrom('07700 900118', 'none', null) })
    .map(({ n, phone }) => op('clients', 'CREATE', n, { name: `Client ${n}`, phone })),
  changeClient: fc
    .record({ n: few, notes: words, phone: fc.constantFrom('07700 900456', '07700 900789') })
    .map(({ n, ...data }) => op('clients', 'UPDATE', n, data)),
  removeClient: few.map((n) => op('clients', 'DELETE', n, {})),
  addYard: few.map((n) => op('yards', 'CREATE', n, { name: `Yard ${n}`, gateCode: '1234' })),
  changeYard: fc
    .record({ n: few, gateCode: fc.constantFrom('4321', null) })
    .map(({ n, gateCode }) => op('yards', 'UPDATE', n, { gateCode })),
  removeYard: few.map((n) => op('yards', 'DELETE', n, {})),
  addHorse: fc
    .record({ n: few, c: few, y: few })
    .map(({ n, c, y }) =>
      op('horses', 'CREATE', n, { name: `Horse ${n}`, clientId: id('clients', c), yardId: id('yards', y), cycleDays: 42 }),
    ),
  changeHorse: fc
    .record({ n: few, c: few, temperament: words })
    .map(({ n, c, temperament }) => op('horses', 'UPDATE', n, { temperament, clientId: id('clients', c) })),
  removeHorse: few.map((n) => op('horses', 'DELETE', n, {})),
  book: fc.record({ n: few, c: few, texts: fc.boolean(), horses: fc.subarray([0, 1, 2]) }).map(({ n, c, texts, horses }) =>
    op('appointments', 'CREATE', n, {
      title: 'Trim',
      clientId: id('clients', c),
      startTime: at(addDays(today, 30), '09:00'),
      endTime: at(addDays(today, 30), '10:00'),
      horses: horses.map((horse) => ({ id: id('line', n * 10 + horse), horseId: id('horses', horse) })),
      sendSmsNotification: texts,
    }),
  ),
  move: fc
    .record({ n: few, days: fc.nat(3), texts: fc.boolean() })
    .map(({ n, days, texts }) => op('appointments', 'UPDATE', n, { onDay: addDays(today, 30 + days), sendSmsNotification: texts })),
  say: fc
    .record({ n: few, notes: words, callNumber: fc.integer({ min: 1, max: 3 }) })
    .map(({ n, ...data }) => op('appointments', 'UPDATE', n, data)),
  stand: fc
    .record({ n: few, status: fc.constantFrom('done', 'booked', 'cancelled') })
    .map(({ n, status }) => op('appointments', 'UPDATE', n, { status })),
  unbook: few.map((n) => op('appointments', 'DELETE', n, {})),
  addLine: fc
    .record({ n: few, horse: few })
    .map(({ n, horse }) =>
      op('visit_horses', 'CREATE', 100 + n * 10 + horse, { appointmentId: id('appointments', n), horseId: id('horses', horse) }),
    ),
  finish: fc
    .record({ n: few, horse: few, outcome: fc.constantFrom('done', 'not_done'), reopen: fc.boolean() })
    .map(({ n, horse, outcome, reopen }) => ({
      ...op('visit_horses', 'UPDATE', 0, reopen ? { reopen } : { outcome, reason: 'lame' }),
      id: id('line', n * 10 + horse),
    })),
  takeOff: fc
    .record({ n: few, horse: few })
    .map(({ n, horse }) => ({ ...op('visit_horses', 'DELETE', 0, {}), id: id('line', n * 10 + horse) })),
  work: fc
    .record({ n: few, horse: few, ago: fc.nat(2) })
    .map(({ n, horse, ago }) =>
      op('work_entries', 'CREATE', n * 10 + horse, { horseId: id('horses', horse), serviceType: 'Trim', workDate: addDays(today, -ago) }),
    ),
  unwork: fc.record({ n: few, horse: few }).map(({ n, horse }) => op('work_entries', 'DELETE', n * 10 + horse, {})),
  wishes: fc
    .record({ n: few, reminderHours: fc.constantFrom(24, 48) })
    .map(({ n, reminderHours }) => op('sms_preferences', 'CREATE', n, { clientId: id('clients', n), reminderHours })),
  decide: fc.constantFrom('near-off', 'left-right').map((feet) => op('settings', 'CREATE', 0, { feet })),
  broken: few.map((n) => op('clients', 'UPDATE', n, { notes: 'a\u0000b' })),
  wrong: few.map((n) => op('clients', 'CREATE', n, { name: '' })),
}

const op = (entity: SyncedName, action: SyncOp['action'], n: number, data: Record<string, unknown>) => ({
  entity,
  action,
  id: id(entity, n),
  data,
})

const batches = fc.array(
  fc.record({
    device: fc.constantFrom(PHONE, TABLET),
    ops: fc.array(
      fc.record({ shape: fc.oneof(...Object.values(opShapes)), baseRev: fc.integer({ min: 1, max: 3 }), waits: fc.boolean() }),
      { minLength: 1, maxLength: 12 },
    ),
  }),
  { minLength: 1, maxLength: 3 },
)
type Batches = ReturnType<typeof opsOf>

/** Existing records: two clients with a horse each, a yard, and a visit to both. */
const standing = {
  device: TABLET,
  ops: [
    ...[0, 1].map((n) => op('clients', 'CREATE', n, { name: `Client ${n}`, phone: '07700 900118' })),
    op('yards', 'CREATE', 0, { name: 'Yard 0' }),
    ...[0, 1].map((n) => op('horses', 'CREATE', n, { name: `Horse ${n}`, clientId: id('clients', n) })),
    op('appointments', 'CREATE', 0, {
      title: 'Trim',
      startTime: at(addDays(today, 30), '09:00'),
      endTime: at(addDays(today, 30), '10:00'),
      horses: [0, 1].map((n) => ({ id: id('line', n), horseId: id('horses', n) })),
    }),
  ].map((shape) => ({ shape, baseRev: 1, waits: false })),
}

/** With one opId now and then sent twice in a batch, and ops that wait for the one before. */
const opsOf = (made: typeof batches extends fc.Arbitrary<infer T> ? T : never) =>
  [standing, ...made].map(({ device, ops }, b) => ({
    device,
    ops: ops.map(({ shape, baseRev, waits }, k) => ({
      ...shape,
      opId: uuidOf('op', String(b), String(waits && k % 5 === 4 ? k - 1 : k)),
      endpoint: '/api',
      ...(shape.action === 'CREATE' ? {} : { baseRev }),
      deps: waits && k > 0 && k % 5 !== 4 ? [uuidOf('op', String(b), String(k - 1))] : [],
      k: b * 100 + k,
      createdAt: '2025-11-25T09:00:00.000Z',
    })),
  }))

class Undone extends Error {}

/** What a way of applying leaves behind; then all is undone again. */
async function leaves(made: Batches, isTogether: boolean) {
  let left: object | undefined
  await server.gareth
    .inPractice(async (tx, actor) => {
      const answers: unknown[] = []
      for (const { device, ops } of made)
        answers.push(await (isTogether ? together(tx, actor, device, ops) : apart(tx, actor, device, ops)))
      await Promise.all(sendLast(tx))
      left = { ...(await lookAt(tx)), answers }
      throw new Undone()
    })
    .catch((error) => {
      if (!(error instanceof Undone)) throw error
    })
  return left
}

async function together(tx: PracticeTx, actor: MemberActor, deviceId: string, ops: SyncOp[]) {
  return (await push(tx, actor, server.app.synced, { deviceId, schema: 1, ops, userAgent: '' })).results
}

/** The savepoint path alone: a batch that claims to fail before it begins. */
async function apart(tx: PracticeTx, actor: MemberActor, deviceId: string, ops: SyncOp[]) {
  const read = readOps(ops, 1) as ReadOp[]
  await tx
    .insertInto('devices')
    .values({ practice_id: actor.practiceId, id: deviceId, member_id: actor.memberId, view: uuidv7() })
    .onConflict((clash) => clash.doNothing())
    .execute()
  const pushing = {
    actor: { ...actor, deviceId },
    registry: server.app.synced,
    schema: 1,
    known: await knownOps(tx, actor.practiceId, read),
    shapes: readShapes(server.app.synced, read),
    markOf: () => '— Gareth, on another device, Tue 25 Nov:',
  }
  const tell = () => {
    throw Object.assign(new DatabaseError('as if the database had refused', 0, 'error'), { code: 'XX000' })
  }
  const answers = await applyOps(tx, pushing, inOrder(read), { seq: 0, tell, meanwhile: () => {} })
  return read.map(({ opId, id: record }, k) => answers.get(read[k] as ReadOp) ?? { opId, id: record, status: 'rejected' })
}

/** Everything a push writes, but for what is drawn by lot. */
async function lookAt(tx: PracticeTx) {
  const all = async (table: string, order: string, leftOut: readonly string[]) => {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by ${sql.raw(order)}`.execute(tx)
    // A text's own id is drawn again each time.
    const told = (row: Record<string, unknown>) => (row.entity === 'notices' ? { ...row, entity_id: '' } : row)
    return rows.map(told).map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !leftOut.includes(column))))
  }
  const rows = await Promise.all(syncedNames().map(async (table) => [table, await all(table, 'seq', ['deleted_at', 'created_at'])]))
  return {
    rows: Object.fromEntries(rows),
    counter: await all('sync_counters', 'practice_id', []),
    ops: await all('sync_ops', 'op_id', ['applied_at']),
    activity: await all('activity', 'act_id, entity, verb, after::text, entity_id', ['id', 'at', 'before']),
    notices: await all('notices', 'event_id, kind, client_id, body', [
      'id',
      'hold_until',
      'not_after',
      'not_before',
      'created_at',
      'state_at',
      'facts',
      'body',
    ]),
    owners: await all('horse_owners', 'horse_id, from_on, client_id', []),
  }
}

test('I1, I2, I5: a batch written together leaves the same rows, answers, journal, texts and ops as one written op by op', async () => {
  await fc.assert(
    fc.asyncProperty(batches.map(opsOf), async (made) => {
      const [one, other] = [await leaves(made, true), await leaves(made, false)]
      expect(strip(one)).toEqual(strip(other))
    }),
    { numRuns: RUNS },
  )
})

test.each([true, false])('the effects a refused change requested are dropped, together: %s', async (isTogether) => {
  const when = { startTime: at(addDays(today, 30), '09:00'), endTime: at(addDays(today, 30), '10:00') }
  const taken = op('appointments', 'CREATE', 0, {
    title: 'Trim',
    clientId: id('clients', 0),
    ...when,
    horses: [],
    sendSmsNotification: true,
  })
  const moved = op('appointments', 'UPDATE', 0, { onDay: addDays(today, 31), sendSmsNotification: true })
  const ops = [taken, moved].map((shape) => ({ shape, baseRev: 1, waits: false }))
  const left = await leaves(opsOf([{ device: PHONE, ops }]), isTogether)
  // Both owners are notified of the move in person, so no notice that the visit is booked remains for either.
  expect(left).toMatchObject({
    notices: [{ kind: 'moved' }, { kind: 'moved' }],
    answers: [{}, [{ status: 'rejected' }, { status: 'applied' }]],
  })
})

/** Without the instants of two runs, and the device that a conflict was over. */
const strip = (left: unknown): unknown =>
  JSON.parse(
    JSON.stringify(left, (key, value) =>
      key === 'writer' || key === 'by' || key === 'completedAt' || key === 'completed_at' ? undefined : value,
    ),
  )
