import type { Service } from '#lib/plan.ts'

/** What there is to pay for at each of their farriers, and what they have. */
export type ServicesView = {
  page: 'services'
  /** What was just done. */
  said: 'begun' | 'ended' | null
  /** Something that was begun or ended has not reached the practice. */
  isOnItsWay: boolean
  practices: readonly ServicesPractice[]
}

export type ServicesPractice = {
  slug: string
  name: string
  /** Why nothing can be begun; null: it can. */
  closed: string | null
  clients: readonly ServicesClient[]
}
export type ServicesClient = { id: string; name: string; services: readonly ServiceShown[] }

/** `text`: what it gives them; `price`: of one horse. */
export type ServiceShown = {
  service: Service
  name: string
  text: string
  price: string
  /** Offered, and there is a horse that doesn't have it. */
  canBegin: boolean
  has: readonly HadService[]
}
/** `standing`: a sentence. */
export type HadService = { id: string; horse: string; standing: string; canEnd: boolean }

/** Before a service is begun: for which horses, and then all that has to be known, above the button. */
export type ServiceView = {
  page: 'service'
  slug: string
  practice: string
  clientId: string
  service: Service
  name: string
  text: string
  price: string
  /** To choose among; empty: they are chosen. */
  choose: readonly { id: string; name: string }[]
  chosen: ServiceChosen | null
  fault: string | null
}
/** `fromDay`, `monthly`: as they are written. */
export type ServiceChosen = { horseIds: readonly string[]; horses: readonly string[]; monthly: string; fromDay: string }
