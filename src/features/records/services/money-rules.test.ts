import { describe, expect, test } from 'vitest'
import {
  backsOf,
  type Charge,
  chargedSeats,
  daysOf,
  factsOf,
  graceEnds,
  lastDayPaid,
  mendOf,
  momentOf,
  type PaidSeat,
  splitPence,
  unusedPence,
  wantedOf,
} from '#features/records/services/money-rules.ts'

const second = (instant: string) => new Date(instant).getTime() / 1000
/** A month of 31 days, in which the clocks go forward. */
const MARCH = { start: second('2027-03-10T10:00:00Z'), end: second('2027-04-10T10:00:00Z') }
const charge = (more: Partial<Charge> = {}): Charge => ({
  ...{ id: 'c1', seatId: 's1', service: 'vet-integration', pence: 299, fromOn: '2027-03-10', toOn: '2027-04-10', isFirst: false, ...more },
})
const seat = (more: Partial<PaidSeat> = {}): PaidSeat => ({
  ...{ id: 's1', service: 'vet-integration', fromOn: '2027-03-10', endsOn: null, why: null, ...more },
})

describe('the days of a month', () => {
  test.each([
    ['at ten in the morning', '2027-03-10T10:00:00Z', '2027-04-10T10:00:00Z', '2027-03-10', '2027-04-10'],
    [
      'begun half an hour before midnight, when the clocks go forward',
      '2027-02-28T23:30:00Z',
      '2027-03-28T23:30:00Z',
      '2027-02-28',
      '2027-03-29',
    ],
    [
      'the one after that begins on the day on which that ended',
      '2027-03-28T23:30:00Z',
      '2027-04-28T23:30:00Z',
      '2027-03-29',
      '2027-04-29',
    ],
  ])('%s', (_, start, end, fromOn, toOn) => {
    expect(daysOf({ start: second(start), end: second(end) })).toEqual({ fromOn, toOn })
  })

  test.each([
    ['the first day counts whole', '2027-03-10', 0],
    ['a day later a 31st is gone', '2027-03-11', 86_400],
    ['on the last day one is left', '2027-04-09', 30 * 86_400],
    ['on the day of the bill, before it, hardly a second', '2027-04-10', 31 * 86_400 - 1],
    ['a day before it began, all of it', '2027-03-09', 0],
  ])('what begins is worked out by days: %s', (_, today, since) => {
    expect(momentOf(MARCH, today) - MARCH.start).toBe(since)
  })
})

test('a sum for several is shared out to the penny', () => {
  expect(splitPence(310, 3)).toEqual([104, 103, 103])
  expect(splitPence(309, 3)).toEqual([103, 103, 103])
  expect(splitPence(0, 2)).toEqual([0, 0])
})

describe('what is unused of a charge', () => {
  test.each([
    ['ended on its first day: all but that day', '2027-03-10', 289],
    ['ended on the last day', '2027-04-09', 0],
    ['ended after it', '2027-05-01', 0],
    ['ended the day before it began: all', '2027-03-09', 299],
    ['ended long before: no more than all', '2027-01-01', 299],
  ])('%s', (_, endsOn, pence) => {
    expect(unusedPence(charge(), endsOn)).toBe(pence)
  })

  test('half a penny is the owner’s', () => {
    expect(unusedPence({ pence: 5, fromOn: '2027-03-01', toOn: '2027-03-03' }, '2027-03-01')).toBe(3)
    expect(unusedPence({ pence: 199, fromOn: '2027-03-01', toOn: '2027-04-01' }, '2027-03-30')).toBe(6)
  })
})

describe('the last day of a seat that its owner ends', () => {
  const on = { today: '2027-03-24', isPastDue: false }
  test.each([
    ['the day before the next bill', [charge()], on, '2027-04-09'],
    ['today, within 14 days of a first begin', [charge({ isFirst: true })], on, '2027-03-24'],
    ['a day later it is the paid one', [charge({ isFirst: true })], { ...on, today: '2027-03-25' }, '2027-04-09'],
    ['today while a payment is awaited', [charge()], { ...on, isPastDue: true }, '2027-03-24'],
    ['today where nothing was charged, or only what is over', [charge({ toOn: '2027-03-20' })], on, '2027-03-24'],
    ['of two charges the later', [charge(), charge({ toOn: '2027-05-10' })], on, '2027-05-09'],
  ])('%s', (_, charges, when, day) => {
    expect(lastDayPaid(seat(), charges, when)).toBe(day)
  })
})

describe('what is given back', () => {
  const given = (charges: Charge[], seats: PaidSeat[]) =>
    backsOf(charges, seats, '2027-03-31').map(({ of, pence, why }) => [of.id, pence, why])
  const april = charge({ id: 'c2', fromOn: '2027-04-10', toOn: '2027-05-10' })
  test.each([
    ['nothing while it goes on', [charge()], [seat()], []],
    ['nothing of what ran to its paid day', [charge()], [seat({ endsOn: '2027-04-09', why: 'owner' })], []],
    [
      'all within 14 days of a first begin',
      [charge({ isFirst: true }), april],
      [seat({ endsOn: '2027-03-24', why: 'owner' })],
      [
        ['c1', 299, 'first-14-days'],
        ['c2', 299, 'first-14-days'],
      ],
    ],
    ['the unused days where it was begun before', [charge()], [seat({ endsOn: '2027-03-24', why: 'owner' })], [['c1', 154, 'owner']]],
    [
      'the unused days when the horse dies in them',
      [charge({ isFirst: true })],
      [seat({ endsOn: '2027-03-24', why: 'gone' })],
      [['c1', 154, 'gone']],
    ],
    [
      'of each month after the end',
      [charge(), april],
      [seat({ endsOn: '2027-03-31', why: 'farrier' })],
      [
        ['c1', 87, 'farrier'],
        ['c2', 299, 'farrier'],
      ],
    ],
    ['of a seat that is gone, from today on', [charge()], [], [['c1', 87, 'left']]],
  ] as [string, Charge[], PaidSeat[], unknown[]][])('%s', (_, charges, seats, backs) => {
    expect(given(charges, seats)).toEqual(backs)
  })
})

describe('what Stripe has to bill', () => {
  const seats = [seat(), seat({ id: 's2' }), seat({ id: 's3', service: 'portal' }), seat({ id: 's4', endsOn: '2027-04-09', why: 'owner' })]
  const wanted = { portal: 1, 'vet-integration': 2, 'para-professional': 0 }

  test('is what goes on, by service', () => {
    expect(wantedOf(seats)).toEqual(wanted)
  })

  test.each([
    ['nothing where it is so', wanted, { portal: 1, 'vet-integration': 2 }, false, undefined],
    [
      'only what differs',
      wanted,
      { portal: 1, 'vet-integration': 3, 'para-professional': 1 },
      false,
      { what: 'items', items: { 'vet-integration': 2, 'para-professional': 0 } },
    ],
    ['that it goes on', wanted, { portal: 1, 'vet-integration': 2 }, true, { what: 'items', items: {} }],
    ['that it ends with its month', wantedOf([]), { portal: 1 }, false, { what: 'end' }],
    ['nothing where it ends', wantedOf([]), { portal: 1 }, true, undefined],
  ])('has to change: %s', (_, want, has, isEnding, mend) => {
    expect(mendOf(want, has, isEnding)).toEqual(mend)
  })

  test('a month’s bill is for who goes on, then for who ended last; what was charged apart from that day isn’t charged again', () => {
    const billed = { service: 'vet-integration', quantity: 3, fromOn: '2027-04-10' } as const
    const all = [
      ...seats,
      seat({ id: 's5', endsOn: '2027-03-20', why: 'gone' }),
      seat({ id: 's6', fromOn: '2027-04-10' }),
      seat({ id: 's7', fromOn: '2027-04-11' }),
    ]
    const apart = charge({ seatId: 's6', fromOn: '2027-04-10', toOn: '2027-05-10' })
    const ids = (quantity: number) => chargedSeats(all, [charge(), apart], { ...billed, quantity }).map(({ id }) => id)
    expect(ids(2)).toEqual(['s1', 's2'])
    expect(ids(3)).toEqual(['s1', 's2', 's4'])
    expect(ids(9)).toEqual(['s1', 's2', 's4', 's5'])
  })
})

describe('the state of a subscription', () => {
  const paid = { state: 'paid', period: MARCH, isEnding: false, endedAt: null } as const
  test.each([
    ['paid: until the day of the next bill', paid, { paid_until: '2027-04-10', is_past_due: false, is_over: false }],
    ['not paid: until its first day', { ...paid, state: 'past-due' }, { paid_until: '2027-03-10', is_past_due: true, is_over: false }],
    [
      'over: until it ended',
      { ...paid, state: 'over', endedAt: MARCH.start + 86_400 },
      { paid_until: '2027-03-11', is_past_due: false, is_over: true },
    ],
    [
      'over with its month',
      { ...paid, state: 'over', endedAt: MARCH.end, isEnding: true },
      { paid_until: '2027-04-10', is_ending: true, is_over: true },
    ],
  ] as const)('%s', (_, standing, facts) => {
    expect(factsOf(standing)).toMatchObject({ billed_from: '2027-03-10', billed_to: '2027-04-10', ...facts })
  })

  test('a failed payment is waited for 14 days', () => {
    expect(graceEnds('2027-04-10')).toBe('2027-04-24')
  })
})

describe('whose a bill of several is', () => {
  const ends = { a: '2027-03-20', b: null, c: '2027-03-25', d: null } as const
  const seats = Object.entries(ends).map(([id, endsOn]) => seat({ id, endsOn, why: endsOn && 'owner' }))
  const ids = (quantity: number, of = seats) =>
    chargedSeats(of, [], { service: 'vet-integration', quantity, fromOn: '2027-03-10' }).map(({ id }) => id)

  test('first those that go on, then those that end last, in any order of input', () => {
    for (const of of [seats, seats.toReversed(), [...seats.slice(2), ...seats.slice(0, 2)]])
      expect([1, 2, 3, 4].map((quantity) => ids(quantity, of))).toEqual([['b'], ['b', 'd'], ['b', 'd', 'c'], ['b', 'd', 'c', 'a']])
  })

  test('one that begins on the day of the bill is on it, one that begins after it is not', () => {
    expect(ids(2, [seat({ id: 'late', fromOn: '2027-03-11' }), seat({ id: 'same' })])).toEqual(['same'])
  })
})

test('the last day that is paid is the latest of all charges, in any order of input', () => {
  const some = [charge({ toOn: '2027-04-10' }), charge({ id: 'c2', fromOn: '2027-04-10', toOn: '2027-05-10' })]
  const on = { today: '2027-03-30', isPastDue: false }
  for (const charges of [some, some.toReversed()]) expect(lastDayPaid(seat(), charges, on)).toBe('2027-05-09')
})

describe('a subscription at Stripe is paid', () => {
  const until = (state: 'paid' | 'over', endedAt: string | null) =>
    factsOf({ state, period: MARCH, isEnding: false, endedAt: endedAt === null ? null : second(endedAt) }).paid_until
  test.each([
    ['until its month is over', 'paid', null, '2027-04-10'],
    ['however it says that it ended, while it goes on', 'paid', '2027-03-20T10:00:00Z', '2027-04-10'],
    ['until it ended within the month', 'over', '2027-03-20T10:00:00Z', '2027-03-20'],
    ['until its month was over, where it ended later', 'over', '2027-05-01T10:00:00Z', '2027-04-10'],
    ['until its month was over, where nobody says when it ended', 'over', null, '2027-04-10'],
  ] as const)('%s', (_, state, endedAt, day) => {
    expect(until(state, endedAt)).toBe(day)
  })
})
