import { currentMs } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { keepAwake } from '#platform/web/device/awake.ts'
import { openMicrophone } from '#platform/web/device/microphone.ts'
import { bestFormat } from '#platform/web/recorder/format.ts'
import { holdRecording } from '#platform/web/recorder/live.ts'
import { type LevelMeter, openMeter } from '#platform/web/recorder/meter.ts'
import type { About, RecordingShelf } from '#platform/web/recorder/shelf.ts'

/** What ended a recording that no one stopped: the phone took the microphone, the disk is full, or the recording has the maximum length. */
export type StoppedBy = 'device' | 'full' | 'length'

/** A recording under way as a screen shows it. */
export type Live = {
  state: 'recording' | 'paused' | 'stopped'
  elapsedMs: number
  /** How loud it is, ten times a second from the beginning, 0 to 1. */
  levels: readonly number[]
  /** The phone lets no sound through for now: a call, another app. */
  isMuted: boolean
  /** How long the page has been out of sight in the meantime. */
  hiddenMs: number
  stoppedBy?: StoppedBy
}

export type LiveRecording = {
  readonly id: string
  now: () => Live
  /** Calls back whenever that changes; returns a function that stops it. */
  listen: (changed: () => void) => () => void
  pause: () => void
  resume: () => void
  /** Resolves when all of it is on the disk. */
  stop: () => Promise<void>
  /** No tab uses it any more: the rest of it may be offered elsewhere once this resolves. */
  release: () => Promise<void>
}

/** What a crash may cost. */
const CHUNK_MS = 1000
const LEVEL_MS = 100
/** Clear speech; a minute is about 350 KB. */
const BITS_PER_SECOND = 48_000

type Wish = { shelf: RecordingShelf; about: About; mostBytes: number }

/**
 * Begins to record from the microphone; every second of it goes to the disk as it comes.
 * @throws NoMicrophone
 */
export async function startRecording({ shelf, about, mostBytes }: Wish): Promise<LiveRecording> {
  const stream = await openMicrophone()
  const mimeType = bestFormat((mime) => MediaRecorder.isTypeSupported(mime))
  const recorder = new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond: BITS_PER_SECOND })
  const id = uuidv7()
  await shelf.begin({ id, about, mime: recorder.mimeType || mimeType || '', startedAt: currentMs() })
  return new Session({ id, shelf, mostBytes, stream, recorder })
}

type Parts = { id: string; shelf: RecordingShelf; mostBytes: number; stream: MediaStream; recorder: MediaRecorder }

class Session implements LiveRecording {
  readonly id: string
  readonly #parts: Parts
  readonly #meter: LevelMeter
  readonly #ended = Promise.withResolvers<void>()
  readonly #listeners = new Set<() => void>()
  readonly #ends: (() => void)[]
  readonly release: () => Promise<void>
  #live: Live = { state: 'recording', elapsedMs: 0, levels: [], isMuted: false, hiddenMs: 0 }
  #countedAt = performance.now()
  #hiddenAt: number | undefined
  #writtenLevels = 0
  #bytes = 0
  #writing: Promise<void> = Promise.resolve()

  constructor(parts: Parts) {
    const { id, stream, recorder } = parts
    this.id = id
    this.#parts = parts
    this.#meter = openMeter(stream)
    this.release = holdRecording(id)
    const beat = setInterval(() => this.#beat(), LEVEL_MS)
    const [track] = stream.getAudioTracks()
    this.#ends = [
      () => clearInterval(beat),
      keepAwake(),
      on(document, 'visibilitychange', () => this.#seen()),
      on(window, 'pagehide', () => this.#flush()),
      ...(track
        ? [
            on(track, 'ended', () => void this.#end('device')),
            on(track, 'mute', () => this.#set({ isMuted: true })),
            on(track, 'unmute', () => this.#set({ isMuted: false })),
          ]
        : []),
    ]
    recorder.addEventListener('dataavailable', ({ data }) => this.#take(data))
    recorder.addEventListener('error', () => void this.#end('device'))
    // It may stop on its own: the last chunk has come by then.
    recorder.addEventListener('stop', () => void this.#finish())
    recorder.start(CHUNK_MS)
  }

  now = () => this.#live

  listen = (changed: () => void) => {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  pause() {
    if (this.#live.state !== 'recording') return
    this.#count()
    this.#parts.recorder.pause()
    this.#flush()
    this.#set({ state: 'paused' })
  }

  resume() {
    if (this.#live.state !== 'paused') return
    this.#countedAt = performance.now()
    this.#parts.recorder.resume()
    this.#set({ state: 'recording' })
  }

  stop(): Promise<void> {
    return this.#end()
  }

  #end(stoppedBy?: StoppedBy): Promise<void> {
    if (stoppedBy && this.#live.state !== 'stopped') this.#set({ stoppedBy })
    if (this.#parts.recorder.state === 'inactive') void this.#finish()
    else {
      this.#count()
      this.#parts.recorder.stop()
    }
    return this.#ended.promise
  }

  async #finish() {
    if (this.#live.state === 'stopped') return
    const { stream, shelf, id } = this.#parts
    for (const end of this.#ends) end()
    this.#meter.close()
    for (const track of stream.getTracks()) track.stop()
    this.#set({ state: 'stopped' })
    await this.#writing
    await shelf.mark(id, 'stopped').catch(() => undefined)
    this.#ended.resolve()
  }

  #beat() {
    if (this.#live.state !== 'recording') return
    this.#count()
    this.#set({ levels: [...this.#live.levels, this.#live.isMuted ? 0 : this.#meter.level()] })
  }

  /** Only while it records: what was paused is not in it. */
  #count() {
    const now = performance.now()
    if (this.#live.state === 'recording') this.#live = { ...this.#live, elapsedMs: this.#live.elapsedMs + now - this.#countedAt }
    this.#countedAt = now
  }

  #take(content: Blob) {
    if (content.size === 0) return
    this.#count()
    const levels = this.#live.levels.slice(this.#writtenLevels)
    this.#writtenLevels += levels.length
    this.#bytes += content.size
    const chunk = { content, levels, lengthMs: Math.round(this.#live.elapsedMs) }
    this.#writing = this.#writing.then(() => this.#parts.shelf.addChunk(this.id, chunk)).catch(() => void this.#end('full'))
    if (this.#bytes > this.#parts.mostBytes) void this.#end('length')
  }

  /** The words spoken until now go to the disk now: the page may not come back. */
  #flush() {
    if (this.#parts.recorder.state !== 'inactive') this.#parts.recorder.requestData()
  }

  #seen() {
    if (document.visibilityState === 'hidden') {
      this.#hiddenAt = performance.now()
      this.#flush()
    } else if (this.#hiddenAt !== undefined) {
      this.#set({ hiddenMs: this.#live.hiddenMs + performance.now() - this.#hiddenAt })
      this.#hiddenAt = undefined
    }
  }

  #set(change: Partial<Live>) {
    this.#live = { ...this.#live, ...change }
    for (const changed of this.#listeners) changed()
  }
}

function on(target: EventTarget, type: string, heard: () => void): () => void {
  target.addEventListener(type, heard)
  return () => target.removeEventListener(type, heard)
}
