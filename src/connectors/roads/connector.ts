import type { RoadsConnector } from '#connectors/kit/connector.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Roads } from '#connectors/kit/roads.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { manifest } from '#connectors/roads/manifest.ts'
import { openrouteservice } from '#connectors/roads/openrouteservice.ts'
import { engineAt, type Own, TABLES } from '#connectors/roads/own.ts'

/** Hereford and Ludlow: a key is proven by what is answered of them, even that they are not on the map. */
const TWO = [
  { lat: 52.05651, lng: -2.71598 },
  { lat: 52.36788, lng: -2.71839 },
]

/** With a key it is openrouteservice, without one an engine of one's own. */
const check: RoadsConnector['check'] = async (wire) => {
  if (!wire.credentials.key) return { account: `${(await engineAt(wire)).name} at ${new URL(wire.credentials.address ?? '').host}` }
  await openrouteservice(wire, TWO).catch((error) => {
    if (!(error instanceof Refusal && error.kind === 'refused')) throw error
  })
  return { account: 'openrouteservice' }
}

/** The engine on each wire, which is detected once. */
const engines = new WeakMap<Wire, Own>()

const table: Roads['table'] = async (wire, places) => {
  if (wire.credentials.key) return openrouteservice(wire, places)
  const own = engines.get(wire) ?? (await engineAt(wire))
  engines.set(wire, own)
  return TABLES[own.engine](wire, places)
}

/** Road times of openrouteservice, or of an OSRM or a Valhalla of one's own. */
export const roads: RoadsConnector = { manifest, check, roads: { table } }
