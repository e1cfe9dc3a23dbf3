import { foldText } from '#ui/match-options.ts'

/** A row made ready to be searched. */
type Ready<T> = { row: T; words: readonly string[]; joined: string; digits: string }

/** Rows made ready once, so that each key pressed only compares. `textsOf` names what a row is found by. */
export const readyToSearch = <T>(rows: readonly T[], textsOf: (row: T) => readonly (string | null | undefined)[]): Ready<T>[] =>
  rows.map((row) => {
    const text = foldText(textsOf(row).filter(Boolean).join(' '))
    return { row, words: wordsIn(text), joined: text.replace(/[^\p{L}\p{N}]/gu, ''), digits: text.replace(/\D/g, '') }
  })

/**
 * Rows in which every word typed is found, those whose words begin with it first, else in their given order. Case, accents, apostrophes
 * and the spaces of postcodes and numbers don't matter; a slip of a letter is forgiven when nothing is spelt as typed. Nothing typed: all.
 */
export function search<T>(rows: readonly Ready<T>[], typed: string): T[] {
  const words = wordsIn(foldText(typed))
  if (words.length === 0) return rows.map(({ row }) => row)
  const exact = ranked(rows, words, placeOf)
  return exact.length > 0 ? exact : ranked(rows, words, (row, word) => (row.words.some((each) => isNearly(each, word)) ? 0 : -1))
}

const wordsIn = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

type PlaceOf = <T>(row: Ready<T>, word: string) => number

/** Each word's places added up; a word without one (-1) drops the row. */
function ranked<T>(rows: readonly Ready<T>[], words: readonly string[], place: PlaceOf): T[] {
  const found: { row: T; rank: number }[] = []
  for (const row of rows) {
    const places = words.map((word) => place(row, word))
    if (!places.includes(-1)) found.push({ row: row.row, rank: places.reduce((sum, each) => sum + each, 0) })
  }
  return found.sort((a, b) => a.rank - b.rank).map(({ row }) => row)
}

const placeOf: PlaceOf = (row, word) => {
  if (row.words.some((each) => each.startsWith(word))) return 0
  if (row.joined.includes(word)) return 1
  const number = nationalNumber(word)
  return number.length >= 3 && row.digits.includes(number) ? 1 : -1
}

/** The figures that are left whether a number was written +44, 0044 or 0. */
const nationalNumber = (word: string) => (/^\d+$/.test(word) ? word.replace(/^(00)?44|^0/, '') : '')

/** One slip in a word of four letters or more, two in one of eight, also while it is still being typed. */
function isNearly(word: string, typed: string): boolean {
  const slips = typed.length >= 8 ? 2 : typed.length >= 4 ? 1 : 0
  if (slips === 0 || word.length < typed.length - slips) return false
  return [word.length, typed.length - 1, typed.length, typed.length + 1].some(
    (length) => slipsBetween(typed, word.slice(0, length)) <= slips,
  )
}

/** Letters missed, added, changed, or two swapped (optimal string alignment distance). */
function slipsBetween(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(changed, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, swapped))
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
