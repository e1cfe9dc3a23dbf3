import { CLIENT_SERVICES, offersOf } from '#features/core/practice/plans.ts'
import type { Offered } from '#features/core/practice/services-shape.ts'
import { addDays, addMonths, type Day, dayAndYear } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import type { Service, Tier } from '#lib/plan.ts'

/** So long a service can be ended as if it had not begun (Consumer Contracts Regulations 2013, reg. 30). */
export const COOLING_DAYS = 14

/** Why a service has ended. `gone`: the horse; `left`: whose horse it was; `off`: the portal, or the practice's plan; `plan`: the plan has it itself; `unpaid`: 14 days after a payment failed. */
export type EndedWhy = 'owner' | 'farrier' | 'operator' | 'gone' | 'left' | 'off' | 'plan' | 'unpaid'

/**
 * The last day of a service that its owner ends today: today within the first 14 days after it began, else the last day of the month that is running,
 * each of which begins on the day of the month on which the service did.
 */
export function lastDayOf(fromOn: Day, today: Day): Day {
  if (today <= addDays(fromOn, COOLING_DAYS)) return today
  let months = 1
  while (addMonths(fromOn, months) <= today) months++
  return addDays(addMonths(fromOn, months), -1)
}

/** The services that a practice's clients can have: those it offers and its plan leaves to them. */
export const offeredBy = (tier: Tier, offered: Offered): Service[] => offersOf(tier).filter((service) => offered[service])

/** Pence a month for so many horses. */
export const monthlyPence = (service: Service, horses: number): number => CLIENT_SERVICES[service].pence * horses

/** What is had, for which horses: `Vet Integration for Biscuit and Merlin`. */
export const serviceFor = (service: Service, horses: readonly string[]): string => `${CLIENT_SERVICES[service].name} for ${listed(horses)}`

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

type Had = { service: Service; horses: readonly string[] }

/** Confirms what was arranged for an owner. */
export const begunWords = ({ service, horses, fromOn }: Had & { fromOn: Day }): string =>
  `you have ${serviceFor(service, horses)} from ${dayAndYear(fromOn)}. It was arranged with the person who runs this server. You can end it any day, with one press, here:`

/** Confirms that something that was arranged ends, and why. A horse may have died: nothing cheerful. */
export function endedWords({ service, horses, endsOn, why }: Had & { endsOn: Day; why: EndedWhy }): string {
  const reason = REASONS[why]
  return `${serviceFor(service, horses)} ends on ${dayAndYear(endsOn)}${reason ? `: ${reason}` : ''}. You need do nothing. What was written stays with the horse.`
}

const REASONS: Readonly<Record<EndedWhy, string>> = {
  owner: 'you ended it',
  farrier: 'your farrier ended it',
  operator: 'the person who runs this server ended it',
  gone: '',
  left: 'the horse is no longer yours here',
  off: 'the portal of your farrier is closed',
  plan: 'the plan of your farrier has it now, and you pay nothing more',
  unpaid: 'the last payment failed, and 14 days have passed. That month isn’t charged',
}

/** The words of an offer, after the greeting. */
export const offerWords = (service: Service): string => {
  const { name, pence, text } = CLIENT_SERVICES[service]
  return `${name}, ${pounds(pence)} a horse, a month: ${text} You decide for each horse, and end it with one press.`
}
