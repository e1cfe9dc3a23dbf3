import type { TravelTable } from '#features/day/round/contract.ts'
import type { ByRoad } from '#features/day/round/travel.ts'

const MAP = '© OpenStreetMap contributors'

/** Whom road distances are from, as their licences require; empty where they have no source. */
export const sourceWords = (engine: TravelTable['engine']): string =>
  engine === null ? '' : engine === 'openrouteservice' ? `© openrouteservice.org by HeiGIT | ${MAP}` : MAP

/** What a length is worked out from, in a sentence. */
export function roadWords(how: ByRoad, engine: TravelTable['engine']): string {
  if (how === 'all') return `By road. ${sourceWords(engine)}`
  if (how === 'some') return `By road where it's known, the rest in straight lines. ${sourceWords(engine)}`
  return 'Estimated from straight lines, allowing for roads.'
}
