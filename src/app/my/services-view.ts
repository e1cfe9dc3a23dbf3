import type { Fact } from '#features/records/services/law-words.ts'
import type { Service } from '#lib/plan.ts'

/** What there is to pay for at each of their farriers, and what they have. */
export type ServicesView = {
  page: 'services'
  /** What was just done. */
  said: 'begun' | 'waiting' | 'ended' | null
  /** Why the request was not done. */
  fault: string | null
  /** Something that was begun or ended has not reached the practice, or the payment provider. */
  isOnItsWay: boolean
  practices: readonly ServicesPractice[]
  /** What they pay; null: nothing, here. */
  money: MoneyShown | null
  /** The notifications they got about it, the newest first. */
  told: readonly ToldShown[]
}

/** `next`: what is taken next, and when; `late`: a payment failed, and until when it can be put right, where; `hasCard`: Stripe keeps one. */
export type MoneyShown = {
  next: { sum: string; day: string } | null
  late: { until: string; payUrl: string | null } | null
  hasCard: boolean
}
/** `how`: where it went, in a sentence. */
export type ToldShown = { id: string; subject: string; day: string; how: string; body: string }

export type ServicesPractice = {
  slug: string
  name: string
  /** Why nothing can be begun; null: it can. */
  closed: string | null
  clients: readonly ServicesClient[]
}
export type ServicesClient = { id: string; name: string; services: readonly ServiceShown[] }

/** `text`: what it gives them; `price`: of one horse and month, with the note on VAT. */
export type ServiceShown = {
  service: Service
  name: string
  text: string
  price: string
  /** Offered, and there is a horse that doesn't have it. */
  canBegin: boolean
  has: readonly HadService[]
}
/** `standing`: the status, as a sentence. */
export type HadService = { id: string; horse: string; standing: string; canEnd: boolean }

/** Before a service is begun: for which horses, and then all there is to know, above the button. */
export type ServiceView = {
  page: 'service'
  slug: string
  clientId: string
  service: Service
  name: string
  text: string
  price: string
  /** To choose among; empty: they are chosen. */
  choose: readonly { id: string; name: string }[]
  chosen: ServiceChosen | null
  /** They have proven no e-mail address, and what they buy is confirmed by e-mail. */
  needsEmail: boolean
  fault: string | null
}
/** `facts`: those above the button; `terms`: all other terms, below it; `next`: what comes after the button; `said`: the sum as it was
 * worked out, sent back with the form, none where nothing is paid. */
export type ServiceChosen = {
  horseIds: readonly string[]
  facts: readonly Fact[]
  beginNow: string
  button: string
  next: string
  terms: readonly string[]
  said: { pence: number; moment: number | null } | null
}
