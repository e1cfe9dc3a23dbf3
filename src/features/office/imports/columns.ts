import { clean, readCycleDays, readDay, readPence, UK_POSTCODE } from '#features/office/imports/values.ts'

/** The kinds of list a file can be. A diary is no table. */
export const TABLE_KINDS = ['horses', 'clients', 'yards'] as const
export type TableKind = (typeof TABLE_KINDS)[number]

type Group = 'Owner' | 'Horse' | 'Last visit' | 'Yard'
type FieldOf = { label: string; group: Group; kinds: readonly TableKind[]; many?: true; money?: true; header: RegExp }

const PEOPLE = ['horses', 'clients'] as const
const HORSES = ['horses'] as const
const PLACES = ['horses', 'yards'] as const

/**
 * The fields a column may become, with their usual headings: in lower case, figures and letters only. `many`: several columns may,
 * and are joined. The first that fits a heading is proposed, so specific fields come before general ones.
 */
const FIELDS = {
  yardPostcode: {
    label: 'Yard’s postcode',
    group: 'Yard',
    kinds: PLACES,
    header: /^(yard|stables?|livery|location|barn) (post ?code|pc)$/,
  },
  yardAddress: {
    label: 'Yard’s address',
    group: 'Yard',
    kinds: PLACES,
    many: true,
    header: /^(yard|stables?|livery|location|barn) (address|town|village)( \d)?$/,
  },
  gateCode: { label: 'Gate code', group: 'Yard', kinds: PLACES, header: /^(gate|door|entry|key) ?(code|safe)?$/ },
  what3words: { label: 'what3words', group: 'Yard', kinds: PLACES, header: /^(what ?3 ?words|w3w|what three words)$/ },
  position: {
    label: 'Map position',
    group: 'Yard',
    kinds: PLACES,
    many: true,
    header:
      /^(gps|position|coordinates|map( link)?|lat(itude)?|long?(itude)?|lng|lat(itude)? long?(itude)?|lat lng|(os )?grid ref(erence)?)$/,
  },
  accessNotes: { label: 'Access notes', group: 'Yard', kinds: PLACES, many: true, header: /access|directions|parking|how to find/ },
  vetPhone: { label: 'Vet’s phone', group: 'Horse', kinds: HORSES, header: /^vets? (phone|tel|telephone|mobile|number|no)/ },
  vetName: { label: 'Vet', group: 'Horse', kinds: HORSES, header: /^vets?( name| practice)?$|^veterinary/ },
  horse: {
    label: 'Horse’s name',
    group: 'Horse',
    kinds: HORSES,
    header: /^(horses?|pony|animal|equine|patient)( s)?( name)?$|^(name of horse|horsename|stable name|pet name)$/,
  },
  breed: { label: 'Breed', group: 'Horse', kinds: HORSES, header: /^(breed|horse breed|type of horse)$/ },
  color: { label: 'Colour', group: 'Horse', kinds: HORSES, header: /^(horse )?(colou?r|coat|coat colou?r)$/ },
  born: {
    label: 'Age or year of birth',
    group: 'Horse',
    kinds: HORSES,
    header: /^(age|horse age|dob|d o b|yob|born|foaled|date of birth|birth ?year|year of birth|birth ?date)( years)?$/,
  },
  markings: { label: 'Markings', group: 'Horse', kinds: HORSES, header: /^markings?$/ },
  temperament: { label: 'Temperament', group: 'Horse', kinds: HORSES, header: /^(temperament|character|behaviou?r|manners)$/ },
  flags: { label: 'Handling flags', group: 'Horse', kinds: HORSES, header: /flags?$|warnings?$|alerts?$|^handling|^caution|^hazards?$/ },
  microchip: { label: 'Microchip', group: 'Horse', kinds: HORSES, header: /chip/ },
  ueln: { label: 'UELN', group: 'Horse', kinds: HORSES, header: /ueln|^passport( (no|number|id))?$/ },
  nextDue: { label: 'Next due', group: 'Last visit', kinds: HORSES, header: /^(next|due)\b/ },
  cycle: {
    label: 'Cycle',
    group: 'Last visit',
    kinds: HORSES,
    header: /cycle|interval|frequency|^every$|^(weeks|wks)$|^(every )?(no|number) of weeks$|^(shoeing|trimming) (weeks|period)$/,
  },
  lastVisit: {
    label: 'Last visit',
    group: 'Last visit',
    kinds: HORSES,
    header: /^(last|previous|date)\b(?!.*name)|(shod|trimmed|seen|visit(ed)?) (on|date)$|^(shod|visit|appointment)( date)?$|^date$/,
  },
  price: { label: 'Price', group: 'Last visit', kinds: HORSES, money: true, header: /price|cost|charge|^fee|^amount|^rate$|^total$|^gbp$/ },
  work: {
    label: 'Work',
    group: 'Last visit',
    kinds: HORSES,
    header: /^(work|service|job|treatment|shoeing|type|shoes)\b(?!.*(phone|tel|mobile|title|number|mail|address))/,
  },
  firstName: { label: 'First name', group: 'Owner', kinds: PEOPLE, header: /^((owner|client|customer) )?(first|given|fore) ?names?$/ },
  lastName: { label: 'Last name', group: 'Owner', kinds: PEOPLE, header: /^((owner|client|customer) )?(last|family|sur) ?names?$/ },
  email: { label: 'E-mail', group: 'Owner', kinds: PEOPLE, many: true, header: /e ?mail(?!.*(label|type|display))/ },
  phone: {
    label: 'Phone',
    group: 'Owner',
    kinds: PEOPLE,
    many: true,
    header: /(phone|mobile|tel|telephone|cell|contact (no|number)|landline)(?!.*(label|type|fax))\b/,
  },
  postcode: { label: 'Postcode', group: 'Owner', kinds: PEOPLE, header: /post ?code|postal code|^zip/ },
  address: {
    label: 'Address',
    group: 'Owner',
    kinds: PEOPLE,
    many: true,
    header:
      /address(?!.*(label|country))|street|^(town|city|county|village|region|state)$|(home|business|other) (city|state)|\d (city|region)$/,
  },
  businessName: {
    label: 'Business',
    group: 'Owner',
    kinds: PEOPLE,
    header: /^(company|business|business name|trading (as|name)|organi[sz]ation( \d)?( name)?)$/,
  },
  tags: { label: 'Tags', group: 'Owner', kinds: PEOPLE, many: true, header: /^(tags?|labels?|categor(y|ies)|group( membership)?)$/ },
  yard: {
    label: 'Yard',
    group: 'Yard',
    kinds: PLACES,
    header: /^(yard|livery|stables?|barn|premises|place|location|site)( yard)?( name)?$|^(where kept|kept at|stabled at|stands at)$/,
  },
  name: {
    label: 'Name',
    group: 'Owner',
    kinds: PEOPLE,
    header: /^(owners?|clients?|customers?|keeper|contact|full|display)( s)?( full)?( name)?$|^(owned by|name|file as)$/,
  },
  horseNotes: {
    label: 'Notes on the horse',
    group: 'Horse',
    kinds: HORSES,
    many: true,
    header: /^(notes?|comments?|remarks?|sex|gender|height|insur|foot|feet|hoof|issues|history)/,
  },
  notes: { label: 'Notes', group: 'Owner', kinds: PEOPLE, many: true, header: /notes?$|comments?$|remarks?$/ },
} as const satisfies Record<string, FieldOf>

export type Field = keyof typeof FIELDS
/** What each column becomes, in the order of the columns; null: left out. */
export type Mapping = (Field | null)[]

export const fieldOf = (field: Field): FieldOf => FIELDS[field]
export const FIELD_NAMES = Object.keys(FIELDS) as [Field, ...Field[]]

/** Fields a column may become in a file of this kind; prices only for a member who sees money. */
export const fieldsFor = (kind: TableKind, seesMoney: boolean): Field[] =>
  FIELD_NAMES.filter((name) => fieldOf(name).kinds.includes(kind) && (seesMoney || !fieldOf(name).money))

/** The label of a field in a file of this kind: the name of a yard is a name, and an owner's postcode isn't the yard's. */
export function labelOf(field: Field, kind: TableKind): string {
  if (kind === 'horses' && field === 'name') return 'Owner’s name'
  if (kind === 'horses' && fieldOf(field).group === 'Owner' && field !== 'firstName' && field !== 'lastName')
    return `Owner’s ${fieldOf(field).label.replace(/^[A-Z](?=[a-z-])/, (letter) => letter.toLowerCase())}`
  if (kind === 'yards' && field === 'yard') return 'Yard’s name'
  return fieldOf(field).label
}

const plainHeader = (header: string) =>
  header
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The kind of list, judged by the headings and the cells of its columns. */
export function guessKind(columns: readonly Column[]): TableKind {
  const proposed = new Set(columns.map((column) => headed(column, 'horses', new Set())))
  if (proposed.has('horse') || proposed.has('breed') || (proposed.has('lastVisit') && proposed.has('cycle'))) return 'horses'
  if (['name', 'firstName', 'lastName', 'phone', 'email'].some((field) => proposed.has(field as Field))) return 'clients'
  return proposed.has('yard') || proposed.has('gateCode') || proposed.has('what3words') ? 'yards' : 'clients'
}

/** A column of the file: its heading ('' without one) and some of its cells. */
export type Column = { header: string; cells: readonly string[] }

/** The likely field of each column: by its heading, else by its cells. Empty columns are left out. */
export function guessMapping(columns: readonly Column[], kind: TableKind): Mapping {
  const taken = new Set<Field>()
  const take = (field: Field | null) => {
    if (field !== null) taken.add(field)
    return field
  }
  const isEmpty = columns.map(({ cells }) => cells.every((cell) => clean(cell) === ''))
  const byHeader = columns.map((column, at) => (isEmpty[at] ? null : take(headed(column, kind, taken))))
  const guessed = columns.map(
    (column, at) => byHeader[at] ?? (isEmpty[at] || column.header !== '' ? null : take(likely(column, kind, taken))),
  )
  return oneAddress(resolved(guessed, columns, kind), columns)
}

function headed({ header }: Column, kind: TableKind, taken: ReadonlySet<Field>): Field | null {
  const plain = plainHeader(header)
  if (plain === '') return null
  const fits = (field: Field) =>
    fieldOf(field).kinds.includes(kind) && (fieldOf(field).many || !taken.has(field)) && fieldOf(field).header.test(plain)
  const found = FIELD_NAMES.find(fits)
  if (found || kind !== 'yards') return found ?? null
  const alias = YARD_ALIASES[FIELD_NAMES.find((field) => fieldOf(field).header.test(plain)) ?? 'tags']
  return alias && (fieldOf(alias).many || !taken.has(alias)) ? alias : null
}

/** In a list of yards a name is a yard's, and so is a postcode. */
const YARD_ALIASES: Partial<Record<Field, Field>> = {
  name: 'yard',
  businessName: 'yard',
  address: 'yardAddress',
  postcode: 'yardPostcode',
  notes: 'accessNotes',
  horseNotes: 'accessNotes',
}

/** Without a heading the cells decide: most of them look like one kind of value, or text fills a missing name column. */
function likely({ cells }: Column, kind: TableKind, taken: ReadonlySet<Field>): Field | null {
  const filled = cells.map(clean).filter((cell) => cell !== '')
  const mostly = (test: (cell: string) => boolean) => filled.filter(test).length > filled.length * 0.6
  const found = LOOKS.find(
    ([field, test]) => fieldOf(field).kinds.includes(kind) && (fieldOf(field).many || !taken.has(field)) && mostly(test),
  )
  if (found) return found[0]
  const names: Field[] = kind === 'horses' ? ['horse', 'name', 'yard'] : kind === 'yards' ? ['yard'] : ['name']
  return mostly((cell) => /\p{L}{2}/u.test(cell)) ? (names.find((field) => !taken.has(field)) ?? null) : null
}

const LOOKS: [Field, (cell: string) => boolean][] = [
  ['email', (cell) => /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(cell)],
  ['phone', (cell) => /^\+?[\d\s()/-]{9,}$/.test(cell) && !/^\d{15}$/.test(cell) && readDay(cell) === null],
  ['microchip', (cell) => /^\d{15}$/.test(cell)],
  ['postcode', (cell) => UK_POSTCODE.test(cell) && cell.length < 10],
  ['yardPostcode', (cell) => UK_POSTCODE.test(cell) && cell.length < 10],
  ['lastVisit', (cell) => readDay(cell) !== null],
  ['price', (cell) => /£|\.\d\d$/.test(cell) && readPence(cell) !== null],
  ['cycle', (cell) => /w|d/i.test(cell) && readCycleDays(cell) !== null],
]

/** Adjusts headings whose meaning depends on the other columns. */
function resolved(mapping: Mapping, columns: readonly Column[], kind: TableKind): Mapping {
  if (kind !== 'horses')
    return kind === 'yards' ? mapping : mapping.map((field, at) => (field === 'name' && isHalfName(mapping, columns, at) ? null : field))
  // "Name" next to an owner's column is the horse's.
  const nameAt = columns.findIndex(({ header }) => plainHeader(header) === 'name')
  const ownerAt = columns.findIndex(({ header }, at) => at !== nameAt && fieldOf('name').header.test(plainHeader(header)))
  let fields = mapping
  if (!mapping.includes('horse') && nameAt !== -1 && ownerAt !== -1) {
    fields = fields.map((field, at) => (at === nameAt ? 'horse' : at === ownerAt ? 'name' : field))
  }
  // A postcode after the yard is the yard's, unless the owner's address is in the file as well.
  const postcodeAt = fields.indexOf('postcode')
  const isYards =
    !fields.includes('yardPostcode') && !fields.includes('address') && fields.includes('yard') && fields.indexOf('yard') < postcodeAt
  return isYards ? fields.with(postcodeAt, 'yardPostcode') : fields
}

/** "File as" and "Display name" repeat the first and last name. */
const isHalfName = (mapping: Mapping, columns: readonly Column[], at: number) =>
  mapping.includes('firstName') && mapping.includes('lastName') && plainHeader(columns[at]?.header ?? '') !== 'name'

/** Address books have a home, a business and other addresses side by side; the fullest is used, not all of them joined. */
function oneAddress(mapping: Mapping, columns: readonly Column[]): Mapping {
  const groupAt = (at: number) => /^(home|business|work|other|address \d)\b/.exec(plainHeader(columns[at]?.header ?? ''))?.[1]
  const parts = mapping.flatMap((field, at) => (field === 'address' && groupAt(at) ? [{ at, group: groupAt(at) }] : []))
  const isFormatted = (at: number) => / formatted$/.test(plainHeader(columns[at]?.header ?? ''))
  const filled = (group: string | undefined) =>
    parts
      .filter((part) => part.group === group)
      .reduce((sum, { at }) => sum + (columns[at]?.cells.filter((cell) => clean(cell) !== '').length ?? 0), 0)
  const best = [...new Set(parts.map((part) => part.group))].sort((a, b) => filled(b) - filled(a))[0]
  const hasParts = parts.some(({ at, group }) => group === best && !isFormatted(at))
  const postcodeAt = columns.findIndex(
    ({ header, cells }, at) =>
      groupAt(at) === best && fieldOf('postcode').header.test(plainHeader(header).replace(/^\S+( \d)? /, '')) && cells.some(clean),
  )
  return mapping.map((field, at) => {
    if (best && postcodeAt !== -1 && field !== 'address') return at === postcodeAt ? 'postcode' : field === 'postcode' ? null : field
    if (field !== 'address') return field
    const group = groupAt(at)
    return (group && group !== best) || (hasParts && isFormatted(at)) ? null : field
  })
}
