import type { OrderCost } from '#features/day/round/order.ts'
import { milesOf } from '#lib/distance.ts'

/** Less than this is not noticed. */
const [LEAST_MINUTES, LEAST_MILES] = [5, 0.5]
/** For a stop later than this the minutes are not shown: its time has gone by. */
const MOST_LATE_MINUTES = 90
/** So many late stops are named. */
const MOST_NAMED = 2

/** `Saves 20 min, 2 miles more`: what another order is worth. */
export function worthWords(before: OrderCost, after: OrderCost): string {
  const minutes = Math.round((before.endsAt - after.endsAt) / 5) * 5
  const miles = milesOf(before.km) - milesOf(after.km)
  const isShorter = Math.abs(miles) >= LEAST_MILES
  const distance = mileWords(Math.abs(miles))
  if (Math.abs(minutes) < LEAST_MINUTES) {
    if (!isShorter) return 'About the same as now'
    return miles > 0 ? `Saves ${distance}` : `${distance} more`
  }
  const time = minutes > 0 ? `Saves ${minutes} min` : `Takes ${-minutes} min longer`
  return isShorter ? `${time}, ${distance} ${miles > 0 ? 'less' : 'more'}` : time
}

const mileWords = (miles: number) => {
  const whole = miles < 2 ? miles.toFixed(1).replace('.0', '') : String(Math.round(miles))
  return `${whole} ${whole === '1' ? 'mile' : 'miles'}`
}

/** A stop that would be late: what it is called, when it is booked, and by how much. */
export type LateWords = { name: string; at: string; minutes: number }

/** `Kiln Lane would be 15 min late.`; null: every fixed time is kept. */
export function lateWords(late: readonly LateWords[]): string | null {
  const worst = late.filter(({ minutes }) => minutes >= LEAST_MINUTES).toSorted((a, b) => b.minutes - a.minutes)
  if (worst.length === 0) return null
  const said = worst
    .slice(0, MOST_NAMED)
    .map(({ name, at, minutes }) =>
      minutes > MOST_LATE_MINUTES ? `The ${at} at ${name} can't be kept` : `${name} would be ${Math.round(minutes / 5) * 5} min late`,
    )
  const more = worst.length - said.length
  return `${said.join('. ')}${more > 0 ? `, and ${more} more` : ''}.`
}
