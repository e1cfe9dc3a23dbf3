import type { CalendarConnector } from '#connectors/kit/connector.ts'
import type { Manifest } from '#connectors/kit/manifest.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { CALENDARS, CONNECTORS, TRIED } from '#connectors/registry.ts'

const manifest: Manifest = {
  id: 'almanac',
  name: 'Almanac',
  description: 'A calendar for tests.',
  category: 'calendar',
  of: 'member',
  feature: 'calendar-integration',
  asks: {
    by: 'oauth',
    vendor: 'Almanac',
    env: 'ALMANAC',
    signInAt: 'https://sign-in.almanac.example',
    authorizePath: '/auth',
    tokenPath: '/token',
    revokePath: '/token/revocation',
    scopes: ['offline_access', 'calendar', 'busy'],
    more: { prompt: 'consent' },
  },
  at: 'https://api.almanac.example',
  pace: { atOnce: 4, perMinute: 100_000 },
  sends: ['Your visits.'],
  brings: ['Nothing.'],
  leaves: ['Nothing.'],
}

/** Only sends the request, so that the far side notes it. */
const ask = async (wire: Wire, path: string) =>
  (await wire.fetch(`${wire.credentials.address}${path}`)).json() as Promise<{ account: string }>

const almanac: CalendarConnector = {
  manifest,
  check: (wire) => ask(wire, '/me'),
  calendar: {
    calendars: async (wire) => [{ id: 'own', name: (await ask(wire, '/calendars')).account }],
    ensure: async (wire, slug, name) => ask(wire, `/ensure/${slug}`).then(() => ({ id: 'pritchel', name })),
    changes: async (wire, _, cursor) => {
      await ask(wire, '/changes')
      return { cursor: 'read', isWhole: cursor === null, items: [], known: [], gone: [] }
    },
    put: async (wire, _, { uid }) => ask(wire, '/put').then(() => ({ id: uid, tag: '1' })),
    remove: async (wire) => ask(wire, '/remove').then(() => undefined),
    busy: async () => [],
  },
}

/** Adds a calendar that one signs in to until what is returned is called. The registry is one for all test files of a worker. */
export function addSignedInCalendar(): () => void {
  const id = manifest.id
  const cards = CONNECTORS as Manifest[]
  const all = [CALENDARS, TRIED] as Record<string, CalendarConnector>[]
  cards.push(manifest)
  for (const each of all) each[id] = almanac
  return () => {
    cards.splice(cards.indexOf(manifest), 1)
    for (const each of all) delete each[id]
  }
}
