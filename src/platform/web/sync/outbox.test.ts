import 'fake-indexeddb/auto'
import type { Table } from 'dexie'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { canon, uuidv7 } from '#lib/ids.ts'
import { setCurrentStore } from '#platform/web/sync/current.ts'
import { Overwrites, onEnqueue, record, recordIn } from '#platform/web/sync/outbox.ts'
import { refold } from '#platform/web/sync/records.ts'
import { bringBack, keepTheirs } from '#platform/web/sync/resolve.ts'
import { type Queued, type Store, shownId, writeMeta } from '#platform/web/sync/store.ts'
import { openTestStore } from '#testing/browser/open-store.ts'

let store: Store
beforeEach(async () => {
  store = await openTestStore()
})
afterEach(() => store.delete())

const queue = () => store.queue.toArray() as Promise<Queued[]>
const client = (id: string) => store.rec.get(['clients', id])

/** A record the server already has. */
async function onServer(entity: 'clients' | 'appointments', data: Record<string, unknown>) {
  const id = uuidv7()
  await hear(entity, id, data, 3)
  return id
}
const hear = (entity: 'clients' | 'appointments', id: string, data: Record<string, unknown>, rev: number) =>
  store.change(['rec', 'queue', 'meta'], (tx) => refold(tx, [{ key: [entity, id], base: { data, deleted: false }, rev }]))
const refuse = (opId: string, state: 'rejected' | 'conflict' = 'rejected') =>
  store.queue.where({ opId }).modify({ state, attempts: 1, error: { code: 'bad_request', message: 'No.', fields: [] } })

async function made(name: string) {
  const ids = await record([{ action: 'CREATE', entity: 'clients', data: { name } }])
  return String(ids ? ids[0] : ids)
}

test('a record made here is shown at once under an offline id and queued', async () => {
  const id = await made('Siân')
  const rec = await client(id)
  expect(rec).toMatchObject({ data: { name: 'Siân' }, isOffline: 1, pending: 1 })
  expect(rec && shownId(rec)).toBe(`offline_${id}`)
  expect(await queue()).toMatchObject([{ action: 'CREATE', localId: `offline_${id}`, endpoint: '/api/clients', state: 'pending' }])
})

test('an edit merges into the record, notes what it replaced and the revision it was made on', async () => {
  const id = await onServer('clients', { name: 'Ann', phone: '1' })
  expect(await record([{ action: 'UPDATE', entity: 'clients', id, data: { phone: '2' } }])).toEqual([id])
  expect(await client(id)).toMatchObject({ data: { name: 'Ann', phone: '2' }, isOffline: 0, rev: 3 })
  expect(await queue()).toMatchObject([{ baseRev: 3, before: { phone: '1' }, endpoint: `/api/clients/${id}`, localId: id }])
})

test('a change of a record the device does not hold answers false and records nothing of the call', async () => {
  const good = { action: 'CREATE', entity: 'clients', data: { name: 'Ann' } } as const
  expect(await record([good, { action: 'UPDATE', entity: 'clients', id: uuidv7(), data: { name: 'B' } }])).toBe(false)
  expect(await queue()).toEqual([])
  expect(await store.rec.count()).toBe(0)
})

test('record and queue item commit together, whichever request fails', async () => {
  const id = await onServer('clients', { name: 'Ann' })
  for (const table of ['rec', 'queue', 'meta'] as const) {
    const fail = () => {
      throw new Error('disk full')
    }
    const failing = (store[table] as Table).hook(table === 'queue' ? 'creating' : 'updating')
    failing.subscribe(fail)
    await expect(record([{ action: 'UPDATE', entity: 'clients', id, data: { name: 'B' } }])).rejects.toThrow('disk full')
    failing.unsubscribe(fail)
    expect(await queue()).toEqual([])
    expect(await client(id)).toMatchObject({ data: { name: 'Ann' }, pending: 0 })
  }
})

test('fields only for the server are sent and not shown, fields only for the screen shown and not sent', async () => {
  const id = await onServer('appointments', { startTime: 'a', onDay: '2026-11-24' })
  const change = {
    data: { startTime: 'b', onDay: '2026-11-25' },
    alsoSend: { sendSmsNotification: true },
    alsoShow: { localStart: '09:00' },
  }
  await record([{ action: 'UPDATE', entity: 'appointments', id, ...change }])
  expect((await queue())[0]?.data).toEqual({ startTime: 'b', onDay: '2026-11-25', sendSmsNotification: true })
  expect(await store.rec.get(['appointments', id])).toMatchObject({
    data: { startTime: 'b', onDay: '2026-11-25', localStart: '09:00' },
    day: '2026-11-25',
  })
})

test('what names a record the server has not got waits for it, whichever form of the id it uses', async () => {
  const clientId = uuidv7()
  await record([
    { action: 'CREATE', entity: 'clients', id: clientId, data: { name: 'Ann' } },
    { action: 'CREATE', entity: 'horses', data: { name: 'Tally', clientId: `offline_${clientId}` } },
    { action: 'UPDATE', entity: 'clients', id: `offline_${clientId}`, data: { phone: '1' } },
  ])
  const [create, horse, edit] = await queue()
  expect(horse).toMatchObject({ deps: [create?.opId], data: { clientId } })
  expect(edit).toMatchObject({ deps: [create?.opId], id: clientId, baseRev: 0 })
})

test('removing a record made here and never sent forgets it', async () => {
  const id = await made('Ann')
  await record([{ action: 'DELETE', entity: 'clients', id }])
  expect(await queue()).toEqual([])
  expect((await client(id))?.deleted).toBe(1)
})

test('removing a record made here that may have been sent queues behind it', async () => {
  const id = await made('Ann')
  await store.queue.toCollection().modify({ state: 'sent', attempts: 1 })
  await record([{ action: 'DELETE', entity: 'clients', id }])
  const [create, removal] = await queue()
  expect(removal).toMatchObject({ action: 'DELETE', deps: [create?.opId] })
})

test('correcting a refused record sends it again, and what waited for it waits for the new one', async () => {
  const id = await made('')
  await record([
    { action: 'CREATE', entity: 'horses', data: { name: 'Tally', clientId: id } },
    { action: 'UPDATE', entity: 'clients', id, data: { phone: '1' } },
  ])
  const first = (await queue())[0]
  await refuse(String(first?.opId))
  await record([{ action: 'UPDATE', entity: 'clients', id, data: { name: 'Ann' } }])
  const [create, horse, ...rest] = await queue()
  expect(rest).toEqual([])
  expect(create).toMatchObject({ action: 'CREATE', data: { name: 'Ann', phone: '1' }, state: 'pending', attempts: 0 })
  expect(create?.opId).not.toBe(first?.opId)
  expect(horse?.deps).toEqual([create?.opId])
  expect(await client(id)).toMatchObject({ data: { name: 'Ann', phone: '1' }, isOffline: 1, attention: 0 })
})

test('entering a conflicting field again lays the refused change aside', async () => {
  const id = await onServer('clients', { name: 'Ann', phone: '1' })
  await record([{ action: 'UPDATE', entity: 'clients', id, data: { phone: '2' } }])
  await refuse(String((await queue())[0]?.opId), 'conflict')
  await record([{ action: 'UPDATE', entity: 'clients', id, data: { name: 'Anne' } }])
  expect((await client(id))?.attention).toBe(1)
  await record([{ action: 'UPDATE', entity: 'clients', id, data: { phone: '3' } }])
  expect(await client(id)).toMatchObject({ attention: 0, data: { name: 'Anne', phone: '3' } })
  expect(await store.done.toArray()).toMatchObject([{ outcome: 'superseded', data: { phone: '2' } }])
})

test('what was never seen is not overwritten: a form sends the revision it was opened on', async () => {
  const id = await onServer('clients', { name: 'Ann', phone: '9' })
  await record([{ action: 'UPDATE', entity: 'clients', id, data: { phone: '2' }, seenRev: 1, before: { phone: '1' } }])
  expect(await queue()).toMatchObject([{ baseRev: 1, before: { phone: '1' } }])
})

test('a field under an earlier change of ours keeps the base of that change, and another field has the shown base', async () => {
  const id = await onServer('clients', { name: 'Ann', phone: '1' })
  await record([{ action: 'UPDATE', entity: 'clients', id, data: { phone: '2' } }])
  await hear('clients', id, { name: 'Ann', phone: '9' }, 4)
  await record([
    { action: 'UPDATE', entity: 'clients', id, data: { phone: '3' } },
    { action: 'UPDATE', entity: 'clients', id, data: { name: 'Anne' } },
    { action: 'DELETE', entity: 'clients', id },
  ])
  expect(await queue()).toMatchObject([
    { baseRev: 3, before: { phone: '1' } },
    { baseRev: 3, before: { phone: '1' } },
    { baseRev: 4, before: { name: 'Ann' } },
    { baseRev: 3, before: { name: 'Ann', phone: '1' } },
  ])
})

test('a change that needs a file keeps the id of its bytes', async () => {
  await record([{ action: 'CREATE', entity: 'clients', data: { name: 'Ann' }, blobId: 'b1' }])
  expect(await queue()).toMatchObject([{ blobId: 'b1' }])
})

test('sending is requested once the change is on the disk, and only then', async () => {
  const asked = vi.fn()
  const stop = onEnqueue(asked)
  await record([{ action: 'UPDATE', entity: 'clients', id: uuidv7(), data: {} }])
  expect(asked).not.toHaveBeenCalled()
  await made('Ann')
  stop()
  await made('Bob')
  expect(asked).toHaveBeenCalledOnce()
})

test('ids in lists are made canonical too', async () => {
  const id = uuidv7()
  await recordIn(store, [{ action: 'CREATE', entity: 'appointments', data: { horses: [{ horseId: `offline_${id}` }], title: 'offline_' } }])
  expect((await queue())[0]?.data).toEqual({ horses: [{ horseId: canon(id) }], title: 'offline_' })
})

test('with no user signed in nothing is recorded', async () => {
  setCurrentStore(undefined)
  await expect(record([])).rejects.toThrow('nobody is signed in')
})

test('a record made here has no base', async () => {
  await made('Ann')
  const [create] = await queue()
  expect(create).not.toHaveProperty('baseRev')
  expect(create?.before).toEqual({})
})

test('an edit keeps what stood in its own fields, and in no others', async () => {
  const id = await onServer('clients', { name: 'Ann', phone: '1' })
  await record([{ action: 'UPDATE', entity: 'clients', id, data: { phone: '2', email: 'a' } }])
  expect((await queue())[0]?.before).toEqual({ phone: '1', email: null })
})

test('endpoints are named as people write them', async () => {
  const id = uuidv7()
  await record([{ action: 'CREATE', entity: 'visit_horses', id, data: {} }])
  await record([{ action: 'UPDATE', entity: 'visit_horses', id, data: {} }])
  expect((await queue()).map((item) => item.endpoint)).toEqual(['/api/visit-horses', `/api/visit-horses/${id}`])
})

test('removing a record made here marks what depended on it as orphaned', async () => {
  const id = await made('Ann')
  await record([{ action: 'CREATE', entity: 'horses', data: { name: 'Tally', clientId: id } }])
  await record([{ action: 'DELETE', entity: 'clients', id }])
  expect(await queue()).toMatchObject([{ entity: 'horses', state: 'rejected', error: { code: 'orphaned' } }])
})

test('a record that may have been sent is not forgotten because a later change of it was not', async () => {
  const id = await made('Ann')
  await store.queue.toCollection().modify({ state: 'sent', attempts: 1 })
  await record([{ action: 'UPDATE', entity: 'clients', id, data: { phone: '1' } }])
  await record([{ action: 'DELETE', entity: 'clients', id }])
  expect((await queue()).map((item) => item.action)).toEqual(['CREATE', 'UPDATE', 'DELETE'])
})

test('removing a record lays its refused changes aside', async () => {
  const id = await onServer('clients', { name: 'Ann', phone: '1' })
  await record([{ action: 'UPDATE', entity: 'clients', id, data: { phone: '2' } }])
  await refuse(String((await queue())[0]?.opId))
  await record([{ action: 'DELETE', entity: 'clients', id }])
  expect((await queue()).map((item) => item.action)).toEqual(['DELETE'])
  expect(await store.done.toArray()).toMatchObject([{ action: 'UPDATE', outcome: 'superseded' }])
})

test('removing a record that was made elsewhere too waits for that to be decided', async () => {
  const id = await made('Ann')
  const [create] = await queue()
  await refuse(String(create?.opId), 'conflict')
  await hear('clients', id, { name: 'Anne' }, 1)
  await record([{ action: 'DELETE', entity: 'clients', id }])
  expect(await queue()).toMatchObject([
    { action: 'CREATE', state: 'conflict' },
    { action: 'DELETE', deps: [create?.opId], endpoint: `/api/clients/${id}`, baseRev: 0 },
  ])
})

test('a refused record sent again still waits for what it names, and for its file', async () => {
  const clientId = await made('Ann')
  const yardId = uuidv7()
  const id = uuidv7()
  await record([
    { action: 'CREATE', entity: 'yards', id: yardId, data: { name: 'Home' } },
    { action: 'CREATE', entity: 'horses', id, data: { name: '', clientId }, blobId: 'b1' },
    { action: 'CREATE', entity: 'visit_horses', data: { horseId: id, clientId } },
    { action: 'UPDATE', entity: 'horses', id, data: { colour: 'bay' } },
  ])
  const [client, yard, refused, , edit] = await queue()
  await refuse(String(refused?.opId))
  await record([{ action: 'UPDATE', entity: 'horses', id, data: { name: 'Tally', yardId } }])
  const [, , anew, visit, ...more] = await queue()
  expect(more).toEqual([])
  expect(anew).toMatchObject({ action: 'CREATE', endpoint: '/api/horses', seq: refused?.seq, blobId: 'b1' })
  expect(anew?.data).toEqual({ name: 'Tally', clientId, colour: 'bay', yardId })
  expect(anew?.deps.toSorted()).toEqual([client?.opId, yard?.opId].toSorted())
  expect(anew).not.toHaveProperty('baseRev')
  expect(visit?.deps.toSorted()).toEqual([client?.opId, anew?.opId].toSorted())
  const journal = await store.done.toArray()
  expect(journal.map((item) => `${item.outcome} ${item.opId}`).sort()).toEqual(
    [`superseded ${refused?.opId}`, `superseded ${edit?.opId}`].sort(),
  )
})

test('of several changes to a field the first holds the value before', async () => {
  const id = await onServer('clients', { name: 'Ann', phone: '1' })
  await record([{ action: 'UPDATE', entity: 'clients', id, data: { phone: '2' } }])
  const opId = String((await queue())[0]?.opId)
  await refuse(opId, 'conflict')
  await hear('clients', id, { name: 'Ann', phone: '9' }, 4)
  await keepTheirs(opId)
  await record([{ action: 'UPDATE', entity: 'clients', id, data: { phone: '3' } }])
  await bringBack(opId)
  await record([{ action: 'DELETE', entity: 'clients', id }])
  expect((await queue()).at(-1)).toMatchObject({ action: 'DELETE', baseRev: 3, before: { name: 'Ann', phone: '1' } })
})

test('a form that showed a change given up since has the base of that change, and of no other', async () => {
  const id = await onServer('clients', { name: 'Ann', phone: '1' })
  await record([{ action: 'UPDATE', entity: 'clients', id, data: { phone: '2' } }])
  const given = (await queue())[0] as Queued
  await refuse(given.opId, 'conflict')
  await hear('clients', id, { name: 'Ann', phone: '9' }, 5)
  await keepTheirs(given.opId)
  const older = { ...given, ackedAt: 0, outcome: 'discarded', baseRev: 1, before: { phone: '0' } } as const
  await store.done.bulkPut([
    { ...older, opId: uuidv7(), id: uuidv7() },
    { ...older, opId: uuidv7(), outcome: 'applied' },
    { ...older, opId: uuidv7(), shown: { phone: '7' } },
  ])
  await record([{ action: 'UPDATE', entity: 'clients', id, data: { phone: '4' }, seenRev: 5, before: { name: 'Ann', phone: '2' } }])
  expect(await queue()).toMatchObject([{ baseRev: 3, before: { phone: '1' } }])
})

test('where the server has lost time, only a value that is still as it was seen counts as seen', async () => {
  const id = await onServer('clients', { name: 'Ann', phone: '9' })
  await writeMeta(store, 'hasLostTime', true)
  const seen = { seenRev: 2, before: { name: 'Ann', phone: '1' } }
  await record([
    { action: 'UPDATE', entity: 'clients', id, data: { phone: '2' }, ...seen },
    { action: 'UPDATE', entity: 'clients', id, data: { name: 'Anne' }, ...seen },
  ])
  expect(await queue()).toMatchObject([
    { baseRev: 0, before: { phone: '1' } },
    { baseRev: 2, before: { name: 'Ann' } },
  ])
})

test('a form about the current value has that as its base, regardless of earlier changes given up', async () => {
  const id = await onServer('clients', { name: 'Ann', phone: '1' })
  await record([{ action: 'UPDATE', entity: 'clients', id, data: { phone: '2' } }])
  const opId = String((await queue())[0]?.opId)
  await refuse(opId, 'conflict')
  await hear('clients', id, { name: 'Ann', phone: '2' }, 5)
  await keepTheirs(opId)
  await record([{ action: 'UPDATE', entity: 'clients', id, data: { phone: '4' }, seenRev: 5, before: { name: 'Ann', phone: '2' } }])
  expect(await queue()).toMatchObject([{ baseRev: 5, before: { phone: '2' } }])
})

test('an edit of several fields has the base of the earlier change of any of them, and waits for none', async () => {
  const id = await onServer('clients', { name: 'Ann', phone: '1' })
  await record([{ action: 'UPDATE', entity: 'clients', id, data: { phone: '2' } }])
  await hear('clients', id, { name: 'Ann', phone: '9' }, 4)
  await record([{ action: 'UPDATE', entity: 'clients', id, data: { name: 'Anne', phone: '3' } }])
  expect((await queue())[1]).toMatchObject({ baseRev: 3, before: { name: 'Ann', phone: '1' }, deps: [] })
})

test('a form of a record the server has not got has no base, even if the server lost time', async () => {
  await writeMeta(store, 'hasLostTime', true)
  const id = await made('Ann')
  await record([{ action: 'UPDATE', entity: 'clients', id, data: { name: 'Anne' }, seenRev: 0, before: { name: 'Ann' } }])
  expect((await queue())[1]).toMatchObject({ baseRev: 0, before: { name: 'Ann' } })
})

describe('a change that asks for confirmation', () => {
  const asking = (id: string, data: Record<string, unknown>, before: Record<string, unknown>) =>
    record([{ action: 'UPDATE', entity: 'clients', id, data, before, seenRev: 3, asks: true }])

  test('is not recorded over what another tab made of the same field, sent or not', async () => {
    const before = { name: 'Ann', phone: '1' }
    const id = await onServer('clients', before)
    await record([{ action: 'UPDATE', entity: 'clients', id, data: { name: 'Anne' } }])
    await expect(asking(id, { name: 'Anna' }, before)).rejects.toThrow(Overwrites)
    expect(await queue()).toHaveLength(1)
    await store.queue.clear()
    await hear('clients', id, { name: 'Anne', phone: '1' }, 4)
    await expect(asking(id, { name: 'Anna' }, before)).rejects.toThrow(Overwrites)
    expect(await queue()).toEqual([])
  })

  test('is recorded beside another field, and where both want the same', async () => {
    const before = { name: 'Ann', phone: '1' }
    const id = await onServer('clients', before)
    await record([{ action: 'UPDATE', entity: 'clients', id, data: { name: 'Anne' } }])
    expect(await asking(id, { phone: '2' }, before)).toEqual([id])
    expect(await asking(id, { name: 'Anne' }, before)).toEqual([id])
  })
})
