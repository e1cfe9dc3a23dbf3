const UNITS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const WHOLE = `(?:\\d{1,2}|${UNITS.join('|')})`
const PARTS: readonly (readonly [string, string])[] = [
  ['three[- ]quarters?|3\\/4|¾|\\.75', '¾'],
  ['(?:an? |one )?quarter|1\\/4|¼|\\.25', '¼'],
  ['(?:an? |one )?half|1\\/2|½|\\.50?', '½'],
  ['three[- ]eighths?|3\\/8|⅜', '⅜'],
  ['five[- ]eighths?|5\\/8|⅝', '⅝'],
  ['seven[- ]eighths?|7\\/8|⅞', '⅞'],
  ['(?:an? |one )?eighth|1\\/8|⅛', '⅛'],
]
const PART = PARTS.map(([said]) => said).join('|')
// What is counted so is time, money or a measure, and no shoe.
const NOT_A_SIZE =
  "(?!\\s*(?:weeks?|months?|days?|hours?|minutes?|years?|stone|hands|hh|pounds?|quid|degrees?|mm|mil|millimetres?|miles?|o'clock|past|nails?)\\b)"

/** A size in inches is spoken with its fraction; a maker's number is called a size. */
// linear: sentences have single blanks, and nothing else in it repeats
const SIZES = new RegExp(
  `\\bsize (?<noughts>0{1,3}|(?:double|triple) (?:zero|nought|o|0))\\b|(?:\\b(?<called>size) )?\\b(?<whole>${WHOLE})(?:(?:\\s*(?:and|&|-)\\s*|\\s*)(?<part>${PART}))?(?![\\d.])${NOT_A_SIZE}`,
  'gi',
)

export type SpokenSize = { size: string; at: number; from: string }

/** The shoe sizes spoken in a sentence, in order: `5¼` of "five and a quarter", "5 1/4" or "5.25", `2` of "size two", `00` of "double nought". */
export function sizesIn(sentence: string): SpokenSize[] {
  return [...sentence.matchAll(SIZES)].flatMap((match) => {
    const { noughts, called, whole = '', part } = match.groups ?? {}
    if (!noughts && !called && !part) return []
    const size = noughts ? noughtsOf(noughts) : `${numberOf(whole)}${part ? fractionOf(part) : ''}`
    return [{ size, at: match.index, from: match[0].trim() }]
  })
}

const numberOf = (word: string): string => (/^\d/.test(word) ? word : String(UNITS.indexOf(word.toLowerCase()) + 1))
// linear: nothing in a part repeats
const fractionOf = (part: string): string => PARTS.find(([said]) => new RegExp(`^(?:${said})$`, 'i').test(part))?.[1] ?? ''
const noughtsOf = (said: string): string => (said.startsWith('0') ? said : /^t/i.test(said) ? '000' : '00')
