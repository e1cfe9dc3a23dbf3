import { expect, test } from 'vitest'
import type { MirrorMarks } from '#platform/web/sync/mirror-port.ts'
import { compare, furtherOf, newLine, type Standing, unite } from '#platform/web/sync/mirror-unite.ts'
import type { DoneItem, Queued } from '#platform/web/sync/store.ts'

const LINE = newLine('van')
const copy = (more: Partial<Standing>): Standing => ({ line: LINE, device: 'van', stamp: 5, isEmpty: false, ...more })
const marks = (more: Partial<MirrorMarks>): MirrorMarks => ({
  line: LINE,
  stamp: 5,
  highest: 9,
  done: 0,
  ...more,
})
const change = (opId: string, seq: number, more: Partial<Queued> = {}) => ({ opId, seq, state: 'pending', attempts: 0, ...more }) as Queued
const done = (opId: string) => ({ ...change(opId, 1), outcome: 'applied', ackedAt: 1 }) as DoneItem
const named = (queue: readonly Queued[]) => queue.map(({ opId, seq, state }) => `${seq} ${opId} ${state}`)

test('a copy that is gone or older is refilled, a mirror that is older catches up, and neither is believed without a line in common', () => {
  expect(compare(copy({}), marks({}))).toBe('behind')
  expect(compare(copy({ stamp: 6 }), marks({}))).toBe('behind')
  expect(compare(copy({ stamp: 4 }), marks({}))).toBe('refill')
  expect(compare(copy({ isEmpty: true, line: undefined, stamp: 0 }), marks({}))).toBe('refill')
  expect(compare(copy({ line: newLine('van') }), marks({}))).toBe('unite')
  expect(compare(copy({ line: undefined }), marks({}))).toBe('unite')
  expect(compare(copy({}), marks({ line: null }))).toBe('unite')
})

test('the mirror of another device refills nothing', () => {
  expect(compare(copy({ device: 'tablet', isEmpty: true }), marks({}))).toBe('unite')
})

test('queues are united by opId, sent before pending, done before both', () => {
  const here = { queue: [change('a', 1), change('b', 2, { state: 'sent', attempts: 1 }), change('c', 3)], done: [done('d')] }
  const there = { queue: [change('a', 1, { state: 'sent', attempts: 2 }), change('b', 2), change('d', 4)], done: [done('c')] }
  const both = unite(here, there, 4)
  expect(named(both.queue)).toEqual(['1 a sent', '2 b sent'])
  expect(both.done.map(({ opId }) => opId).sort()).toEqual(['c', 'd'])
})

test('what only one of them has stays', () => {
  const both = unite({ queue: [change('b', 2)], done: [] }, { queue: [change('a', 1)], done: [] }, 1)
  expect(named(both.queue)).toEqual(['1 a pending', '2 b pending'])
})

test('changes under numbers that are taken follow the others, in their order', () => {
  const both = unite({ queue: [change('x', 1), change('y', 3)], done: [] }, { queue: [change('a', 1), change('b', 2)], done: [] }, 7)
  expect(named(both.queue)).toEqual(['1 a pending', '2 b pending', '8 x pending', '9 y pending'])
})

test('the number of a change that is done is taken', () => {
  const both = unite({ queue: [change('x', 1)], done: [] }, { queue: [change('a', 2)], done: [done('z')] }, 2)
  expect(named(both.queue)).toEqual(['2 a pending', '3 x pending'])
})

test('a change that is sent again, since the server lost time, is not done', () => {
  const both = unite({ queue: [change('a', 1, { state: 'sent', again: true })], done: [] }, { queue: [], done: [done('a')] }, 1)
  expect(named(both.queue)).toEqual(['1 a sent'])
  expect(both.done).toEqual([])
})

test('of two states of a change the one it reached later is kept', () => {
  const pending = change('a', 1, { attempts: 1 })
  expect(furtherOf(pending, change('a', 1, { state: 'conflict' })).state).toBe('conflict')
  expect(furtherOf(change('a', 1, { state: 'rejected' }), pending).state).toBe('rejected')
  expect(furtherOf(pending, change('a', 1, { attempts: 2 })).attempts).toBe(2)
})
