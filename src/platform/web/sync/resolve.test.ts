import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { record } from '#platform/web/sync/outbox.ts'
import { bringBack, discard, keepMine, keepTheirs, readAttention, seeTheirs } from '#platform/web/sync/resolve.ts'
import { undecided } from '#testing/browser/undecided.ts'

const here = undecided()
const { pass, queue, opIds, laidAside, rec, edit, only, known, inConflict, refused, collided } = here

test('a conflict shows the fields both changed: mine, theirs and the value before', async () => {
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

test('the author of the current value is shown where the server names them', async () => {
  await inConflict()
  expect(await only()).not.toHaveProperty('by')
  const by = { member: 'Tom', device: 'on the iPad' }
  await here.store.queue.toCollection().modify({ by })
  expect((await only()).by).toEqual(by)
})

test('a refusal without words is given some', async () => {
  await refused()
  await here.store.queue.where({ state: 'rejected' }).modify((item) => delete item.error)
  expect((await only()).error).toEqual({ code: 'rejected', message: 'The server refused this.', fields: [] })
})

test('what waits for a decision comes in the order it was recorded in', async () => {
  const ids = [await known(), await known(), await known()]
  for (const id of ids) await edit(id, { phone: '2' })
  const [first = '', second = '', last = ''] = await opIds()
  await here.store.queue.where('opId').anyOf([first, second]).modify({ state: 'rejected', createdAt: '2026-11-24T09:00:00.000Z' })
  await here.store.queue.where({ opId: last }).modify({ state: 'conflict', createdAt: '2026-11-24T09:00:00.001Z' })
  expect((await readAttention(here.store)).map((one) => one.opId)).toEqual([first, second, last])
})

test('a refusal shows every field of the change, including those that are unchanged', async () => {
  const id = await known()
  await edit(id, { name: 'Ann', phone: '2', email: null })
  here.server.answer = () => ({ status: 'rejected', code: 'bad_request', message: 'No.' })
  await pass()
  expect((await only()).fields).toEqual([
    { name: 'name', mine: 'Ann', theirs: 'Ann', before: 'Ann' },
    { name: 'phone', mine: '2', theirs: '1', before: '1' },
    { name: 'email', mine: null, theirs: null, before: null },
  ])
  here.server.write('clients', id, null)
  await pass()
  expect(await only()).toMatchObject({ kind: 'rejected', isRemoved: false })
})

test('a field that both changed to the same value needs no decision', async () => {
  const id = await known()
  await edit(id, { phone: '2', notes: 'dog' })
  here.server.write('clients', id, { phone: '3', notes: 'dog' })
  await pass()
  expect((await only()).fields.map((field) => field.name)).toEqual(['phone'])
})

test('where theirs is back at what it was, what differs is shown', async () => {
  const id = await known()
  await edit(id, { phone: '2', notes: '' })
  here.server.write('clients', id, { phone: '3' })
  here.server.write('clients', id, { phone: '1' })
  await pass()
  expect((await only()).fields).toEqual([{ name: 'phone', mine: '2', theirs: '1', before: '1' }])
})

test('a removal over a change that was reverted has nothing to show', async () => {
  const id = await known()
  await record([{ action: 'DELETE', entity: 'clients', id }])
  here.server.write('clients', id, { phone: '3' })
  here.server.write('clients', id, { phone: '1' })
  await pass()
  expect((await only()).fields).toEqual([])
})

test('a collision shows what differs from the record that was there first', async () => {
  await collided()
  expect(await only()).toMatchObject({
    action: 'CREATE',
    kind: 'conflict',
    seenRev: 1,
    fields: [{ name: 'reminders', mine: false, theirs: true, before: null }],
  })
})

test('mine, once chosen, is written over what was shown and over nothing newer', async () => {
  const id = await inConflict()
  const { opId, seenRev } = await only()
  here.server.write('clients', id, { phone: '4' })
  expect(await keepMine(opId, { seenRev })).toBe(true)
  await pass()
  const again = await only()
  expect(again.fields).toMatchObject([{ mine: '2', theirs: '4', before: '3' }])
  expect(await keepMine(again.opId, { seenRev: again.seenRev })).toBe(true)
  await pass()
  expect(here.server.row('clients', id)?.data).toMatchObject({ phone: '2', notes: 'dog' })
  expect(await queue()).toEqual([])
})

test('without a record of what was seen, mine goes over the row it collided with', async () => {
  const id = await inConflict()
  here.server.write('clients', id, { phone: '4' })
  await pass()
  const { opId, fields } = await only()
  expect(fields).toMatchObject([{ theirs: '4' }])
  await keepMine(opId)
  await pass()
  expect((await only()).fields).toMatchObject([{ mine: '2', theirs: '4', before: '3' }])
})

test('mine has the card’s row as its base, be it the one it collided with or a later one', async () => {
  const id = await inConflict()
  here.server.write('clients', id, { phone: '4' })
  await pass()
  const { opId, seenRev } = await only()
  expect(seenRev).toBe(3)
  await keepMine(opId, { seenRev, edited: { name: 'Anne' } })
  const [again] = await queue()
  expect(again).toMatchObject({ baseRev: 3, data: { name: 'Anne', phone: '2', notes: 'dog' } })
  expect(again?.before).toEqual({ name: 'Ann', phone: '4', notes: '' })
})

test('mine can be edited while it is chosen', async () => {
  const id = await inConflict()
  const { opId, seenRev } = await only()
  await keepMine(opId, { seenRev, edited: { phone: '5' } })
  expect((await rec(id))?.data).toMatchObject({ phone: '5', notes: 'dog' })
  await pass()
  expect(here.server.row('clients', id)?.data).toMatchObject({ phone: '5', notes: 'dog' })
})

test('a choice keeps its place in the queue, before what was changed later', async () => {
  const id = await inConflict()
  await edit(id, { notes: 'two dogs' })
  await keepMine((await only()).opId)
  expect((await queue()).map((item) => item.shown.notes)).toEqual(['dog', 'two dogs'])
  await pass()
  expect(here.server.row('clients', id)?.data).toMatchObject({ phone: '2', notes: 'two dogs' })
})

test('mine of a record both made becomes a change of theirs, of what differs alone', async () => {
  const id = await collided()
  const { opId, seenRev } = await only()
  await keepMine(opId, { seenRev })
  const [again, ...more] = await queue()
  expect(more).toEqual([])
  expect(again).toMatchObject({
    action: 'UPDATE',
    endpoint: `/api/sms-preferences/${id}`,
    baseRev: 1,
    state: 'pending',
    attempts: 0,
    nextAttemptAt: 0,
  })
  expect(again?.data).toEqual({ reminders: false })
  expect(again?.before).toEqual({ reminders: true, running: false })
  expect(again?.opId).not.toBe(opId)
  expect(await laidAside()).toEqual([`superseded ${opId}`])
  await pass()
  expect(here.server.row('sms_preferences', id)?.data).toMatchObject({ reminders: false, running: false })
  expect(await queue()).toEqual([])
})

test('mine of a record both made, returned without theirs, is shown whole for a decision', async () => {
  const id = await collided()
  await here.store.queue.toCollection().modify((item) => {
    delete item.server
    delete item.serverRev
  })
  await keepMine((await only()).opId)
  expect(await queue()).toMatchObject([{ action: 'UPDATE', id, baseRev: 0, before: { reminders: null, running: null } }])
  expect((await queue())[0]?.data).toEqual({ reminders: false, running: false })
})

test('a removal insisted on has the values of the card as its base', async () => {
  const id = await known()
  await record([{ action: 'DELETE', entity: 'clients', id }])
  here.server.write('clients', id, { phone: '3' })
  await pass()
  await keepMine((await only()).opId)
  expect(await queue()).toMatchObject([
    { action: 'DELETE', endpoint: `/api/clients/${id}`, baseRev: 2, before: { name: 'Ann', phone: '3', notes: '' } },
  ])
})

test('a removal that met a change shows what was changed, and can be insisted on', async () => {
  const id = here.server.write('clients', uuidv7(), { name: 'Ann', phone: '1' })
  await pass()
  await record([{ action: 'DELETE', entity: 'clients', id }])
  here.server.write('clients', id, { phone: '3' })
  await pass()
  const { opId, fields, seenRev } = await only()
  expect(fields).toEqual([{ name: 'phone', mine: null, theirs: '3', before: '1' }])
  expect((await rec(id))?.deleted).toBe(0)
  await keepMine(opId, { seenRev })
  await pass()
  expect(here.server.row('clients', id)?.deleted).toBe(true)
})

test('mine of a collision returned without the row has no base, and needs a decision again', async () => {
  const id = await known()
  await edit(id, { phone: '2' })
  here.server.answer = () => ({ status: 'conflict', fields: ['phone'] })
  await pass()
  here.server.answer = () => undefined
  const { opId } = await only()
  expect(await seeTheirs(opId, 0)).toBe(true)
  expect(await queue()).toMatchObject([{ baseRev: 0, before: { phone: null } }])
  await keepMine(opId)
  expect(await queue()).toMatchObject([{ baseRev: 0, before: { phone: null } }])
  await pass()
  expect((await only()).opId).not.toBe(opId)
})

test('what was removed elsewhere stays removed: nothing is left to keep mine in', async () => {
  const id = here.server.write('clients', uuidv7(), { name: 'Ann' })
  await pass()
  await edit(id, { name: 'Anne' })
  here.server.write('clients', id, null)
  here.server.answer = (op) => ({ status: 'conflict', fields: ['deleted'], rev: 2, row: { ...op.data, name: 'Ann' } })
  await pass()
  const { opId, isRemoved } = await only()
  expect(isRemoved).toBe(true)
  expect(await keepMine(opId)).toBe(false)
  expect((await rec(id))?.deleted).toBe(1)
  expect(await keepTheirs(opId)).toBe(true)
  expect((await rec(id))?.deleted).toBe(1)
})

test('of a record that a restored server has not got, nothing is left to keep mine in', async () => {
  const id = await inConflict()
  here.server.rows.clear()
  here.server.epoch = uuidv7()
  await pass()
  const { opId, isRemoved, fields } = await only()
  expect(isRemoved).toBe(true)
  expect(fields).toMatchObject([{ mine: '2', theirs: '3' }])
  expect(await keepMine(opId)).toBe(false)
  expect(await keepTheirs(opId)).toBe(true)
  expect((await rec(id))?.attention).toBe(0)
})

test('what is saved from the form that a conflict opened has the card’s values as its base', async () => {
  const id = await inConflict()
  const { opId, seenRev } = await only()
  expect(await seeTheirs(opId, seenRev)).toBe(true)
  const [waiting] = await queue()
  expect(waiting).toMatchObject({ opId, state: 'conflict', baseRev: 2, shown: { phone: '2', notes: 'dog' } })
  expect(waiting?.before).toEqual({ phone: '3', notes: '' })
  await edit(id, { phone: '5', notes: 'dog' })
  await pass()
  expect(here.server.row('clients', id)?.data).toMatchObject({ phone: '5', notes: 'dog' })
  expect(await queue()).toEqual([])
})

test('a card read before the row moved on showed the row it collided with', async () => {
  const id = await inConflict()
  const { opId } = await only()
  here.server.write('clients', id, { phone: '4' })
  await pass()
  await seeTheirs(opId, 2)
  expect(await queue()).toMatchObject([{ baseRev: 2, before: { phone: '3', notes: '' } }])
  await seeTheirs(opId, 3)
  expect(await queue()).toMatchObject([{ baseRev: 3, before: { phone: '4', notes: '' } }])
})

test('only a conflict has theirs to see, and an unknown change is not decided', async () => {
  await refused()
  const before = await queue()
  expect(await seeTheirs((await only()).opId, 5)).toBe(false)
  const nothing = uuidv7()
  const answers = [await seeTheirs(nothing, 1), await keepMine(nothing), await keepTheirs(nothing), await discard(nothing)]
  expect([...answers, await bringBack(nothing)]).toEqual([false, false, false, false, false])
  expect(await queue()).toEqual(before)
})

test('theirs, once chosen, is what shows, and mine can be had back', async () => {
  const id = await inConflict()
  const { opId } = await only()
  expect(await keepTheirs(opId)).toBe(true)
  expect(await rec(id)).toMatchObject({ attention: 0, pending: 0, data: { phone: '3', notes: '' } })
  expect(await here.store.done.get(opId)).toMatchObject({ outcome: 'discarded' })
  expect(await bringBack(opId)).toBe(true)
  expect(await rec(id)).toMatchObject({ attention: 1, data: { phone: '2', notes: 'dog' } })
  expect((await only()).opId).toBe(opId)
  expect(await bringBack(opId)).toBe(false)
})

test('a refused change is no conflict: it can be given up or mended, not kept', async () => {
  await refused()
  const { opId, kind, error } = await only()
  expect([kind, error.message]).toEqual(['rejected', 'No.'])
  expect(await keepMine(opId)).toBe(false)
  expect(await keepTheirs(opId)).toBe(false)
})
