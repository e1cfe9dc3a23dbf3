import { currentMs } from '#lib/clock.ts'
import { freezeAt } from '#testing/freeze.ts'
import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { setCurrentStore } from '#platform/web/sync/current.ts'
import { onEnqueue, record } from '#platform/web/sync/outbox.ts'
import { bringBack, discard, keepMine, keepTheirs, repairCopy } from '#platform/web/sync/resolve.ts'
import { readMeta } from '#platform/web/sync/store.ts'
import { exportUnsent } from '#platform/web/sync/unsent-file.ts'
import { undecided } from '#testing/browser/undecided.ts'

const here = undecided()
const { pass, queue, opIds, laidAside, rec, edit, only, known, inConflict, refused, collided } = here

test('a change on its way can neither be given up nor brought back', async () => {
  await edit(await known(), { phone: '2' })
  const [opId = ''] = await opIds()
  expect([await discard(opId), await bringBack(opId), await keepMine(opId)]).toEqual([false, false, false])
})

test('theirs of a record both made leaves what else was done here on its way', async () => {
  const id = await collided((clientId) => [
    { action: 'CREATE', entity: 'horses', data: { name: 'Tally', clientId } },
    { action: 'UPDATE', entity: 'sms_preferences', id: clientId, data: { notes: 'late' } },
  ])
  expect(await keepTheirs((await only()).opId)).toBe(true)
  expect(await queue()).toMatchObject([
    { entity: 'horses', state: 'pending' },
    { entity: 'sms_preferences', action: 'UPDATE', state: 'pending' },
  ])
  here.clock += 60_000
  await pass()
  expect(await queue()).toEqual([])
  expect(here.server.row('sms_preferences', id)?.data).toMatchObject({ reminders: true, notes: 'late' })
})

test('a change given up takes no other change of its record with it', async () => {
  const id = await known()
  here.server.answer = (op) => (op.data.phone ? { status: 'rejected', code: 'bad_request', message: 'No.' } : undefined)
  await edit(id, { phone: '2' })
  await pass()
  await edit(id, { notes: 'dog' })
  await discard((await only()).opId)
  expect(await queue()).toMatchObject([{ data: { notes: 'dog' }, state: 'pending' }])
  expect((await rec(id))?.data).toMatchObject({ phone: '1', notes: 'dog' })
})

test('a record given up goes with all its changes; those that depended on it show why, and both can be restored', async () => {
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
  expect(here.server.rows.size).toBe(2)
})

test('a record given up comes back with all that was given up with it, in its order', async () => {
  const id = uuidv7()
  await record([
    { action: 'CREATE', entity: 'clients', id, data: { name: 'Ann' } },
    { action: 'CREATE', entity: 'horses', data: { name: 'Tally', clientId: id } },
    { action: 'UPDATE', entity: 'clients', id, data: { phone: '1' } },
  ])
  const all = await opIds()
  here.server.answer = (op) => (op.action === 'CREATE' ? { status: 'rejected', code: 'bad_request', message: 'No.' } : undefined)
  await pass()
  const [create = '', horse = '', change = ''] = all
  await discard(create)
  expect(await opIds()).toEqual([horse])
  expect((await queue())[0]?.error).toEqual({ code: 'orphaned', message: 'What this belonged to was removed.', fields: [] })
  expect(await laidAside()).toEqual([`discarded ${create}`, `discarded ${change}`].sort())
  expect(await bringBack(create)).toBe(true)
  expect(await opIds()).toEqual(all)
  expect((await queue()).map((item) => item.state)).toEqual(['rejected', 'pending', 'pending'])
  expect((await queue())[1]).not.toHaveProperty('error')
  expect(await laidAside()).toEqual([])
})

test('what was refused for itself is still refused when it comes back', async () => {
  const id = uuidv7()
  await record([
    { action: 'CREATE', entity: 'clients', id, data: { name: 'Ann' } },
    { action: 'UPDATE', entity: 'clients', id, data: { phone: '1' } },
  ])
  here.server.answer = () => ({ status: 'rejected', code: 'bad_request', message: 'No.' })
  await pass()
  const [create = ''] = await opIds()
  await discard(create)
  await bringBack(create)
  expect(await queue()).toMatchObject([
    { action: 'CREATE', state: 'rejected' },
    { action: 'UPDATE', state: 'rejected', error: { message: 'No.' } },
  ])
})

test('what was given up at another time, or of another record, stays given up', async () => {
  const ids = [await known(), await known()] as const
  await edit(ids[0], { phone: '2' })
  await edit(ids[0], { notes: 'dog' })
  await edit(ids[1], { phone: '2' })
  here.server.answer = () => ({ status: 'rejected', code: 'bad_request', message: 'No.' })
  await pass()
  const [first = '', later = '', other = ''] = await opIds()
  vi.useFakeTimers({ toFake: ['Date'] })
  await discard(first)
  await discard(other)
  freezeAt(currentMs() + 1)
  await discard(later)
  await bringBack(first)
  expect(await opIds()).toEqual([first])
  expect(await laidAside()).toEqual([`discarded ${later}`, `discarded ${other}`].sort())
})

test('a change brought back is where it was in the queue', async () => {
  await record([{ action: 'CREATE', entity: 'yards', data: { name: 'Home' } }])
  await pass()
  const id = await inConflict()
  await edit(id, { name: 'Anne' })
  const before = await opIds()
  const { opId } = await only()
  await keepTheirs(opId)
  await bringBack(opId)
  expect(await opIds()).toEqual(before)
})

test('what has been replaced in the meantime comes back behind what replaced it', async () => {
  const id = await inConflict()
  const { opId } = await only()
  await keepTheirs(opId)
  await here.store.queue.put({
    ...((await here.store.done.get(opId)) as never as Awaited<ReturnType<typeof queue>>[0]),
    opId: uuidv7(),
    state: 'pending',
  })
  const [taken] = await queue()
  await bringBack(opId)
  const back = (await queue()).find((item) => item.opId === opId)
  expect(back?.seq).toBeGreaterThan(taken?.seq ?? 0)
  expect((await rec(id))?.pending).toBe(2)
})

test('a change whose place another had comes back at the end, and what was decided before stays decided', async () => {
  const id = await inConflict()
  vi.useFakeTimers({ toFake: ['Date'] })
  const first = await only()
  await keepMine(first.opId, { seenRev: first.seenRev })
  here.server.write('clients', id, { phone: '4' })
  await pass()
  const second = await only()
  await keepTheirs(second.opId)
  await edit(id, { name: 'Anne' })
  const [later = ''] = await opIds()
  await bringBack(second.opId)
  expect(await opIds()).toEqual([later, second.opId])
  expect(await laidAside()).toEqual([`superseded ${first.opId}`])
})

test('what is decided is sent soon; what is not decided requests nothing', async () => {
  await inConflict()
  const { opId } = await only()
  const asked = vi.fn()
  const stop = onEnqueue(asked)
  await discard(uuidv7())
  await bringBack(opId)
  expect(asked).not.toHaveBeenCalled()
  await keepTheirs(opId)
  expect(asked).toHaveBeenCalledTimes(1)
  await bringBack(opId)
  expect(asked).toHaveBeenCalledTimes(2)
  await repairCopy()
  expect(asked).toHaveBeenCalledTimes(3)
  stop()
})

test('with no user signed in there is nothing to decide', async () => {
  setCurrentStore(undefined)
  await expect(keepMine(uuidv7())).rejects.toThrow('nobody is signed in')
})

test('I17: repairing the copy fetches it again and leaves the queue unchanged', async () => {
  const id = await inConflict()
  await edit(id, { name: 'Anne' })
  const before = await queue()
  await repairCopy(here.store)
  expect(await readMeta(here.store, 'isResyncDue')).toBe(true)
  here.server.before = (kind) => {
    if (kind === 'push') here.server.answer = () => ({ status: 'retry' })
  }
  await pass()
  expect((await queue()).map(({ opId, data }) => ({ opId, data }))).toEqual(before.map(({ opId, data }) => ({ opId, data })))
  expect(await readMeta(here.store, 'isResyncDue')).toBeUndefined()
})

test('unsent changes leave the device as a file that people can read', async () => {
  await inConflict()
  const file = await exportUnsent(here.store)
  const { about, changes, queue: raw } = JSON.parse(await file.text())
  expect(about).toMatch(/doesn't have yet/)
  expect(changes).toMatchObject([{ what: 'Changed in clients: Ann', now: { phone: '2' }, before: { phone: '1' } }])
  expect(changes[0].when).toMatch(/^\d+ \w{3} \d{4}, \d\d:\d\d$/)
  expect(raw).toHaveLength(1)
})

test('the file of unsent changes states what each is, of which record, and why it is still here', async () => {
  const [ann, bob] = [await known(), await known({ name: 'Bob' })]
  await edit(ann, { phone: '2' })
  here.server.answer = () => ({ status: 'rejected', code: 'bad_request', message: 'No.' })
  await pass()
  const visit = uuidv7()
  await record([
    { action: 'CREATE', entity: 'appointments', id: visit, data: { title: 'Trim' } },
    { action: 'CREATE', entity: 'visit_horses', id: visit, data: { notes: 'lame' } },
    { action: 'DELETE', entity: 'clients', id: bob },
  ])
  const file = await exportUnsent(here.store)
  expect(file.type).toBe('application/json')
  const waits = { when: expect.any(String), state: 'Waiting to be sent' }
  expect(JSON.parse(await file.text()).changes).toEqual([
    { what: 'Changed in clients: Ann', when: expect.any(String), state: 'No.', now: { phone: '2' }, before: { phone: '1' } },
    { what: 'Added in appointments: Trim', ...waits, now: { title: 'Trim' }, before: {} },
    { what: `Added in visit horses: offline_${visit}`, ...waits, now: { notes: 'lame' }, before: {} },
    { what: 'Removed in clients: Bob', ...waits },
  ])
})
