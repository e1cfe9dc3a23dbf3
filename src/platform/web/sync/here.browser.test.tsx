import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { uuidv7 } from '#lib/ids.ts'
import type { Part, SyncRow } from '#lib/sync.ts'
import { ApiError, Unreachable } from '#platform/web/api.ts'
import { setCurrentStore } from '#platform/web/sync/current.ts'
import { screensOf, setParts } from '#platform/web/sync/here.ts'
import { noteReach } from '#platform/web/sync/reach.ts'
import type { RowsQuery } from '#platform/web/sync/rows-query.ts'
import { type Cursor, type Store, writeMeta } from '#platform/web/sync/store.ts'
import { readRows, useRows } from '#platform/web/use-rows.ts'
import { openTestStore } from '#testing/browser/open-store.ts'

const [EPOCH, VIEW] = [uuidv7(), uuidv7()]
const BEGUN = { epoch: EPOCH, view: VIEW, cursor: 9, isComplete: false }

let store: Store
let asked: Part[][]
let answer: (parts: Part[]) => { isFound?: boolean[]; rows?: SyncRow[]; epoch?: string }
beforeEach(async () => {
  store = await openTestStore()
  asked = []
  answer = () => ({})
  await copyHas({ whole: [] })
  setParts(store, async ({ parts }) => {
    const all = JSON.parse(parts) as Part[]
    asked.push(all)
    const { rows = [], isFound = all.map(() => true), epoch = EPOCH } = answer(all)
    return { epoch, view: VIEW, lastK: 0, rows, isFound }
  })
})
afterEach(async () => {
  noteReach(true)
  setCurrentStore(undefined)
  await store.delete()
})

const copyHas = ({ whole, isComplete = false }: { whole: string[]; isComplete?: boolean }) =>
  writeMeta(store, 'cursor', { ...BEGUN, isComplete, first: isComplete ? undefined : { whole, before: {}, got: 3, total: 10 } } as Cursor)
const row = (title: string, onDay = '2026-11-25', rev = 1): SyncRow => ({
  ...{ entity: 'appointments', id: uuidv7(), rev, seq: rev, deleted: false },
  data: { title, onDay },
})

function Titles({ query }: { query: RowsQuery }) {
  const rows = useRows<{ title: string }>('appointments', query)
  return <p>{rows ? `[${rows.map((one) => one.title).sort()}]` : 'waiting'}</p>
}
const shows = async (query: RowsQuery) => (await render(<Titles query={query} />)).getByRole('paragraph')

test('before the copy is whole, a list requests what is not here and shows it; nothing is shown before the answer', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const trim = row('Trim')
  setParts(store, async ({ parts }) => {
    asked.push(JSON.parse(parts))
    await promise
    return { epoch: EPOCH, view: VIEW, lastK: 0, rows: [trim], isFound: [true] }
  })
  const list = await shows({ day: '2026-11-25' })
  await expect.poll(() => asked).toEqual([[{ entity: 'appointments', days: ['2026-11-25', '2026-11-25'] }]])
  await expect.element(list).toHaveTextContent('waiting')
  let isSettled = false
  const settled = screensOf(store)
    .settle()
    .then(() => {
      isSettled = true
    })
  await new Promise((done) => setTimeout(done, 200))
  expect(isSettled).toBe(false)
  resolve()
  await expect.element(list).toHaveTextContent('[Trim]')
  await settled
})

test('an empty day is shown as empty once the server has confirmed it', async () => {
  await expect.element(await shows({ day: '2026-11-25' })).toHaveTextContent('[]')
  expect(asked).toHaveLength(1)
})

test('what one screen needs goes in one request, and is not requested twice', async () => {
  const days = ['2026-11-24', '2026-11-25', '2026-11-26']
  const screen = await render(days.map((day) => <Titles key={day} query={{ day }} />))
  await expect.poll(() => screen.getByText('[]').elements().length).toBe(3)
  expect(asked.map((parts) => parts.length)).toEqual([3])
})

test('a whole kind waits for the copy, which brings it next, and shows all of it then', async () => {
  const list = await shows({})
  await expect.poll(() => screensOf(store).wanted()).toEqual(['appointments'])
  await expect.element(list).toHaveTextContent('waiting')
  expect(asked).toEqual([])
  await copyHas({ whole: ['clients', 'appointments'] })
  await expect.element(list).toHaveTextContent('[]')
  expect(screensOf(store).wanted()).toEqual([])
})

test('a record that is newer than the whole of its kind is requested by its id; one that is here is not', async () => {
  const [older, newer] = [row('Trim'), row('Set')]
  await store.rec.put({
    ...{ entity: 'appointments', id: older.id, data: older.data, base: older.data, baseDeleted: 0, rev: 1, deleted: 0 },
    ...{ isOffline: 0, pending: 0, attention: 0, stamp: 1 },
  })
  await copyHas({ whole: ['appointments'] })
  answer = () => ({ rows: [newer] })
  expect(await readRows('appointments', { id: newer.id })).toMatchObject([{ title: 'Set' }])
  expect(await readRows('appointments', { id: older.id })).toMatchObject([{ title: 'Trim' }])
  expect(asked).toEqual([[{ entity: 'appointments', id: [newer.id] }]])
  await expect.element(await shows({ clientId: uuidv7() })).toHaveTextContent('[]')
  expect(asked).toHaveLength(1)
})

test('what the server can’t answer in part waits for the copy', async () => {
  answer = () => ({ isFound: [false] })
  const list = await shows({ clientId: uuidv7() })
  await expect.poll(() => screensOf(store).wanted()).toEqual(['appointments'])
  await expect.element(list).toHaveTextContent('waiting')
  await copyHas({ whole: [], isComplete: true })
  await expect.element(list).toHaveTextContent('[]')
})

test('a refused part is not requested again, and the copy still brings it', async () => {
  answer = () => {
    throw new ApiError(400, 'Bad Request', '')
  }
  const list = await shows({ clientId: uuidv7() })
  await expect.poll(() => screensOf(store).wanted()).toEqual(['appointments'])
  expect(asked).toHaveLength(1)
  await copyHas({ whole: ['appointments'] })
  await expect.element(list).toHaveTextContent('[]')
})

test('without signal a list shows what is here and is requested again with signal; a command goes on with what is here', async () => {
  answer = () => {
    noteReach(false)
    throw new Unreachable('no signal')
  }
  const list = await shows({ day: '2026-11-25' })
  await expect.poll(() => asked.length).toBe(1)
  expect(await readRows('appointments', { day: '2026-11-26' })).toEqual([])
  await expect.element(list).toHaveTextContent('[]')
  answer = (parts) => ({ rows: parts.some(({ days }) => days?.[0] === '2026-11-25') ? [row('Trim')] : [] })
  noteReach(true)
  await expect.element(list).toHaveTextContent('[Trim]')
})

test('rows of another view than the copy’s are not taken', async () => {
  answer = () => ({ epoch: uuidv7(), rows: [row('Of another epoch')] })
  const list = await shows({ day: '2026-11-25' })
  await expect.poll(() => screensOf(store).wanted()).toEqual(['appointments'])
  await expect.element(list).toHaveTextContent('waiting')
  expect(await store.rec.count()).toBe(0)
})

test('a row read before its removal, which is known here by now, does not come back', async () => {
  const trim = row('Trim', '2026-11-25', 4)
  await store.rec.put({
    ...{ entity: 'appointments', id: trim.id, data: {}, base: {}, baseDeleted: 1, rev: 5, deleted: 1 },
    ...{ isOffline: 0, pending: 0, attention: 0, stamp: 1 },
  })
  answer = () => ({ rows: [trim] })
  await expect.element(await shows({ day: '2026-11-25' })).toHaveTextContent('[]')
})

test('in a whole copy nothing is requested', async () => {
  await copyHas({ whole: [], isComplete: true })
  const queries = [{ day: '2026-11-25' }, { ofVisits: { from: '2026-11-25', to: '2026-11-26' } }, {}]
  const screen = await render(queries.map((query) => <Titles key={JSON.stringify(query)} query={query} />))
  await expect.poll(() => screen.getByText('[]').elements().length).toBe(3)
  expect([asked, screensOf(store).wanted()]).toEqual([[], []])
})
