/** What words for a public picture must not give away, as far as we know it. */
export type Private = {
  /** The owner's name, and their business. */
  owner: readonly (string | null | undefined)[]
  /** The name and address of the yard, and the owner's address. */
  places: readonly (string | null | undefined)[]
}

/** What in these words gives the owner away, a sentence each: their name, the yard or town, a date. The farrier decides; nothing is taken out. */
export function givenAway(words: string, { owner, places }: Private): string[] {
  const written = new Set(partsOf(words))
  const found = (names: readonly (string | null | undefined)[]) =>
    [...new Set(names.flatMap((name) => partsOf(name ?? '')))].filter((part) => written.has(part) && isTelling(part))
  const said: [what: string, parts: string[]][] = [
    ['the owner’s name', found(owner)],
    ['where the horse is kept or the owner lives', found(places)],
    ['a date', words.match(DATES) ?? []],
  ]
  return said.flatMap(([what, parts]) => (parts.length > 0 ? [`It may give away ${what}: ${parts.join(', ')}.`] : []))
}

const partsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/['’]s\b/g, '')
    .match(/[\p{L}\d’'-]+/gu) ?? []

/** Words that are in every address or name say nothing of one. */
const isTelling = (part: string): boolean => part.length > 2 && !COMMON.has(part) && !/^\d+$/.test(part)

const COMMON: ReadonlySet<string> = new Set([
  ...[
    'the',
    'and',
    'mrs',
    'miss',
    'lane',
    'road',
    'street',
    'house',
    'farm',
    'yard',
    'yards',
    'stables',
    'stable',
    'livery',
    'equestrian',
    'centre',
  ],
  ...['field', 'fields', 'cottage', 'high', 'near', 'off', 'old', 'new', 'horse', 'horses', 'hill', 'green', 'end', 'way', 'close', 'ltd'],
])

const DATES =
  /\b\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?\b|\b\d{1,2}(?:st|nd|rd|th)?\s(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b|\b(?:19|20)\d{2}\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/giu
