import { currentMs } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'

const WINDOW_MS = 15 * 60_000
const MOST_KEYS = 20_000

type Tries = { count: number; since: number }

/**
 * Counts tries per key in windows of a quarter of an hour, in memory: one process serves a practice's sign-ins. Bounded: when more keys
 * come than it keeps, the one longest untouched goes.
 */
export class Throttle {
  readonly #most: number
  readonly #now: () => number
  readonly #tries = new Map<string, Tries>()

  constructor(most: number, now: () => number = currentMs) {
    this.#most = most
    this.#now = now
  }

  /** Counts a try before it is judged, so that a hundred at once are a hundred. @throws too_many_tries */
  take(key: string) {
    const now = this.#now()
    const known = this.#tries.get(key)
    const tries = known && now - known.since < WINDOW_MS ? known : { count: 0, since: now }
    if (tries.count >= this.#most) throw new AppError('too_many_tries')
    this.#tries.delete(key) // re-inserted at the end: the map's order is that of use
    this.#tries.set(key, { ...tries, count: tries.count + 1 })
    if (this.#tries.size > MOST_KEYS) this.#tries.delete(this.#tries.keys().next().value ?? key)
  }

  /** Takes one try back: it was no failure. */
  giveBack(key: string) {
    const tries = this.#tries.get(key)
    if (tries) tries.count = Math.max(0, tries.count - 1)
  }

  /** Forgets a key: its owner has proven themselves. */
  clear(key: string) {
    this.#tries.delete(key)
  }
}
