import { askMany, list, multiget, propfind, refusalOf, syncCollection, tagOf } from '#connectors/caldav/dav.ts'
import { readEntry } from '#connectors/caldav/entry.ts'
import { CALDAV, CALENDARSERVER, childOf, DAV, type Element, textOf } from '#connectors/caldav/xml.ts'
import type { Calendar, Changes, FarItem, ItemRef, Window } from '#connectors/kit/calendar.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { instantOf } from '#lib/dates.ts'

type Seen = Omit<Changes, 'items' | 'known'> & { members: ItemRef[] }

const AT_ONCE = 50
const MOST_PAGES = 200
/** A cursor of a server that knows no sync-collection: the tag of the whole calendar. */
const TAGS = 'ctag:'

/** What has changed in a calendar: by sync-collection (RFC 6578), else by the tags of the calendar and its entries. */
export const changes: Calendar['changes'] = async (wire, calendarId, cursor, isKnown, window) => {
  const synced = cursor?.startsWith(TAGS) ? undefined : await bySync(wire, calendarId, cursor ?? '')
  const { members, ...seen } = synced ?? (await byTags(wire, calendarId, cursor))
  const items = await fetchItems(
    wire,
    calendarId,
    members.filter((member) => !isKnown(member)),
    window,
  )
  const known = members.filter(isKnown).map(({ id }) => id)
  return { ...seen, known, items: seen.isWhole ? items.filter((item) => isWithin(item, window)) : items }
}

/** Undefined when the server knows no sync-collection. A server that can't list all at once says so, and gets another request. */
async function bySync(wire: Wire, calendarId: string, since: string): Promise<Seen | undefined> {
  const members = new Map<string, ItemRef>()
  const gone = new Set<string>()
  let token = since
  for (let page = 0; page < MOST_PAGES; page++) {
    const many = await askMany(wire, calendarId, { method: 'REPORT', body: syncCollection(token), reads: [500] })
    if (!('resources' in many)) {
      await refuseLost(wire, calendarId, token, many)
      return undefined
    }
    for (const { url, status, props } of many.resources) {
      const id = memberOf(calendarId, url)
      if (!id) continue
      members.delete(id)
      gone.delete(id)
      if (status === 404) gone.add(id)
      else if (status === null || status === 200) members.set(id, { id, tag: tagIn(props) })
    }
    if (!many.token) {
      await refuseLost(wire, calendarId, token, { status: 400, faults: [] })
      return undefined
    }
    const isCut = many.resources.some(({ status }) => status === 507)
    if (isCut && many.token === token) break
    token = many.token
    if (!isCut) return { cursor: token, isWhole: since === '', members: [...members.values()], gone: since === '' ? [] : [...gone] }
  }
  throw new Refusal('later')
}

/** Throws unless it was the first question, and the answer may mean that it wasn't understood. */
async function refuseLost(wire: Wire, calendarId: string, token: string, { status, faults }: { status: number; faults: string[] }) {
  if (status === 404 || status === 410) throw new Refusal('gone')
  if (token === '' && status !== 500) return
  // A server may break over a token that it doesn't know; if it isn't broken altogether, this is it.
  if (status === 500) await list(wire, calendarId, { method: 'PROPFIND', body: propfind('d:resourcetype') })
  if (token !== '' && (faults.includes('valid-sync-token') || [400, 409, 412, 500].includes(status))) throw new Refusal('resync')
  throw status === 500 ? new Refusal('later') : refusalOf(status)
}

async function byTags(wire: Wire, calendarId: string, cursor: string | null): Promise<Seen> {
  const whole = await list(wire, calendarId, { method: 'PROPFIND', body: propfind('s:getctag') })
  const tag = textOf(childOf(whole.resources[0]?.props, CALENDARSERVER, 'getctag'))
  if (tag && cursor === TAGS + tag) return { cursor, isWhole: false, members: [], gone: [] }
  const { resources } = await list(wire, calendarId, { method: 'PROPFIND', body: propfind('d:getetag'), depth: '1' })
  const members = resources.flatMap(({ url, props }) => {
    const id = memberOf(calendarId, url)
    return id ? [{ id, tag: tagIn(props) }] : []
  })
  return { cursor: TAGS + tag, isWhole: true, members, gone: [] }
}

async function fetchItems(wire: Wire, calendarId: string, members: readonly ItemRef[], { zone }: Window): Promise<FarItem[]> {
  const items: FarItem[] = []
  for (let at = 0; at < members.length; at += AT_ONCE) {
    const urls = members.slice(at, at + AT_ONCE).map(({ id }) => id)
    const { resources } = await list(wire, calendarId, { method: 'REPORT', body: multiget(urls), depth: '1' })
    for (const { url, props } of resources) {
      const id = memberOf(calendarId, url)
      const data = textOf(childOf(props, CALDAV, 'calendar-data'))
      const entry = id && data ? readEntry(data, zone) : undefined
      if (id && entry) items.push({ id, tag: tagIn(props), ...entry })
    }
  }
  return items
}

/** The address of an entry of the calendar, at the server we speak to; null for the calendar itself, and for what is elsewhere. */
function memberOf(calendarId: string, url: string): string | null {
  const { pathname } = new URL(calendarId)
  const path = new URL(url).pathname
  const name = path.startsWith(pathname) ? path.slice(pathname.length) : ''
  return name && !name.includes('/') ? calendarId + name : null
}

const tagIn = (props: Element | undefined) => tagOf(textOf(childOf(props, DAV, 'getetag')))

/** What can't be placed in time is within it too. */
function isWithin({ when }: FarItem, { fromDay, toDay, zone }: Window): boolean {
  if (!when) return true
  if ('fromDay' in when) return when.fromDay < toDay && when.toDay > fromDay
  return when.start < instantOf(toDay, '00:00', zone) && when.end >= instantOf(fromDay, '00:00', zone)
}
