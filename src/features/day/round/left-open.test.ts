import { expect, test } from 'vitest'
import { forgottenDay, leftOpenWords } from '#features/day/round/left-open.ts'

const visit = (onDay: string, change: object = {}) => ({
  ...{ onDay, memberId: 'm', isCallComplete: false, status: 'booked' as const, clientId: 'c', yardId: null, isCallOnly: true },
  ...change,
})

test('the last open day of the member lately is the forgotten one', () => {
  const visits = [visit('2026-11-20'), visit('2026-11-23'), visit('2026-11-24', { isCallComplete: true }), visit('2026-11-25')]
  expect(forgottenDay(visits, 'm', '2026-11-25')).toBe('2026-11-23')
  expect(forgottenDay(visits, 'other', '2026-11-25')).toBeUndefined()
  expect(forgottenDay([visit('2026-11-18'), visit('2026-11-24', { status: 'cancelled' })], 'm', '2026-11-25')).toBeUndefined()
})

test('it is named as people do', () => {
  expect(leftOpenWords('2026-11-25', '2026-11-25', 5)).toBe("Today's round isn't closed: 5 stops")
  expect(leftOpenWords('2026-11-24', '2026-11-25', 1)).toBe("Yesterday's round isn't closed: 1 stop")
  expect(leftOpenWords('2026-11-20', '2026-11-23', 2)).toBe("Friday's round isn't closed: 2 stops")
})
