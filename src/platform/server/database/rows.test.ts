import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import {
  deleteRow,
  findRow,
  holdWriters,
  insertRow,
  keepServerColumns,
  type Row,
  replaceUnder,
  restoreRow,
  rowForChange,
  rowsUnder,
  SHARED,
  updateRow,
  writeInBulk,
} from '#platform/server/database/rows.ts'
import { inSavepoint } from '#platform/server/database/savepoint.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const [PHONE, TABLET] = [uuidv7(), uuidv7()]
let id: string
beforeEach(() => {
  id = uuidv7()
})

const acting = <T>(work: (tx: PracticeTx, actor: Actor) => Promise<T>, deviceId: string | null = PHONE): Promise<T> =>
  server.gareth.inPractice((tx, actor) => work(tx, { ...actor, deviceId }))
const addYard = (name = 'Lower Barn') => acting((tx, actor) => insertRow(tx, actor, 'yards', id, { name, postcode: undefined }))
const asOwner = async <T>(text: string) => (await server.asOwner(text)) as T[]
const seqNow = async () =>
  (await asOwner<{ seq: string }>(`select seq from sync_counters where practice_id = '${server.gareth.practiceId}'`)).map(({ seq }) =>
    Number(seq),
  )[0]
const journal = () =>
  asOwner<Record<string, unknown>>(`select verb, before, after, entity, device_id from activity where entity_id = '${id}' order by id`)
const refusal = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => expect.fail('it went through'),
    (error) => error,
  )

test('a row is added with its place in the order, a line in the journal, and no writers of fields', async () => {
  const row = await addYard()
  expect(row).toMatchObject({ id, name: 'Lower Barn', postcode: null, rev: 1, fw: {}, deleted_at: null })
  expect(await seqNow()).toBe(Number(row.seq))
  expect(await journal()).toEqual([{ verb: 'added', before: null, after: { name: 'Lower Barn' }, entity: 'yards', device_id: PHONE }])
  expect((await refusal(addYard())).code).toBe('id_taken')
  const next = await acting((tx, actor) => insertRow(tx, actor, 'yards', uuidv7(), { name: 'Next' }))
  expect(Number(next.seq)).toBe(Number(row.seq) + 1)
})

test('who makes a record that two may make writes its fields; a part of a bigger act has no line of its own', async () => {
  const shared = await acting((tx, actor) =>
    insertRow(tx, actor, 'yards', id, { name: 'Shared', postcode: undefined }, { ...SHARED, isPart: true }),
  )
  expect(shared.fw).toEqual({ name: { r: 1, d: PHONE } })
  const changed = await acting((tx, actor) => updateRow(tx, actor, shared, 'yards', { name: 'Part' }, { isPart: true }))
  await acting((tx, actor) => deleteRow(tx, actor, changed, 'yards', { isPart: true }))
  expect(await journal()).toEqual([])
})

test('a change writes what differs and what it was, and nothing when nothing differs', async () => {
  const row = await addYard()
  const changed = await acting((tx, actor) => updateRow(tx, actor, row, 'yards', { name: 'Upper Barn', postcode: undefined }))
  expect(changed).toMatchObject({ name: 'Upper Barn', rev: 2, fw: { name: { r: 2, d: PHONE } } })
  expect(Number(changed.seq)).toBe(Number(row.seq) + 1)
  expect(await acting((tx, actor) => updateRow(tx, actor, changed, 'yards', { name: 'Upper Barn' }))).toBe(changed)
  expect(await seqNow()).toBe(Number(changed.seq))
  await acting((tx, actor) => updateRow(tx, actor, changed, 'yards', { name: 'Barn' }, { verb: 'renamed' }))
  expect(await journal()).toMatchObject([
    { verb: 'added' },
    { verb: 'changed', before: { name: 'Lower Barn' }, after: { name: 'Upper Barn' } },
    { verb: 'renamed', before: { name: 'Upper Barn' }, after: { name: 'Barn' } },
  ])
})

test('what another device wrote since is a conflict, named as the wire names it, with who wrote last', async () => {
  const row = await addYard()
  const theirs = await acting((tx, actor) => updateRow(tx, actor, row, 'yards', { gate_code: '4471' }), PHONE)
  const later = await acting((tx, actor) => updateRow(tx, actor, theirs, 'yards', { name: 'Renamed' }), TABLET)
  const mine = (changes: object) => refusal(acting((tx, actor) => updateRow(tx, actor, later, 'yards', changes, { baseRev: 1 }), null))
  expect((await mine({ gate_code: '1066' })).details).toEqual({ fields: ['gateCode'], row: later, writer: PHONE })
  expect((await mine({ gate_code: '1066', name: 'Mine' })).details).toMatchObject({ writer: TABLET })
  // A revision that was never issued counts as none.
  const ahead = { baseRev: later.rev + 1 }
  const early = await refusal(acting((tx, actor) => updateRow(tx, actor, later, 'yards', { gate_code: '1066' }, ahead), null))
  expect(early.details).toMatchObject({ fields: ['gateCode'] })
  expect((await refusal(acting((tx, actor) => deleteRow(tx, actor, later, 'yards', ahead), null))).code).toBe('conflict')
  const removed = await refusal(acting((tx, actor) => deleteRow(tx, actor, later, 'yards', { baseRev: 1 }), null))
  expect(removed.details).toMatchObject({ fields: ['name', 'gateCode'], writer: TABLET })
  expect(await acting((tx) => findRow(tx, 'yards', id))).toEqual(later)
})

test('a removed row stays as a tombstone that no change passes, and is brought back with what it had lost', async () => {
  const row = await acting((tx, actor) => insertRow(tx, actor, 'yards', id, { name: 'Barn', gate_code: '4471' }))
  const gone = await acting((tx, actor) => deleteRow(tx, actor, row, 'yards'))
  expect(gone).toMatchObject({ rev: 2, fw: { deleted: { r: 2, d: PHONE } }, deleted_at: expect.any(Date) })
  expect(await acting((tx, actor) => deleteRow(tx, actor, gone, 'yards'))).toBe(gone)
  const late = await refusal(acting((tx, actor) => updateRow(tx, actor, gone, 'yards', { name: 'Late' })))
  expect([late.code, late.details]).toEqual(['conflict', { fields: ['deleted'], row: gone, writer: PHONE }])
  const back = await acting((tx, actor) => restoreRow(tx, actor, gone, 'yards', { gate_code: '1066' }), TABLET)
  expect(back).toMatchObject({ rev: 3, deleted_at: null, gate_code: '1066', fw: { deleted: { r: 3, d: TABLET } } })
  expect(await acting((tx, actor) => restoreRow(tx, actor, back, 'yards', { gate_code: '9' }))).toBe(back)
  await acting((tx, actor) => deleteRow(tx, actor, back, 'yards', { verb: 'merged' }))
  expect(await journal()).toMatchObject([
    { verb: 'added' },
    { verb: 'removed', before: { name: 'Barn' }, after: null },
    { verb: 'restored', before: null, after: { gate_code: '1066' } },
    { verb: 'merged' },
  ])
})

test('what the server keeps for itself is news to devices, makes no activity and has no author', async () => {
  const row = await addYard()
  const keep = (before: Row<'yards'>, changes: object) => acting((tx) => keepServerColumns(tx, before, 'yards', changes))
  const kept = await keep(row, { name: 'Lower Barn', lat: 52.5, lng: -2.7 })
  expect(kept).toMatchObject({ lat: 52.5, rev: 2, fw: {} })
  expect(Number(kept.seq)).toBe(Number(row.seq) + 1)
  expect(await keep(kept, { lat: 52.5, lng: -2.7 })).toBe(kept)
  expect(await journal()).toHaveLength(1)
})

test('thousands of rows take a place each, and the counter is written once, at the end', async () => {
  const before = (await seqNow()) ?? 0
  const seqs = await acting(async (tx, actor) => {
    await writeInBulk(tx)
    const places: number[] = []
    for (let n = 0; n <= 1000; n++)
      places.push(Number((await insertRow(tx, actor, 'yards', uuidv7(), { name: `${n}` }, { isPart: true })).seq))
    return places
  })
  expect(seqs).toEqual(Array.from({ length: 1001 }, (_, n) => before + 1 + n))
  expect(await seqNow()).toBe(before + 1001)
})

test('a row is found by its id and by what it names, tombstones too; a missing row is reported by the caller’s error code', async () => {
  const row = await addYard()
  await acting((tx, actor) => deleteRow(tx, actor, row, 'yards'))
  const under = (name: string) => acting((tx) => rowsUnder(tx, 'yards', 'name', name))
  expect((await under('Lower Barn')).map((one) => one.id)).toContain(id)
  expect(await under('Nowhere')).toEqual([])
  expect(await acting((tx) => rowForChange(tx, 'yards', id, 'yard_not_found'))).toMatchObject({ id, rev: 2 })
  const absent = await refusal(acting((tx) => rowForChange(tx, 'yards', uuidv7(), 'yard_not_found')))
  expect(absent.code).toBe('yard_not_found')
  expect(await acting((tx) => findRow(tx, 'yards', uuidv7()))).toBeUndefined()
})

test('what hangs on a record is put in place of all that hung there', async () => {
  const clientId = uuidv7()
  await acting((tx, actor) => insertRow(tx, actor, 'clients', clientId, { name: 'Sarah' }))
  await acting((tx, actor) => insertRow(tx, actor, 'horses', id, { name: 'Merlin', client_id: clientId }))
  const whose = { table: 'horse_owners', column: 'horse_id', id }
  const put = (...days: string[]) =>
    acting((tx) =>
      replaceUnder(
        tx,
        whose,
        days.map((from_on) => ({
          practice_id: server.gareth.practiceId,

          horse_id: id,
          client_id: clientId,
          from_on,
          to_on: null,
        })),
      ),
    )
  const from = async () =>
    (await asOwner<{ on: string }>(`select from_on::text as on from horse_owners where horse_id = '${id}'`)).map(({ on }) => on)
  await put('2024-05-01')
  expect(await from()).toEqual(['2024-05-01'])
  await put('2025-05-01')
  expect(await from()).toEqual(['2025-05-01'])
  await put()
  expect(await from()).toEqual([])
})

test('who holds the writers is the practice’s one until it ends', async () => {
  const order: string[] = []
  const held = Promise.withResolvers<void>()
  const first = acting(async (tx) => {
    await holdWriters(tx)
    held.resolve()
    await new Promise((done) => setTimeout(done, 100))
    order.push('first')
  })
  await held.promise
  await acting(async (tx) => {
    await holdWriters(tx)
    order.push('second')
  })
  await first
  expect(order).toEqual(['first', 'second'])
})

test('what was undone within a transaction leaves no place to be given twice, and the counter never goes back', async () => {
  const add = async (tx: PracticeTx, actor: Actor) => Number((await insertRow(tx, actor, 'yards', uuidv7(), { name: 'Some' })).seq)
  const undone = (tx: PracticeTx, actor: Actor) =>
    inSavepoint(tx, async () => {
      await add(tx, actor)
      throw new Error('undone')
    }).catch(() => {})
  const [first, second] = await acting(async (tx, actor) => {
    const before = await add(tx, actor)
    await undone(tx, actor)
    return [before, await add(tx, actor)] as const
  })
  expect(second).toBe(first + 1)
  expect(await seqNow()).toBe(second)
  // Its lock went with what was undone, so others write before it ends.
  const [others, own] = await acting(async (tx, actor) => {
    await undone(tx, actor)
    const others = [await acting(add), await acting(add), await acting(add)]
    return [others, await add(tx, actor)] as const
  })
  expect(own).toBeGreaterThan(Math.max(...others))
  const last = await acting(async (tx, actor) => {
    await undone(tx, actor)
    return [await acting(add), await acting(add), await acting(add)].at(-1)
  })
  expect(await seqNow()).toBe(last)
})
