import { expect, test } from 'vitest'
import { dueOf, everyMs, MOST_CALLS, requestsFor, requestWords } from '#features/office/integrations/server/forecast-requests.ts'

const NOW = new Date('2026-12-01T12:00:00Z')
const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS)

test('a square with stops near and far has a request of each kind, and is as old as its oldest day', () => {
  const wanted = [
    { cell: '2,2', onDay: '2026-12-04', madeAt: ago(1) },
    { cell: '2,2', onDay: '2026-12-03', madeAt: ago(2) },
    { cell: '2,2', onDay: '2026-12-02', madeAt: ago(5) },
    { cell: '1,1', onDay: '2026-12-02', madeAt: ago(1) },
    { cell: '1,1', onDay: '2026-12-01', madeAt: null },
  ]
  expect(requestsFor(wanted, '2026-12-01')).toEqual([
    { cell: '1,1', isHourly: true, days: ['2026-12-01', '2026-12-02'], madeAt: null },
    { cell: '2,2', isHourly: true, days: ['2026-12-02'], madeAt: ago(5) },
    { cell: '2,2', isHourly: false, days: ['2026-12-03', '2026-12-04'], madeAt: ago(2) },
  ])
})

test('many squares are requested less often, so that the calls of a day last for all of them', () => {
  expect(everyMs(1)).toBe(3 * HOUR_MS)
  expect(everyMs(37)).toBe(3 * HOUR_MS)
  expect(everyMs(75)).toBe(6 * HOUR_MS)
  for (const count of [1, 10, 38, 75, 300, 900]) expect(Math.floor((24 * HOUR_MS) / everyMs(count)) * count).toBeLessThanOrEqual(MOST_CALLS)
  const requests = Array.from({ length: 75 }, (_, at) => ({ cell: `${at},0`, isHourly: true, days: [], madeAt: ago(5) }))
  expect(dueOf(requests, NOW)).toEqual([])
  expect(dueOf(requests.slice(0, 30), NOW)).toHaveLength(30)
})

test('what would be requested is put in words, of very many as a number', () => {
  const requests = Array.from({ length: 22 }, (_, at) => ({ cell: `${at}`, isHourly: at < 21, days: [], madeAt: null }))
  expect(requestWords(requests, (cell) => ({ lat: Number(cell), lng: -1 }))).toMatch(
    /^by the hour at 0, -1; 1, -1; .*19, -1; 1 more\. three-hourly at 21, -1$/,
  )
  expect(requestWords([], () => ({ lat: 0, lng: 0 }))).toBe('')
})
