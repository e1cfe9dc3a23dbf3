import { addDays, type Day, dayOf, instantOf } from '#lib/dates.ts'
import { type When, ZONE } from '#testing/bad-fortnight/ledger.ts'

const TIMES = ['00:30', '07:15', '09:00', '10:30', '13:00', '16:15', '21:45']
const MINUTES = [45, 60, 120]
/** Around the clock change there is more than on other days. */
const [CHANGE_FROM, CHANGE_DAYS] = ['2027-03-27', 3] as const

/** Chance, the same for the same seed. */
export class Chance {
  #state: number
  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to 1 (mulberry32). */
  next = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  below = (most: number): number => Math.floor(this.next() * most)
  is = (part: number): boolean => this.next() < part
  one = <T>(of: readonly T[]): T | undefined => of[this.below(of.length)]

  /** A day at least three days ahead. */
  day(now: Date): Day {
    const first = addDays(dayOf(now, ZONE), 3)
    return first <= CHANGE_FROM && this.is(0.3) ? addDays(CHANGE_FROM, this.below(CHANGE_DAYS)) : addDays(first, this.below(28))
  }

  /** A time on such a day. `pastHour`: minutes that the diary itself never uses, so that what the phone sets is never what is here. */
  time(now: Date, pastHour = 0): { start: Date; end: Date } {
    const start = new Date(instantOf(this.day(now), this.one(TIMES) ?? '09:00', ZONE).getTime() + pastHour * 60_000)
    return { start, end: new Date(start.getTime() + (this.one(MINUTES) ?? 60) * 60_000) }
  }

  days(now: Date, most: number): When {
    const fromDay = this.day(now)
    return { fromDay, toDay: addDays(fromDay, this.below(most)) }
  }
}
