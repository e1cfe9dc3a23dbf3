import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Arrival, type ArrivalDay, type ArrivalStop, arrivals, doneBy, isLeftOpen, isNight } from '#features/day/round/arrival.ts'
import { straightLine } from '#features/day/round/travel.ts'

const MINUTE = 60_000
const at = (time: string) => Date.parse(`2026-11-24T${time}:00Z`)
const clock = (instant: number) => new Date(instant).toISOString().slice(11, 16)

const stop = (id: string, more: Partial<ArrivalStop> = {}): ArrivalStop => ({
  id,
  startsAt: null,
  half: 'AM',
  minutes: 45,
  position: null,
  isComplete: false,
  isSkipped: false,
  completedAt: null,
  ...more,
})
const done = (time: string) => ({ isComplete: true, completedAt: at(time) })
const day = (stops: readonly ArrivalStop[], more: Partial<ArrivalDay> = {}): ArrivalDay => ({
  stops,
  round: null,
  startsAt: at('08:00'),
  endsAt: at('17:00'),
  noon: at('12:00'),
  earliest: at('05:00'),
  latest: at('21:00'),
  travel: straightLine,
  unknownLegMinutes: 15,
  ...more,
})
/** `08:45 to 09:30` of one stop as at a time; `was …` when that has changed. */
function words(of: ArrivalDay, id: string, now: string): string | undefined {
  const said = arrivals(of, at(now)).get(id)
  return (
    said &&
    [`${clock(said.from)} to ${clock(said.to)}`, said.was && `was ${clock(said.was.from)} to ${clock(said.was.to)}`, said.why]
      .filter(Boolean)
      .join(', ')
  )
}
const four = [stop('a'), stop('b'), stop('c'), stop('d')]

describe('the arrival at a stop', () => {
  test('is a range on quarters of an hour, wider the more stops come before', () => {
    expect(four.map(({ id }) => words(day(four), id, '07:00'))).toEqual([
      '07:45 to 08:15',
      '08:45 to 09:30',
      '09:30 to 10:30',
      '10:30 to 11:45',
    ])
  })

  test('never comes before a fixed time, and not in the morning for a stop of the afternoon', () => {
    const stops = [stop('a'), stop('fixed', { startsAt: at('10:00') }), stop('pm', { half: 'PM' })]
    expect(words(day(stops), 'fixed', '08:00')).toBe('10:00 to 10:45')
    expect(words(day(stops), 'pm', '08:00')).toBe('11:30 to 12:30')
  })

  test('takes what the drive takes where both positions are known', () => {
    const near = stop('a', { position: { lat: 52, lng: -2.8 } })
    const far = stop('b', { position: { lat: 52.4, lng: -2.8 } })
    expect(words(day([near, far]), 'b', '08:00')).toBe('09:45 to 10:30')
  })

  test('stays as given while the day goes more or less to plan', () => {
    const before = words(day(four), 'd', '08:00')
    const [a, ...rest] = four
    const after = day([{ ...(a ?? stop('a')), ...done('08:55') }, ...rest])
    expect(words(after, 'd', '08:50')).toBe(before)
    expect(words(after, 'd', '09:00')).toBe('10:45 to 11:45')
    expect(words(after, 'b', '09:00')).toBe('09:00 to 09:30')
  })

  test('moves with a reason when the stops before take longer', () => {
    expect(words(day(four), 'b', '08:50')).toBe('08:45 to 09:30')
    expect(words(day(four), 'b', '09:10')).toBe('09:15 to 10:00, was 08:45 to 09:30, slower')
  })

  test('moves because of a later stop only as that is done, not long after it and not when it is skipped', () => {
    const far = { position: { lat: 52.4, lng: -2.8 } }
    const stops = (last: object) => [stop('a', { position: { lat: 52, lng: -2.8 } }), stop('b'), stop('c', { ...far, ...last })]
    const first = words(day(stops(done('08:10'))), 'a', '08:10')
    expect(first).toMatch(/, order$/)
    expect(words(day(stops({ ...done('08:10'), isSkipped: true })), 'a', '08:10')).not.toMatch(/order|slower/)
    const early = day([stop('a'), stop('b'), stop('c', done('08:00'))])
    expect(words(early, 'b', '09:30')).toMatch(/, slower$/)
  })

  test('moves with a reason when the round is ahead', () => {
    const [a, ...rest] = four
    const early = day([{ ...(a ?? stop('a')), ...done('08:10') }, ...rest])
    expect(words(early, 'b', '08:10')).toBe('08:15 to 08:45, was 08:45 to 09:30, faster')
  })

  test('moves at once by the delay the farrier reports', () => {
    const late = day(four, { round: { state: 'late', lateMinutes: 60, saidAt: new Date(at('08:20')).toISOString() } })
    expect(words(late, 'b', '08:15')).toBe('08:45 to 09:30')
    expect(words(late, 'b', '08:20')).toBe('09:45 to 10:30, was 08:45 to 09:30, late')
  })

  test('moves at the current stop too, when the delay is reported on the way to it', () => {
    const late = day(four, { round: { state: 'late', lateMinutes: 30, saidAt: new Date(at('07:50')).toISOString() } })
    expect(words(late, 'a', '07:50')).toBe('08:15 to 08:45, was 07:45 to 08:15, late')
  })

  test('follows the clock again once the next stop is done', () => {
    const [a, ...rest] = four
    const round = { state: 'late' as const, lateMinutes: 60, saidAt: new Date(at('08:20')).toISOString() }
    const caught = day([{ ...(a ?? stop('a')), ...done('08:40') }, ...rest], { round })
    expect(words(caught, 'b', '08:40')).toBe('08:45 to 09:15, was 09:45 to 10:30, caught_up')
  })

  test('is not given while the round is paused or over, nor for done stops', () => {
    for (const state of ['paused', 'finished'] as const) {
      expect(arrivals(day(four, { round: { state, lateMinutes: null, saidAt: null } }), at('09:00')).size).toBe(0)
    }
    expect(words(day([stop('a', done('08:40')), stop('b')]), 'a', '09:00')).toBeUndefined()
  })

  test('of the current stop does not run away from an owner who may be there already', () => {
    expect(words(day(four), 'a', '09:30')).toBe('07:45 to 08:15')
  })
})

test('the round is over when the last stop is done', () => {
  expect(clock(doneBy(day(four), at('08:00')) ?? 0)).toBe('11:45')
  expect(doneBy(day([stop('a', done('09:00'))]), at('09:30'))).toBeUndefined()
})

describe('a reason', () => {
  test('of a stop with none before it never blames the stops before: another was done first', () => {
    const [a, b] = [stop('a'), stop('b', done('10:00'))]
    expect(words(day([a, b]), 'a', '10:05')).toBe('10:00 to 10:30, was 07:45 to 08:15, order')
  })

  test('never gives ahead of time as the reason when a stop is later than it was booked for', () => {
    const stops = [stop('a', { ...done('20:30'), minutes: 45 }), stop('eight', { startsAt: at('08:00') })]
    expect(words(day(stops), 'eight', '20:35')).not.toMatch(/faster/)
    const back = [stop('a', { ...done('09:00'), minutes: 60 }), stop('b', { startsAt: at('09:00') })]
    expect(words(day(back), 'b', '09:00')).not.toMatch(/faster/)
  })
})

describe('by night', () => {
  test('no time is estimated: not past nine in the evening, and not before five', () => {
    const open = [stop('a', done('19:30')), stop('b', { minutes: 120 }), stop('c')]
    expect(words(day(open), 'b', '19:40')).toBe('19:30 to 20:00, was 18:45 to 19:30, slower')
    expect(words(day(open), 'c', '19:40')).toBeUndefined()
    expect(words(day(open), 'b', '23:52')).toBeUndefined()
    expect(doneBy(day(open), at('19:40'))).toBeUndefined()
    expect(words(day([stop('a')], { startsAt: at('04:30') }), 'a', '04:00')).toBeUndefined()
    expect(words(day([stop('a')], { startsAt: at('05:00') }), 'a', '04:00')).toBe('05:00 to 05:15')
  })

  test('a round left open is over, unless something is booked for later still', () => {
    expect(isNight(day([stop('a')]), at('20:59'))).toBe(false)
    expect(isNight(day([stop('a')]), at('21:01'))).toBe(true)
    expect(isNight(day([stop('a', done('18:00'))]), at('21:01'))).toBe(false)
    expect(isNight(day([stop('a', { startsAt: at('21:30') })]), at('22:00'))).toBe(false)
    expect(isNight(day([stop('a', { startsAt: at('21:30') })]), at('22:30'))).toBe(true)
  })

  test('is shown as left open once work has ended and the rest cannot be done before the night', () => {
    const five = ['a', 'b', 'c', 'd', 'e'].map((id) => stop(id, { minutes: 60 }))
    expect(isLeftOpen(day(five), at('16:59'))).toBe(false)
    expect(isLeftOpen(day(five), at('18:30'))).toBe(true)
    expect(isLeftOpen(day([stop('a')]), at('18:30'))).toBe(false)
    expect(isLeftOpen(day([stop('a')]), at('21:01'))).toBe(true)
    expect(isLeftOpen(day([...five, stop('f', { startsAt: at('20:00') })]), at('18:30'))).toBe(false)
  })
})

describe('any day', () => {
  const anyDay = fc
    .record({
      stops: fc.array(
        fc.record({
          minutes: fc.integer({ min: 10, max: 120 }),
          half: fc.constantFrom('AM' as const, 'PM' as const),
          took: fc.integer({ min: 5, max: 150 }),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      finished: fc.nat(8),
      late: fc.option(fc.record({ after: fc.integer({ min: 0, max: 400 }), minutes: fc.constantFrom(15, 30, 60) })),
    })
    .map(({ stops, finished, late }) => {
      let time = at('08:00')
      const made = stops.map(({ minutes, half, took }, index) => {
        time += took * MINUTE
        return stop(String(index), { minutes, half, ...(index < finished && { isComplete: true, completedAt: time }) })
      })
      const saidAt = late && new Date(at('08:00') + late.after * MINUTE).toISOString()
      return day(made, late ? { round: { state: 'late', lateMinutes: late.minutes, saidAt } } : {})
    })
  /** The day as it was known at a moment. */
  const knownAt = (of: ArrivalDay, now: number): ArrivalDay => ({
    ...of,
    round: of.round?.saidAt && Date.parse(of.round.saidAt) <= now ? of.round : null,
    stops: of.stops.map((one) => (one.completedAt && one.completedAt > now ? { ...one, isComplete: false, completedAt: null } : one)),
  })

  test('never changes without a reason: it only narrows', () => {
    fc.assert(
      fc.property(anyDay, (of) => {
        const said = new Map<string, Arrival>()
        for (let now = at('07:30'); now <= at('18:00'); now += 7 * MINUTE) {
          for (const [id, next] of arrivals(knownAt(of, now), now)) {
            const before = said.get(id)
            said.set(id, next)
            if (!before || (before.from <= next.from && next.to <= before.to)) continue
            expect(next.why).not.toBeNull()
            expect(next.was).not.toBeNull()
          }
        }
      }),
      { seed: 20261124, numRuns: 60 },
    )
  })

  test('never gives a time of the night', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 16 * 60 }), (of, minutes) => {
        for (const { from, to, was } of arrivals(knownAt(of, at('07:30') + minutes * MINUTE), at('07:30') + minutes * MINUTE).values()) {
          for (const moment of [from, to, was?.from ?? from, was?.to ?? to]) {
            expect(moment >= at('05:00') && moment <= at('21:00')).toBe(true)
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  test('is the same on every computation, from quarter to quarter, never wider than two hours', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 600 }), (of, minutes) => {
        const now = at('07:30') + minutes * MINUTE
        const known = arrivals(knownAt(of, now), now)
        for (const [id, { from, to }] of known) {
          expect([from % (15 * MINUTE), to % (15 * MINUTE)]).toEqual([0, 0])
          expect(to - from).toBeLessThanOrEqual(120 * MINUTE)
          expect(of.stops.some((one) => one.id === id)).toBe(true)
        }
        expect(arrivals(knownAt(of, now), now)).toEqual(known)
      }),
      { seed: 20261124, numRuns: 100 },
    )
  })
})
