import type { CastClientKey } from '#db/cast-people.ts'
import type { CastYardKey } from '#db/cast-yards.ts'

/** The forge, where the van stands overnight: real country, no real house. */
export const BASE = { lat: 52.2273, lng: -2.7379 }

/** The homes of clients whose horses are at no yard: a field near the named village, as accurate as a farrier needs. Some are unknown. */
export const CAST_HOMES: Partial<Record<CastClientKey, { lat: number; lng: number }>> = {
  emmaLacey: { lat: 52.3013, lng: -2.7503 },
  ruthOckham: { lat: 52.2285, lng: -2.7391 },
  bronwenPryce: { lat: 52.3086, lng: -2.9279 },
  fionaGarrod: { lat: 52.3061, lng: -2.7608 },
  helenMold: { lat: 52.2521, lng: -2.7012 },
  llyrApGruffudd: { lat: 52.4301, lng: -3.2406 },
  daveTranter: { lat: 52.3055, lng: -2.7093 },
  rhysAmery: { lat: 52.2829, lng: -2.8051 },
  beatriceFothergill: { lat: 52.2176, lng: -2.8935 },
  aneurinBevanLloyd: { lat: 52.344, lng: -3.0475 },
  dilysMorgan: { lat: 52.2733, lng: -3.0065 },
  peterORourke: { lat: 52.3486, lng: -2.9229 },
  ffionGittins: { lat: 52.3594, lng: -2.9487 },
  annLloyd: { lat: 52.2588, lng: -2.8758 },
}

/** The contact of each yard. */
export const CAST_CONTACTS: Partial<Record<CastYardKey, CastClientKey>> = {
  hollybush: 'sarahPenrose',
  kilnLane: 'alisonWhitcombe',
  upperCourt: 'tomHaddon',
  temeValley: 'marcusYeo',
}

/** The client who pays for a yard's horses. */
export const CAST_PAYERS: Partial<Record<CastYardKey, CastClientKey>> = { temeValley: 'marcusYeo' }
