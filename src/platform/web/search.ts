/** What a list can be searched by: names, a phone, a postcode; a hit in the first counts double. Keep the function the same one between calls. */
export type Fields<T> = (row: T) => readonly (string | null | undefined)[]

/** `words` are indices into the vocabulary, those of the first field before the others; `leading` is the number of those. */
type Indexed<T> = { row: T; words: Uint32Array; leading: number; digits: string; joined: string }
export type Hit<T> = { row: T; score: number }

/** Per list of fields, the searchable words of each row. */
const indexes = new WeakMap<object, WeakMap<object, Indexed<never>>>()

// Thousands of records share a few thousand words, so a question is held against each word once and not against each record's.
const vocabulary: string[] = []
const numbers = new Map<string, number>()

const EXACT = 10
const PREFIX = 8
const WITHIN = 4
const ALMOST = 3
const SHORTEST_FORGIVEN = 4

/**
 * A tolerant search over rows in memory: every word of the query must match a whole word, its start, its inside, or one slip away; accents,
 * apostrophes, doubled letters and case don't count, a phone is found by its digits and a postcode with or without its space. Best first,
 * equals in their original order. An empty query finds everything. Make it once per list; rows that were in the list before are not read
 * again.
 */
export function makeSearch<T extends object>(rows: readonly T[], fields: Fields<T>): (question: string) => T[] {
  const find = makeRanking(rows, fields)
  return (question) => (isEmpty(question) ? [...rows] : find(question).map((hit) => hit.row))
}

/** The same with how well each row matches, so that the finds of several lists can be merged. An empty query finds nothing. */
export function makeRanking<T extends object>(rows: readonly T[], fields: Fields<T>): (question: string) => Hit<T>[] {
  const known = (indexes.get(fields) ?? new WeakMap()) as WeakMap<object, Indexed<T>>
  indexes.set(fields, known as WeakMap<object, Indexed<never>>)
  const index = rows.map((row) => {
    const entry = known.get(row) ?? indexed(row, fields(row))
    known.set(row, entry)
    return entry
  })
  return (question) => {
    const term = wordsOf(question)
    if (!term.length) return []
    const scores = term.map(scoresOf)
    const digits = digitsOf(question)
    const joined = term.join('')
    // There are few scores and many finds, so they are put on one pile a score instead of being sorted.
    const piles: Hit<T>[][] = []
    for (const entry of index) {
      const score = scoreOf(entry, scores, digits, joined)
      if (score === 0) continue
      const pile = piles[score]
      if (pile) pile.push({ row: entry.row, score })
      else piles[score] = [{ row: entry.row, score }]
    }
    return piles.reverse().flatMap((pile) => pile ?? [])
  }
}

const isEmpty = (question: string) => wordsOf(question).length === 0

function indexed<T>(row: T, texts: readonly (string | null | undefined)[]): Indexed<T> {
  const words: number[] = []
  const entry = { row, leading: 0, digits: '', joined: '' }
  for (const [place, text] of texts.entries()) {
    if (!text) continue
    for (const word of wordsOf(text)) {
      words.push(numberOf(word))
      entry.joined += word
    }
    entry.joined += ' '
    if (place === 0) entry.leading = words.length
    if (SIX_DIGITS.test(text)) entry.digits += `${digitsOf(text)} `
  }
  return { ...entry, words: Uint32Array.from(words) }
}

function numberOf(word: string): number {
  const known = numbers.get(word)
  if (known !== undefined) return known
  numbers.set(word, vocabulary.length)
  return vocabulary.push(word) - 1
}

/** Shorter figures are house numbers and years. */
const SIX_DIGITS = /(?:\d\D*){6}/

/** How well each word of the vocabulary matches the query. */
function scoresOf(term: string): Uint8Array {
  const scores = new Uint8Array(vocabulary.length)
  for (let at = 0; at < scores.length; at += 1) scores[at] = matchOf(vocabulary[at] ?? '', term)
  return scores
}

function scoreOf<T>(entry: Indexed<T>, scores: readonly Uint8Array[], digits: string, joined: string): number {
  if (digits.length >= 4 && entry.digits.includes(digits)) return EXACT * 2
  let total = 0
  for (const each of scores) {
    const best = bestOf(entry, each)
    // Words run together, or a postcode typed without its space: the whole question against the whole field.
    if (!best) return joined.length > 2 && entry.joined.includes(joined) ? WITHIN : 0
    total += best
  }
  return total
}

/** A hit in the first field counts double. */
function bestOf<T>({ words, leading }: Indexed<T>, scores: Uint8Array): number {
  let best = 0
  for (let at = 0; at < words.length; at += 1) {
    const score = (scores[words[at] ?? 0] ?? 0) * (at < leading ? 2 : 1)
    if (score > best) best = score
  }
  return best
}

function matchOf(word: string, term: string): number {
  if (word === term) return EXACT
  if (word.startsWith(term)) return PREFIX
  if (term.length > 2 && word.includes(term)) return WITHIN
  if (term.length < SHORTEST_FORGIVEN) return 0
  return beginsOneSlipAway(word, term) ? ALMOST : 0
}

/** Whether a word begins with the query word but for one slip: a letter more, less or other, or two neighbours swapped. */
function beginsOneSlipAway(word: string, term: string): boolean {
  let at = 0
  while (at < term.length && word[at] === term[at]) at += 1
  const after = term.slice(at + 1)
  if (word.startsWith(after, at + 1) || word.startsWith(after, at) || word.startsWith(term.slice(at), at + 1)) return true
  return word[at] === term[at + 1] && word[at + 1] === term[at] && word.startsWith(term.slice(at + 2), at + 2)
}

/** Plain lower-case words, doubled letters once: `Siân O'Connor-Hughes` -> sian, oconor, hughes. */
const wordsOf = (text: string): string[] => (PLAIN.test(text) ? plainWords(text) : accentedWords(text))

const PLAIN = /^[\x20-\x7e]*$/
/** Most words come again and again, and most need nothing done: a tenth of the time of the thorough way. */
function plainWords(text: string): string[] {
  const words = (text.toLowerCase().match(/[a-z0-9'`]+/g) ?? []) as string[]
  for (const [at, word] of words.entries()) if (UNEVEN.test(word)) words[at] = word.replace(/['`]/g, '').replace(/([a-z])\1+/g, '$1')
  return words.includes('') ? words.filter(Boolean) : words
}
const UNEVEN = /([a-z])\1|['`]/

const accentedWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’‘`´]/g, '')
    .toLowerCase()
    .replace(/(\p{L})\1+/gu, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The part of a phone number that distinguishes it: without spaces, and without the 0 or +44 it may begin with. */
const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^(?:00)?44|^0/, '')
