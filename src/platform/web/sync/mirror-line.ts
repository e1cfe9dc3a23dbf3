import { Gathered } from '#platform/web/sync/mirror-batch.ts'
import type { MirrorFile } from '#platform/web/sync/mirror-port.ts'
import { bringTogether } from '#platform/web/sync/mirror-start.ts'
import { type Copy, type Cursor, readMeta } from '#platform/web/sync/store.ts'

/**
 * A change is in this device's copy, and will be sent, but the mirror could not take it: clearing the browser now would lose it. It is in the
 * mirror with the next batch that can be written, or at the next start.
 */
export class NotMirrored extends Error {
  override readonly name = 'NotMirrored'
  /** For people. It must not have them enter the change again. */
  readonly sentence = "It's saved, but its safety copy couldn't be written. Don't enter it again. Is this computer's disk full?"
}

/** One copy and its mirror, while the app runs: what the copy has committed goes to the mirror in order, one batch at a time. */
export class MirrorLine {
  readonly #open: () => Promise<MirrorFile>
  #file: MirrorFile | undefined
  #line: string | undefined
  #started: Promise<void> | undefined
  #owed = new Gathered()
  #writing: Promise<void> | undefined
  #cursor: Cursor | undefined
  #isRunning = false
  #isForgotten = false

  constructor(open: () => Promise<MirrorFile>) {
    this.#open = open
  }

  /** Brings copy and mirror together, once, before the copy is used. It never rejects: where it fails, new changes are `NotMirrored`. */
  start(copy: Copy): Promise<void> {
    this.#started ??= this.#bringTogether(copy)
    return this.#started
  }

  async #bringTogether(copy: Copy) {
    try {
      this.#file = await this.#open()
      this.#line = await bringTogether(copy, this.#file)
      this.#cursor = await readMeta(copy, 'cursor')
    } catch {
      this.#line = undefined
      // The copy goes on alone. What is written now makes it older in nothing the mirror can know, so no line may be in common any more.
      await copy.meta.delete('line').catch(() => undefined)
    }
    this.#isRunning = true
  }

  /** False while the two are brought together: what is written then is in both. */
  get isRunning(): boolean {
    return this.#isRunning
  }

  /** Takes what a transaction wrote, at its commit. */
  take(written: Gathered) {
    // One that can't be read is made anew at the next start: nothing is kept for it.
    if (this.#isForgotten || !this.#line) return
    this.#owed.add(written)
    this.flushed().catch(() => undefined)
  }

  /**
   * Resolves when a transaction whose writes were taken may count as ended: when they are in the mirror. A page of the server's rows is not
   * waited for: lost, it is fetched again. @throws NotMirrored for a person's change; passes go on, what leaves the device is safe sooner
   */
  async settle(written: Gathered): Promise<void> {
    if (written.isServers && !this.#isOtherView(written.cursor)) return
    try {
      await this.flushed()
    } catch (cause) {
      if (written.hasNew) throw new NotMirrored(undefined, { cause })
    }
  }

  /** Resolves when all that was taken is in the mirror. @throws what the mirror throws; what it lacks goes with the next batch */
  async flushed(): Promise<void> {
    if (!this.#line && !this.#isForgotten) throw new Error('the mirror could not be read at the start')
    while (this.#writing || !this.#owed.isEmpty) {
      this.#writing ??= this.#write().finally(() => {
        this.#writing = undefined
      })
      await this.#writing
    }
  }

  async #write() {
    const going = this.#owed
    this.#owed = new Gathered()
    if (this.#isForgotten) return
    const line = this.#line ?? ''
    try {
      await this.#file?.take(going.batch({ line, ...(this.#isOtherView(going.cursor) && { scrubs: 'all' }) }))
      if (going.cursor !== undefined) this.#cursor = going.cursor ?? undefined
    } catch (error) {
      going.add(this.#owed)
      this.#owed = going
      throw error
    }
  }

  /* Another view or epoch is how a device hears of an erasure or another role; without a position only what is unsent may stay. */
  #isOtherView(next: Cursor | null | undefined): boolean {
    if (next === undefined || !this.#cursor) return false
    return next === null || next.view !== this.#cursor.view || next.epoch !== this.#cursor.epoch
  }

  /** Deletes the mirror; nothing is written to it any more. */
  async forget(): Promise<void> {
    this.#isForgotten = true
    this.#owed = new Gathered()
    await this.#started
    await this.#writing?.catch(() => undefined)
    this.#file ??= await this.#open()
    await this.#file.forget()
  }
}
