import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeSearch } from '#platform/web/search.ts'

type Person = { name: string; phone: string; postcode: string }
const people: Person[] = [
  { name: "Fionnuala O'Connor", phone: '07700 900123', postcode: 'LL57 2DG' },
  { name: 'Siân Llŷr-Hughes', phone: '+44 7700 900456', postcode: 'SY23 3BZ' },
  { name: 'Hugh Price', phone: '', postcode: 'HR3 5DB' },
  { name: 'Price & Sons', phone: '01597 810 020', postcode: 'LD1 5AA' },
]
const search = makeSearch(people, (one) => [one.name, one.phone, one.postcode])
const names = (question: string) => search(question).map((one) => one.name)

test.each([
  ['oconnor', "Fionnuala O'Connor"],
  ["o'connor", "Fionnuala O'Connor"],
  ['O’Connor', "Fionnuala O'Connor"],
  ['oconor', "Fionnuala O'Connor"],
  ['fionula', "Fionnuala O'Connor"],
  ['sian', 'Siân Llŷr-Hughes'],
  ['llyr', 'Siân Llŷr-Hughes'],
  ['hugehs', 'Siân Llŷr-Hughes'],
  ['900 456', 'Siân Llŷr-Hughes'],
  ['07700900456', 'Siân Llŷr-Hughes'],
  ['+447700900123', "Fionnuala O'Connor"],
  ['sy233bz', 'Siân Llŷr-Hughes'],
  ['SY23 3BZ', 'Siân Llŷr-Hughes'],
  ['price hr3', 'Hugh Price'],
])('%s finds %s', (question, name) => {
  expect(names(question)).toEqual([name])
})

test('a whole word comes before its start, and the start before a slip', () => {
  expect(names('hugh')).toEqual(['Hugh Price', 'Siân Llŷr-Hughes'])
})

test('every word of the query must be found', () => {
  expect(names('hugh connor')).toEqual([])
})

test('two slips, or one in a short word, are not forgiven', () => {
  expect(names('ocxnxor')).toEqual([])
  expect(names('huf')).toEqual([])
})

test('an empty question finds everything as it came', () => {
  expect(search('  ')).toEqual(people)
})

test('law: any name is found by its full text and by that without one letter', () => {
  const word = fc.stringMatching(/^[a-z]{5,12}$/).filter((text) => !/(.)\1|(.).\2/.test(text))
  fc.assert(
    fc.property(word, fc.nat(11), (name, place) => {
      const row = { name }
      const only = makeSearch([row], (one) => [one.name])
      const at = place % name.length
      expect(only(name)).toEqual([row])
      expect(only(name.slice(0, at) + name.slice(at + 1))).toEqual([row])
    }),
  )
})

test('a row changed since is found by its current words', () => {
  const fields = (one: { name: string }) => [one.name]
  const ann = { name: 'Ann' }
  expect(makeSearch([ann], fields)('ann')).toEqual([ann])
  const renamed = { name: 'Bethan' }
  expect(makeSearch([renamed], fields)('ann')).toEqual([])
  expect(makeSearch([renamed], fields)('bethan')).toEqual([renamed])
})

test('10,000 records are searched for a misspelt name, a phone and a postcode', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => ({
    name: `Client${at} Somebody${at % 97} of Farm`,
    phone: `07700 9${at}`,
    postcode: `AB${at % 90} 1CD`,
  }))
  const find = makeSearch(many, (one) => [one.name, one.phone, one.postcode])
  for (const question of ['somebdy42', '07700 9123', 'ab12 1cd']) expect(find(question).length, question).toBeGreaterThan(0)
})
