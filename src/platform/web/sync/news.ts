import { backoffMs } from '#platform/web/sync/plan.ts'

/**
 * The server sends a heartbeat every 25 s; a connection that is silent for longer than this is dead, even if the browser believes
 * otherwise.
 */
const SILENT_MS = 60_000

/** Where news comes from; in a test, elsewhere. */
export type EventSourceLike = {
  readonly readyState: number
  addEventListener: (event: string, hear: () => void) => void
  close: () => void
}
export type OpenEvents = (url: string) => EventSourceLike

/** Hears from the server that something in the practice has changed. While it can't, passes are made by the clock. */
export class NewsLine {
  readonly #hear: () => void
  readonly #open: OpenEvents | undefined
  readonly #now: () => number
  #source: EventSourceLike | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #isWanted = false
  #failures = 0
  #heardAt: number | null = null

  constructor(hear: () => void, now: () => number, open: OpenEvents | undefined) {
    this.#hear = hear
    this.#now = now
    this.#open = open
  }

  /** The server notifies us of events: there is no need to poll. */
  get isOpen(): boolean {
    return this.#heardAt !== null && this.#now() - this.#heardAt < SILENT_MS
  }

  /** Whether the news would be seen now; called repeatedly, it also replaces a connection gone silent. */
  want(isWanted: boolean) {
    this.#isWanted = isWanted
    if (!isWanted) return this.#drop()
    const isSilent = this.#heardAt !== null && !this.isOpen
    if (isSilent) this.#drop()
    if (!this.#source && !this.#retry) this.#connect()
  }

  #connect() {
    this.#retry = undefined
    if (!this.#isWanted || !this.#open) return
    const source = this.#open('/api/sync/events')
    this.#source = source
    // What changed before the line stood is fetched once it does.
    source.addEventListener('open', () => this.#sign(source, true))
    source.addEventListener('changed', () => this.#sign(source, true))
    source.addEventListener('beat', () => this.#sign(source, false))
    source.addEventListener('error', () => this.#fail(source))
  }

  #sign(source: EventSourceLike, isNews: boolean) {
    if (source !== this.#source) return
    this.#heardAt = this.#now()
    this.#failures = 0
    if (isNews) this.#hear()
  }

  /* The browser reopens a connection the server has ended; a refused one is retried here. */
  #fail(source: EventSourceLike) {
    if (source !== this.#source) return
    this.#heardAt = null
    if (source.readyState !== EVENTS_CLOSED) return
    this.#drop()
    this.#failures += 1
    // The session may have ended: a pass finds out.
    if (this.#failures === 1) this.#hear()
    this.#retry = setTimeout(() => this.#connect(), backoffMs(this.#failures + 2))
  }

  #drop() {
    clearTimeout(this.#retry)
    this.#retry = undefined
    this.#source?.close()
    this.#source = undefined
    this.#heardAt = null
  }
}

const EVENTS_CLOSED = 2
