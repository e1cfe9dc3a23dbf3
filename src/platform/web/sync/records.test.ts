import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { recordIn } from '#platform/web/sync/outbox.ts'
import { refold, type ServerState } from '#platform/web/sync/records.ts'
import { type RecordKey, readMeta, type Store, type Wire } from '#platform/web/sync/store.ts'
import { openTestStore } from '#testing/browser/open-store.ts'

let store: Store
beforeEach(async () => {
  store = await openTestStore()
})
afterEach(() => store.delete())

const hear = (...said: ServerState[]) => store.change(['rec', 'queue', 'meta'], (tx) => refold(tx, said))
const row = (data: Wire, id = uuidv7()): ServerState => ({ key: ['appointments', id], base: { data, deleted: false }, rev: 1 })
const stamps = async () => (await store.rec.toArray()).map((rec) => rec.stamp).sort()

test('records are found by their day and by what they belong to', async () => {
  const [clientId, horseId, appointmentId] = [uuidv7(), uuidv7(), uuidv7()]
  const visit = row({ onDay: '2026-11-24', clientId, horseId, appointmentId })
  const work = row({ workDate: '2026-11-25' })
  await hear(visit, work)
  const by = async (index: string, value: string) =>
    (await store.rec.where(`[entity+${index}]`).equals(['appointments', value]).toArray()).map((rec) => rec.id)
  expect(await by('day', '2026-11-24')).toEqual([visit.key[1]])
  expect(await by('day', '2026-11-25')).toEqual([work.key[1]])
  expect(await by('clientId', clientId)).toEqual([visit.key[1]])
  expect(await by('horseId', horseId)).toEqual([visit.key[1]])
  expect(await by('appointmentId', appointmentId)).toEqual([visit.key[1]])
})

test('what belongs to nothing has no place in an index', async () => {
  const { key, ...said } = row({ onDay: null, clientId: null, horseId: 7, appointmentId: undefined })
  await hear({ key, ...said })
  const rec = await store.rec.get(key)
  for (const index of ['day', 'clientId', 'horseId', 'appointmentId']) expect(rec).not.toHaveProperty(index)
})

test('the stamp grows by one with every writing, and all of it bears the same', async () => {
  await hear(row({}), row({}))
  expect(await stamps()).toEqual([1, 1])
  await hear(row({}))
  expect(await stamps()).toEqual([1, 1, 2])
  expect(await readMeta(store, 'stamp')).toBe(2)
})

test('where the server returned nothing, nothing is written', async () => {
  await hear()
  expect(await store.rec.count()).toBe(0)
  expect(await readMeta(store, 'stamp')).toBeUndefined()
})

test('the last answer about a record holds', async () => {
  const id = uuidv7()
  await hear(row({ title: 'Trim' }, id), row({ title: 'Shoe' }, id))
  expect(await store.rec.toArray()).toMatchObject([{ id, data: { title: 'Shoe' } }])
})

test('each record gets its own changes, in order, with more records queried or more changes waiting', async () => {
  const keys = [uuidv7(), uuidv7(), uuidv7()].map((id): RecordKey => ['appointments', id])
  await hear(...keys.map(([, id]) => row({ title: 'Trim', notes: '' }, id)))
  const edit = (key: RecordKey | undefined, data: Wire) =>
    recordIn(store, [{ action: 'UPDATE', entity: 'appointments', id: String(key?.[1]), data }])
  const shown = async () => (await store.rec.bulkGet(keys)).map((rec) => `${rec?.data.title} ${rec?.data.notes} ${rec?.pending}`)
  await edit(keys[0], { title: 'Shoe' })
  await hear(...keys.map(([, id]) => row({ title: 'Trim', notes: 'mare' }, id)))
  expect(await shown()).toEqual(['Shoe mare 1', 'Trim mare 0', 'Trim mare 0'])
  for (const title of ['Bar', 'Pad', 'Fit']) await edit(keys[1], { title })
  await hear(...keys.slice(0, 2).map(([, id]) => row({ title: 'Trim', notes: 'foal' }, id)))
  expect(await shown()).toEqual(['Shoe foal 1', 'Fit foal 3', 'Trim mare 0'])
})
