import { expect, test } from 'vitest'
import { type ClientRecords, happeningsOf, newestFirst, sinceOf } from '#app/pages/clients/client-history.ts'

const SARAH = 'sarah'
const visit = (id: string, onDay: string, more: object = {}) =>
  ({
    id,
    onDay,
    clientId: SARAH,
    title: 'Trim',
    status: 'booked',
    statusReason: null,
    isCallOnly: false,
    callNumber: 1,
    callPeriod: 'AM',
    localStart: '09:30',
    localEnd: '10:30',
    location: 'Kingsland',
    asWas: null,
    ...more,
  }) as unknown as ClientRecords['visits'][number]
const horse = { id: 'merlin', name: 'Merlin', clientId: SARAH, owners: [{ clientId: SARAH, fromOn: '2024-03-01', toOn: null }] }
const records = (more: Partial<ClientRecords> = {}): ClientRecords => ({
  clientId: SARAH,
  visits: [],
  lines: [],
  horses: [horse as unknown as ClientRecords['horses'][number]],
  work: [],
  ...more,
})

test('what is to come is on top, then the past, newest first', () => {
  const all = happeningsOf(records({ visits: [visit('past', '2026-01-05', { status: 'done' }), visit('next', '2026-12-01')] }))
  expect(all.map(({ onDay, tone }) => `${onDay} ${tone}`)).toEqual(['2026-12-01 to-come', '2026-01-05 done', '2024-03-01 plain'])
})

test('a cancelled visit shows why, and a finished one where it was then', () => {
  const asWas = { clientName: 'S Penrose', yardName: null, location: 'The old farm' }
  const [done, cancelled] = happeningsOf(
    records({
      horses: [],
      visits: [
        visit('c', '2026-01-05', { status: 'cancelled', statusReason: 'Snow' }),
        visit('d', '2026-02-05', { status: 'done', asWas }),
      ],
    }),
  )
  expect(done).toMatchObject({ title: 'Trim', detail: '09:30 to 10:30 · The old farm' })
  expect(cancelled).toMatchObject({ title: 'Cancelled: Trim', detail: '09:30 to 10:30 · Snow · Kingsland', tone: 'off' })
})

test('a horse that was theirs shows when it came and when it went', () => {
  const sold = { ...horse, clientId: 'tom', owners: [{ clientId: SARAH, fromOn: '2024-03-01', toOn: '2025-06-01' }] }
  const all = happeningsOf(records({ horses: [sold as unknown as ClientRecords['horses'][number]] }))
  expect(all.map(({ title }) => title)).toEqual(['Merlin went to another owner', 'Merlin became theirs'])
})

test('within a day the later hour comes first', () => {
  expect(
    [
      { onDay: '2026-01-05', time: '09:00' },
      { onDay: '2026-01-05', time: '14:00' },
    ].sort(newestFirst)[0]?.time,
  ).toBe('14:00')
})

test('they are a client since their first visit that took place, or the first work on record', () => {
  const past = [visit('off', '2018-01-05', { status: 'cancelled' }), visit('done', '2019-02-05', { status: 'done' })]
  const since = (more: Partial<ClientRecords>) => sinceOf(happeningsOf(records(more)), '2026-11-25')
  expect(since({ visits: [...past, visit('next', '2026-12-01')] })).toBe('2019-02-05')
  const work = [{ id: 'w', horseId: 'merlin', serviceType: 'Trim', workDate: '2017-06-01' }] as unknown as ClientRecords['work']
  expect(since({ visits: past, work })).toBe('2017-06-01')
  expect(since({ visits: [visit('next', '2026-12-01')] })).toBeUndefined()
})
