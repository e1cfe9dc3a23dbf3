import {
  CALDAV,
  CALENDARSERVER,
  childOf,
  childrenOf,
  DAV,
  type Element,
  escaped,
  noCalendar,
  readXml,
  textOf,
} from '#connectors/caldav/xml.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'

/** One resource of an answer: its address, its own status if it has one, and the properties that it has. */
type Resource = { url: string; status: number | null; props: Element | undefined }

/** An answer of several; `token` is that of a sync-collection. */
export type Many = { url: string; resources: Resource[]; token: string | null }

type Init = { method: string; body?: string; headers?: Record<string, string>; reads?: readonly number[] }
type Question = { method: 'PROPFIND' | 'REPORT'; body: string; depth?: '0' | '1'; reads?: readonly number[] }

/** Sends a request with the member's credentials; the caller reads 403 and 501, which only their texts tell apart. */
export function ask(
  { fetch, credentials: { account, key } }: Wire,
  url: string,
  { reads = [], headers, ...init }: Init,
): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${account ?? ''}:${key}`).toString('base64')}`
  return fetch(url, { ...init, headers: { authorization, ...headers }, reads: [403, 501, ...reads] })
}

/** Requests a multi-status answer. Of another answer: its status, and the names of the errors in it. */
export async function askMany(
  wire: Wire,
  url: string,
  { method, body, depth = '0', reads }: Question,
): Promise<Many | { status: number; faults: string[] }> {
  const answer = await ask(wire, url, {
    ...{ method, body: `<?xml version="1.0" encoding="utf-8"?>${body}` },
    headers: { depth, 'content-type': 'application/xml; charset=utf-8' },
    ...(reads && { reads }),
  })
  if (answer.status === 207) return manyOf(readXml(await answer.text()), answer.url)
  return { status: answer.status, faults: await faultsIn(answer) }
}

/** Asks where no other answer will do. @throws Refusal */
export async function list(wire: Wire, url: string, question: Question): Promise<Many> {
  const many = await askMany(wire, url, question)
  if ('resources' in many) return many
  throw many.status < 300 ? noCalendar() : refusalOf(many.status)
}

/** What an answer that is no success means where its status is enough. */
export function refusalOf(status: number): Refusal {
  if (status === 403) return new Refusal('not_allowed')
  if (status === 404 || status === 410) return new Refusal('gone')
  if (status === 412) return new Refusal('conflict')
  if (status === 423) return new Refusal('later')
  return new Refusal('refused', { sentence: `The calendar server won't do this (${status}).` })
}

/** The names in an answer's `error`, like `valid-sync-token`; none if it has no such. */
export async function faultsIn(answer: Response): Promise<string[]> {
  const text = await answer.text()
  if (!text.includes('error')) return []
  try {
    return readXml(text).children.map(({ name }) => name)
  } catch {
    return []
  }
}

function manyOf(root: Element, base: string): Many {
  if (root.space !== DAV || root.name !== 'multistatus') throw noCalendar()
  const resources = childrenOf(root, DAV, 'response').flatMap((response) =>
    // One status may be that of several addresses.
    childrenOf(response, DAV, 'href').map((href) => ({
      url: normalUrl(textOf(href), base),
      status: statusIn(response),
      props: childrenOf(response, DAV, 'propstat')
        .filter((propstat) => statusIn(propstat) === 200)
        .map((propstat) => childOf(propstat, DAV, 'prop'))[0],
    })),
  )
  return { url: normalUrl(base, base), resources, token: textOf(childOf(root, DAV, 'sync-token')) || null }
}

function statusIn(element: Element): number | null {
  const status = textOf(childOf(element, DAV, 'status'))
  return status ? Number(status.split(' ')[1]) : null
}

/** An address as we keep it: whole, and each part of its path written the same way, however a server writes it. */
export function normalUrl(href: string, base: string): string {
  if (!URL.canParse(href, base)) return base
  const url = new URL(href, base)
  return `${url.origin}${url.pathname.split('/').map(normalPart).join('/')}`
}

function normalPart(part: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(part))
  } catch {
    return part
  }
}

/** The version of a resource: servers behind a proxy call the same one weak here and strong there. */
export const tagOf = (etag: string | null | undefined): string | null => etag?.trim().replace(/^W\//, '') || null

const NAMES = `xmlns:d="${DAV}" xmlns:c="${CALDAV}" xmlns:s="${CALENDARSERVER}"`

/** A PROPFIND for properties, written like `d:getetag`. */
export const propfind = (...props: string[]): string => `<d:propfind ${NAMES}>${propsOf(props)}</d:propfind>`

/** A sync-collection since a token; an empty one: of all there is. */
export const syncCollection = (token: string): string =>
  `<d:sync-collection ${NAMES}><d:sync-token>${escaped(token)}</d:sync-token><d:sync-level>1</d:sync-level>${propsOf(['d:getetag'])}</d:sync-collection>`

/** A calendar-multiget of resources by the paths of their addresses. */
export const multiget = (urls: readonly string[]): string =>
  `<c:calendar-multiget ${NAMES}>${propsOf(['d:getetag', 'c:calendar-data'])}${urls.map((url) => `<d:href>${escaped(new URL(url).pathname)}</d:href>`).join('')}</c:calendar-multiget>`

/** A calendar-query for events that are at some time between two instants. */
export const eventsBetween = (start: Date, end: Date): string =>
  `<c:calendar-query ${NAMES}>${propsOf(['c:calendar-data'])}<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range start="${stamp(start)}" end="${stamp(end)}"/></c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`

/** A MKCALENDAR of events by that name. */
export const mkcalendar = (name: string): string =>
  `<c:mkcalendar ${NAMES}><d:set><d:prop><d:displayname>${escaped(name)}</d:displayname><c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set></d:prop></d:set></c:mkcalendar>`

const propsOf = (props: readonly string[]) => `<d:prop>${props.map((name) => `<${name}/>`).join('')}</d:prop>`
const stamp = (instant: Date) => instant.toISOString().replaceAll(/[-:]|\.\d+/g, '')
