import { realMs } from '#lib/clock.ts'
import { ApiError } from '#platform/web/api.ts'
import { findReady } from '#platform/web/sync/apply.ts'
import { requestWake } from '#platform/web/sync/background.ts'
import { guarded } from '#platform/web/sync/guarded.ts'
import { screensOf, setParts } from '#platform/web/sync/here.ts'
import { noteResult } from '#platform/web/sync/last-result.ts'
import { NewsLine, type OpenEvents } from '#platform/web/sync/news.ts'
import { onEnqueue } from '#platform/web/sync/outbox.ts'
import { Pace } from '#platform/web/sync/pace.ts'
import { type Outcome, runPass, type Wires, wires } from '#platform/web/sync/pass.ts'
import { PassLock } from '#platform/web/sync/pass-lock.ts'
import { noteReach, onReach, reachable } from '#platform/web/sync/reach.ts'
import type { Store } from '#platform/web/sync/store.ts'

/** What the engine is at; the rest of the status is read from the disk. */
export type EngineState = {
  syncing: boolean
  /** The server no longer recognises this session: nothing is sent until they sign in. */
  signedOut: boolean
  /** This build is too old for the server. */
  needsUpgrade: boolean
}
/** How a pass ended; `busy`: another tab is at it. */
export type End = Outcome['end'] | 'busy'
export type SyncOptions = {
  wires?: Wires
  /** False once another person has signed in on this browser: nothing may go out under their session. */
  isOwner?: () => boolean
  onSignedOut?: () => void
  /** Opens the stream of news; without it, none. */
  openEvents?: OpenEvents
}

/** What the tabs of one copy send each other: that a change waits, what the last request found, that a pass goes on. */
type TabMessage = 'queued' | 'reached' | 'lost' | 'alive'

const DEBOUNCE_MS = 200
const WATCHDOG_MS = 10_000
const BUSY_MS = 1000
const BUSY = { end: 'busy' } as const

/* A clock that neither a person nor a network can set: waits of the engine outlive a change of the device's own. */
const now = () => performance.now()
const isVisible = () => typeof document === 'undefined' || document.visibilityState === 'visible'

/** Decides when to make a pass: after every change, on a signal of the network, the screen or the server, and by a watchdog. */
export class SyncEngine {
  state: EngineState = { syncing: false, signedOut: false, needsUpgrade: false }
  readonly #store: Store
  readonly #changed: () => void
  readonly #options: SyncOptions
  readonly #channel: BroadcastChannel
  readonly #pace = new Pace()
  readonly #lock: PassLock
  readonly #news: NewsLine
  #stops: (() => void)[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<Outcome | typeof BUSY> | undefined
  #isWantedAgain = false
  #hasNews = false
  #isStopped = false

  constructor(store: Store, changed: () => void, options: SyncOptions) {
    this.#store = store
    this.#changed = changed
    this.#options = options
    this.#channel = new BroadcastChannel(`${store.name}/sync`)
    this.#lock = new PassLock(`${store.name}/sync`, now)
    this.#news = new NewsLine(() => this.#hearNews(), now, options.openEvents)
  }

  start() {
    setParts(this.#store, this.#guarded(new AbortController().signal).parts)
    const watchdog = setInterval(() => void this.#tick(), WATCHDOG_MS)
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => this.#onMessage(data)
    this.#stops = [
      () => clearInterval(watchdog),
      () => clearTimeout(this.#timer),
      () => this.#channel.close(),
      () => this.#news.want(false),
      () => setParts(this.#store, undefined),
      onEnqueue(() => this.#hearChange()),
      onReach(() => this.#hearReach()),
      // No network is known at once; that there is one proves nothing, so coming back is left to the next request.
      listen('window', 'offline', () => noteReach(false)),
      listen('window', 'online', () => this.#nudge()),
      // A page brought back whole, or thawed.
      listen('window', 'pageshow', () => this.#nudge()),
      listen('document', 'resume', () => this.#nudge()),
      listen('document', 'visibilitychange', () => this.#hearVisibility()),
    ]
    this.#nudge()
  }

  /** Resolves when the pass under way, if any, has let go of the copy. */
  async stop() {
    this.#isStopped = true
    for (const stop of this.#stops) stop()
    await this.#running
  }

  /** Makes a pass now, regardless of the back-off, or joins the current one and has another follow it. */
  async syncNow(): Promise<End> {
    if (this.#running) this.#isWantedAgain = true
    return (await this.#join()).end
  }

  /** Makes a pass of its own now, with every change in it that waits for another try. */
  async forceSync(): Promise<Outcome> {
    await this.#running
    try {
      await this.#store.queue.toCollection().modify({ nextAttemptAt: 0 })
    } catch (error) {
      return { end: 'later', error }
    }
    for (;;) {
      const outcome = await this.#join()
      if (outcome.end !== 'busy') return outcome
      if (this.#isStopped) return { end: 'later', error: new Error('this copy was closed') }
      await new Promise((resolve) => setTimeout(resolve, BUSY_MS))
    }
  }

  /** A user has signed in again. */
  resume() {
    this.#set({ signedOut: false })
    this.#nudge()
  }

  #join() {
    this.#running ??= this.#pass().finally(() => {
      this.#running = undefined
      if (this.#isWantedAgain || this.#hasNews) this.#followUp()
    })
    return this.#running
  }

  /* A caller that joined needs what came after the pass had looked; a current back-off still holds. */
  #followUp() {
    this.#pace.want(now())
    this.#wake(0)
  }

  async #pass(): Promise<Outcome | typeof BUSY> {
    this.#isWantedAgain = false
    this.#set({ syncing: true })
    const outcome = await this.#lock.hold((lost) => runPass(this.#store, this.#guarded(lost), undefined, screensOf(this.#store)))
    if (this.#isStopped) return BUSY
    // The other tab's pass does not return what this one had to find out.
    if (outcome === 'busy') this.#wake(this.#pace.postpone(now(), BUSY_MS))
    else await this.#settle(outcome)
    this.#set({ syncing: false })
    return outcome === 'busy' ? BUSY : outcome
  }

  #guarded(lost: AbortSignal): Wires {
    const { isOwner = () => true, wires: server = wires } = this.#options
    return guarded(this.#store, server, {
      isOwner: () => !this.#isStopped && isOwner(),
      isOver: () => lost.aborted,
      beforePull: () => {
        this.#hasNews = false
      },
      onAnswer: () => this.#post('alive'),
    })
  }

  async #settle(outcome: Outcome) {
    const retryAfter = outcome.end === 'later' && outcome.error instanceof ApiError ? outcome.error.retryAfterMs : undefined
    const wait = this.#pace.settle(now(), outcome, retryAfter)
    this.#set({ signedOut: outcome.end === 'signed_out', needsUpgrade: outcome.end === 'upgrade' })
    // A disk too full even for this must not end the passes.
    await noteResult(this.#store, outcome).catch(() => undefined)
    if (outcome.end === 'later') void this.#requestWake()
    // Answers may have freed what waited for them.
    this.#wake(wait)
    if (outcome.end === 'signed_out') this.#options.onSignedOut?.()
  }

  async #tick() {
    if (this.#isStopped) return
    const hasReady = (await findReady(this.#store, realMs(), 1)).length > 0
    if (this.#isStopped) return
    this.#listenOrNot()
    // A pass under way sends what is ready, and wakes us when it ends.
    if (this.#running) return
    const { signedOut } = this.state
    const moment = { now: now(), hasReady, isVisible: isVisible(), isSignedOut: signedOut, isListening: this.#news.isOpen }
    const { dueAt } = this.#pace
    if (this.#pace.isDue(moment)) await this.syncNow()
    // A timer may fire a moment early.
    else if (dueAt !== null && !signedOut) this.#wake(Math.max(1, dueAt - moment.now))
  }

  #hearChange() {
    this.#post('queued')
    if (this.#running) this.#isWantedAgain = true
    else if (this.#pace.dueAt === null) this.#wake(DEBOUNCE_MS)
  }

  #hearReach() {
    this.#post(reachable() ? 'reached' : 'lost')
    if (reachable()) this.#nudge()
    this.#listenOrNot()
  }

  #hearVisibility() {
    this.#listenOrNot()
    if (isVisible()) return this.#nudge()
    void this.#requestWake()
  }

  /* A pass under way finds what it has not looked for yet; later changes need another pass. */
  #hearNews() {
    this.#hasNews = true
    if (this.#running) return
    this.#pace.want(now())
    this.#wake(DEBOUNCE_MS)
  }

  #onMessage(message: TabMessage) {
    if (message === 'alive') return this.#lock.noteAlive()
    // It found otherwise than this tab did: look for ourselves.
    if (message !== 'queued') return (message === 'reached') !== reachable() && this.#nudge()
    if (this.#running) this.#isWantedAgain = true
    else if (this.#pace.dueAt === null) this.#wake(BUSY_MS)
  }

  #post(message: TabMessage) {
    if (!this.#isStopped) this.#channel.postMessage(message)
  }

  #listenOrNot() {
    this.#news.want(!this.#isStopped && isVisible() && reachable() && !this.state.signedOut)
  }

  async #requestWake() {
    const waiting = this.#isStopped ? 0 : await this.#store.queue.count().catch(() => 0)
    if (waiting > 0) await requestWake()
  }

  #nudge() {
    if (!this.state.signedOut && !this.#isStopped) void this.syncNow()
  }

  #wake(delayMs: number) {
    clearTimeout(this.#timer)
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#tick(), delayMs)
  }

  #set(next: Partial<EngineState>) {
    this.state = { ...this.state, ...next }
    this.#changed()
  }
}

function listen(target: 'window' | 'document', event: string, act: () => unknown) {
  const on: EventTarget | undefined = typeof document === 'undefined' ? undefined : target === 'document' ? document : window
  const heard = () => void act()
  on?.addEventListener(event, heard)
  return () => on?.removeEventListener(event, heard)
}
