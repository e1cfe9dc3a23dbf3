import { describe, expect, test } from 'vitest'
import { begunWords, endedWords, lastDayOf, monthlyPence, offeredBy, offerWords, serviceFor } from '#features/records/services/rules.ts'
import { SERVICES } from '#lib/plan.ts'

describe('the last day of a service that is ended today', () => {
  test.each([
    ['on its first day', '2026-11-28', '2026-11-28', '2026-11-28'],
    ['on the fourteenth day after it began', '2026-11-28', '2026-12-12', '2026-12-12'],
    ['a day later: at the end of its month', '2026-11-28', '2026-12-13', '2026-12-27'],
    ['on the first day of its next month', '2026-11-28', '2026-12-28', '2027-01-27'],
    ['begun on the 31st, in February', '2026-01-31', '2026-02-20', '2026-02-27'],
    ['a leap day on', '2028-01-29', '2028-02-28', '2028-02-28'],
  ])('%s', (_, fromOn, today, lastDay) => {
    expect(lastDayOf(fromOn, today)).toBe(lastDay)
  })
})

test('a practice offers what it switched on; the portal only where its plan leaves it to clients', () => {
  const all = { portal: true, 'vet-integration': true, 'para-professional': false }
  expect(offeredBy('essential', all)).toEqual(['vet-integration', 'portal'])
  expect(offeredBy('professional', all)).toEqual(['vet-integration'])
  expect(offeredBy('enterprise', {})).toEqual([])
})

test('a month costs its price for each horse', () => {
  expect([monthlyPence('vet-integration', 2), monthlyPence('para-professional', 3), monthlyPence('portal', 1)]).toEqual([598, 597, 199])
})

test('what was arranged is confirmed without a price', () => {
  const arranged = begunWords({ service: 'portal', horses: ['Biscuit'], fromOn: '2026-11-28' })
  expect(arranged).toContain('arranged with the person who runs this server')
  expect(arranged).not.toContain('£')
})

test('what ends is confirmed with its day and its reason, and says nothing of a horse that has died', () => {
  const end = { service: 'para-professional', horses: ['Biscuit'], endsOn: '2026-12-03' } as const
  expect(endedWords({ ...end, why: 'farrier' })).toMatch(
    /^Para-Professional Network for Biscuit ends on 3 Dec 2026: your farrier ended it\./,
  )
  expect(endedWords({ ...end, why: 'gone' })).toMatch(/^Para-Professional Network for Biscuit ends on 3 Dec 2026\. /)
})

test.each([
  ['owner', ': you ended it.'],
  ['farrier', ': your farrier ended it.'],
  ['operator', ': the person who runs this server ended it.'],
  ['gone', '.'],
  ['left', ': the horse is no longer yours here.'],
  ['off', ': the portal of your farrier is closed.'],
  ['plan', ': the plan of your farrier has it now, and you pay nothing more.'],
] as const)('ended because of %s, it says so in words that fit, and that nothing need be done', (why, reason) => {
  const words = endedWords({ service: 'portal', horses: ['Biscuit'], endsOn: '2026-12-03', why })
  expect(words).toBe(`Client Portal for Biscuit ends on 3 Dec 2026${reason} You need do nothing. What was written stays with the horse.`)
})

test('horses are listed as people list them, and an offer names its price', () => {
  expect(serviceFor('portal', ['A', 'B', 'C'])).toBe('Client Portal for A, B and C')
  // A letter outside of the alphabet of texts would make it cost twice as much.
  for (const service of SERVICES) expect(offerWords(service)).not.toContain('’')
  expect(offerWords('vet-integration')).toMatch(/^Vet Integration, £2\.99 a horse, a month: /)
})
