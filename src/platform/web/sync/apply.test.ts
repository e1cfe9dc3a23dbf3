import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import type { SyncResult, SyncRow } from '#lib/sync.ts'
import { applyFirstPage, applyPage, applyParts, applyResults, findReady, takeBatch } from '#platform/web/sync/apply.ts'
import { record } from '#platform/web/sync/outbox.ts'
import { type BlobRow, type Cursor, type Queued, readMeta, type Store, type Wire, writeMeta } from '#platform/web/sync/store.ts'
import { openTestStore } from '#testing/browser/open-store.ts'

const AT: Cursor = { epoch: uuidv7(), view: uuidv7(), cursor: 7, isComplete: true }
const NOW = 1_000_000

let store: Store
beforeEach(async () => {
  store = await openTestStore()
  await writeMeta(store, 'cursor', AT)
})
afterEach(() => store.delete())

const queue = () => store.queue.toArray() as Promise<Queued[]>
const rec = (id: string) => store.rec.get(['clients', id])
const clientRow = (id: string, rev: number, data: Wire | null): SyncRow => ({
  entity: 'clients',
  id,
  rev,
  seq: rev,
  deleted: data === null,
  data: data ?? {},
})
/** The server's rows as a page brings them. */
const fetched = async (...rows: SyncRow[]) => {
  const asked = await readMeta(store, 'cursor')
  await applyPage(store, asked, { ...AT, cursor: (asked?.cursor ?? 0) + 1, rows, more: false })
}
const known = async (data: Wire, rev = 3) => {
  const id = uuidv7()
  await fetched(clientRow(id, rev, data))
  return id
}
const create = async (data: Wire) => {
  const id = uuidv7()
  await record([{ action: 'CREATE', entity: 'clients', id, data }])
  return id
}
const edit = (id: string, data: Wire) => record([{ action: 'UPDATE', entity: 'clients', id, data }])
const remove = (id: string) => record([{ action: 'DELETE', entity: 'clients', id }])
const send = () => takeBatch(store, NOW, 100)
type PushOutcome = Partial<SyncResult> & Pick<SyncResult, 'status'>
const answered = (sent: readonly Queued[], ...said: PushOutcome[]) =>
  applyResults(
    store,
    sent,
    { epoch: AT.epoch, results: said.map((one, at) => ({ opId: sent[at]?.opId ?? '', id: sent[at]?.id ?? '', ...one })) },
    NOW,
  )

test('an answer without a row changes no more than the change itself did, over what was known', async () => {
  const made = await create({ name: 'Ann' })
  const old = await known({ name: 'Bob', phone: '1' })
  await edit(old, { phone: '2' })
  expect(await answered(await send(), { status: 'applied', rev: 1 }, { status: 'applied', rev: 4 })).toBe('taken')
  expect(await rec(made)).toMatchObject({ base: { name: 'Ann' }, baseDeleted: 0, rev: 1, deleted: 0, data: { name: 'Ann' }, pending: 0 })
  expect(await rec(old)).toMatchObject({ base: { name: 'Bob', phone: '2' }, baseDeleted: 0, rev: 4, data: { name: 'Bob', phone: '2' } })
})

test('an edit answered without a row, of a record the server had not returned yet, is all that is known of it', async () => {
  const id = await known({ name: 'Ann' })
  await edit(id, { phone: '2' })
  const sent = await send()
  await store.rec.delete(['clients', id])
  await answered(sent, { status: 'applied', rev: 4 })
  expect(await rec(id)).toMatchObject({ base: { phone: '2' }, baseDeleted: 0, rev: 4, data: { phone: '2' }, pending: 0 })
})

test('with a row the server’s values win, including those it computed itself', async () => {
  const id = await create({ name: 'ann' })
  await answered(await send(), { status: 'applied', rev: 1, row: { name: 'Ann', initials: 'A' } })
  expect(await rec(id)).toMatchObject({ base: { name: 'Ann', initials: 'A' }, rev: 1, data: { name: 'Ann', initials: 'A' }, pending: 0 })
  expect(await store.done.toArray()).toMatchObject([{ id, outcome: 'applied', ackedAt: NOW }])
})

test('an answer that comes late undoes nothing a page brought since', async () => {
  const id = await known({ name: 'Ann' })
  await edit(id, { phone: '2' })
  const sent = await send()
  await fetched(clientRow(id, 5, { name: 'Anne', phone: '2' }))
  await answered(sent, { status: 'applied', rev: 4, row: { name: 'Ann', phone: '2' } })
  expect(await rec(id)).toMatchObject({ rev: 5, base: { name: 'Anne', phone: '2' }, pending: 0 })
})

test('a record a page showed removed is not brought back by an answer of the same revision', async () => {
  const id = await known({ name: 'Ann' })
  await edit(id, { phone: '2' })
  const sent = await send()
  await fetched(clientRow(id, 4, null))
  await answered(sent, { status: 'applied', rev: 4, row: { name: 'Ann', phone: '2' } })
  expect(await rec(id)).toMatchObject({ rev: 4, baseDeleted: 1, deleted: 1 })
})

test('answers to several changes of one record leave the latest, in any order', async () => {
  const id = await known({ name: 'Ann' })
  await edit(id, { phone: '1' })
  await edit(id, { notes: 'dog' })
  const sent = await send()
  const results = [
    { opId: sent[1]?.opId ?? '', id, status: 'applied' as const, rev: 5, row: { name: 'Ann', phone: '1', notes: 'dog' } },
    { opId: sent[0]?.opId ?? '', id, status: 'applied' as const, rev: 4, row: { name: 'Ann', phone: '1' } },
  ]
  await applyResults(store, sent, { epoch: AT.epoch, results }, NOW)
  expect(await rec(id)).toMatchObject({ rev: 5, base: { name: 'Ann', phone: '1', notes: 'dog' }, pending: 0 })
  expect(await queue()).toEqual([])
})

test('an answer that comes twice changes nothing the second time', async () => {
  const id = await create({ name: 'Ann' })
  const sent = await send()
  await answered(sent, { status: 'applied', rev: 1, row: { name: 'Ann' } })
  await edit(id, { phone: '2' })
  const before = { queue: await queue(), done: await store.done.toArray(), rec: await rec(id) }
  expect(await answered(sent, { status: 'applied', rev: 1, row: { name: 'Ann' } })).toBe('taken')
  expect({ queue: await queue(), done: await store.done.toArray(), rec: await rec(id) }).toEqual(before)
})

test('an answer to a change whose number another has taken since is passed over', async () => {
  const id = await known({ name: 'Ann' })
  await edit(id, { phone: '2' })
  const sent = await send()
  const other = { ...(sent[0] as Queued), opId: uuidv7(), data: { phone: '3' }, shown: { phone: '3' } }
  await store.queue.put(other)
  await answered(sent, { status: 'applied', rev: 4, row: { name: 'Ann', phone: '2' } })
  expect(await queue()).toEqual([other])
  expect((await rec(id))?.rev).toBe(3)
})

test('an answer of another epoch, or to a copy that has none, is no answer', async () => {
  await create({ name: 'Ann' })
  const sent = await send()
  const results = [{ opId: sent[0]?.opId ?? '', id: '', status: 'applied' as const, rev: 1 }]
  expect(await applyResults(store, sent, { epoch: uuidv7(), results }, NOW)).toBe('lost_time')
  await store.meta.delete('cursor')
  expect(await applyResults(store, sent, { epoch: AT.epoch, results }, NOW)).toBe('lost_time')
  expect(await queue()).toEqual(sent)
})

test('of a record erased since nothing is kept, not even to be sent again', async () => {
  const id = await known({ name: 'Ann' })
  await edit(id, { phone: '2' })
  await answered(await send(), { status: 'applied' })
  expect(await rec(id)).toMatchObject({ deleted: 1, base: {}, baseDeleted: 1, data: {}, pending: 0 })
  expect([await store.queue.count(), await store.done.count()]).toEqual([0, 0])
})

test('an answer that names no revision but shows the row is of a record that is there', async () => {
  const id = await known({ name: 'Ann' })
  await edit(id, { phone: '2' })
  await answered(await send(), { status: 'applied', row: { name: 'Ann', phone: '2' } })
  expect(await rec(id)).toMatchObject({ deleted: 0, base: { name: 'Ann', phone: '2' } })
  expect(await store.done.count()).toBe(1)
})

test('a removal that was applied leaves a tombstone, and can be sent again', async () => {
  const id = await known({ name: 'Ann' })
  await remove(id)
  await answered(await send(), { status: 'applied', rev: 4, row: {} })
  expect(await rec(id)).toMatchObject({ deleted: 1, base: {}, baseDeleted: 1, rev: 4, pending: 0 })
  expect(await store.done.count()).toBe(1)
})

test('a removal that conflicts brings the record back as the server has it', async () => {
  const id = await known({ name: 'Ann' })
  await remove(id)
  const by = { member: 'Tom', device: 'on the iPad' }
  const said: PushOutcome = {
    status: 'conflict',
    code: 'conflict',
    message: 'Changed.',
    fields: ['name'],
    rev: 4,
    row: { name: 'Anne' },
    by,
  }
  await answered(await send(), said)
  expect(await rec(id)).toMatchObject({ deleted: 0, base: { name: 'Anne' }, baseDeleted: 0, rev: 4, data: { name: 'Anne' }, attention: 1 })
  expect(await queue()).toMatchObject([
    { state: 'conflict', error: { code: 'conflict', message: 'Changed.', fields: ['name'] }, server: { name: 'Anne' }, serverRev: 4, by },
  ])
})

test('an edit of what another device removed conflicts over a record that is gone', async () => {
  const id = await known({ name: 'Ann' })
  await edit(id, { phone: '2' })
  await answered(await send(), { status: 'conflict', fields: ['deleted'], rev: 4, row: { name: 'Ann' } })
  expect(await rec(id)).toMatchObject({ deleted: 1, base: {}, baseDeleted: 1, rev: 4, attention: 1 })
})

test('a refusal without words, row or revision has words of its own, and the copy knows no more than before', async () => {
  const id = await known({ name: 'Ann' })
  await edit(id, { phone: '2' })
  await answered(await send(), { status: 'rejected' })
  expect((await queue())[0]).toMatchObject({
    state: 'rejected',
    error: { code: 'rejected', message: 'The server refused this.', fields: [] },
  })
  expect((await queue())[0]).not.toHaveProperty('server')
  expect(await rec(id)).toMatchObject({ rev: 3, base: { name: 'Ann' }, data: { name: 'Ann', phone: '2' }, attention: 1 })
  expect(await store.done.count()).toBe(0)
})

test('a row a refusal shows without its revision is of none', async () => {
  const id = await known({ name: 'Ann' })
  await edit(id, { phone: '2' })
  await answered(await send(), { status: 'conflict', fields: ['phone'], row: { name: 'Ann', phone: '3' } })
  expect((await queue())[0]).toMatchObject({ server: { name: 'Ann', phone: '3' }, serverRev: 0 })
})

test('what was blocked, put off, not answered or answered by a word this build does not know goes again after a while', async () => {
  for (const name of ['Blocked', 'Retry', 'Odd', 'Silence']) await create({ name })
  const sent = await send()
  const odd = { status: 'postponed', rev: 9 } as unknown as PushOutcome
  expect(await answered(sent, { status: 'blocked' }, { status: 'retry' }, odd)).toBe('taken')
  const left = await queue()
  expect(left.map((item) => item.state)).toEqual(['pending', 'pending', 'pending', 'pending'])
  expect(left.every((item) => item.nextAttemptAt >= NOW + 800 && item.nextAttemptAt <= NOW + 1200)).toBe(true)
  expect((await store.rec.toArray()).map((one) => [one.base, one.rev])).toEqual(Array(4).fill([null, 0]))
})

test('one op too new for the server is enough to request a newer build; the ops it applied stay applied', async () => {
  await create({ name: 'Ann' })
  await create({ name: 'Bob' })
  expect(await answered(await send(), { status: 'applied', rev: 1 }, { status: 'upgrade' })).toBe('upgrade')
  expect((await queue()).map((item) => [item.data.name, item.state])).toEqual([['Bob', 'pending']])
})

test.each([
  ['cursor', { ...AT, cursor: 6 }],
  ['epoch', { ...AT, epoch: uuidv7() }],
  ['view', { ...AT, view: uuidv7() }],
  ['first page', undefined],
])('a page asked for from another %s than the copy stands at is left', async (_, asked) => {
  const id = uuidv7()
  expect(await applyPage(store, asked, { ...AT, cursor: 8, rows: [clientRow(id, 1, { name: 'Ann' })], more: false })).toBe(false)
  expect(await rec(id)).toBeUndefined()
  expect(await readMeta(store, 'cursor')).toEqual(AT)
})

test('a copy is complete from its first last page on', async () => {
  await store.meta.delete('cursor')
  const states: boolean[] = []
  for (const [at, more] of [true, true, false, true].entries()) {
    const asked = await readMeta(store, 'cursor')
    expect(await applyPage(store, asked, { epoch: AT.epoch, view: AT.view, cursor: at + 1, rows: [], more })).toBe(true)
    states.push((await readMeta(store, 'cursor'))?.isComplete ?? false)
  }
  expect(states).toEqual([false, false, true, true])
})

test('over a removal the record made again is newer, though it counts from 1; an older removal is not', async () => {
  const id = await known({ name: 'Ann' }, 5)
  await fetched(clientRow(id, 4, null))
  expect(await rec(id)).toMatchObject({ deleted: 0, rev: 5 })
  await fetched(clientRow(id, 6, null))
  await fetched(clientRow(id, 1, { name: 'Ann' }))
  expect(await rec(id)).toMatchObject({ deleted: 0, rev: 1, data: { name: 'Ann' } })
})

/** `stuck` changes that wait for the farrier, and others behind them that could go. */
const fillQueue = async (stuck: number, ready: number) => {
  await create({ name: 'Ann' })
  const [one] = await queue()
  await store.queue.clear()
  const items = Array.from({ length: stuck + ready }, (_, at) => ({
    ...(one as Queued),
    seq: at + 1,
    opId: uuidv7(),
    id: uuidv7(),
    state: at < stuck ? ('conflict' as const) : ('pending' as const),
  }))
  await store.queue.bulkPut(items)
}
const ready = async () => (await findReady(store, NOW, 100)).map((item) => item.seq)

test('a head of the queue that is stuck as a whole keeps nothing behind it', async () => {
  await fillQueue(400, 2)
  expect(await ready()).toEqual([401, 402])
})

test('as long as something in its head can go, the rest of a long queue is not read', async () => {
  await fillQueue(399, 2)
  expect(await ready()).toEqual([400])
})

test('what is sent is noted as sent, and counted each time', async () => {
  await create({ name: 'Ann' })
  await send()
  const [again] = await send()
  expect(again).toMatchObject({ state: 'sent', attempts: 2 })
  expect(await queue()).toEqual([again])
})

test('a change waits for its bytes until the server has them, and not for bytes that are nowhere', async () => {
  const blob = (id: string, state: BlobRow['state']): BlobRow => ({
    id,
    name: 'hoof.jpg',
    sha256: '',
    size: 1,
    mime: 'image/jpeg',
    store: 'idb',
    path: '',
    offset: 0,
    state,
    addedAt: 0,
    attempts: 0,
    nextAttemptAt: 0,
  })
  const states = ['waiting', 'uploading', 'stored', 'missing', 'refused'] as const
  await store.blob.bulkPut(states.map((state) => blob(state, state)))
  for (const blobId of [...states, 'nowhere']) await record([{ action: 'CREATE', entity: 'clients', data: { name: blobId }, blobId }])
  await create({ name: 'no bytes' })
  expect((await findReady(store, NOW, 100)).map((item) => item.data.name)).toEqual(['stored', 'nowhere', 'no bytes'])
})

test('a page of the first copy puts nothing older over what the device has heard since, and no change of its own away', async () => {
  await writeMeta(store, 'cursor', { ...AT, cursor: 0, isComplete: false })
  const heard = await create({ name: 'Ann' })
  await answered(await send(), { status: 'applied', rev: 4, row: { name: 'Ann Pryce' } })
  const waiting = await create({ name: 'Bob' })
  await edit(waiting, { phone: '2' })
  const asked = await readMeta(store, 'cursor')
  const rows = [
    clientRow(heard, 3, { name: 'Ann' }),
    clientRow(waiting, 1, { name: 'Bob', phone: '1' }),
    clientRow(uuidv7(), 1, { name: 'Cai' }),
  ]
  await applyPage(store, asked, { ...AT, cursor: 8, rows, more: true })
  expect(await rec(heard)).toMatchObject({ rev: 4, data: { name: 'Ann Pryce' } })
  expect(await rec(waiting)).toMatchObject({ rev: 1, data: { phone: '2' }, pending: 2 })
  expect(await store.rec.count()).toBe(3)
})

const FIRST = { whole: ['clients'], before: { horses: 5 }, total: 40 }

test('a page kind by kind puts nothing older over what the device has heard since, and the copy is whole with its last', async () => {
  await writeMeta(store, 'cursor', { ...AT, cursor: 0, isComplete: false })
  const heard = await create({ name: 'Ann' })
  await answered(await send(), { status: 'applied', rev: 4, row: { name: 'Ann Pryce' } })
  const rows = [clientRow(heard, 3, { name: 'Ann' }), clientRow(uuidv7(), 1, { name: 'Cai' })]
  const begun = await readMeta(store, 'cursor')
  expect(await applyFirstPage(store, begun, { ...AT, cursor: 8, rows, more: true, first: FIRST })).toBe(true)
  expect(await rec(heard)).toMatchObject({ rev: 4, data: { name: 'Ann Pryce' } })
  const { whole, before, total } = FIRST
  const half = await readMeta(store, 'cursor')
  expect(half).toMatchObject({ cursor: 8, isComplete: false, first: { whole, before, total, got: 2 } })
  const last = { ...AT, cursor: 8, rows: [], more: false, first: { whole: ['clients', 'horses'], before: {} } }
  // Another tab was first.
  expect(await applyFirstPage(store, begun, last)).toBe(false)
  expect(await applyFirstPage(store, half, last)).toBe(true)
  const over = await readMeta(store, 'cursor')
  expect([over?.cursor, over?.isComplete, over?.first]).toEqual([8, true, undefined])
})

test('news of a copy that is half here moves its cursor on and does not make it whole', async () => {
  await store.meta.delete('cursor')
  await applyFirstPage(store, undefined, { ...AT, cursor: 8, rows: [clientRow(uuidv7(), 1, { name: 'Ann' })], more: true, first: FIRST })
  const at = await readMeta(store, 'cursor')
  expect(await applyPage(store, at, { ...AT, cursor: 12, rows: [clientRow(uuidv7(), 1, { name: 'Bob' })], more: false })).toBe(true)
  expect(await readMeta(store, 'cursor')).toMatchObject({ cursor: 12, isComplete: false, first: { got: 1 } })
  // The page after it was requested from where the copy is now.
  const last = { ...AT, cursor: 12, rows: [clientRow(uuidv7(), 1, { name: 'Cai' })], more: false, first: { whole: [], before: {} } }
  expect(await applyFirstPage(store, await readMeta(store, 'cursor'), last)).toBe(true)
  expect(await readMeta(store, 'cursor')).toMatchObject({ cursor: 12, isComplete: true })
  expect(await store.rec.count()).toBe(3)
})

test('rows a screen requested move no cursor, are ignored from another view, and restore nothing that was removed since', async () => {
  await writeMeta(store, 'cursor', { ...AT, cursor: 8, isComplete: false })
  const [old, gone, fresh] = [uuidv7(), uuidv7(), uuidv7()]
  const rows = [clientRow(old, 5, { name: 'Ann' }), { ...clientRow(gone, 5, {}), deleted: true }]
  await applyPage(store, await readMeta(store, 'cursor'), { ...AT, cursor: 9, rows, more: true })
  const asked = [clientRow(old, 4, { name: 'Before' }), clientRow(gone, 4, { name: 'Was here' }), clientRow(fresh, 1, { name: 'Cai' })]
  expect(await applyParts(store, { ...AT, epoch: uuidv7(), rows: asked })).toBe(false)
  expect(await rec(fresh)).toBeUndefined()
  expect(await applyParts(store, { ...AT, rows: asked })).toBe(true)
  expect([(await rec(old))?.data.name, (await rec(gone))?.deleted, (await rec(fresh))?.data.name]).toEqual(['Ann', 1, 'Cai'])
  expect(await readMeta(store, 'cursor')).toMatchObject({ cursor: 9 })
})
