/** A tab that holds the lock and has been silent for this long is frozen or gone: a request of its own would have timed out by now. */
const DEAD_MS = 30_000

/**
 * One tab at a time makes passes. The lock is held for a pass, never longer, and only saves work: the server's counting of ops keeps it
 * right without. A holder that shows no sign of life loses it.
 */
export class PassLock {
  readonly #name: string
  readonly #now: () => number
  #quietSince: number | null = null

  constructor(name: string, now: () => number) {
    this.#name = name
    this.#now = now
  }

  /** The other tab's pass goes on. */
  noteAlive() {
    if (this.#quietSince !== null) this.#quietSince = this.#now()
  }

  /** Runs `work` under the lock; `busy` when another tab has it, or has taken it over in the meantime (`lost` then aborts). */
  async hold<T>(work: (lost: AbortSignal) => Promise<T>): Promise<T | 'busy'> {
    const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
    const loss = new AbortController()
    if (!locks) return work(loss.signal)
    const isDead = this.#quietSince !== null && this.#now() - this.#quietSince >= DEAD_MS
    let isAtWork = false
    const under = async (lock: object | null): Promise<T | 'busy'> => {
      this.#quietSince = lock ? null : (this.#quietSince ?? this.#now())
      if (!lock) return 'busy'
      isAtWork = true
      return work(loss.signal).finally(() => {
        isAtWork = false
      })
    }
    try {
      return await locks.request(this.#name, isDead ? { steal: true } : { ifAvailable: true }, under)
    } catch (error) {
      // The lock gave way, not the work.
      if (!isAtWork) throw error
      loss.abort()
      return 'busy'
    }
  }
}
