import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSixth, type Paying, tellingOf, unusedSince } from '#features/records/services/law-rules.ts'
import { addDays, addMonths, daysBetween } from '#lib/dates.ts'

const anyDay = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2026-01-01', days))

/** Asks on each day of 24 months; a bill is on the same day of each month, and paid. */
function toldOver(beganOn: string, change: Partial<Paying> = {}): string[] {
  const told: string[] = []
  for (let day = beganOn; day <= addMonths(beganOn, 24); day = addDays(day, 1)) {
    let month = 1
    while (addMonths(beganOn, month) <= day) month++
    const billOn = addMonths(beganOn, month)
    const paying = { beganOn, billOn, paidUntil: addDays(billOn, -1), isPastDue: false, isEnding: false, ...change }
    for (const { kind, key } of tellingOf(paying, day, addDays(paying.paidUntil, 14))) told.push(`${kind} ${key}`)
  }
  return told
}

test('over 24 months each sixth month’s bill is reminded of, and no other, whatever day of the month it is on', () => {
  fc.assert(
    fc.property(anyDay, (beganOn) => {
      const told = [...new Set(toldOver(beganOn))]
      expect(told).toEqual([6, 12, 18, 24].map((months) => `reminder ${addMonths(beganOn, months)}`))
    }),
    { numRuns: 20 },
  )
})

test('a bill that the change of the clocks moves by a day is the same one', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 1, max: 48 }), fc.constantFrom(-1, 0, 1), (beganOn, months, moved) => {
      expect(isSixth(beganOn, addDays(addMonths(beganOn, months), moved))).toBe(months % 6 === 0)
    }),
  )
})

test('it goes seven days before, and not where nothing more will be taken', () => {
  const beganOn = '2026-11-28'
  const paying = { beganOn, billOn: '2027-05-28', paidUntil: '2027-05-27', isPastDue: false, isEnding: false }
  const on = (day: string, change: Partial<Paying> = {}) => tellingOf({ ...paying, ...change }, day, '2027-06-10')
  expect([on('2027-05-20'), on('2027-05-21'), on('2027-05-27'), on('2027-05-28')]).toEqual([
    [],
    [{ kind: 'reminder', key: '2027-05-28' }],
    [{ kind: 'reminder', key: '2027-05-28' }],
    [],
  ])
  expect(on('2027-05-21', { isEnding: true })).toEqual([])
})

test('a payment that failed is notified at once, its last three days again, and after them nothing', () => {
  const late = { beganOn: '2026-11-28', billOn: '2027-01-28', paidUntil: '2026-12-27', isPastDue: true, isEnding: false }
  const on = (day: string) => tellingOf(late, day, '2027-01-10').map(({ kind }) => kind)
  expect(on('2026-12-28')).toEqual(['failed'])
  expect(on('2027-01-07')).toEqual(['failed'])
  expect(on('2027-01-08')).toEqual(['failed', 'last-days'])
  expect(on('2027-01-10')).toEqual(['failed', 'last-days'])
  expect(on('2027-01-11')).toEqual([])
})

test('what no one has used for 90 days is unused since its last use, or its first day', () => {
  fc.assert(
    fc.property(anyDay, fc.option(fc.integer({ min: -50, max: 200 })), fc.integer({ min: 0, max: 300 }), (fromOn, used, days) => {
      const usedOn = used === null ? null : addDays(fromOn, used)
      const last = usedOn && usedOn > fromOn ? usedOn : fromOn
      const today = addDays(fromOn, days)
      expect(unusedSince(fromOn, usedOn, today)).toBe(daysBetween(last, today) >= 90 ? last : undefined)
    }),
  )
  expect([unusedSince('2026-11-28', null, '2027-02-25'), unusedSince('2026-11-28', null, '2027-02-26')]).toEqual([undefined, '2026-11-28'])
})
