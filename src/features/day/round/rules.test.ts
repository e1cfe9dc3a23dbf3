import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  currentNumber,
  currentStop,
  placesFor,
  placesToMove,
  placesToShift,
  publicStops,
  type QueueVisit,
  ranksToAdvance,
  roundNote,
  routeProgress,
  stopsOf,
  trackerOf,
} from '#features/day/round/rules.ts'
import { progressTo, roundNoteTitle, stopMessage } from '#features/day/round/words.ts'

const stop = (id: string, more: Partial<QueueVisit> = {}): QueueVisit => ({
  id,
  memberId: 'gareth',
  clientId: 'sarah',
  yardId: null,
  title: `Visit ${id}`,
  status: 'booked',
  isCallOnly: false,
  callNumber: 1,
  callPeriod: 'AM',
  roundRank: null,
  localStart: `0${id}:00`,
  localEnd: `0${id}:00`,
  startTime: `2026-11-24T0${id}:00:00.000Z`,
  isCallComplete: false,
  lines: [],
  note: null,
  arrivalRange: null,
  ...more,
})
const done = { isCallComplete: true, status: 'done' } as const
const ids = (stops: readonly { id: string }[]) => stops.map(({ id }) => id).join('')
const withRanks = (stops: readonly QueueVisit[], ranks: readonly { id: string; roundRank: string | null }[]) =>
  stopsOf(stops.map((each) => ({ ...each, ...ranks.find(({ id }) => id === each.id) })))

describe('the round of a day', () => {
  test('includes only stops the member drives to: nothing cancelled, no own entry of the diary', () => {
    const day = [stop('1'), stop('2', { status: 'cancelled' }), stop('3', { clientId: null }), stop('4', { clientId: null, yardId: 'y' })]
    expect(ids(stopsOf(day))).toBe('14')
  })

  test('is at the first open stop, at the last when all is done, at 1 on an empty day', () => {
    expect(currentNumber([stop('1', done), stop('2'), stop('3')])).toBe(2)
    expect(currentNumber([stop('1'), stop('2', done)])).toBe(1)
    expect(currentNumber([stop('1', done), stop('2', done)])).toBe(2)
    expect(currentNumber([])).toBe(1)
    expect(currentStop([stop('1', done)])).toBeUndefined()
  })

  test('shows its progress', () => {
    expect(routeProgress([stop('1', done), stop('2'), stop('3')])).toEqual({ completed: 1, total: 3, remaining: 2, percent: 33 })
    expect(routeProgress([])).toEqual({ completed: 0, total: 0, remaining: 0, percent: 0 })
  })
})

describe('a reorder', () => {
  test('brings stop k to the head of the open ones and leaves the rest as they were', () => {
    const stops = [stop('1', done), stop('2'), stop('3'), stop('4')]
    expect(ids(withRanks(stops, ranksToAdvance(stops, 4)))).toBe('1423')
  })

  test('writes nothing for a stop that is done, current or not there', () => {
    const stops = [stop('1', done), stop('2')]
    for (const k of [1, 2, 3, 0]) expect(ranksToAdvance(stops, k)).toEqual([])
  })

  test('moves one place among the open ones only', () => {
    const stops = [stop('1', done), stop('2'), stop('3')]
    expect(ids(withRanks(stops, placesToShift(stops, '3', -1)))).toBe('132')
    expect(ids(withRanks(stops, placesToShift(stops, '2', 1)))).toBe('132')
    expect(placesToShift(stops, '2', -1)).toEqual([])
    expect(placesToShift(stops, '1', 1)).toEqual([])
  })

  test('numbers the stops without a time by their place in their half of the day', () => {
    const call = (id: string, callNumber: number, more: Partial<QueueVisit> = {}) => stop(id, { isCallOnly: true, callNumber, ...more })
    const stops = stopsOf([call('1', 1), call('2', 2), call('3', 3), call('4', 1, { callPeriod: 'PM' })])
    const places = placesToMove(stops, '3', 0)
    expect(ids(withRanks(stops, places))).toBe('3124')
    expect(places.map(({ id, callNumber }) => [id, callNumber])).toEqual([
      ['3', 1],
      ['1', 2],
      ['2', 3],
      ['4', undefined],
    ])
    const moved = stopsOf(stops.map((one) => ({ ...one, ...places.find(({ id }) => id === one.id) })))
    expect(placesToMove(moved, '1', 0).map(({ id, callNumber }) => [id, callNumber])).toEqual([
      ['1', 1],
      ['3', 2],
    ])
  })

  test('takes any order of the whole day', () => {
    const stops = [stop('1', done), stop('2'), stop('3'), stop('4')]
    expect(ids(withRanks(stops, placesFor(stops, ['1', '4', '2', '3'])))).toBe('1423')
  })

  test('of any day puts the requested stop first among the open ones', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }), fc.nat(8), (finished, at) => {
        const stops = finished.map((isDone, index) => stop(String(index + 1), isDone ? done : {}))
        const target = stops[at]
        fc.pre(target !== undefined && !target.isCallComplete)
        const after = withRanks(stops, ranksToAdvance(stops, at + 1))
        expect(currentStop(after)?.id).toBe(target?.id)
        const rest = (list: readonly QueueVisit[]) => ids(list.filter((each) => each.id !== target?.id))
        expect(rest(after)).toBe(rest(stops))
      }),
    )
  })
})

describe('the queue an owner reads', () => {
  test('is the current number by their own, never over 100 %', () => {
    const open = { isCallComplete: false }
    expect(progressTo({ ...open, currentCallNumber: 3, callNumber: 5 })).toBe(60)
    expect(progressTo({ ...open, currentCallNumber: 1, callNumber: 3 })).toBe(33)
    expect(progressTo({ ...open, currentCallNumber: 6, callNumber: 5 })).toBe(100)
    expect(progressTo({ isCallComplete: true, currentCallNumber: 1, callNumber: 5 })).toBe(100)
  })

  test('is how many open stops come before, that they are next, or that they are done', () => {
    const at = (callNumber: number, stopsBefore: number, isCallComplete = false) =>
      stopMessage({ callNumber, currentCallNumber: 2, stopsBefore, isCallComplete, isSkipped: false })
    expect(at(4, 2)).toBe('2 stops before you')
    expect(at(4, 1)).toBe('1 stop before you')
    expect(at(2, 0)).toBe("You're next!")
    expect(at(1, 0, true)).toBe('Stop completed')
    expect(at(5, 2, true)).toBe('Stop completed')
  })

  test('does not count a stop before them that was done out of turn', () => {
    const [mine] = publicStops([stop('1'), stop('2', done), stop('3', { clientId: 'tom' })], 'tom')
    expect(mine).toMatchObject({ callNumber: 3, currentCallNumber: 1, stopsBefore: 1, totalStops: 3, completedStops: 1 })
  })

  test('is their own stops in the round of the member who comes', () => {
    const day = [stop('1'), stop('2', { clientId: 'tom' }), stop('3', { clientId: 'tom', memberId: 'ned' })]
    expect(publicStops(day, 'tom').map(({ id, callNumber, totalStops }) => [id, callNumber, totalStops])).toEqual([
      ['2', 2, 2],
      ['3', 1, 1],
    ])
    expect(publicStops(day, 'nobody')).toEqual([])
    expect(publicStops(day, null)).toEqual([])
  })

  test('names their own horses where a visit is shared, never its title', () => {
    const lines = [
      { clientId: 'tom', horse: 'Nutmeg', plannedWork: 'Front refit', outcome: null },
      { clientId: 'tom', horse: 'Fern', plannedWork: null, outcome: null },
      { clientId: 'sarah', horse: 'Biscuit', plannedWork: 'Trim', outcome: null },
    ]
    const yard = stop('1', { clientId: null, yardId: 'y', title: 'Sarah, Tom and Ann', lines })
    expect(publicStops([yard], 'tom')[0]?.title).toBe('Nutmeg, front refit; Fern')
    expect(publicStops([{ ...yard, clientId: 'tom' }], 'tom')[0]?.title).toBe('Nutmeg, front refit; Fern')
    expect(publicStops([{ ...yard, clientId: 'ann' }], 'ann')[0]?.title).toBe('Your visit')
    expect(publicStops([stop('1', { title: 'Trim' })], 'sarah')[0]?.title).toBe('Trim')
  })

  test('is that a stop was skipped when it is over and nothing was done to their horses', () => {
    const line = (clientId: string, outcome: 'done' | 'not_done') => ({ clientId, horse: 'Biscuit', plannedWork: null, outcome })
    const yard = stop('1', { ...done, clientId: null, yardId: 'y', lines: [line('sarah', 'not_done'), line('tom', 'done')] })
    const [sarahs, toms] = [publicStops([yard], 'sarah')[0], publicStops([yard], 'tom')[0]]
    expect([sarahs?.isSkipped, toms?.isSkipped]).toEqual([true, false])
    expect([sarahs, toms].map((mine) => mine && stopMessage(mine))).toEqual(['Stop skipped', 'Stop completed'])
    expect(publicStops([{ ...yard, isCallComplete: false }], 'sarah')[0]?.isSkipped).toBe(false)
  })

  test('does not mention a visit that is only pencilled in, though it is a stop of the round', () => {
    const day = [stop('1', { status: 'pencilled' }), stop('2', { clientId: 'tom' })]
    expect(publicStops(day, 'sarah')).toEqual([])
    expect(publicStops(day, 'tom')[0]).toMatchObject({ callNumber: 2, totalStops: 2 })
  })

  test('has no time for a stop without one', () => {
    expect(publicStops([stop('1', { isCallOnly: true })], 'sarah')[0]).toMatchObject({ startTime: null, callPeriod: 'AM' })
  })

  test('of the tracker is their next open stop, else the last, else the defaults', () => {
    const day = [stop('1', done), stop('2'), stop('3')]
    expect(trackerOf(publicStops(day, 'sarah'))).toEqual({ currentCallNumber: 2, callNumber: 2, isCallComplete: false })
    expect(trackerOf(publicStops([stop('1', done)], 'sarah'))).toEqual({ currentCallNumber: 1, callNumber: 1, isCallComplete: true })
    expect(trackerOf([])).toEqual({ currentCallNumber: 1, callNumber: 1, isCallComplete: false })
  })
})

test('owners are notified of a round that waits, runs late or ends early, and of nothing else', () => {
  const late = roundNote({ state: 'late', reason: 'Traffic', lateMinutes: 40 })
  expect(late).toEqual({ state: 'late', reason: 'Traffic', lateMinutes: 40 })
  expect(late && roundNoteTitle(late)).toBe('Running about 40 minutes late')
  expect(roundNote({ state: 'paused', reason: '', lateMinutes: 40 })).toEqual({ state: 'paused', reason: null, lateMinutes: null })
  const over = roundNote({ state: 'finished', reason: 'Van trouble', lateMinutes: null })
  expect(over && roundNoteTitle(over)).toBe('The round has ended early')
  expect(roundNote({ state: 'finished', reason: null, lateMinutes: null })).toBeNull()
  for (const state of ['planned', 'running'] as const) expect(roundNote({ state, reason: 'x', lateMinutes: 5 })).toBeNull()
  expect(roundNote(null)).toBeNull()
})
