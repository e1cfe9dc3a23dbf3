import sax from 'sax'
import { Refusal } from '#connectors/kit/refusal.ts'

/** An element of an answer: its namespace and name, its attribute `name`, its text, and what is in it. */
export type Element = { space: string; name: string; label: string; text: string; children: Element[] }

/** The namespace of each prefix; that of names without one under no name. */
type Scope = Record<string, string>

export const DAV = 'DAV:'
export const CALDAV = 'urn:ietf:params:xml:ns:caldav'
export const CALENDARSERVER = 'http://calendarserver.org/ns/'

/** Deeper than any answer of a calendar server is. */
const MOST_DEPTH = 32
const MOST_ATTRIBUTES = 50

/** The elements of an XML text, without declarations of types or entities. @throws Refusal `refused` when it is none */
export function readXml(text: string): Element {
  const top: Element = { space: '', name: '', label: '', text: '', children: [] }
  const open = [top]
  const scopes: Scope[] = [Object.create(null)]
  let attributes = 0
  const parser = sax.parser(true, {})
  parser.onerror = (error) => {
    throw noCalendar(error)
  }
  parser.ondoctype = () => {
    throw noCalendar()
  }
  parser.onattribute = () => {
    if (++attributes > MOST_ATTRIBUTES) throw noCalendar()
  }
  parser.onopentag = (tag) => {
    attributes = 0
    if (open.length > MOST_DEPTH) throw noCalendar()
    const scope = scopeIn(scopes.at(-1), tag as sax.Tag)
    const element = elementOf(tag as sax.Tag, scope)
    scopes.push(scope)
    open.at(-1)?.children.push(element)
    open.push(element)
  }
  parser.onclosetag = () => {
    open.pop()
    scopes.pop()
  }
  parser.ontext = parser.oncdata = (part) => {
    const element = open.at(-1)
    if (element) element.text += part
  }
  parser.write(text).close()
  const [root] = top.children
  if (!root) throw noCalendar()
  return root
}

/** What an element's names are in; sax itself compares each of an element's attributes with the others for this. */
function scopeIn(outer: Scope | undefined, { attributes }: sax.Tag): Scope {
  const declared = Object.entries(attributes).filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
  return Object.assign(Object.create(outer ?? null), Object.fromEntries(declared.map(([name, space]) => [name.slice(6), space])))
}

function elementOf({ name, attributes }: sax.Tag, scope: Scope): Element {
  const colon = name.indexOf(':')
  const space = scope[name.slice(0, Math.max(colon, 0))] ?? ''
  return { space, name: name.slice(colon + 1), label: attributes.name ?? '', text: '', children: [] }
}

/** There is an answer, and it's not one of a calendar server. */
export const noCalendar = (cause?: Error) =>
  new Refusal('refused', { sentence: 'What answers at this address is not a calendar server, or its answer is damaged.', cause })

/** The elements of that name in an element. */
export const childrenOf = (element: Element | undefined, space: string, name: string): Element[] =>
  element?.children.filter((child) => child.space === space && child.name === name) ?? []

/** The first element along a path of names; all in one namespace. */
export const childOf = (element: Element | undefined, space: string, ...path: string[]): Element | undefined =>
  path.reduce<Element | undefined>((at, name) => childrenOf(at, space, name)[0], element)

/** The text of an element, without the blanks around it. */
export const textOf = (element: Element | undefined): string => element?.text.trim() ?? ''

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text escaped for XML. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
