import { expect, test } from 'vitest'
import { blocksOf, isSample, SAMPLE_TERMS, shortAddress, shortAgent } from '#features/records/terms/rules.ts'

test('lines are paragraphs, and consecutive prices are one list', () => {
  expect(blocksOf('Our rates:\nTrim: £35\nFull set: £1,180.50\n\n Interest: 8% \nCall-out: £25')).toEqual([
    { paragraph: 'Our rates:' },
    {
      prices: [
        { what: 'Trim', price: '£35' },
        { what: 'Full set', price: '£1,180.50' },
      ],
    },
    { paragraph: 'Interest: 8%' },
    { prices: [{ what: 'Call-out', price: '£25' }] },
  ])
})

test('an address is kept without its last part, in either kind, and what is none is not kept', () => {
  expect(
    ['203.0.113.77', '::ffff:203.0.113.77', '2001:db8:1:2:3:4:5:6', '2001:db8::7', '::1', 'proxy', undefined].map(shortAddress),
  ).toEqual(['203.0.113.0', '203.0.113.0', '2001:db8:1::', '2001:db8::', '::', null, null])
  expect([shortAgent('x'.repeat(400))?.length, shortAgent('  '), shortAgent(undefined)]).toEqual([300, null, null])
})

test('the sample has the nine sections of the spec and is known by its words', () => {
  expect(SAMPLE_TERMS.map(({ title }) => title)).toEqual([
    ...['General', 'Appointments and Cancellations', 'Health and Safety', 'Payment Terms', 'Warranty and Liability'],
    ...['Data Protection', 'Service Pricing', 'Governing Law', 'Acceptance of Terms'],
  ])
  expect(isSample(SAMPLE_TERMS)).toBe(true)
  expect(isSample(SAMPLE_TERMS.map((section, at) => (at === 3 ? { ...section, text: 'Cash only.' } : section)))).toBe(false)
})
