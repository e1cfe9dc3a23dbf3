import { ask, askMany, list, mkcalendar, normalUrl, propfind, refusalOf } from '#connectors/caldav/dav.ts'
import { CALDAV, childOf, childrenOf, DAV, type Element, textOf } from '#connectors/caldav/xml.ts'
import type { FarCalendar } from '#connectors/kit/calendar.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Credentials, Wire } from '#connectors/kit/wire.ts'

const WELL_KNOWN = '/.well-known/caldav'

/** Proves the key; the account is named as it was typed, with the server it is at. @throws Refusal */
export async function check(wire: Wire): Promise<{ account: string }> {
  const [home] = await homesOf(wire)
  if (!home) throw new Refusal('refused', { sentence: 'This account has no calendars.' })
  const { host } = addressOf(wire.credentials)
  return { account: wire.credentials.account ? `${wire.credentials.account} at ${host}` : host }
}

/** The calendars of the account that hold events. @throws Refusal */
export async function calendars(wire: Wire): Promise<FarCalendar[]> {
  const homes = await homesOf(wire)
  const found = await Promise.all(homes.map((home) => calendarsIn(wire, home)))
  return found.flat()
}

/** Our calendar in the account, made when it is not there. @throws Refusal */
export async function ensure(wire: Wire, slug: string, name: string): Promise<FarCalendar> {
  const [home] = await homesOf(wire)
  if (!home) throw new Refusal('refused', { sentence: 'This account has no calendars.' })
  const id = normalUrl(`${slug}/`, home)
  const there = async () => (await calendarsIn(wire, home)).find((calendar) => calendar.id === id)
  const known = await there()
  if (known) return known
  const { status } = await ask(wire, id, {
    method: 'MKCALENDAR',
    body: mkcalendar(name),
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  })
  if (status === 201) return { id, name }
  const made = [405, 409].includes(status) ? await there() : undefined
  if (made) return made
  throw status === 403 ? refusalOf(status) : new Refusal('refused', { sentence: 'The server makes no calendar for us in this account.' })
}

/** The addresses of who connected, as invitations name them, in lower case. @throws Refusal */
export async function ownAddresses(wire: Wire, calendarId: string): Promise<Set<string>> {
  const addresses = new Set([wire.credentials.account?.toLowerCase() ?? ''])
  const calendar = await askMany(wire, calendarId, { method: 'PROPFIND', body: propfind('d:current-user-principal') })
  const principal = 'resources' in calendar && hrefsIn(calendar.resources[0]?.props, DAV, 'current-user-principal', calendar.url)[0]
  if (!principal) return addresses
  const own = await askMany(wire, principal, { method: 'PROPFIND', body: propfind('c:calendar-user-address-set') })
  if (!('resources' in own)) return addresses
  for (const href of childrenOf(childOf(own.resources[0]?.props, CALDAV, 'calendar-user-address-set'), DAV, 'href'))
    addresses.add(
      textOf(href)
        .replace(/^mailto:/i, '')
        .toLowerCase(),
    )
  return addresses
}

function addressOf({ address = '' }: Credentials): URL {
  const typed = address.trim()
  const whole = /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(whole))
    throw new Refusal('refused', { sentence: 'This is no address of a server: it must look like https://caldav.icloud.com.' })
  return new URL(whole)
}

/** Where the account keeps its calendars; each ends with a slash. */
async function homesOf(wire: Wire): Promise<string[]> {
  const { url, resources } = await list(wire, await principalOf(wire), { method: 'PROPFIND', body: propfind('c:calendar-home-set') })
  return hrefsIn(resources[0]?.props, CALDAV, 'calendar-home-set', url).map((home) => (home.endsWith('/') ? home : `${home}/`))
}

/** The account's own address: requested where servers must name it (RFC 6764), and at the address that was typed. */
async function principalOf(wire: Wire): Promise<string> {
  const address = addressOf(wire.credentials)
  const places = [new URL(WELL_KNOWN, address).href, address.href]
  if (address.pathname !== '/') places.reverse()
  let refusal = new Refusal('refused', { sentence: 'No calendar server answers at this address.' })
  for (const place of places) {
    try {
      const found = await askMany(wire, place, { method: 'PROPFIND', body: propfind('d:current-user-principal') })
      const props = 'resources' in found ? found.resources[0]?.props : undefined
      if (childOf(props, DAV, 'current-user-principal', 'unauthenticated')) throw new Refusal('sign_in')
      const [principal] = 'resources' in found ? hrefsIn(props, DAV, 'current-user-principal', found.url) : []
      if (principal) return principal
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== 'refused') throw error
      refusal = error
    }
  }
  throw refusal
}

async function calendarsIn(wire: Wire, home: string): Promise<FarCalendar[]> {
  const body = propfind('d:resourcetype', 'd:displayname', 'c:supported-calendar-component-set')
  const { resources } = await list(wire, home, { method: 'PROPFIND', body, depth: '1' })
  return resources
    .filter(({ props }) => childOf(props, DAV, 'resourcetype')?.children.some(({ space, name }) => space === CALDAV && name === 'calendar'))
    .filter(({ props }) => holdsEvents(childOf(props, CALDAV, 'supported-calendar-component-set')))
    .map(({ url, props }) => ({ id: url.endsWith('/') ? url : `${url}/`, name: textOf(childOf(props, DAV, 'displayname')) || 'Calendar' }))
}

/** A calendar that doesn't declare what it holds may hold anything. */
const holdsEvents = (kinds: Element | undefined) => !kinds || childrenOf(kinds, CALDAV, 'comp').some(({ label }) => label === 'VEVENT')

const hrefsIn = (props: Element | undefined, space: string, name: string, base: string): string[] =>
  childrenOf(childOf(props, space, name), DAV, 'href').map((href) => normalUrl(textOf(href), base))
