/** What a list can be searched by: names, a phone, a postcode; a hit in the first counts double. Keep the function the same one between calls. */
export type Fields<T> = (row: T) => readonly (string | null | undefined)[]

type Indexed<T> = { row: T; words: readonly Word[]; digits: string; joined: string }
type Word = { text: string; weight: number }

/** Per list of fields, what each row was found to say. */
const indexes = new WeakMap<object, WeakMap<object, Indexed<never>>>()

const EXACT = 10
const PREFIX = 8
const WITHIN = 4
const ALMOST = 3
const SHORTEST_FORGIVEN = 4

/**
 * A forgiving search over rows in memory: every word asked for must be found as a whole word, its start, its inside, or one slip away; accents,
 * apostrophes, doubled letters and case don't count, a phone is found by its digits and a postcode with or without its space. Best first, equals as they came.
 * An empty question finds everything. Make it once per list; rows that were in the list before are not read again.
 */
export function makeSearch<T extends object>(rows: readonly T[], fields: Fields<T>): (question: string) => T[] {
  const known = (indexes.get(fields) ?? new WeakMap()) as WeakMap<object, Indexed<T>>
  indexes.set(fields, known as WeakMap<object, Indexed<never>>)
  const index = rows.map((row) => {
    const entry = known.get(row) ?? indexed(row, fields(row))
    known.set(row, entry)
    return entry
  })
  return (question) => {
    const asked = wordsOf(question)
    if (!asked.length) return [...rows]
    const digits = digitsOf(question)
    const joined = asked.join('')
    const found = index.map((entry) => ({ row: entry.row, score: scoreOf(entry, asked, digits, joined) })).filter((hit) => hit.score > 0)
    return found.sort((a, b) => b.score - a.score).map((hit) => hit.row)
  }
}

function indexed<T>(row: T, texts: readonly (string | null | undefined)[]): Indexed<T> {
  const given = texts.map((text) => text ?? '')
  const words = given.flatMap((text, place) => wordsOf(text).map((word) => ({ text: word, weight: place === 0 ? 2 : 1 })))
  return {
    row,
    words,
    digits: given
      .filter((text) => digitsOf(text).length > 5)
      .map(digitsOf)
      .join(' '),
    joined: given.map((text) => wordsOf(text).join('')).join(' '),
  }
}

function scoreOf<T>(entry: Indexed<T>, asked: readonly string[], digits: string, joined: string): number {
  if (digits.length >= 4 && entry.digits.includes(digits)) return EXACT * 2
  let total = 0
  for (const word of asked) {
    const best = bestOf(entry.words, word)
    // Words run together, or a postcode typed without its space: the whole question against the whole field.
    if (!best) return joined.length > 2 && entry.joined.includes(joined) ? WITHIN : 0
    total += best
  }
  return total
}

function bestOf(words: readonly Word[], asked: string): number {
  let best = 0
  for (const { text, weight } of words) {
    const score = matchOf(text, asked) * weight
    if (score > best) best = score
  }
  return best
}

function matchOf(word: string, asked: string): number {
  if (word === asked) return EXACT
  if (word.startsWith(asked)) return PREFIX
  if (asked.length > 2 && word.includes(asked)) return WITHIN
  if (asked.length < SHORTEST_FORGIVEN) return 0
  return beginsOneSlipAway(word, asked) ? ALMOST : 0
}

/** Whether a word begins with what was asked but for one slip: a letter more, less or other, or two neighbours swapped. */
function beginsOneSlipAway(word: string, asked: string): boolean {
  let at = 0
  while (at < asked.length && word[at] === asked[at]) at += 1
  const after = asked.slice(at + 1)
  if (word.startsWith(after, at + 1) || word.startsWith(after, at) || word.startsWith(asked.slice(at), at + 1)) return true
  return word[at] === asked[at + 1] && word[at + 1] === asked[at] && word.startsWith(asked.slice(at + 2), at + 2)
}

/** Plain lower-case words, doubled letters once: `Siân O'Connor-Hughes` -> sian, oconor, hughes. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’‘`´]/g, '')
    .toLowerCase()
    .replace(/(\p{L})\1+/gu, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The number a phone is told apart by: without spaces, and without the 0 or +44 it may begin with. */
const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^(?:00)?44|^0/, '')
