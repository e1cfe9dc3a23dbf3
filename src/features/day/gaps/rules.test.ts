import fc from 'fast-check'
import { expect, test } from 'vitest'
import { candidatesFor, endOf, fitting, isOpen, longestGap, offerEnds, whyNot } from '#features/day/gaps/rules.ts'
import { byRoad } from '#features/day/round/travel.ts'
import type { Client } from '#features/records/clients/contract.ts'

const SLOT = { day: '2026-11-26', start: '14:00', end: '15:00' }
const client = (id: string, change: Partial<Client> = {}) =>
  ({
    id,
    name: id,
    isActive: true,
    stoppedAt: null,
    preferredChannel: 'sms',
    phoneE164: '+447700900118',
    email: null,
    marketingConsentAt: '2026-10-01T08:00:00.000Z',
    lat: 52.2,
    lng: -2.8,
    ...change,
  }) as Client
const horse = (id: string, clientId: string, nextDue: string | null, change: object = {}) => ({
  ...{ id, name: id, clientId, yardId: null, nextDue, goneOn: null, pauses: [], lastServiceType: 'Trim' },
  ...change,
})
const HERE = { lat: 52.2, lng: -2.8 }

test('a horse due by a week after the slot and on no visit could have it: long waits and short ways come first, owners who can’t be sent an offer last', () => {
  const clients = new Map(
    [
      client('near'),
      client('far', { lat: 52.8 }),
      client('far and long over', { lat: 52.25 }),
      client('silent', { marketingConsentAt: null }),
      client('nowhere', { lat: null, lng: null }),
    ].map((one) => [one.id, one]),
  )
  const horses = [
    horse('far', 'far', '2026-11-26'),
    horse('near', 'near', '2026-12-03'),
    horse('long', 'far and long over', '2026-11-01'),
    horse('silent', 'silent', '2026-10-01'),
    horse('nowhere', 'nowhere', '2026-11-26'),
    horse('booked', 'near', '2026-11-01'),
    horse('gone', 'near', '2026-11-01', { goneOn: '2026-11-02' }),
    horse('resting', 'near', '2026-11-01', { pauses: [{ fromOn: '2026-11-02', untilOn: null, reason: null }] }),
    horse('not due', 'near', '2026-12-04'),
    horse('no cycle', 'near', null),
  ]
  const found = candidatesFor(SLOT, [HERE], { horses, clients, yards: new Map(), booked: new Set(['booked']) })
  expect(found.map(({ key, whyNot: why }) => [key.trim(), why === null])).toEqual([
    ['far and long over', true],
    ['near', true],
    ['nowhere', true],
    ['far', true],
    ['silent', false],
  ])
  expect(found.map(({ km }) => km === null || Math.round(km))).toEqual([7, 0, true, 87, 0])
})

test('an owner beyond the river is as far as the road, where that is known', () => {
  const clients = new Map([client('over the river', { lat: 52.21 }), client('along the road', { lat: 52.17 })].map((one) => [one.id, one]))
  const horses = [...clients.keys()].map((id) => horse(id, id, '2026-11-26'))
  const travel = byRoad({
    places: [
      [52.2, -2.8],
      [52.21, -2.8],
    ],
    legs: [
      [
        [0, 0],
        [30, 40],
      ],
      [
        [30, 40],
        [0, 0],
      ],
    ],
  })
  const found = (way: object) => candidatesFor(SLOT, [HERE], { horses, clients, yards: new Map(), booked: new Set(), ...way })
  expect(found({}).map(({ key, isByRoad }) => [key.trim(), isByRoad])).toEqual([
    ['over the river', false],
    ['along the road', false],
  ])
  expect(found({ travel }).map(({ key, isByRoad, km }) => [key.trim(), isByRoad, km && Math.round(km)])).toEqual([
    ['along the road', false, 4],
    ['over the river', true, 30],
  ])
})

test('an owner’s horses at one place go together as far as they fit, and the visit ends with them', () => {
  const clients = new Map([['sarah', client('sarah')]])
  const yards = new Map([['yard', { id: 'yard', name: 'Hollybush', ...HERE }]])
  const horses = [
    horse('Fen', 'sarah', '2026-11-24', { yardId: 'yard' }),
    horse('Moss', 'sarah', '2026-11-20', { yardId: 'yard', lastServiceType: 'Full set new' }),
    horse('Jet', 'sarah', '2026-11-21'),
  ]
  const [first, second] = candidatesFor(SLOT, [], { horses, clients, yards, booked: new Set() })
  expect([first?.yardName, first?.horses.map(({ name }) => name), first?.minutes]).toEqual(['Hollybush', ['Moss', 'Fen'], 120])
  expect(second?.horses.map(({ name }) => name)).toEqual(['Jet'])
  const fit = fitting(first?.horses ?? [], SLOT)
  expect([fit.map(({ name }) => name), endOf(SLOT, fit)]).toEqual([['Moss'], '15:30'])
  expect(fitting(first?.horses ?? [], { ...SLOT, end: '16:00' })).toHaveLength(2)
})

test('an offer goes only to a client who agreed to offers, wants texts and can be reached', () => {
  expect(whyNot(client('a'))).toBeNull()
  expect(whyNot(client('a', { marketingConsentAt: null }))).toMatch(/n't agreed/)
  expect(whyNot(client('a', { stoppedAt: '2026-10-01T08:00:00.000Z' }))).toMatch(/want texts/)
  expect(whyNot(client('a', { phoneE164: null }))).toMatch(/number to text/)
  expect(whyNot(client('a', { phoneE164: null, email: 'a@example.com', preferredChannel: 'email' }))).toBeNull()
  expect(whyNot(client('a', { isActive: false }))).toMatch(/active/)
})

test('an offer ends an hour before its slot, or half-way to it, and never later than the slot', () => {
  const start = new Date('2026-11-26T14:00:00Z')
  expect(offerEnds(start, new Date('2026-11-25T09:00:00Z'))).toEqual(new Date('2026-11-26T13:00:00Z'))
  expect(offerEnds(start, new Date('2026-11-26T13:00:00Z'))).toEqual(new Date('2026-11-26T13:30:00Z'))
  const open = { state: 'offered', expiresAt: '2026-11-26T13:00:00.000Z' } as const
  expect(isOpen(open, new Date('2026-11-26T12:59:59Z'))).toBe(true)
  expect(isOpen(open, new Date('2026-11-26T13:00:00Z'))).toBe(false)
  expect(isOpen({ ...open, state: 'gone' }, new Date('2026-11-26T12:00:00Z'))).toBe(false)
})

test('the longest free stretch lies in the working hours and touches no visit', () => {
  const hours = { from: 540, to: 1020 }
  expect(longestGap(hours, [])).toEqual(hours)
  expect(longestGap(hours, [{ from: 500, to: 1100 }])).toBeNull()
  const span = fc
    .tuple(fc.integer({ min: 0, max: 1400 }), fc.integer({ min: 1, max: 300 }))
    .map(([from, length]) => ({ from, to: from + length }))
  fc.assert(
    fc.property(fc.array(span, { maxLength: 8 }), (visits) => {
      const gap = longestGap(hours, visits)
      if (!gap) return
      expect(gap.from).toBeGreaterThanOrEqual(hours.from)
      expect(gap.to).toBeLessThanOrEqual(hours.to)
      for (const visit of visits) expect(visit.to <= gap.from || visit.from >= gap.to).toBe(true)
    }),
  )
})
