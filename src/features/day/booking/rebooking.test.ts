import { expect, test } from 'vitest'
import { bookedAhead, fullWork, horsesToRebook } from '#features/day/booking/rebooking.ts'
import { horsesAtYard, picked } from '#features/day/booking/yard-rebook.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'

const TODAY = '2026-11-24'
const horse = (id: string, change: object = {}) =>
  ({
    ...{ id, name: id, clientId: 'c', yardId: 'y', cycleDays: 42, winterCycleDays: null, cycles: [], pauses: [], goneOn: null },
    ...{ payerClientId: null, lastService: '2026-10-13', lastServiceType: 'Full set refit', nextDue: '2026-11-24' },
    ...change,
  }) as unknown as HorseRow
const line = (horseId: string, appointmentId: string, outcome: 'done' | 'not_done' | null, change: object = {}) =>
  ({
    id: `${appointmentId} ${horseId}`,
    horseId,
    appointmentId,
    outcome,
    place: 0,
    plannedWork: null,
    clientId: 'c',
    ...change,
  }) as VisitHorse
const visit = (id: string, onDay: string, change: object = {}) =>
  ({ id, onDay, status: 'booked', isCallComplete: false, ...change }) as unknown as VisitRow
const work = (horseId: string, workDate: string, serviceType: string, resetsCycle: boolean) => ({
  ...{ id: `${workDate} ${horseId}`, horseId, serviceType, workDate, resetsCycle },
})

test('after a lost shoe a horse comes back for its last full work, when that is due', () => {
  const entries = [work('Biscuit', '2026-10-13', 'Full set refit', true), work('Biscuit', TODAY, 'Lost shoe refit', false)]
  expect(fullWork(entries)?.serviceType).toBe('Full set refit')
  const [biscuit] = horsesToRebook(visit('today', TODAY), {
    lines: [line('Biscuit', 'today', 'done')],
    horses: [horse('Biscuit')],
    visits: [],
    entries,
    today: TODAY,
  })
  expect(biscuit).toMatchObject({ work: 'Full set refit', due: '2026-11-24', bookedOn: null })
})

test('the horses done come back in their order; one not done or gone does not, and one that is booked says when', () => {
  const next = horsesToRebook(visit('today', TODAY), {
    lines: [
      line('Dolly', 'today', 'done', { place: 2 }),
      line('Biscuit', 'today', 'done'),
      line('Merlin', 'today', 'not_done', { place: 1 }),
      line('Fern', 'today', 'done', { place: 3 }),
      line('Dolly', 'ahead', null),
    ],
    horses: [horse('Biscuit'), horse('Merlin'), horse('Dolly'), horse('Fern', { goneOn: '2026-11-01' })],
    visits: [visit('ahead', '2027-01-04')],
    entries: [work('Biscuit', TODAY, 'Trim', true), work('Dolly', TODAY, 'Trim', true)],
    today: TODAY,
  })
  expect(next.map(({ id, bookedOn, due }) => [id, bookedOn, due])).toEqual([
    ['Biscuit', null, '2027-01-05'],
    ['Dolly', '2027-01-04', '2027-01-05'],
  ])
})

test('a visit that is off or of today books nothing ahead; of two the first counts', () => {
  const visits = [
    visit('off', '2026-12-01', { status: 'cancelled' }),
    visit('b', '2027-01-04'),
    visit('a', '2026-12-20'),
    visit('t', TODAY),
  ]
  const lines = visits.map(({ id }) => line('Biscuit', id, null))
  expect(bookedAhead(lines, visits, TODAY)).toEqual(new Map([['Biscuit', '2026-12-20']]))
})

test('a yard is rebooked with the horses done today, first and ticked; without any, with those due together', () => {
  const horses = [horse('Due'), horse('Done', { nextDue: '2027-01-05' }), horse('Soon', { nextDue: '2026-12-01' })]
  const known = { horses, visits: [visit('today', TODAY)], entries: [work('Done', TODAY, 'Trim', true)], today: TODAY }
  const after = horsesAtYard('y', { ...known, lines: [line('Done', 'today', 'done')] })
  expect([after.map(({ id }) => id), picked(after)]).toEqual([['Done', 'Due', 'Soon'], ['Done']])
  const before = horsesAtYard('y', { ...known, lines: [], entries: [] })
  expect(picked(before)).toEqual(['Due', 'Soon'])
})
