import { Dexie, type Table } from 'dexie'
import { realMs } from '#lib/clock.ts'
import { staysDeleted } from '#platform/web/sync/stays-deleted.ts'
import type { Store } from '#platform/web/sync/store.ts'

/** The subject of a recording, as given when it began. */
export type About = {
  horseId: string
  /** Its name then, so that interrupted recordings can be distinguished at once. */
  horse: string
  appointmentId?: string
  visitHorseId?: string
  workEntryId?: string
  serviceType?: string
}

/** A recording that has not been saved yet. */
export type Recording = {
  id: string
  about: About
  mime: string
  startedAt: number
  /** Of what is kept of it. */
  lengthMs: number
  bytes: number
  /** A discarded one can still be brought back. */
  state: 'recording' | 'stopped' | 'discarded'
  changedAt: number
}

/** A second or so of it, and how loud that was, ten times a second, 0 to 1. */
type Chunk = { id: string; at: number; bytes: Uint8Array<ArrayBuffer>; levels: number[] }

/** What is needed to save it. */
export type Sound = { content: Blob; levels: number[] }

/** As long as a person may change their mind. */
const FORGOTTEN_MS = 60 * 60 * 1000

/**
 * Recordings on this device from their first second until they are saved as files, in a database of their own: a crash, a dead battery or a
 * closed page loses only what was spoken since the last chunk.
 */
export class RecordingShelf extends Dexie {
  declare recording: Table<Recording, string>
  declare chunk: Table<Chunk, [string, number]>

  constructor({ owner }: Pick<Store, 'owner'>) {
    super(`pritchel-recordings/${owner.practiceId}/${owner.personId}`, { chromeTransactionDurability: 'strict', cache: 'disabled' })
    this.version(1).stores({ recording: 'id', chunk: '[id+at], id' })
    staysDeleted(this)
  }

  async begin(recording: Pick<Recording, 'id' | 'about' | 'mime' | 'startedAt'>): Promise<void> {
    await this.recording.add({ ...recording, lengthMs: 0, bytes: 0, state: 'recording', changedAt: realMs() })
  }

  /** Puts the next chunk on the disk, and with it how long the recording is now. */
  async addChunk(id: string, { content, levels, lengthMs }: { content: Blob; levels: number[]; lengthMs: number }): Promise<void> {
    const bytes = new Uint8Array(await content.arrayBuffer())
    await this.transaction('rw', this.recording, this.chunk, async () => {
      const kept = await this.recording.get(id)
      if (!kept) return
      const at = await this.chunk.where('id').equals(id).count()
      await this.chunk.add({ id, at, bytes, levels })
      await this.recording.put({ ...kept, lengthMs, bytes: kept.bytes + bytes.length, changedAt: realMs() })
    })
  }

  async mark(id: string, state: Recording['state']): Promise<void> {
    await this.recording.update(id, { state, changedAt: realMs() })
  }

  /** All that was kept of it. */
  async soundOf({ id, mime }: Pick<Recording, 'id' | 'mime'>): Promise<Sound> {
    const chunks = await this.chunk.where('id').equals(id).sortBy('at')
    const content = new Blob(
      chunks.map(({ bytes }) => bytes),
      { type: mime },
    )
    return { content, levels: chunks.flatMap(({ levels }) => levels) }
  }

  remove(...ids: string[]): Promise<void> {
    return this.transaction('rw', this.recording, this.chunk, async () => {
      await this.recording.bulkDelete(ids)
      await this.chunk.where('id').anyOf(ids).delete()
    })
  }

  /** What waits to be kept or discarded and is not being made right now, the oldest first. Writes nothing, so that it can be watched. */
  async left(isLive: (id: string) => boolean): Promise<Recording[]> {
    const all = await this.recording.toArray()
    const waits = ({ id, state, bytes }: Recording) => state !== 'discarded' && bytes > 0 && !isLive(id)
    return all.filter(waits).toSorted((a, b) => a.startedAt - b.startedAt)
  }

  /** Deletes recordings that are no longer needed: discarded an hour ago, or begun that long ago with nothing in them. */
  async tidy(now: number = realMs()): Promise<void> {
    const isOver = ({ state, bytes, changedAt }: Recording) => (state === 'discarded' || bytes === 0) && now - changedAt > FORGOTTEN_MS
    const over = (await this.recording.toArray()).filter(isOver)
    if (over.length > 0) await this.remove(...over.map(({ id }) => id))
  }
}

const shelves = new WeakMap<Store, RecordingShelf>()

/** The one shelf of a copy. */
export function shelfOf(store: Store): RecordingShelf {
  const shelf = shelves.get(store) ?? new RecordingShelf(store)
  shelves.set(store, shelf)
  return shelf
}
