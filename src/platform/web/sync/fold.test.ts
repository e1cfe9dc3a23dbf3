import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Base, fold } from '#platform/web/sync/fold.ts'
import type { QueueItem } from '#platform/web/sync/store.ts'

type Change = Pick<QueueItem, 'action' | 'shown' | 'state'>
const change = (action: Change['action'], shown = {}, state: Change['state'] = 'pending'): Change => ({ action, shown, state })
const base = (data: Record<string, unknown>): Base => ({ data, deleted: false })

test('a record without changes is the server’s version', () => {
  expect(fold(base({ name: 'Tally' }), [])).toEqual({ data: { name: 'Tally' }, deleted: false, isOffline: false, pending: 0, attention: 0 })
})

test('changes lie on the base in order', () => {
  const folded = fold(base({ name: 'Tally', breed: 'Cob' }), [change('UPDATE', { name: 'Tali' }), change('UPDATE', { name: 'Tally Ho' })])
  expect(folded.data).toEqual({ name: 'Tally Ho', breed: 'Cob' })
})

test('a record made here is offline until the server has it', () => {
  const create = change('CREATE', { name: 'Tally' }, 'sent')
  expect(fold(null, [create])).toMatchObject({ isOffline: true, deleted: false, data: { name: 'Tally' } })
  expect(fold(null, [create, change('UPDATE', { breed: 'Cob' })]).isOffline).toBe(true)
  expect(fold(base({ name: 'Tally' }), [create]).isOffline).toBe(false)
})

test('a refused edit stays in sight and a refused removal brings the record back', () => {
  expect(fold(base({ name: 'A' }), [change('UPDATE', { name: 'B' }, 'conflict')])).toMatchObject({ data: { name: 'B' }, attention: 1 })
  expect(fold(base({ name: 'A' }), [change('DELETE', {}, 'rejected')])).toMatchObject({ deleted: false, data: { name: 'A' } })
})

test("a removed record does not survive edits, and the server's tombstone stays one", () => {
  expect(fold(base({ name: 'A' }), [change('DELETE'), change('UPDATE', { name: 'B' })])).toMatchObject({ deleted: true, data: {} })
  expect(fold({ data: {}, deleted: true }, [change('CREATE', { name: 'B' }), change('UPDATE', { name: 'C' })]).deleted).toBe(true)
})

test('an edit of something the server no longer names shows nothing', () => {
  expect(fold(null, [change('UPDATE', { name: 'B' })])).toMatchObject({ deleted: true, isOffline: false })
})

const fields = fc.dictionary(fc.constantFrom('name', 'notes', 'startTime', 'tags'), fc.oneof(fc.string(), fc.integer(), fc.constant(null)))
const update = fields.map((shown) => change('UPDATE', shown))

test('law: acknowledging the oldest change alters nothing on the screen', () => {
  fc.assert(
    fc.property(fields, fc.array(update, { minLength: 1 }), (start, queue) => {
      const [first, ...rest] = queue
      const acknowledged = base(fold(base(start), first ? [first] : []).data)
      expect(fold(acknowledged, rest).data).toEqual(fold(base(start), queue).data)
    }),
  )
})

test('law: a field not changed here is the server’s', () => {
  fc.assert(
    fc.property(fields, fields, fc.array(update), (before, after, queue) => {
      const mine = new Set(queue.flatMap((one) => Object.keys(one.shown)))
      const shown = fold(base({ ...before, ...after }), queue).data
      for (const [name, value] of Object.entries(after)) if (!mine.has(name)) expect(shown[name]).toEqual(value)
    }),
  )
})

test('law: no queue but one with a removal in force loses a live record', () => {
  fc.assert(
    fc.property(fields, fc.array(fc.oneof(update, fc.constant(change('DELETE', {}, 'conflict')))), (start, queue) => {
      expect(fold(base(start), queue).deleted).toBe(false)
      expect(fold(base(start), [...queue, change('DELETE')]).deleted).toBe(true)
    }),
  )
})
