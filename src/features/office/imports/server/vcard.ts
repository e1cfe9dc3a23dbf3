import ICAL from 'ical.js'
import { isTakenEmail, type PersonPart } from '#features/office/imports/rows.ts'
import { decodeAs } from '#features/office/imports/server/text.ts'
import { blocksOf } from '#lib/blocks.ts'
import { AppError } from '#lib/errors.ts'
import { trimmed } from '#lib/trim.ts'

/** One card as written, not yet checked. */
export type Card = {
  /** Without a name: the e-mail address or phone number. */
  name: string
  isNamed: boolean
  businessName: string | null
  emails: string[]
  /** Mobiles first, then the preferred, then in the file's order; no fax numbers or pagers. */
  phones: string[]
  address: string | null
  postcode: string | null
  notes: string | null
}

const MOST_CARDS = 20_000
const UK_POSTCODE = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/

/**
 * Cards of a vCard file, versions 2.1, 3.0 and 4.0, in the order of the file. A card that can't be read is named in `unreadable`
 * and left out.
 * @throws unreadable_file when there is no card in it, or far too many
 */
export function readCards(text: string): { cards: Card[]; unreadable: string[] } {
  const blocks = blocksOf(text, 'VCARD')
  if (blocks.length === 0) throw new AppError('unreadable_file', {}, 'There are no contacts in this file. Export them as vCard (.vcf).')
  if (blocks.length > MOST_CARDS) throw new AppError('unreadable_file', {}, 'There are more than 20,000 contacts in this file.')
  const cards: Card[] = []
  const unreadable: string[] = []
  blocks.forEach((block, index) => {
    try {
      const card = cardOf(new ICAL.Component(ICAL.parse(modern(block)) as unknown[]))
      if (card.name) cards.push(card)
      else unreadable.push(`Contact ${index + 1} has neither a name nor an address.`)
    } catch {
      unreadable.push(`Contact ${index + 1}${namedIn(block)} couldn't be read.`)
    }
  })
  return { cards, unreadable }
}

/** A card as a person, within single entry's limits; what does not fit a field goes to the notes, so nothing is lost. */
export function personOf(card: Card): { person: PersonPart; warnings: string[] } {
  const [phone = '', ...otherPhones] = card.phones
  const emails = card.emails.filter(isTakenEmail)
  const warnings = [
    card.isNamed ? '' : 'This contact has no name, so its address is used.',
    ...card.emails.filter((each) => !isTakenEmail(each)).map((each) => `${each} isn't an e-mail address and was left out.`),
  ].filter(Boolean)
  const more = [
    otherPhones.length > 0 ? `Other phones: ${otherPhones.join(', ')}` : '',
    emails.length > 1 ? `Other e-mail addresses: ${emails.slice(1).join(', ')}` : '',
  ]
  const person = {
    name: card.name.slice(0, 200),
    businessName: card.businessName?.slice(0, 200) ?? null,
    email: emails[0] ?? null,
    phone: phone.slice(0, 40) || null,
    address: card.address?.slice(0, 500) ?? null,
    postcode: card.postcode?.slice(0, 12) ?? null,
    notes: [card.notes, ...more].filter(Boolean).join('\n').slice(0, 10_000) || null,
    tags: [],
  }
  return { person, warnings }
}

const namedIn = (block: string) => {
  const name = /^(?:item\d+\.)?FN[^:\n]*:(.+)$/im.exec(block)?.[1]?.trim()
  return name ? ` (${name.slice(0, 60)})` : ''
}

function cardOf(card: ICAL.Component): Card {
  const address = addressOf(card)
  const organisation = valuesOf(card, 'org')[0]
  const businessName = organisation ? parts(organisation).filter(Boolean).join(', ') : ''
  const [last = '', first = ''] = parts(card.getFirstPropertyValue('n') ?? '')
  const emails = valuesOf(card, 'email').map((email) => clean(flat(email)).toLowerCase())
  const phones = phonesOf(card)
  const written = clean(flat(card.getFirstPropertyValue('fn')) || [first, last].filter(Boolean).join(' ') || businessName)
  return {
    name: written || emails[0] || phones[0] || '',
    isNamed: written !== '',
    businessName: clean(businessName) === written ? null : clean(businessName) || null,
    emails,
    phones,
    address: address?.lines || null,
    postcode: address?.postcode || null,
    notes: valuesOf(card, 'note').map(flat).join('\n').trim() || null,
  }
}

function phonesOf(card: ICAL.Component): string[] {
  const rank = (types: string) => (/cell|mobile/.test(types) ? 0 : /pref/.test(types) ? 1 : 2)
  return propertiesOf(card, 'tel')
    .map((property) => ({ types: typesOf(property), number: clean(flat(property.getFirstValue()).replace(/^tel:/i, '')) }))
    .filter(({ types, number }) => number && !/fax|pager/.test(types))
    .sort((a, b) => rank(a.types) - rank(b.types))
    .map(({ number }) => number)
}

/** The preferred address, else the first: lines without the country, and the postcode separately. */
function addressOf(card: ICAL.Component) {
  const all = propertiesOf(card, 'adr')
  const property = all.find((each) => typesOf(each).includes('pref')) ?? all[0]
  if (!property) return undefined
  const [box, extended, street, town, county, postcode] = parts(property.getFirstValue())
  const lines = [box, extended, street, town, county]
    .map((part) => clean(part ?? '', ', '))
    .filter(Boolean)
    .join(', ')
  return { lines, postcode: clean(postcode ?? '').toUpperCase() || (UK_POSTCODE.exec(lines.toUpperCase())?.[0] ?? '') }
}

/** Properties by name, also those iOS and Google group as `item1.TEL`. */
const propertiesOf = (card: ICAL.Component, name: string): ICAL.Property[] =>
  card.getAllProperties().filter((property) => property.name.replace(/^item\d+\./, '') === name)

const valuesOf = (card: ICAL.Component, name: string): unknown[] => propertiesOf(card, name).map((property) => property.getFirstValue())

const typesOf = (property: ICAL.Property) =>
  [property.getParameter('type'), property.getParameter('pref') ? 'pref' : ''].flat().join(' ').toLowerCase()

/** The `;` parts of a structured value; ical.js returns an array, or a string if there is only one. */
const parts = (value: unknown): string[] => (Array.isArray(value) ? value.map(flat) : String(value).split(';'))

const flat = (value: unknown): string =>
  value === null || value === undefined ? '' : Array.isArray(value) ? value.flat().join(' ') : String(value)

const clean = (text: string, newLine = ' ') => {
  const lines = text.split(/[\r\n]/).map((line) => line.trim())
  return trimmed(
    lines
      .filter(Boolean)
      .join(newLine)
      .replace(/[ \t]+/g, ' '),
    /[\s,]/,
  )
}

/** Converts a 2.1 card to 3.0: decodes quoted-printable, names bare parameters, drops embedded pictures. Later versions only lose pictures. */
function modern(block: string): string {
  const isOld = /^VERSION:2\.1\s*$/im.test(block)
  const joined = isOld ? block.replace(/=\r?\n/g, '') : block
  const lines = joined.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  return lines
    .filter((line) => /^[^:]+:/.test(line) && !/^(?:item\d+\.)?(PHOTO|LOGO|SOUND|KEY|X-MS-OL-DESIGN)[;:]/i.test(line))
    .map((line) => (isOld ? modernLine(line) : line))
    .join('\r\n')
}

function modernLine(line: string): string {
  const colon = line.indexOf(':')
  const [name = '', ...params] = line.slice(0, colon).split(';')
  if (name.toUpperCase() === 'VERSION') return 'VERSION:3.0'
  const charset = params.find((param) => /^CHARSET=/i.test(param))?.slice(8) ?? 'utf-8'
  const isQuoted = params.some((param) => /^(ENCODING=)?QUOTED-PRINTABLE$/i.test(param))
  const value = isQuoted ? escaped(unquoted(line.slice(colon + 1), charset)) : line.slice(colon + 1)
  const types = params.filter((param) => !/^(CHARSET|ENCODING|LANGUAGE)=|^QUOTED-PRINTABLE$/i.test(param))
  const head = [name, ...types.map((param) => (param.includes('=') ? param : `TYPE=${param}`))].join(';')
  return `${head}:${value}`
}

function unquoted(text: string, charset: string): string {
  const bytes: number[] = []
  for (let at = 0; at < text.length; at++) {
    const hex = /^=([0-9A-F]{2})/i.exec(text.slice(at, at + 3))
    if (hex) {
      bytes.push(Number.parseInt(hex[1] ?? '', 16))
      at += 2
    } else bytes.push(...Buffer.from(text[at] ?? '', 'utf8'))
  }
  const raw = Uint8Array.from(bytes)
  return decodeAs(raw, charset) ?? new TextDecoder('windows-1252').decode(raw)
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replace(/\r?\n/g, '\\n').replaceAll(',', '\\,')
