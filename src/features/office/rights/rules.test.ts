import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RequestStatus } from '#features/office/rights/contract.ts'
import {
  acknowledgeBy,
  answerBy,
  answered,
  byUrgency,
  type Clocked,
  clockStateOf,
  deadlineOf,
  extendBy,
  mayExtend,
  referenceOf,
  statusesAfter,
  waiting,
  waitsFault,
  workingDayFrom,
} from '#features/office/rights/rules.ts'
import { bankHolidayOn, type Nation } from '#lib/bank-holidays.ts'
import { addDays, addMonths, weekdayOf } from '#lib/dates.ts'

const clock = (change: Partial<Clocked> = {}): Clocked => ({
  requestType: 'data_access',
  receivedOn: '2026-11-24',
  waits: [],
  extendedOn: null,
  acknowledgedOn: null,
  status: 'pending',
  ...change,
})
const by = (receivedOn: string, nation: Nation = 'england') => answerBy(clock({ receivedOn }), nation, receivedOn)

test('an answer is due on the corresponding date of the next month, or on that month’s last day', () => {
  expect(by('2026-11-24')).toBe('2026-12-24')
  expect(by('2026-09-03')).toBe('2026-10-05') // 3 October is a Saturday
  expect(by('2027-03-31')).toBe('2027-04-30')
  expect(by('2027-01-31')).toBe('2027-03-01') // 28 February is a Sunday
  expect(by('2028-01-30')).toBe('2028-02-29')
  expect(by('2026-12-15')).toBe('2027-01-15')
})

test('a weekend or a bank holiday of the practice’s nation moves it to the next working day', () => {
  // Christmas on a Friday, Boxing Day on Saturday with Monday as its substitute.
  expect(by('2026-11-25')).toBe('2026-12-29')
  // Good Friday and Easter Monday 2027: 26 and 29 March; Scotland works on Easter Monday.
  expect(by('2027-02-26')).toBe('2027-03-30')
  expect(by('2027-02-26', 'scotland')).toBe('2027-03-29')
  // St Patrick's Day, 2 January and St Andrew's Day.
  expect([by('2027-02-17', 'northern-ireland'), by('2027-02-17', 'wales')]).toEqual(['2027-03-18', '2027-03-17'])
  expect([by('2026-12-04', 'scotland'), by('2026-12-01', 'scotland')]).toEqual(['2027-01-05', '2027-01-05'])
  expect([by('2026-10-30', 'scotland'), by('2026-10-30')]).toEqual(['2026-12-01', '2026-11-30'])
})

test('for every day of the years of the table it is a working day, never before the corresponding date, and never many days after', () => {
  const days = fc.integer({ min: 0, max: 16 * 365 }).map((n) => addDays('2024-01-01', n))
  const nations = fc.constantFrom<Nation>('england', 'wales', 'scotland', 'northern-ireland')
  fc.assert(
    fc.property(days, nations, (receivedOn, nation) => {
      const found = by(receivedOn, nation)
      const plain = addMonths(receivedOn, 1)
      return (
        found >= plain &&
        found <= addDays(plain, 5) &&
        weekdayOf(found) % 6 !== 0 &&
        bankHolidayOn(found, nation) === undefined &&
        workingDayFrom(found, nation) === found
      )
    }),
  )
})

test('until they have proved who they are no clock runs, and then it runs a whole month', () => {
  const asked = clock({ waits: waiting([], 'identity', '2026-11-25') })
  expect(clockStateOf(asked, 'wales', '2027-02-01')).toMatchObject({ kind: 'waiting', wait: { why: 'identity' } })
  expect(deadlineOf(asked, 'wales', '2027-02-01')).toBeNull()
  const proved = clock({ waits: answered(asked.waits, '2026-12-10') })
  expect(answerBy(proved, 'wales', '2026-12-10')).toBe('2027-01-11') // 10 January is a Sunday
})

test('days spent waiting for clarification do not count; a stopped clock continues where it stopped', () => {
  const asked = clock({ waits: waiting([], 'clarification', '2026-12-01') })
  expect(clockStateOf(asked, 'england', '2026-12-05').kind).toBe('waiting')
  const clear = clock({ waits: answered(asked.waits, '2026-12-08') })
  expect(answerBy(clear, 'england', '2026-12-08')).toBe('2026-12-31') // 24 December and 7 days
  const twice = clock({ waits: answered(waiting(clear.waits, 'clarification', '2026-12-20'), '2026-12-24') })
  expect(answerBy(twice, 'england', '2027-01-01')).toBe('2027-01-04')
  // What was waited for before the month began is not counted twice.
  const both = clock({ waits: answered(waiting(clear.waits, 'identity', '2026-12-08'), '2026-12-10') })
  expect(answerBy(both, 'england', '2027-01-01')).toBe('2027-01-11')
  expect(waitsFault(twice.waits, '2026-11-24')).toBeUndefined()
  expect(waitsFault(waiting(asked.waits, 'identity', '2026-12-03'), '2026-11-24')).toBe('wrong_order')
  expect(waitsFault(asked.waits, '2026-12-02')).toBe('wrong_order')
  expect(answered(asked.waits, '2026-11-01')[0]?.untilOn).toBe('2026-12-01')
})

test('two further months require a notice within the first, only once, and never for a complaint', () => {
  const extended = clock({ extendedOn: '2026-12-20' })
  expect(answerBy(extended, 'england', '2026-12-20')).toBe('2027-02-24')
  expect(answerBy(clock({ receivedOn: '2026-11-30', extendedOn: '2026-12-01' }), 'england', '2026-12-01')).toBe('2027-03-01')
  expect(extendBy(clock(), 'england', '2026-12-01')).toBe('2026-12-24')
  expect([mayExtend(clock(), '2026-12-24', 'england'), mayExtend(clock(), '2026-12-25', 'england')]).toEqual([true, false])
  expect(mayExtend(clock(), '2026-11-23', 'england')).toBe(false)
  for (const not of [extended, clock({ requestType: 'complaint' }), clock({ status: 'completed' })])
    expect(mayExtend(not, '2026-12-01', 'england')).toBe(false)
})

test('a complaint is acknowledged within 30 days from the day after it came; then no day is set', () => {
  expect(acknowledgeBy('2026-06-19', 'england')).toBe('2026-07-20') // 19 July is a Sunday
  expect(acknowledgeBy('2026-11-24', 'england')).toBe('2026-12-24')
  expect(acknowledgeBy('2026-11-25', 'england')).toBe('2026-12-29')
  const complaint = clock({ requestType: 'complaint' })
  expect(clockStateOf(complaint, 'england', '2026-12-20')).toMatchObject({ kind: 'due', what: 'acknowledge', days: 4, tone: 'near' })
  expect(clockStateOf({ ...complaint, acknowledgedOn: '2026-12-01' }, 'england', '2027-02-01').kind).toBe('undated')
})

test('the nearest deadline comes first, overdue ones before it; closed requests have none', () => {
  const at = (change: Partial<Clocked>) => clockStateOf(clock(change), 'england', '2026-12-22')
  expect([at({}), at({ receivedOn: '2026-11-10' }), at({ receivedOn: '2026-12-20' })]).toMatchObject([
    { days: 2, tone: 'near' },
    { days: -12, tone: 'over' },
    { days: 29, tone: 'quiet' },
  ])
  const all = [
    at({ status: 'rejected' }),
    at({ waits: waiting([], 'identity', '2026-12-01') }),
    at({}),
    at({ requestType: 'complaint', acknowledgedOn: '2026-12-01' }),
    at({ receivedOn: '2026-11-10' }),
  ]
  expect(all.toSorted(byUrgency).map(({ kind }) => kind)).toEqual(['due', 'due', 'undated', 'waiting', 'closed'])
  expect(byUrgency(at({}), at({}))).toBe(0)
})

test('a status only goes on', () => {
  const after = (['pending', 'processing', 'completed', 'rejected'] as RequestStatus[]).map(statusesAfter)
  expect(after).toEqual([['processing', 'completed', 'rejected'], ['completed', 'rejected'], [], []])
  expect(referenceOf('0194c7a2-1111-7aaa-8bbb-00000000beef')).toBe('R-00BEEF')
})
