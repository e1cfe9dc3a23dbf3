import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  callNumbers,
  callOnlyOn,
  colourOf,
  isComplete,
  moveToDay,
  overlaps,
  rankBetween,
  ranksForMove,
  roundOrder,
  stopLabel,
  timeLabel,
  whenOn,
} from '#features/visits/appointments/rules.ts'
import { addDays, clockOf, dayOf, daysBetween, instantOf, minutesOf } from '#lib/dates.ts'

/** Both hemispheres, and one whose clock changes by half an hour. */
const ZONES = ['Europe/London', 'America/New_York', 'Pacific/Auckland', 'Australia/Lord_Howe']
const MACHINES = ['UTC', 'America/Los_Angeles', 'Pacific/Auckland']
const [FIRST, LAST] = ['2026-01-01', '2036-12-31']

/** Every day of ten years on which a zone's clock changes; computed on each machine. */
const changesOf = (zone: string): string[] => {
  const key = `${zone} ${process.env.TZ}`
  const found = known.get(key) ?? findChanges(zone)
  known.set(key, found)
  return found
}
const known = new Map<string, string[]>()

function findChanges(zone: string): string[] {
  const days: string[] = []
  for (let day = FIRST; day <= LAST; day = addDays(day, 1)) {
    const hours = (instantOf(addDays(day, 1), '00:00', zone).getTime() - instantOf(day, '00:00', zone).getTime()) / 3_600_000
    if (hours !== 24) days.push(day)
  }
  return days
}

const day = fc.integer({ min: 0, max: daysBetween(FIRST, LAST) }).map((count) => addDays(FIRST, count))
const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 })
const wallTime = minutes.map((at) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`)
const inWorkingHours = wallTime.filter((time) => time >= '04:00')

describe.each(MACHINES)('on a machine in %s', (machine) => {
  const before = process.env.TZ
  const there = (work: () => void) => () => {
    process.env.TZ = machine
    try {
      work()
    } finally {
      process.env.TZ = before
    }
  }

  test.each(ZONES)('a visit in %s moved over every clock change keeps its length and its time on the clock', (zone) =>
    there(() => {
      const changes = changesOf(zone)
      expect(changes.length).toBeGreaterThanOrEqual(20)
      for (const change of changes) {
        for (const [from, to] of [-1, 0, 1].flatMap((a) => [-1, 0, 1].map((b) => [addDays(change, a), addDays(change, b)] as const))) {
          const moved = moveToDay(whenOn(from, '13:00', '14:15', zone), to)
          expect(moved).toMatchObject({ onDay: to, localStart: '13:00', localEnd: '14:15' })
          expect(Date.parse(moved.endTime) - Date.parse(moved.startTime)).toBe(75 * 60_000)
        }
      }
    })(),
  )

  test.each(ZONES)('so does one in %s of any length at any time of the working day, moved by any number of days', (zone) =>
    there(() => {
      const change = fc.constantFrom(...changesOf(zone))
      const offset = fc.integer({ min: -40, max: 40 })
      fc.assert(
        fc.property(change, offset, offset, inWorkingHours, fc.integer({ min: 0, max: 600 }), (on, a, b, time, length) => {
          const start = instantOf(addDays(on, a), time, zone)
          const end = new Date(start.getTime() + length * 60_000)
          const moved = moveToDay({ startTime: start.toISOString(), endTime: end.toISOString(), localStart: time, zone }, addDays(on, b))
          expect([moved.onDay, moved.localStart]).toEqual([addDays(on, b), time])
          expect(Date.parse(moved.endTime) - Date.parse(moved.startTime)).toBe(length * 60_000)
        }),
      )
    })(),
  )

  test(
    'any move keeps length and wall-clock start, and moving back is where it was',
    there(() => {
      fc.assert(
        fc.property(
          fc.constantFrom(...ZONES),
          day,
          day,
          inWorkingHours,
          fc.integer({ min: 0, max: 600 }),
          (zone, from, to, time, length) => {
            const start = instantOf(from, time, zone)
            const visit = {
              startTime: start.toISOString(),
              endTime: new Date(start.getTime() + length * 60_000).toISOString(),
              localStart: time,
              zone,
            }
            const moved = moveToDay(visit, to)
            expect([moved.onDay, moved.localStart]).toEqual([to, time])
            expect(Date.parse(moved.endTime) - Date.parse(moved.startTime)).toBe(length * 60_000)
            expect(moveToDay(moved, from)).toMatchObject({ startTime: visit.startTime, endTime: visit.endTime })
          },
        ),
      )
    }),
  )

  test(
    'a stop without a time stands on its day at this time of day, even at midnight and over a clock change',
    there(() => {
      fc.assert(
        fc.property(
          fc.constantFrom(...ZONES),
          day,
          fc.date({ min: new Date(FIRST), max: new Date(LAST), noInvalidDate: true }),
          (zone, on, now) => {
            const when = callOnlyOn(on, zone, now)
            expect([when.onDay, when.startTime]).toEqual([on, when.endTime])
          },
        ),
      )
    }),
  )
})

test('a start in the hour a clock change skips is an hour later on the clock', () => {
  expect(moveToDay(whenOn('2027-03-27', '01:30', '02:00', 'Europe/London'), '2027-03-28')).toMatchObject({
    onDay: '2027-03-28',
    localStart: '02:30',
    localEnd: '03:00',
  })
})

type Stop = Parameters<typeof roundOrder>[0][number]
let made = 0
const visit = (more: Partial<Stop & { time: string; memberId: string }>) => {
  const { time = '09:00', ...rest } = more
  const when = whenOn('2026-11-24', time, time, 'Europe/London')
  return {
    id: String(++made).padStart(4, '0'),
    status: 'booked' as const,
    isCallOnly: false,
    callNumber: 1,
    callPeriod: 'AM' as const,
    roundRank: null,
    memberId: 'm',
    clientId: 'c',
    yardId: null,
    ...when,
    ...rest,
  }
}
const stop = (callNumber: number, callPeriod: 'AM' | 'PM' = 'AM') => visit({ isCallOnly: true, callNumber, callPeriod, time: '20:00' })
const addMinutes = (time: string, minutes: number) => clockOf(Math.min(24 * 60 + 59, minutesOf(time) + minutes))
const ids = (visits: readonly { id: string }[]) => visits.map(({ id }) => id)

describe('the order of the round', () => {
  test('AM before PM, a stop at the place its number names, timed visits around it', () => {
    const [seven, two, three, noon, quarter, six] = [
      visit({ time: '07:45' }),
      stop(2),
      stop(3),
      visit({ time: '12:00' }),
      visit({ time: '13:15' }),
      stop(6, 'PM'),
    ]
    expect(ids(roundOrder([six, quarter, three, noon, two, seven]))).toEqual(ids([seven, two, three, noon, quarter, six]))
    const [eight, ten, eleven] = [visit({ time: '08:00' }), visit({ time: '10:00' }), visit({ time: '11:00' })]
    expect(ids(roundOrder([eleven, ten, two, eight]))).toEqual(ids([eight, two, ten, eleven]))
  })

  test('a stop without a time never makes a fixed time late, regardless of its number', () => {
    const [eight, one, two, three] = [visit({ time: '08:00' }), stop(1), stop(2), stop(3)]
    expect(ids(roundOrder([one, two, three, eight]))).toEqual(ids([eight, one, two, three]))
    const [half, noon] = [visit({ time: '09:30' }), visit({ time: '12:00' })]
    expect(ids(roundOrder([one, two, three, half, noon]))).toEqual(ids([half, one, two, noon, three]))
    const [early, quarter] = [stop(1, 'PM'), visit({ time: '13:15' })]
    expect(ids(roundOrder([quarter, early]))).toEqual(ids([early, quarter]))
  })

  test('in this order the driver is on time for every fixed time that follows stops without a time', () => {
    const some = fc.array(
      fc.record({
        time: wallTime,
        isCallOnly: fc.boolean(),
        callNumber: fc.integer({ min: 1, max: 12 }),
        callPeriod: fc.constantFrom('AM', 'PM'),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(some, (shapes) => {
        const order = roundOrder(shapes.map((shape) => visit(shape as Partial<Stop>)))
        let free = '09:00'
        for (const [index, one] of order.entries()) {
          if (one.isCallOnly) free = addMinutes(one.callPeriod === 'PM' && free < '12:00' ? '12:00' : free, 60)
          else if (order[index - 1]?.isCallOnly) expect(free <= one.localStart).toBe(true)
          if (!one.isCallOnly && one.localEnd > free) free = one.localEnd
        }
      }),
    )
  })

  test('a new stop takes the number after the last of its half of the day, and a taken number shows by which stop', () => {
    const onDay = '2026-11-24'
    const named = (one: Stop) => ({ ...one, memberId: 'm', onDay, title: `Stop ${one.id}` })
    const there = [named(stop(2)), named(stop(5)), named(stop(7, 'PM')), { ...named(stop(9)), status: 'cancelled' as const }]
    const asked = { id: '', memberId: 'm', onDay, isCallOnly: true, callNumber: 5, callPeriod: 'AM' as const }
    expect(callNumbers(asked, there)).toEqual({ takenBy: there[1], next: 6 })
    expect(callNumbers({ ...asked, callNumber: 1 }, there)).toEqual({ next: 6 })
    expect(callNumbers({ ...asked, memberId: 'other' }, there)).toEqual({ next: 1 })
    expect(callNumbers({ ...asked, onDay: '2026-11-25' }, there)).toEqual({ next: 1 })
    expect(callNumbers({ ...asked, id: there[1]?.id ?? '' }, there)).toEqual({ next: 3 })
  })

  test('an own entry is placed by its time and moves no stop: after what is before it, and after the stops of its half that have no time', () => {
    const [forge, early] = [visit({ time: '18:30', clientId: null }), visit({ time: '07:00', clientId: null })]
    const [eight, one, three, six] = [visit({ time: '08:00' }), stop(1), stop(3, 'PM'), stop(6, 'PM')]
    const off = visit({ status: 'cancelled', time: '06:00' })
    expect(ids(roundOrder([forge, three, off, early, one, six, eight]))).toEqual(ids([early, eight, one, three, six, forge, off]))
    expect(ids(roundOrder([forge, off]))).toEqual(ids([forge, off]))
    const late = visit({ time: '19:30' })
    const noon = stop(1, 'PM')
    expect(ids(roundOrder([late, forge, noon]))).toEqual(ids([noon, forge, late]))
    const ranked = [visit({ time: '10:00', roundRank: 'a' }), visit({ time: '08:00', roundRank: 'b' })]
    expect(ids(roundOrder([early, ...ranked].toReversed()))).toEqual(ids([early, ...ranked]))
  })

  test('a visit that is off comes last and takes no place', () => {
    const [off, two, early] = [visit({ status: 'cancelled', time: '06:00' }), stop(2), visit({})]
    expect(ids(roundOrder([off, two, early]))).toEqual(ids([early, two, off]))
  })

  test('however the visits come, the order is the same', () => {
    const some = fc.array(
      fc.record({
        time: wallTime,
        isCallOnly: fc.boolean(),
        callNumber: fc.integer({ min: 1, max: 9 }),
        callPeriod: fc.constantFrom('AM', 'PM'),
        roundRank: fc.option(fc.constantFrom('a', 'i', 'z')),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(some, fc.infiniteStream(fc.nat()), (shapes, random) => {
        const visits = shapes.map((shape) => visit(shape as Partial<Stop>))
        const shuffled = visits
          .map((one) => ({ one, at: random.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one)
        expect(ids(roundOrder(shuffled))).toEqual(ids(roundOrder(visits)))
      }),
    )
  })

  test('a dragged visit is where it was dropped, the others as they were seen, time after time', () => {
    const drags = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 40 })
    fc.assert(
      fc.property(drags, (moves) => {
        let visits = [
          visit({ time: '08:00' }),
          stop(2),
          stop(3),
          visit({ time: '09:30' }),
          visit({ time: '12:00' }),
          stop(1, 'PM'),
          visit({ time: '16:00' }),
          stop(9, 'PM'),
        ]
        for (const [from, to] of moves) {
          const order = roundOrder(visits)
          const moved = order[from]
          const expected = ids(order.filter((one) => one !== moved).toSpliced(to, 0, moved as (typeof order)[number]))
          const ranks = new Map(ranksForMove(order, moved?.id ?? '', to).map(({ id, roundRank }) => [id, roundRank]))
          visits = visits.map((one) => ({ ...one, roundRank: ranks.get(one.id) ?? one.roundRank }) as typeof one)
          expect(ids(roundOrder(visits))).toEqual(expected)
        }
      }),
    )
  })

  test('a visit added to a dragged round falls in where it belongs', () => {
    const order = [
      visit({ time: '08:00', roundRank: 'b' }),
      visit({ time: '10:00', roundRank: 'c' }),
      visit({ time: '14:00', roundRank: 'a' }),
    ]
    const [eight, ten, two] = order
    const added = visit({ time: '09:00' })
    expect(ids(roundOrder([...order, added]))).toEqual(ids([two, eight, added, ten].map((one) => one ?? added)))
  })

  test('there is always a rank between two ranks, and it never ends in 0', () => {
    const rank = fc.stringMatching(/^[0-9a-z]{0,4}[1-9a-z]$/)
    fc.assert(
      fc.property(fc.option(rank), fc.option(rank), (a, b) => {
        fc.pre(a === null || b === null || a < b)
        const between = rankBetween(a, b)
        expect(between).toMatch(/^[0-9a-z]*[1-9a-z]$/)
        expect(a === null || a < between).toBe(true)
        expect(b === null || between < b).toBe(true)
      }),
    )
  })
})

test('colours go round in seven', () => {
  expect([1, 2, 7, 8, 15].map(colourOf)).toEqual([1, 2, 7, 1, 1])
})

test('a stop shows its number above 1', () => {
  expect(stopLabel({ callNumber: 1 })).toBe('Stop')
  expect(timeLabel({ isCallOnly: true, callNumber: 2, callPeriod: 'PM', localStart: '20:00', localEnd: '20:00' })).toBe('Stop #2, PM')
  expect(timeLabel({ isCallOnly: false, callNumber: 1, callPeriod: 'AM', localStart: '09:00', localEnd: '10:00' })).toBe('09:00 to 10:00')
})

test('only current timed visits of the same member overlap, and touching ends do not', () => {
  const at = (from: string, to: string, more = {}) => ({
    ...visit({ time: from }),
    ...whenOn('2026-11-24', from, to, 'Europe/London'),
    ...more,
  })
  const mine = at('09:00', '10:00')
  const clash = at('09:30', '11:00')
  const others = [
    clash,
    at('10:00', '11:00'),
    at('09:00', '10:00', { memberId: 'other' }),
    at('09:00', '10:00', { status: 'cancelled' }),
    at('09:00', '10:00', { isCallOnly: true }),
    mine,
  ]
  expect(overlaps(mine, others)).toEqual([clash])
  expect(overlaps({ ...mine, isCallOnly: true }, others)).toEqual([])
})

test('a visit is complete while each horse has an outcome; without horses when a member finishes it', () => {
  expect(isComplete([{ outcome: 'done' }, { outcome: 'not_done' }], false)).toBe(true)
  expect(isComplete([{ outcome: 'done' }, { outcome: null }], true)).toBe(false)
  expect([isComplete([], true), isComplete([], false)]).toEqual([true, false])
})

test('a day is a day of the zone, not of the machine', () => {
  expect(whenOn('2026-11-24', '00:30', '01:00', 'Australia/Lord_Howe').onDay).toBe(
    dayOf(instantOf('2026-11-24', '00:30', 'Australia/Lord_Howe'), 'Australia/Lord_Howe'),
  )
})
