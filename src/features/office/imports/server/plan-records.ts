import type { TableKind } from '#features/office/imports/columns.ts'
import type { ImportChoice, ImportItem } from '#features/office/imports/contract.ts'
import { cycleInWords, type HorsePart, type PersonPart, type RowRecord, type YardPart } from '#features/office/imports/rows.ts'
import { duplicateFinder, type Identity, isContradicted, plainName } from '#features/office/imports/rules.ts'
import { dayAndYear } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { toE164 } from '#lib/phone.ts'

/** The match of an item: an existing record (`id`), or an item earlier in the file (`key`). */
type Match = { id: string | null; key: string | null; name: string; because: 'phone' | 'email' | 'name' | 'chip' }
type Item<P> = { key: string; row: number; part: P; match: Match | null; proposed: ImportChoice; warnings: string[] }

export type PersonItem = Item<PersonPart> & Identity
export type YardItem = Item<YardPart>
export type HorseItem = Item<HorsePart> & {
  personKey: string
  yardKey: string | null
  lastVisit: RowRecord['lastVisit']
  pricePence: number | null
}
/** The records a file would make, in the order they are made. */
export type RecordPlan = { yards: YardItem[]; people: PersonItem[]; horses: HorseItem[] }

type KnownPerson = Identity & { id: string; businessName: string | null }
export type KnownRecords = {
  clients: readonly KnownPerson[]
  yards: readonly { id: string; name: string; postcode: string | null }[]
  horses: readonly { id: string; name: string; clientId: string; microchip: string | null; ueln: string | null }[]
}

/** Makes records of rows: people, yards and horses each once, with their matches. */
export function planRecords(rows: readonly RowRecord[], known: KnownRecords, kind: TableKind): RecordPlan {
  const people = peopleOf(known.clients, kind === 'horses')
  const yards = yardsOf(known.yards, kind === 'horses')
  const horses: HorseItem[] = []
  for (const row of rows.filter(({ why }) => why === null)) {
    const yard = row.yard && kind !== 'clients' ? yards.take(row.yard, row) : null
    const person = row.person ? people.take(row.person, row) : null
    if (row.horse && person) horses.push(horseItem(row, row.horse, { person, yard }, horses.length))
  }
  matchHorses(horses, people.items, known.horses)
  return { yards: yards.items, people: people.items, horses }
}

/** With `isMerging`, rows that agree about an owner are one owner; otherwise each row is a separate one. */
function peopleOf(known: readonly KnownPerson[], isMerging: boolean) {
  const items: PersonItem[] = []
  const byName = new Map<string, PersonItem[]>()
  const finder = duplicateFinder<Identity & { id: string | null; key: string | null }>(known.map((one) => ({ ...one, key: null })))
  function take(part: PersonPart, { row, warnings }: RowRecord): PersonItem {
    const identity = { name: part.name, phoneE164: toE164(part.phone), email: part.email }
    const same = isMerging ? byName.get(plainName(part.name))?.find((item) => !isContradicted(item, identity)) : undefined
    if (same) return learn(same, part, identity)
    const item: PersonItem = {
      key: `c${items.length}`,
      row,
      part,
      ...identity,
      match: null,
      proposed: 'add',
      warnings: isMerging ? [] : [...warnings],
    }
    if (part.phone && !identity.phoneE164) item.warnings.push(`${part.phone} can't be texted; it's kept as written.`)
    const found = finder.find(identity)
    if (found) {
      item.match = { id: found.match.id, key: found.match.key, name: found.match.name, because: found.because }
      item.proposed = found.because === 'name' && isContradicted(found.match, identity) ? 'add' : 'join'
    }
    finder.add({ ...identity, id: null, key: item.key })
    const namesakes = byName.get(plainName(part.name))
    if (namesakes) namesakes.push(item)
    else byName.set(plainName(part.name), [item])
    items.push(item)
    return item
  }
  return { items, take }
}

/** A later row of the same owner may fill fields the first left empty. */
function learn(item: PersonItem, part: PersonPart, identity: Identity): PersonItem {
  item.part = filled(item.part, part)
  item.phoneE164 ??= identity.phoneE164
  item.email ??= identity.email
  return item
}

const filled = <P extends object>(old: P, more: P): P =>
  Object.fromEntries(Object.entries(old).map(([name, value]) => [name, value ?? more[name as keyof P]])) as P

function yardsOf(known: KnownRecords['yards'], isMerging: boolean) {
  const items: YardItem[] = []
  const byName = new Map<string, { id: string | null; item: YardItem | null; name: string }>()
  const firsts = new Map<string, YardItem>()
  for (const yard of known) byName.set(plainName(yard.name), { id: yard.id, item: null, name: yard.name })
  function take(part: YardPart, { row, warnings }: RowRecord): YardItem {
    const plain = plainName(part.name)
    const found = byName.get(plain)
    const earlier = firsts.get(plain)
    if (isMerging && earlier) {
      earlier.part = filled(earlier.part, part)
      return earlier
    }
    const match: Match | null = found ? { id: found.id, key: found.item?.key ?? null, name: found.name, because: 'name' } : null
    const item: YardItem = {
      key: `y${items.length}`,
      row,
      part,
      match,
      proposed: match ? 'join' : 'add',
      warnings: isMerging ? [] : [...warnings],
    }
    if (!found) byName.set(plain, { id: null, item, name: part.name })
    if (!earlier) firsts.set(plain, item)
    items.push(item)
    return item
  }
  return { items, take }
}

type Whose = { person: PersonItem; yard: YardItem | null }

const horseItem = (row: RowRecord, part: HorsePart, { person, yard }: Whose, place: number): HorseItem => ({
  key: `h${place}`,
  row: row.row,
  part,
  personKey: person.key,
  yardKey: yard?.key ?? null,
  lastVisit: row.lastVisit,
  pricePence: row.pricePence,
  match: null,
  proposed: 'add',
  warnings: [...row.warnings],
})

/** A horse is the same by its chip or passport, or by its name if the owner is the same. */
function matchHorses(horses: HorseItem[], people: readonly PersonItem[], known: KnownRecords['horses']) {
  const byMark = new Map<string, Match>()
  // The record each owner in the file will get if all goes as proposed; an item only matches earlier ones.
  const ownerOf = new Map<string, string>()
  for (const { key, match, proposed } of people)
    ownerOf.set(key, match && proposed === 'join' ? (match.id ?? ownerOf.get(match.key ?? '') ?? key) : key)
  const note = (marks: string[], match: Match) => {
    for (const mark of marks) if (!byMark.has(mark)) byMark.set(mark, match)
  }
  for (const { id, name, clientId, microchip, ueln } of known) {
    note(chipsOf(microchip, ueln), { id, key: null, name, because: 'chip' })
    note([`${clientId} ${plainName(name)}`], { id, key: null, name, because: 'name' })
  }
  for (const horse of horses) {
    const chips = chipsOf(horse.part.microchip, horse.part.ueln)
    const named = `${ownerOf.get(horse.personKey)} ${plainName(horse.part.name)}`
    const match = [...chips, named].map((mark) => byMark.get(mark)).find((each) => each !== undefined)
    if (match) Object.assign(horse, { match, proposed: 'join' })
    note(chips, { id: null, key: horse.key, name: horse.part.name, because: 'chip' })
    note([named], { id: null, key: horse.key, name: horse.part.name, because: 'name' })
  }
}

const chipsOf = (microchip: string | null, ueln: string | null): string[] =>
  [microchip, ueln].flatMap((mark) => (mark && mark.length > 5 ? [`chip ${mark.toUpperCase()}`] : []))

/** The plan as items for the screen. */
export function itemsOf(plan: RecordPlan, seesMoney: boolean): ImportItem[] {
  const people = new Map(plan.people.map((person) => [person.key, person.part.name]))
  const yards = new Map(plan.yards.map((yard) => [yard.key, yard.part.name]))
  return [
    ...plan.yards.map((item) => shown(item, 'yards', [item.part.address, item.part.postcode, item.part.what3words])),
    ...plan.people.map((item) =>
      shown(item, 'clients', [item.part.businessName, item.part.phone, item.part.email, item.part.address, item.part.postcode]),
    ),
    ...plan.horses.map((item) =>
      shown(item, 'horses', [
        people.get(item.personKey) ?? null,
        yards.get(item.yardKey ?? '') ?? null,
        item.part.breed,
        ...factsOf(item, seesMoney),
      ]),
    ),
  ]
}

const shown = (item: Item<{ name: string }>, entity: ImportItem['entity'], details: (string | null)[]): ImportItem => ({
  key: item.key,
  entity,
  row: item.row,
  title: item.part.name,
  details: details.flatMap((detail) => (detail ? [detail] : [])),
  warnings: item.warnings,
  match: item.match && { id: item.match.id, name: item.match.name, because: item.match.because },
  proposed: item.proposed,
  count: 1,
  isAlreadyHere: false,
})

function factsOf({ lastVisit, pricePence, part }: HorseItem, seesMoney: boolean): (string | null)[] {
  return [
    lastVisit && `${lastVisit.serviceType} ${dayAndYear(lastVisit.workDate)}`,
    part.cycleDays === null ? null : cycleInWords(part.cycleDays),
    seesMoney && pricePence !== null ? pounds(pricePence) : null,
  ]
}
