import { makeRanking, makeSearch } from '#platform/web/search.ts'
import { plainFilter } from './baselines/search.ts'
import { interleave } from './load.ts'

const RECORDS = 10_000
const WARM_UP = 3
/** The palette's chunk size. */
const SLICE = 250

type Person = { name: string; businessName: string | null; phone: string; postcode: string; address: string }
const fields = (person: Person) => [person.name, person.businessName, person.phone, person.postcode, person.address]

/**
 * Searching 10,000 records on the device for typical queries (the start of a name, two words, a phone, a postcode, a slip), against a plain
 * filter of the same rows (baselines/search.ts): milliseconds a query. `sliceMs` is the longest time that indexing new records delays a key.
 */
export async function benchSearch(rounds: number) {
  const people = Array.from({ length: RECORDS }, (_, n) => person(n))
  const sliceMs = longestSlice(people)
  const search = makeSearch(people, fields)
  for (const question of FOUND_BY_BOTH) {
    if (search(question).length === 0 || plainFilter(people, fields, question).length === 0)
      throw new Error(`nothing found for ${question}`)
  }
  const ask = (find: (question: string) => unknown) => async () => {
    const from = performance.now()
    for (const question of QUESTIONS) find(question)
    return (performance.now() - from) / QUESTIONS.length
  }
  const pair = [ask(search), ask((question) => plainFilter(people, fields, question))] as const
  await interleave(WARM_UP, ...pair)
  return { ...(await interleave(rounds, ...pair)), sliceMs }
}

function longestSlice(people: readonly Person[]): number {
  let longest = 0
  for (let at = 0; at < people.length; at += SLICE) {
    const from = performance.now()
    makeRanking(people.slice(at, at + SLICE), fields)
    longest = Math.max(longest, performance.now() - from)
  }
  return longest
}

const FOUND_BY_BOTH = ['p', 'pen', 'penrose', 'sarah penr', '07700 900118', 'hr6 0']
const QUESTIONS = [...FOUND_BY_BOTH, 'penrsoe', 'hr60vk', '07700900118', 'hollybsh farm', 'nothing like it']

const FIRST = ['Sarah', 'Siân', 'Gwen', 'Emma', 'Peter', 'Nia', 'Marcus', 'Isobel', 'Ruth', 'Tom', 'Helen', 'Callum', 'Fionnuala']
const LAST = ['Penrose', 'Llŷr-Hughes', 'Price', 'Haddon', 'Lacey', 'Garrod', 'Mold', "O'Connor", 'Whitcombe', 'Calder', 'Yeo']
const PLACES = ['Hollybush Farm', 'Lower Barn', 'Upper Court', 'Kiln Lane', 'Wigmore Moor', 'Court House', 'Brimfield Common']

const person = (n: number): Person => ({
  name: `${FIRST[n % FIRST.length]} ${LAST[(n * 7) % LAST.length]} ${String.fromCharCode(65 + (n % 26))}${n % 97}`,
  businessName: n % 9 === 0 ? `${PLACES[n % PLACES.length]} Livery` : null,
  phone: `07700 9${String(n % 100_000).padStart(5, '0')}`,
  postcode: `HR${(n % 9) + 1} ${n % 9}${'ABDEFGHJLN'[n % 10]}${'VWXYZ'[n % 5]}`,
  address: `${n % 211} ${PLACES[(n * 3) % PLACES.length]}, Kingsland`,
})
