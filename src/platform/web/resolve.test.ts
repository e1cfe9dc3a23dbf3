import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { record } from '#platform/web/outbox.ts'
import { bringBack, discard, exportUnsent, keepMine, keepTheirs, readAttention, repairCopy } from '#platform/web/resolve.ts'
import { readMeta, type Store } from '#platform/web/store.ts'
import { runPass } from '#platform/web/sync-pass.ts'
import { MemoryServer } from '#testing/browser/memory-server.ts'
import { openTestStore } from '#testing/browser/open-store.ts'

let store: Store
let server: MemoryServer
let clock = 0
beforeEach(async () => {
  store = await openTestStore()
  server = new MemoryServer()
  clock = Date.now()
})
afterEach(() => store.delete())

const pass = () => runPass(store, server.wires, () => clock)
const queue = () => store.queue.toArray()
const rec = (id: string) => store.rec.get(['clients', id])
const edit = (id: string, data: Record<string, unknown>) => record([{ action: 'UPDATE', entity: 'clients', id, data }])
const only = async () => {
  const [one, ...more] = await readAttention(store)
  if (!one || more.length) throw new Error('there is not one thing to decide')
  return one
}

/** A client whose phone was changed here and elsewhere. */
async function inConflict() {
  const id = server.write('clients', uuidv7(), { name: 'Ann', phone: '1', notes: '' })
  await pass()
  await edit(id, { phone: '2', notes: 'dog' })
  server.write('clients', id, { phone: '3' })
  await pass()
  return id
}

/** A client the server would not take, with a horse that waits for her. */
async function refused() {
  const id = uuidv7()
  await record([
    { action: 'CREATE', entity: 'clients', id, data: { name: 'Ann' } },
    { action: 'CREATE', entity: 'horses', data: { name: 'Tally', clientId: id } },
  ])
  server.answer = (op) => (op.entity === 'clients' ? { status: 'rejected', code: 'bad_request', message: 'No.' } : undefined)
  await pass()
  server.answer = () => undefined
  return id
}

test('a conflict tells the fields both changed: mine, theirs and what stood there before', async () => {
  const id = await inConflict()
  expect(await only()).toMatchObject({
    entity: 'clients',
    id,
    action: 'UPDATE',
    kind: 'conflict',
    isRemoved: false,
    fields: [{ name: 'phone', mine: '2', theirs: '3', before: '1' }],
  })
})

test('mine, once chosen, is written over what was shown and over nothing newer', async () => {
  const id = await inConflict()
  const { opId, seenRev } = await only()
  server.write('clients', id, { phone: '4' })
  expect(await keepMine(opId, { seenRev })).toBe(true)
  await pass()
  const again = await only()
  expect(again.fields).toMatchObject([{ mine: '2', theirs: '4', before: '3' }])
  expect(await keepMine(again.opId, { seenRev: again.seenRev })).toBe(true)
  await pass()
  expect(server.row('clients', id)?.data).toMatchObject({ phone: '2', notes: 'dog' })
  expect(await queue()).toEqual([])
})

test('without saying what was seen, mine goes over the row it collided with', async () => {
  const id = await inConflict()
  server.write('clients', id, { phone: '4' })
  await pass()
  const { opId, fields } = await only()
  expect(fields).toMatchObject([{ theirs: '4' }])
  await keepMine(opId)
  await pass()
  expect((await only()).fields).toMatchObject([{ mine: '2', theirs: '4', before: '3' }])
})

test('mine can be edited while it is chosen', async () => {
  const id = await inConflict()
  const { opId, seenRev } = await only()
  await keepMine(opId, { seenRev, edited: { phone: '5' } })
  expect((await rec(id))?.data).toMatchObject({ phone: '5', notes: 'dog' })
  await pass()
  expect(server.row('clients', id)?.data).toMatchObject({ phone: '5', notes: 'dog' })
})

test('a choice keeps its place in the queue, before what was changed later', async () => {
  const id = await inConflict()
  await edit(id, { notes: 'two dogs' })
  await keepMine((await only()).opId)
  expect((await queue()).map((item) => item.shown.notes)).toEqual(['dog', 'two dogs'])
  await pass()
  expect(server.row('clients', id)?.data).toMatchObject({ phone: '2', notes: 'two dogs' })
})

test('theirs, once chosen, is what shows, and mine can be had back', async () => {
  const id = await inConflict()
  const { opId } = await only()
  expect(await keepTheirs(opId)).toBe(true)
  expect(await rec(id)).toMatchObject({ attention: 0, pending: 0, data: { phone: '3', notes: '' } })
  expect(await store.done.get(opId)).toMatchObject({ outcome: 'discarded' })
  expect(await bringBack(opId)).toBe(true)
  expect(await rec(id)).toMatchObject({ attention: 1, data: { phone: '2', notes: 'dog' } })
  expect((await only()).opId).toBe(opId)
  expect(await bringBack(opId)).toBe(false)
})

test('a removal that met a change tells what was changed, and can be insisted on', async () => {
  const id = server.write('clients', uuidv7(), { name: 'Ann', phone: '1' })
  await pass()
  await record([{ action: 'DELETE', entity: 'clients', id }])
  server.write('clients', id, { phone: '3' })
  await pass()
  const { opId, fields, seenRev } = await only()
  expect(fields).toEqual([{ name: 'phone', mine: null, theirs: '3', before: '1' }])
  expect((await rec(id))?.deleted).toBe(0)
  await keepMine(opId, { seenRev })
  await pass()
  expect(server.row('clients', id)?.deleted).toBe(true)
})

test('what was removed elsewhere stays removed: nothing is left to keep mine in', async () => {
  const id = server.write('clients', uuidv7(), { name: 'Ann' })
  await pass()
  await edit(id, { name: 'Anne' })
  server.write('clients', id, null)
  server.answer = (op) => ({ status: 'conflict', fields: ['deleted'], rev: 2, row: { ...op.data, name: 'Ann' } })
  await pass()
  const { opId, isRemoved } = await only()
  expect(isRemoved).toBe(true)
  expect(await keepMine(opId)).toBe(false)
  expect((await rec(id))?.deleted).toBe(1)
  expect(await keepTheirs(opId)).toBe(true)
  expect((await rec(id))?.deleted).toBe(1)
})

test('a refused change is no conflict: it can be given up or mended, not kept', async () => {
  await refused()
  const { opId, kind, error } = await only()
  expect([kind, error.message]).toEqual(['rejected', 'No.'])
  expect(await keepMine(opId)).toBe(false)
  expect(await keepTheirs(opId)).toBe(false)
})

test('a change on its way can neither be given up nor brought back', async () => {
  await edit(server.write('clients', uuidv7(), {}), {})
  await record([{ action: 'CREATE', entity: 'clients', data: { name: 'Ann' } }])
  const opId = (await queue())[0]?.opId ?? ''
  expect([await discard(opId), await bringBack(opId), await keepMine(opId)]).toEqual([false, false, false])
})

test('a record given up goes with all that was done to it; what hung on it says so, and both come back', async () => {
  const id = await refused()
  const { opId } = await only()
  expect(await discard(opId)).toBe(true)
  expect((await rec(id))?.deleted).toBe(1)
  expect(await queue()).toMatchObject([{ entity: 'horses', state: 'rejected', error: { message: 'What this belonged to was removed.' } }])
  expect(await bringBack(opId)).toBe(true)
  expect(await queue()).toMatchObject([
    { entity: 'clients', state: 'rejected' },
    { entity: 'horses', state: 'pending' },
  ])
  await edit(id, { name: 'Anne' })
  await pass()
  expect(await queue()).toEqual([])
  expect(server.rows.size).toBe(2)
})

test('what has been replaced meanwhile comes back behind what replaced it', async () => {
  const id = await inConflict()
  const { opId } = await only()
  await keepTheirs(opId)
  await store.queue.put({
    ...((await store.done.get(opId)) as never as Awaited<ReturnType<typeof queue>>[0]),
    opId: uuidv7(),
    state: 'pending',
  })
  const [taken] = await queue()
  await bringBack(opId)
  const back = (await queue()).find((item) => item.opId === opId)
  expect(back?.seq).toBeGreaterThan(taken?.seq ?? 0)
  expect((await rec(id))?.pending).toBe(2)
})

test('I17: repairing the copy fetches it anew and leaves the queue as it is', async () => {
  const id = await inConflict()
  await edit(id, { name: 'Anne' })
  const before = await queue()
  await repairCopy(store)
  expect(await readMeta(store, 'isResyncDue')).toBe(true)
  server.before = (kind) => {
    if (kind === 'push') server.answer = () => ({ status: 'retry' })
  }
  await pass()
  expect((await queue()).map(({ opId, data }) => ({ opId, data }))).toEqual(before.map(({ opId, data }) => ({ opId, data })))
  expect(await readMeta(store, 'isResyncDue')).toBeUndefined()
})

test('unsent changes leave the device as a file that people can read', async () => {
  await inConflict()
  const file = await exportUnsent(store)
  const { about, changes, queue: raw } = JSON.parse(await file.text())
  expect(about).toMatch(/has not taken yet/)
  expect(changes).toMatchObject([{ what: 'Changed in clients: Ann', now: { phone: '2' }, before: { phone: '1' } }])
  expect(changes[0].when).toMatch(/^\d+ \w{3} \d{4}, \d\d:\d\d$/)
  expect(raw).toHaveLength(1)
})
