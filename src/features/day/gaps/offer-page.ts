import type { SlotOffer } from '#features/day/gaps/contract.ts'
import { currentTime } from '#lib/clock.ts'

/** The page of an offer; its token follows. */
export const OFFER_PATH = '/offer/'

/** Everything a client reads of a slot they were offered. */
export type OfferPage = {
  practiceName: string
  /** Where the farrier's picture is; null: the practice has none. */
  picture: string | null
  ownerName: string
  /** `Thursday 26 November at 14:00`. */
  when: string
  yardName: string | null
  horses: readonly { name: string; work: string | null }[]
  /** `open`: a yes books it; `ended`: no one answered in time. */
  standing: 'open' | 'declined' | 'yours' | 'gone' | 'ended'
  /** Until when a yes counts: `13:00` today, else with its day. */
  until: string
  prepLine: string | null
}

/** Of an offer's state and its end, what its client may still do. */
export function offerStatusOf({ state, expiresAt }: Pick<SlotOffer, 'state' | 'expiresAt'>, now = currentTime()): OfferPage['standing'] {
  if (state === 'taken') return 'yours'
  if (state === 'gone' || state === 'withdrawn') return 'gone'
  if (new Date(expiresAt) <= now) return 'ended'
  return state === 'declined' ? 'declined' : 'open'
}
