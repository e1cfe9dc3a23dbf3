import {
  ADVICE,
  FEET_WORDS,
  FINDING_WORDS,
  type FootName,
  PAD_WORDS,
  SERVICE_WORDS,
  SHOE_WORDS,
} from '#features/evidence/voice/farriery-words.ts'
import { sizesIn } from '#features/evidence/voice/shoe-sizes.ts'
import { capital } from '#lib/capital.ts'
import { trimmed, trimmedEnd } from '#lib/trim.ts'

/** A suggestion for the work record from a transcript, with the words it rests on. It is applied only if the farrier accepts it. */
export type Suggestion = {
  field: 'serviceType' | 'finding' | 'size' | 'shoe' | 'pad' | 'recommendation'
  /** Of the foot it is about; absent when none was named. */
  foot?: FootName
  /** As the work record has it: `Front refit`, `Thrush`, `5¼`; of a recommendation the sentence. */
  value: string
  from: string
  /** The sentence it was spoken in, without its hesitations. */
  said: string
}

/** The suggestions from several notes of one visit, the first recorded first: as from one note, except that each note begins with no foot named. */
export const suggestionsOf = (transcripts: readonly string[]): Suggestion[] => deduplicated(transcripts.flatMap(heardIn))

/**
 * The suggestions from a farrier's note, in spoken order. Only words of the trade decide. A finding that is denied, feared, of another time
 * or only planned is left out. Of a foot's size, shoe or pad the last one spoken counts.
 */
export const suggestionsIn = (transcript: string): Suggestion[] => suggestionsOf([transcript])

/** A suggestion before its sentence is put to it. */
type Meant = Omit<Suggestion, 'said'>

function heardIn(transcript: string): Suggestion[] {
  const found: Suggestion[] = []
  let feet: readonly FootName[] = []
  for (const sentence of sentencesOf(transcript)) {
    const heard = read(sentence, feet, found)
    found.push(...heard.suggestions.map((one) => ({ ...one, said: sentence })))
    // What comes next may still be about the same foot, as long as something of a foot does.
    feet = heard.feet.length > 0 ? heard.feet : heard.suggestions.some(({ foot }) => foot) ? feet : []
  }
  return found
}

/** A statement about several feet is one group, to be used or left as a whole. */
export const groupsOf = (suggestions: readonly Suggestion[]): Suggestion[][] => [
  ...Map.groupBy(suggestions, ({ field, value, said }) => `${field}|${value}|${said}`).values(),
]

/** Around the words it rests on, about so many letters of the sentence. */
const MOST_QUOTED = 70

/** `near fore has a bit of thrush`: enough of the spoken words to recognise them, in whole words. */
export function quoteOf({ said, from }: Pick<Suggestion, 'said' | 'from'>): string {
  if (said.length <= MOST_QUOTED) return said
  const at = Math.max(0, said.indexOf(from))
  const start = Math.max(0, Math.min(at - Math.ceil((MOST_QUOTED - from.length) / 2), said.length - MOST_QUOTED))
  const end = Math.max(at + from.length, start + MOST_QUOTED)
  const head = start > 0 ? `… ${said.slice(Math.min(at, said.indexOf(' ', start) + 1), at)}` : said.slice(0, at)
  const tail = said.slice(at)
  if (end >= said.length) return head + tail
  return `${head}${tail.slice(0, Math.max(from.length, said.lastIndexOf(' ', end) - at))} …`
}

const HESITATION = /\b(?:u+m+|u+h+|e+r+m*|a+h+|hmm+|you know|sort of|kind of|like i say)\b,? */gi

/** A machine may miss full stops; advice starts a new sentence. */
const ADVISING = /\s(?=(?:(?:and|so|but) )?i(?:'d| would|'ve)? (?:recommend|advis|suggest))/gi

const sentencesOf = (transcript: string): string[] =>
  transcript
    .replaceAll('’', "'")
    .replace(HESITATION, '')
    .replace(ADVISING, '. ')
    .split(/[;\n]|[.!?](?=\s|$)/)
    .map((sentence) => trimmedEnd(trimmed(sentence.replace(/\s+/g, ' '), /[\s,]/), /[\s,.!?]/))
    .filter(Boolean)

type SpokenWords = { at: number; end: number; feet: readonly FootName[]; text: string }
type Heard = { suggestions: Meant[]; feet: readonly FootName[] }

function read(sentence: string, before: readonly FootName[], earlier: readonly Meant[]): Heard {
  const feet = feetIn(sentence)
  const about = (at: number, end: number) => feetOf(sentence, feet, { at, end }, before)
  const onFeet = (field: Suggestion['field'], value: string, said: { at: number; from: string }): Meant[] => {
    const whose = about(said.at, said.at + said.from.length)
    return (whose.length ? whose : [undefined]).map((foot) => ({ field, ...(foot && { foot }), value, from: said.from }))
  }
  const isAdvice = ADVICE.test(sentence) && !/\bno need\b|(?:n't|\bnot) need\b/i.test(sentence)
  const ofFeet = [
    ...wordsIn(sentence, FINDING_WORDS).map((said) => ({ ...said, field: 'finding' as const })),
    ...wordsIn(sentence, SHOE_WORDS).map((said) => ({ ...said, field: 'shoe' as const })),
    ...wordsIn(sentence, PAD_WORDS).map((said) => ({ ...said, field: 'pad' as const })),
    ...sizesIn(sentence).map(({ size, ...said }) => ({ ...said, value: size, field: 'size' as const })),
  ].filter((said) => isSo(sentence, said, feet) && !(isOfShoe(said.field) && (isAdvice || isOld(sentence, said.at))))
  const suggestions = ofFeet.toSorted((a, b) => a.at - b.at).flatMap((said) => onFeet(said.field, said.value, said))
  const last = feet.at(-1)?.feet ?? []
  if (isAdvice) return { suggestions: [...suggestions, { field: 'recommendation', value: adviceOf(sentence), from: sentence }], feet: last }
  const same = sameAgain(sentence, feet, [...earlier, ...suggestions])
  return { suggestions: [...servicesIn(sentence), ...suggestions, ...same], feet: last }
}

/** Where feet are named, in order; what was read as one is not read again as another. */
function feetIn(sentence: string): SpokenWords[] {
  let rest = sentence
  const said: SpokenWords[] = []
  for (const [pattern, feet] of FEET_WORDS) {
    for (const { index, 0: text } of rest.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))) {
      said.push({ at: index, end: index + text.length, feet, text })
      rest = rest.slice(0, index) + ' '.repeat(text.length) + rest.slice(index + text.length)
    }
  }
  return joined(
    sentence,
    said.toSorted((a, b) => a.at - b.at),
  )
}

/** "near fore and off hind" names two at once. */
function joined(sentence: string, said: readonly SpokenWords[]): SpokenWords[] {
  const all: SpokenWords[] = []
  for (const next of said) {
    const last = all.at(-1)
    if (!last || !/^\s*(?:,|and|&|, and)\s*(?:the )?$/i.test(sentence.slice(last.end, next.at))) all.push(next)
    else all[all.length - 1] = { ...last, end: next.end, feet: [...last.feet, ...next.feet] }
  }
  return all
}

type Place = { at: number; end: number }

/** "thrush in the off hind" is of what follows; else of the foot named last, in this sentence or the one before. */
function feetOf(sentence: string, feet: readonly SpokenWords[], { at, end }: Place, before: readonly FootName[]): readonly FootName[] {
  const inIt = feet.find((foot) => foot.at >= at && foot.end <= end)
  const next = feet.find((foot) => foot.at >= end)
  const last = feet.findLast((foot) => foot.end <= at)
  const isBehind = last && /^[\s,:]*(?:(?:is|has|got|with|an?)\s+)*$/i.test(sentence.slice(last.end, at))
  // "New hinds, size two all round": the wider of the two is meant.
  const isNear = isBehind && (next?.feet.length ?? 0) <= last.feet.length
  const isOfNext = next && (isNear ? BOUND : LEADING).test(sentence.slice(end, next.at))
  const named = inIt ?? (isOfNext ? next : last)
  if (named) return named.feet
  const isBeside = next && (before.length === 0 || !sentence.slice(end, next.at).includes(','))
  return isBeside ? next.feet : before
}

const BOUND = /^[^,]{0,30}\b(?:in|on|of|to|for)(?: (?:the|both|his|her|that))*\s*$/i
const LEADING = new RegExp(`${BOUND.source}|^\\s*$`, 'i')

function wordsIn(sentence: string, words: readonly (readonly [RegExp, string])[]) {
  let rest = sentence
  return words.flatMap(([pattern, value]) =>
    [...rest.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))].map(({ index, 0: from }) => {
      rest = rest.slice(0, index) + ' '.repeat(from.length) + rest.slice(index + from.length)
      return { at: index, from, value }
    }),
  )
}

const DENIED = /\b(?:no|not|n't|never|without|free of|clear of|nor|none|neither)\b|n't\b/i
const FEARED =
  /\b(?:watch(?:ing)?(?: out)? for|look(?:ing)?(?: out)? for|check(?:ed|ing)? for|in case of|risk of|prevent|avoid|worried about)\b/i
const ELSEWHEN = /\b(?:last time|last visit|previously|used to)\b/i
const WAS = /\b(?:was|were|from|instead of)(?: an?| size| on)*\s*$/i
const CLAUSES = /\b(?:but|though|however|except|apart from|then)\b|,(?! [^,]{0,40}\b(?:or|nor)\b)|\band\b(?! no\b)/i
const OVER = /^\s*(?:(?:has|have|is|are|was|all|'s|looks|nearly|now)\s+)*(?:gone|cleared|healed|grown out|grown down)\b/i

/** Whether the statement is true, here and now. A denial applies to the list it begins: "no thrush, cracks or flare". */
function isSo(sentence: string, { at, from }: { at: number; from: string }, feet: readonly SpokenWords[]): boolean {
  const lead = sentence.slice(0, at)
  const before = lead.split(CLAUSES).at(-1) ?? ''
  const after = sentence.slice(at + from.length).split(CLAUSES)[0] ?? ''
  const isDenied = isListed(sentence, at) || DENIED.test(before)
  const isElsewhen = ELSEWHEN.test(before) || ELSEWHEN.test(after)
  return !isDenied && !isElsewhen && !FEARED.test(before) && !OVER.test(without(after, feet))
}

/** The previous shoe does not show the current one. */
const isOld = (sentence: string, at: number): boolean => WAS.test(sentence.slice(0, at))

const without = (text: string, feet: readonly SpokenWords[]): string => feet.reduce((rest, foot) => rest.replace(foot.text, ''), text)

/** Whether it is in a list that ends in "or" and begins with a denial, with only commas between. */
function isListed(sentence: string, at: number): boolean {
  const start = sentence.slice(0, at).search(DENIED)
  if (start < 0) return false
  const between = sentence.slice(start, at)
  const after = sentence.slice(at)
  return !/\b(?:but|and|though|has|have|got|is|are)\b/i.test(between) && (/\bor\b/i.test(between) || /^[^.]{0,40}\bor\b/i.test(after))
}

const ONE_OF_A_FOOT = ['size', 'shoe', 'pad'] as const
const isOfShoe = (field: Suggestion['field']) => (ONE_OF_A_FOOT as readonly string[]).includes(field)

/** "off fore the same": what the foot before has on. */
function sameAgain(sentence: string, feet: readonly SpokenWords[], earlier: readonly Meant[]): Meant[] {
  const same = /\b(?:the )?same(?: again| size| there)?\b(?! as last)/i.exec(sentence)
  const named = same && (feet.findLast((foot) => foot.end <= same.index) ?? feet.find((foot) => foot.at > same.index))
  const model = earlier.findLast(({ foot, field }) => foot && isOfShoe(field))?.foot
  if (!same || !named || !model || named.feet.includes(model)) return []
  const worn = earlier.filter(({ foot, field }) => foot === model && isOfShoe(field))
  const from = sentence.slice(Math.min(named.at, same.index), Math.max(named.end, same.index + same[0].length))
  return named.feet.flatMap((foot) => worn.map(({ field, value }) => ({ field, foot, value, from })))
}

function servicesIn(sentence: string): Meant[] {
  return wordsIn(sentence, SERVICE_WORDS)
    .filter((said) => isSo(sentence, said, []) && !/\b(?:'ll|will|going to|gonna|want|wants|needs?)\b/i.test(sentence.slice(0, said.at)))
    .map(({ value, from }) => ({ field: 'serviceType', value, from }))
}

/** From where the advice begins, without what leads up to it. */
function adviceOf(sentence: string): string {
  const told = /\b(?:recommend(?:ed)?|advised?|suggest(?:ed)?)(?: (?:that|to))? (.+)$/i.exec(sentence)?.[1]
  const bare = (told ?? sentence).replace(/^(?:(?:so|and|but|well|okay|ok|right|also|then|i think|i'd say)\b,? *)+/i, '')
  return capital(bare)
}

/** Each suggestion once; per foot one size, shoe and pad; of the work the most specific. */
function deduplicated(found: readonly Suggestion[]): Suggestion[] {
  const works = workOf(found.flatMap((one) => (one.field === 'serviceType' ? [one] : [])))
  const rest = found.filter(({ field }) => field !== 'serviceType')
  const kept = rest.filter((one, at) => {
    const isSame = (other: Suggestion) =>
      other.field === one.field && other.foot === one.foot && (isOfShoe(one.field) || other.value === one.value)
    return isOfShoe(one.field) ? !rest.slice(at + 1).some(isSame) : rest.findIndex(isSame) === at
  })
  return [...works, ...kept]
}

/** A pair shod in front and one behind are a full set, and feet that are shod are trimmed as well. */
function workOf(said: readonly Suggestion[]): Suggestion[] {
  const of = (value: string) => said.find((one) => one.value === value)
  for (const [front, hind, both] of [
    ['Front shoes new', 'Hind shoes new', 'Full set new'],
    ['Front refit', 'Hind refit', 'Full set refit'],
  ] as const) {
    const [first, second] = [of(front), of(hind)]
    if (!first || !second) continue
    const words = first.said === second.said ? first.said : `${first.said}. ${second.said}`
    return [{ field: 'serviceType', value: both, from: `${first.from}, ${second.from}`, said: words }]
  }
  const each = said.filter((one, at) => said.findIndex(({ value }) => value === one.value) === at)
  return each.length > 1 ? each.filter(({ value }) => value !== 'Trim') : each
}
