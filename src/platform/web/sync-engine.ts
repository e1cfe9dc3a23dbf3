import { ApiError, Unreachable } from '#platform/web/api.ts'
import { onEnqueue } from '#platform/web/outbox.ts'
import { noteReach, onReach, reachable } from '#platform/web/reach.ts'
import { readMeta, type Store, writeMeta } from '#platform/web/store.ts'
import { findReady } from '#platform/web/sync-apply.ts'
import { type Outcome, runPass, type Wires, wires } from '#platform/web/sync-pass.ts'
import { backoffMs, isPassDue } from '#platform/web/sync-plan.ts'

/** What the engine is at; the rest of the status is read from the disk. */
export type EngineState = { syncing: boolean; signedOut: boolean; needsUpgrade: boolean }
/** How a pass ended; `busy`: another tab is at it. */
export type End = Outcome['end'] | 'busy'
export type SyncOptions = {
  wires?: Wires
  /** False once another person has signed in on this browser: nothing may go out under their session. */
  isOwner?: () => boolean
  onSignedOut?: () => void
}

/** What the tabs of one copy say to each other: that a change waits, or what the last request found. */
type Told = 'queued' | 'reached' | 'lost'

const DEBOUNCE_MS = 200
const WATCHDOG_MS = 10_000
const BUSY_MS = 1000
const KEEP_DONE_MS = 30 * 24 * 60 * 60 * 1000

/** Decides when to make a pass: after every change, when the network or the screen comes back, and by a watchdog. */
export class SyncEngine {
  state: EngineState = { syncing: false, signedOut: false, needsUpgrade: false }
  readonly #store: Store
  readonly #changed: () => void
  readonly #options: SyncOptions
  readonly #channel: BroadcastChannel
  #stops: (() => void)[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<End> | undefined
  #isWantedAgain = false
  #isStopped = false
  #failures = 0
  #dueAt: number | null = null
  #lastPassAt = 0

  constructor(store: Store, changed: () => void, options: SyncOptions) {
    this.#store = store
    this.#changed = changed
    this.#options = options
    this.#channel = new BroadcastChannel(`${store.name}/sync`)
  }

  start() {
    const watchdog = setInterval(() => void this.#tick(), WATCHDOG_MS)
    this.#channel.onmessage = ({ data }: MessageEvent<Told>) => this.#hearOtherTab(data)
    this.#stops = [
      () => clearInterval(watchdog),
      () => clearTimeout(this.#timer),
      () => this.#channel.close(),
      onEnqueue(() => this.#hearChange()),
      onReach(() => this.#hearReach()),
      // No network is known at once; that there is one proves nothing, so coming back is left to the next request.
      listen('offline', () => noteReach(false)),
      listen('online', () => this.#nudge()),
      listen('visibilitychange', () => document.visibilityState === 'visible' && this.#nudge()),
    ]
    this.#nudge()
  }

  /** Resolves when the pass under way, if any, has let go of the copy. */
  async stop() {
    this.#isStopped = true
    for (const stop of this.#stops) stop()
    await this.#running
  }

  /** Makes a pass now, whatever the back-off says, or joins the one under way and has another follow it. */
  syncNow(): Promise<End> {
    if (this.#running) this.#isWantedAgain = true
    this.#running ??= this.#pass().finally(() => {
      this.#running = undefined
      if (this.#isWantedAgain) this.#followUp()
    })
    return this.#running
  }

  /* Whoever joined wants to know what came after the pass had looked; a back-off under way still holds. */
  #followUp() {
    this.#dueAt ??= Date.now()
    this.#wake(0)
  }

  /** Somebody has signed in again. */
  resume() {
    this.#set({ signedOut: false })
    this.#nudge()
  }

  async #pass(): Promise<End> {
    this.#isWantedAgain = false
    this.#set({ syncing: true })
    const outcome = await locked(this.#store, () => runPass(this.#store, this.#guarded()))
    if (this.#isStopped) return 'busy'
    if (outcome === 'busy') this.#postpone()
    else await this.#settle(outcome)
    this.#set({ syncing: false })
    return outcome === 'busy' ? outcome : outcome.end
  }

  /** The wires, each request looking first whether this copy's person is still the one signed in. */
  #guarded(): Wires {
    const { isOwner = () => true, wires: server = wires } = this.#options
    const guard =
      <A, R>(send: (asked: A) => Promise<R>) =>
      async (asked: A) => {
        if (this.#isStopped || !isOwner()) throw new ApiError(401, 'another session', '')
        return send(asked)
      }
    return { push: guard(server.push), pull: guard(server.pull) }
  }

  /* The other tab's pass says nothing of what this one was to find out. */
  #postpone() {
    this.#dueAt = Date.now() + BUSY_MS
    this.#wake(BUSY_MS)
  }

  async #settle(outcome: Outcome) {
    this.#lastPassAt = Date.now()
    const isDone = outcome.end === 'done'
    this.#failures = isDone ? 0 : this.#failures + 1
    const wait = outcome.end === 'upgrade' ? 60_000 : backoffMs(this.#failures)
    this.#dueAt = isDone ? null : Date.now() + wait
    this.#set({ signedOut: outcome.end === 'signed_out', needsUpgrade: outcome.end === 'upgrade' })
    await noteResult(this.#store, outcome)
    // Answers may have freed what waited for them.
    this.#wake(isDone ? 0 : wait)
    if (outcome.end === 'signed_out') this.#options.onSignedOut?.()
  }

  async #tick() {
    if (this.#isStopped) return
    const { state } = this
    const hasReady = (await findReady(this.#store, Date.now(), 1)).length > 0
    const isVisible = typeof document === 'undefined' || document.visibilityState === 'visible'
    const moment = { now: Date.now(), dueAt: this.#dueAt, hasReady, lastPassAt: this.#lastPassAt, isVisible, isSignedOut: state.signedOut }
    if (this.#isStopped) return
    if (isPassDue(moment)) await this.syncNow()
    // A timer may fire a moment early.
    else if (this.#dueAt !== null && !state.signedOut) this.#wake(Math.max(1, this.#dueAt - moment.now))
  }

  #hearChange() {
    this.#tell('queued')
    if (this.#running) this.#isWantedAgain = true
    else if (this.#dueAt === null) this.#wake(DEBOUNCE_MS)
  }

  #hearReach() {
    this.#tell(reachable() ? 'reached' : 'lost')
    if (reachable()) this.#nudge()
  }

  #hearOtherTab(told: Told) {
    // It found otherwise than this tab did: look for ourselves.
    if (told !== 'queued') return (told === 'reached') !== reachable() && this.#nudge()
    if (this.#running) this.#isWantedAgain = true
    else if (this.#dueAt === null) this.#wake(BUSY_MS)
  }

  #tell(told: Told) {
    this.#channel.postMessage(told)
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

/** One tab at a time saves work; where there are no locks, the server's own counting of ops still keeps it right. */
async function locked<T>(store: Store, work: () => Promise<T>): Promise<T | 'busy'> {
  if (typeof navigator === 'undefined' || !navigator.locks) return work()
  return navigator.locks.request(`${store.name}/sync`, { ifAvailable: true }, (lock) => (lock ? work() : ('busy' as const)))
}

async function noteResult(store: Store, outcome: Outcome) {
  const timestamp = Date.now()
  const lastSyncAt = (await readMeta(store, 'last'))?.lastSyncAt ?? null
  if (outcome.end !== 'done') return writeMeta(store, 'last', { success: false, error: reasonOf(outcome), timestamp, lastSyncAt })
  await writeMeta(store, 'last', { success: true, timestamp, lastSyncAt: timestamp })
  return store.done
    .where('ackedAt')
    .below(timestamp - KEEP_DONE_MS)
    .delete()
}

function reasonOf(outcome: Outcome): string {
  if (outcome.end === 'signed_out') return 'Sign in to send your changes.'
  if (outcome.end !== 'later') return 'Pritchel must be updated on this device first. Reload the page.'
  const { error } = outcome
  return error instanceof ApiError || error instanceof Unreachable ? error.sentence : String(error)
}

function listen(event: string, act: () => unknown) {
  const target: EventTarget | undefined = typeof document === 'undefined' ? undefined : event === 'visibilitychange' ? document : window
  const heard = () => void act()
  target?.addEventListener(event, heard)
  return () => target?.removeEventListener(event, heard)
}
