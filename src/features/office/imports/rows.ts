import { type Field, fieldOf, type Mapping, type TableKind } from '#features/office/imports/columns.ts'
import {
  clean,
  type DayOrder,
  dayOrderOf,
  hasMoreThanFlags,
  isMobile,
  isRuinedNumber,
  readBirthYear,
  readCycleDays,
  readDay,
  readFlags,
  readPence,
  readPhones,
  readPostcode,
} from '#features/office/imports/values.ts'
import { type Day, daysBetween } from '#lib/dates.ts'
import { what3wordsOf } from '#lib/position.ts'

/** The person in a row of a table, or on a card of an address book; null: no value. Nothing is compared with existing records. */
export type PersonPart = {
  name: string
  businessName: string | null
  email: string | null
  phone: string | null
  address: string | null
  postcode: string | null
  notes: string | null
  tags: string[]
}
export type YardPart = {
  name: string
  address: string | null
  postcode: string | null
  accessNotes: string | null
  gateCode: string | null
  what3words: string | null
  /** As written; only the server parses it. */
  position: string | null
}
export type HorsePart = {
  name: string
  breed: string | null
  color: string | null
  birthYear: number | null
  markings: string | null
  temperament: string | null
  specialNotes: string | null
  flags: string[]
  vetName: string | null
  vetPhone: string | null
  cycleDays: number | null
  microchip: string | null
  ueln: string | null
}

/** One row as records. `why`: a sentence why it is left out; null when it can be imported. */
export type RowRecord = {
  /** The row number as spreadsheets count, from 1. */
  row: number
  person: PersonPart | null
  yard: YardPart | null
  horse: HorsePart | null
  lastVisit: { workDate: Day; serviceType: string } | null
  pricePence: number | null
  warnings: string[]
  why: string | null
}

/** How to read a table. */
export type Reading = {
  kind: TableKind
  mapping: Mapping
  today: Day
  /** The work that the last visit and the price are for, if no column names it. */
  usualWork: string
  order: DayOrder
}

/** Whether the day or the month comes first, judged by the columns of days. */
export function orderIn(rows: readonly (readonly string[])[], mapping: Mapping): DayOrder {
  const dated = mapping.flatMap((field, at) => (field === 'lastVisit' || field === 'nextDue' || field === 'born' ? [at] : []))
  return dayOrderOf(rows.flatMap((cells) => dated.map((at) => cells[at] ?? '')))
}

/** Reads one row; `why` has the reason single entry would refuse it, `warnings` what is only odd. */
export function readRow(cells: readonly string[], row: number, reading: Reading): RowRecord {
  const faults: string[] = []
  const warnings: string[] = []
  const at = cellsBy(cells, reading.mapping)
  if (cells.slice(reading.mapping.length).some((cell) => clean(cell) !== '')) faults.push('It has more cells than there are columns.')
  const record: RowRecord = { row, person: null, yard: null, horse: null, lastVisit: null, pricePence: null, warnings, why: null }
  const findings = { faults, warnings }
  if (reading.kind !== 'yards') record.person = personIn(at, findings, reading.kind)
  if (reading.kind !== 'clients') record.yard = yardIn(at)
  if (reading.kind === 'horses') Object.assign(record, horseIn(at, findings, reading))
  // A postcode without a yard is where the owner's horse stands, so it is the owner's.
  if (record.person && !record.yard && !record.person.postcode) record.person.postcode = short(readPostcode(at.one('yardPostcode')), 12)
  faults.push(...missing(record, reading.kind))
  record.why = faults.length > 0 ? faults.join(' ') : null
  return record
}

type Findings = { faults: string[]; warnings: string[] }
type Cells = ReturnType<typeof cellsBy>

function cellsBy(cells: readonly string[], mapping: Mapping) {
  const all = (field: Field) => mapping.flatMap((each, at) => (each === field ? [clean(cells[at])] : [])).filter((cell) => cell !== '')
  return { all, one: (field: Field) => all(field)[0] ?? '' }
}

const short = (text: string, most: number): string | null => text.slice(0, most) || null

function missing({ person, yard, horse }: RowRecord, kind: TableKind): string[] {
  if (kind === 'yards') return yard ? [] : ['It has no yard name.']
  if (kind === 'clients') return person ? [] : ['It has no name.']
  return [...(horse ? [] : ['It has no horse name.']), ...(person ? [] : ['It has no owner name.'])]
}

const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/
/** Matches zod's check in the client's contract, which is stricter than the standard for addresses. */
const PLAIN_EMAIL = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** Whether single entry would accept it. */
export const isTakenEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text) && PLAIN_EMAIL.test(text)

function personIn(at: Cells, { faults, warnings }: Findings, kind: TableKind): PersonPart | null {
  const business = at.one('businessName')
  const own = at.one('name') || [at.one('firstName'), at.one('lastName')].filter(Boolean).join(' ')
  const name = (own || business).replace(/\s+/g, ' ')
  const phones = at.all('phone').flatMap(readPhones)
  const [phone = '', ...otherPhones] = [...new Set(phones)].sort((a, b) => Number(isMobile(b)) - Number(isMobile(a)))
  const emails = at.all('email').flatMap((cell) =>
    cell
      .toLowerCase()
      .split(/\s*(?::::|[;,\s])\s*/)
      .filter(Boolean),
  )
  for (const email of emails.filter((each) => !isTakenEmail(each))) faults.push(`“${email.slice(0, 60)}” isn't an e-mail address.`)
  if (phones.some(isRuinedNumber)) faults.push(`The phone number ${phones.find(isRuinedNumber)} lost its last digits in the spreadsheet.`)
  if (name === '') return null
  if (kind === 'clients' && phone === '' && emails.length === 0) warnings.push('There’s no phone number, so this client can’t be texted.')
  return {
    name: name.slice(0, 200),
    businessName: business !== name ? short(business, 200) : null,
    email: emails.find(isTakenEmail) ?? null,
    phone: short(phone, 40),
    address: short(at.all('address').map(oneLine).join(', '), 500),
    postcode: short(readPostcode(at.one('postcode')), 12),
    notes: short(
      lines([...at.all('notes'), ...more('Other phones', otherPhones), ...more('Other e-mail addresses', emails.slice(1))]),
      10_000,
    ),
    tags: [...new Set(at.all('tags').flatMap((cell) => cell.split(/:::|[;,|]/)))]
      .map((tag) => tag.trim().replace(/^\* ?/, '').slice(0, 40))
      .filter((tag) => tag !== '' && tag !== 'myContacts')
      .slice(0, 30),
  }
}

const more = (label: string, values: string[]) => (values.length > 0 ? [`${label}: ${values.join(', ')}`] : [])
const lines = (parts: string[]) => parts.join('\n')
const oneLine = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ')
    .replace(/(, )+/g, ', ')

function yardIn(at: Cells): YardPart | null {
  const name = at.one('yard').replace(/\s+/g, ' ')
  if (name === '') return null
  return {
    name: name.slice(0, 200),
    address: short(at.all('yardAddress').map(oneLine).join(', '), 500),
    postcode: short(readPostcode(at.one('yardPostcode')), 12),
    accessNotes: short(lines(at.all('accessNotes')), 4000),
    gateCode: short(at.one('gateCode'), 60),
    what3words: what3wordsOf(at.one('what3words')),
    position: short(at.all('position').join(', '), 500),
  }
}

function horseIn(at: Cells, { faults, warnings }: Findings, { today, order, usualWork }: Reading) {
  const read = <T>(field: Field, reader: (cell: string) => T | null, what: string): T | null => {
    const cell = at.one(field)
    if (cell === '') return null
    const value = reader(cell)
    if (value === null) faults.push(`${fieldOf(field).label} “${cell.slice(0, 40)}” is ${what}.`)
    return value
  }
  const lastOn = read('lastVisit', (cell) => readDay(cell, order), 'not a date')
  if (lastOn && lastOn > today) faults.push('The last visit is in the future.')
  const dueOn = read('nextDue', (cell) => readDay(cell, order), 'not a date')
  const cycleDays = read('cycle', readCycleDays, 'not a number of weeks from 1 to 52') ?? between(lastOn, dueOn)
  const pricePence = read('price', readPence, 'not a price')
  const birthYear = read('born', (cell) => readBirthYear(cell, today, order), 'neither an age nor a year of birth')
  const microchip = at.one('microchip').replace(/\s/g, '')
  if (microchip !== '' && !/^\d{15}$/.test(microchip)) warnings.push('A microchip number has 15 digits; this one is kept as written.')
  const handling = at.one('flags')
  const name = at.one('horse').replace(/\s+/g, ' ')
  const horse: HorsePart | null =
    name === ''
      ? null
      : {
          name: name.slice(0, 120),
          breed: short(at.one('breed'), 80),
          color: short(at.one('color'), 60),
          birthYear,
          markings: short(at.one('markings'), 1000),
          temperament: short(at.one('temperament'), 1000),
          specialNotes: short(lines([...at.all('horseNotes'), ...(hasMoreThanFlags(handling) ? [`Handling: ${handling}`] : [])]), 10_000),
          flags: readFlags(handling),
          vetName: short(at.one('vetName'), 120),
          vetPhone: short(at.one('vetPhone'), 40),
          cycleDays,
          microchip: short(microchip, 20),
          ueln: short(at.one('ueln').replace(/\s/g, ''), 20),
        }
  const lastVisit = lastOn && lastOn <= today ? { workDate: lastOn, serviceType: serviceTypeOf(at.one('work')) ?? usualWork } : null
  return { horse, lastVisit, pricePence }
}

/** A missing cycle may follow from two days. */
function between(lastOn: Day | null, dueOn: Day | null): number | null {
  const days = lastOn && dueOn ? daysBetween(lastOn, dueOn) : 0
  return days >= 7 && days <= 366 ? days : null
}

/** The practice's name for work as farriers write it: `FS`, `full set`, `fronts`, `refit hinds`; anything else stays as it is. */
export function serviceTypeOf(text: string): string | null {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  if (plain === '') return null
  const isRefit = /refit|remove|reset|same shoes|cold/.test(plain)
  if (/\btrims?\b|trimmed|barefoot/.test(plain)) return 'Trim'
  if (/lost shoe|call ?out|emergency|spring shoe/.test(plain)) return 'Emergency call-out'
  if (/\b(fronts?|fore|half set)\b/.test(plain)) return isRefit ? 'Front refit' : 'Front shoes new'
  if (/\b(hinds?|backs?)\b/.test(plain)) return isRefit ? 'Hind refit' : 'Hind shoes new'
  if (/full set|\bfs\b|\bset\b|all round|shod|shoes|shoeing|\b4\b|four/.test(plain)) return isRefit ? 'Full set refit' : 'Full set new'
  return isRefit ? 'Full set refit' : text.trim().slice(0, 120)
}

/** `every 6 weeks`, or days if it is no whole number of weeks. */
export const cycleInWords = (days: number): string =>
  days % 7 === 0 ? `every ${days === 7 ? 'week' : `${days / 7} weeks`}` : `every ${days} days`
