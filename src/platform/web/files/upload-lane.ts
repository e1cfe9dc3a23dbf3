import { realMs } from '#lib/clock.ts'
import { ApiError, sentenceOf, Unreachable } from '#platform/web/api.ts'
import type { ByteStore } from '#platform/web/files/byte-store.ts'
import { hashOf } from '#platform/web/files/keep-file.ts'
import { GONE, refuseBlob, tidyBlobs } from '#platform/web/files/upload-rows.ts'
import type { LaneWires } from '#platform/web/files/upload-wires.ts'
import { findReady } from '#platform/web/sync/apply.ts'
import { PassLock } from '#platform/web/sync/pass-lock.ts'
import { backoffMs, failureOf } from '#platform/web/sync/plan.ts'
import type { BlobRow, Store } from '#platform/web/sync/store.ts'

export type LaneOptions = {
  wires: LaneWires
  bytes: ByteStore
  /** False once another person has signed in on this browser: nothing may go out under their session. */
  isOwner?: () => boolean
  /** False while the network is not one to send files over. */
  mayUse?: () => boolean
  /** A file has arrived: what waited for it can go. */
  onStored: () => void
}
/** How a run ended. `later`: something is left, to be tried after a while; `held`: small changes or the network come first. */
export type LaneEnd = 'idle' | 'later' | 'held' | 'busy' | 'signed_out'

/** How often the row reports a file's progress (Spec §9: progress throttled to 500 ms). */
const REPORT_EVERY_MS = 500
const SOON_MS = 1000
const LOOK_EVERY_MS = 5000

/**
 * Sends the files of one local copy alongside the sync passes: one at a time, oldest first, never while a small change could go. Its state
 * is in the rows, so that it continues after any end of the page.
 */
export class UploadLane {
  readonly #store: Store
  readonly #options: LaneOptions
  readonly #lock: PassLock
  readonly #channel: BroadcastChannel
  readonly #stopped = new AbortController()
  #current: { id: string; cancel: AbortController } | undefined
  #running: Promise<LaneEnd> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isWantedAgain = false

  constructor(store: Store, options: LaneOptions) {
    this.#store = store
    this.#options = options
    this.#lock = new PassLock(`${store.name}/files`, () => performance.now())
    this.#channel = new BroadcastChannel(`${store.name}/files`)
    this.#channel.onmessage = () => this.#lock.noteAlive()
  }

  /** Has it look soon whether something can go. */
  wake(delayMs = 0) {
    if (this.#stopped.signal.aborted) return
    if (this.#running) {
      this.#isWantedAgain = true
      return
    }
    clearTimeout(this.#timer)
    // The files of a local copy that was closed in the meantime are sent when it is next opened; other failures are retried at the next
    // wake-up.
    this.#timer = setTimeout(() => void this.run().catch(() => undefined), delayMs)
  }

  /** Sends what can go now. */
  run(): Promise<LaneEnd> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
      if (!this.#isWantedAgain) return
      this.#isWantedAgain = false
      this.wake()
    })
    return this.#running
  }

  /** Stops sending a file that is no longer wanted, or not now. */
  cancel(id: string) {
    if (this.#current?.id === id) this.#current.cancel.abort()
  }

  /** Resolves when nothing of the copy is used any more. */
  async stop() {
    this.#stopped.abort()
    clearTimeout(this.#timer)
    this.#channel.close()
    await this.#running?.catch(() => undefined)
  }

  async #run(): Promise<LaneEnd> {
    const end = await this.#lock.hold((lost) => this.#work(AbortSignal.any([lost, this.#stopped.signal])))
    if (this.#stopped.signal.aborted) return end
    // What it waits for usually signals earlier.
    if (end === 'busy' || end === 'held') this.wake(LOOK_EVERY_MS)
    if (end === 'later') this.wake(await this.#dueInMs())
    return end
  }

  async #work(over: AbortSignal): Promise<LaneEnd> {
    for (;;) {
      await tidyBlobs(this.#store, this.#options.bytes)
      const waiting = await this.#waiting()
      const row = waiting.find((one) => one.nextAttemptAt <= realMs())
      if (!row) return waiting.length ? 'later' : 'idle'
      if (over.aborted || (await this.#mustWait())) return 'held'
      if (!(this.#options.isOwner?.() ?? true)) return 'signed_out'
      const end = await this.#sendOne(row, over)
      if (end) return end
    }
  }

  async #waiting(): Promise<BlobRow[]> {
    const rows = await this.#store.blob.toArray()
    return rows.filter((row) => isOnItsWay(row) && !row.isPaused).sort((a, b) => a.addedAt - b.addedAt)
  }

  async #mustWait(): Promise<boolean> {
    if (!(this.#options.mayUse?.() ?? true)) return true
    return (await findReady(this.#store, realMs(), 1)).length > 0
  }

  async #dueInMs(): Promise<number> {
    const due = Math.min(...(await this.#waiting()).map((row) => row.nextAttemptAt))
    return Math.max(SOON_MS, due - realMs())
  }

  async #sendOne(row: BlobRow, over: AbortSignal): Promise<LaneEnd | undefined> {
    const cancel = new AbortController()
    this.#current = { id: row.id, cancel }
    const signal = AbortSignal.any([over, cancel.signal])
    try {
      const isSent = await this.#send(row, signal)
      return isSent ? undefined : 'held'
    } catch (error) {
      if (cancel.signal.aborted) return undefined
      if (over.aborted) return 'held'
      return this.#settle(row, error)
    } finally {
      this.#current = undefined
    }
  }

  /** True: the server has all of it. False: it stopped between two parts for what comes first. */
  async #send(row: BlobRow, signal: AbortSignal): Promise<boolean> {
    const { wires, bytes } = this.#options
    const content = row.store === bytes.kind ? await bytes.read(row.path) : undefined
    if (content?.size !== row.size) {
      await refuseBlob(this.#store, row.id, 'missing', GONE)
      return true
    }
    const { personId, practiceId } = this.#store.owner
    const { id, size, sha256, mime, fileType } = row
    const request = { id, bytes: size, sha256, mime, ...(fileType && { fileType }), personId, practiceId }
    let answer = await wires.request(request, signal)
    if (answer.state !== 'stored') {
      if (!(await this.#sendTo(answer.uploadURL ?? '', answer.way, row, content, signal))) return false
      answer = await wires.request(request, signal)
    }
    if (answer.state !== 'stored') throw new Unreachable('the file went, and has not arrived')
    await this.#note(row.id, { state: 'stored', offset: row.size })
    this.#options.onStored()
    return true
  }

  async #sendTo(url: string, way: 'put' | 'tus', row: BlobRow, content: Blob, signal: AbortSignal): Promise<boolean> {
    const { wires } = this.#options
    await this.#note(row.id, { state: 'uploading', uploadURL: url, problem: '' })
    if (way === 'put') {
      await wires.put(url, content, signal)
      return true
    }
    let saidAt = 0
    const report = (sent: number) => {
      // What is stopped may report a last time.
      if (this.#stopped.signal.aborted || performance.now() - saidAt < REPORT_EVERY_MS) return
      saidAt = performance.now()
      this.#channel.postMessage('alive')
      void this.#note(row.id, { offset: sent }).catch(() => undefined)
    }
    const onPart = async (sent: number) => {
      await this.#note(row.id, { offset: sent, attempts: 0 })
      return !(await this.#mustWait()) && !(await this.#isPaused(row.id))
    }
    return wires.parts(url, content, { signal, onProgress: report, onPart })
  }

  /** A file is given up only for what it is; how the sending went never costs it anything but time (I16). */
  async #settle(row: BlobRow, error: unknown): Promise<LaneEnd | undefined> {
    if (error instanceof ApiError && (failureOf(error.status) === 'signed_out' || error.code === 'wrong_person')) {
      await this.#note(row.id, { state: 'waiting' })
      return 'signed_out'
    }
    const code = error instanceof ApiError ? error.code : undefined
    if (code && FOR_GOOD.has(code)) {
      await refuseBlob(this.#store, row.id, 'refused', { code, message: sentenceOf(error) })
      return undefined
    }
    if (code === 'file_damaged' && (await this.#isRotten(row))) {
      await refuseBlob(this.#store, row.id, 'missing', GONE)
      return undefined
    }
    const attempts = row.attempts + 1
    // Network errors are shown in one place for the whole app; an error from the server belongs to this file.
    const problem = error instanceof ApiError ? error.sentence : ''
    const again = { state: 'waiting' as const, attempts, nextAttemptAt: realMs() + backoffMs(attempts), problem }
    await this.#note(row.id, { ...again, ...(code === 'file_damaged' ? { offset: 0 } : {}) })
    return 'later'
  }

  async #isRotten(row: BlobRow): Promise<boolean> {
    const content = await this.#options.bytes.read(row.path)
    return !content || (await hashOf(content)) !== row.sha256
  }

  /** Another tab may hold it back. */
  async #isPaused(id: string): Promise<boolean> {
    return (await this.#store.blob.get(id))?.isPaused === true
  }

  #note(id: string, changes: Partial<BlobRow>) {
    return this.#store.blob.update(id, changes)
  }
}

const isOnItsWay = ({ state }: BlobRow): boolean => state === 'waiting' || state === 'uploading'

/** Refusals the server repeats each time the file comes. */
const FOR_GOOD: ReadonlySet<string> = new Set(['file_refused', 'file_too_big', 'id_taken'])
