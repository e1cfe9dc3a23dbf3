import type { Outcome } from '#platform/web/sync/pass.ts'
import { backoffMs } from '#platform/web/sync/plan.ts'

const LONGEST_MS = 60_000
/** A longer wait requested by the server is cut to this: a proxy's slip must not keep a day's work on the phone. */
const MOST_PATIENCE_MS = 5 * 60_000
/** How often a screen in use fetches news: without notifications from the server, and with them. */
const LOOK_EVERY_MS = 30_000
const LOOK_SELDOM_MS = 5 * 60_000

/** The input of the watchdog's decision whether to make a pass. Times are of a clock that no one can set (`performance.now`). */
export type Moment = {
  now: number
  /** Changes that could go now. */
  hasReady: boolean
  isVisible: boolean
  isSignedOut: boolean
  /** The server notifies us of changes. */
  isListening: boolean
}

/** When the next pass is due (I13): changes never wait longer than a back-off, and a screen in use looks for news. */
export class Pace {
  /** When a pass that failed may be tried again; null: the last one did not. */
  dueAt: number | null = null
  #failures = 0
  #lastPassAt = Number.NEGATIVE_INFINITY

  /** Takes how a pass ended; how long until the next should be thought of. */
  settle(now: number, { end }: Pick<Outcome, 'end'>, askedMs = 0): number {
    this.#lastPassAt = now
    if (end === 'done') {
      this.#failures = 0
      this.dueAt = null
      return 0
    }
    this.#failures += 1
    const wait = end === 'upgrade' || end === 'lapsed' ? LONGEST_MS : Math.min(LONGEST_MS, backoffMs(this.#failures))
    return this.postpone(now, Math.max(wait, Math.min(askedMs, MOST_PATIENCE_MS)))
  }

  /** Puts the next pass off. */
  postpone(now: number, waitMs: number): number {
    this.dueAt = now + waitMs
    return waitMs
  }

  /** A pass is wanted; one already put off stays so. */
  want(now: number) {
    this.dueAt ??= now
  }

  isDue({ now, hasReady, isVisible, isSignedOut, isListening }: Moment): boolean {
    if (isSignedOut) return false
    if (this.dueAt !== null) return now >= this.dueAt
    return hasReady || (isVisible && now - this.#lastPassAt >= (isListening ? LOOK_SELDOM_MS : LOOK_EVERY_MS))
  }
}
