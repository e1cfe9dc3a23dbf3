import { MIRRORED, type MirrorBatch, type MirrorRow, type MirrorTable } from '#platform/web/sync/mirror-port.ts'
import type { BlobRow, Cursor, DoneItem, Queued, Rec } from '#platform/web/sync/store.ts'

/** A row of each mirrored table. */
export type MirroredRows = { rec: Rec; queue: Queued; done: DoneItem; meta: { k: string; value: unknown }; blob: BlobRow }

/** It tells of a table that is not mirrored. */
const NOT_MIRRORED = 'fresh'

/** What a copy's transactions have written and its mirror has not, folded to the last word on each row. */
export class Gathered {
  /** Whether a person's new change is among it, one that no one else may have taken from them by now. */
  hasNew = false
  /** The position the copy got, null when it lost its own; undefined: unchanged. */
  cursor: Cursor | null | undefined
  #highest = 0
  readonly #clears = new Set<MirrorTable>()
  readonly #rows = perTable(() => new Map<string, MirrorRow | null>())

  get isEmpty(): boolean {
    return this.#highest === 0 && this.#clears.size === 0 && MIRRORED.every((table) => this.#rows[table].size === 0)
  }

  /** Whether it only brings what the server has anyway: no change of this device, nothing that goes. */
  get isServers(): boolean {
    const own: MirrorTable[] = ['queue', 'done', 'blob']
    if (this.#clears.size > 0 || own.some((table) => this.#rows[table].size > 0)) return false
    return [this.#rows.rec, this.#rows.meta].every((rows) => [...rows.values()].every((row) => row !== null))
  }

  /** A row was written. It is read at once: its owner may change the object later. */
  put<T extends MirrorTable>(table: T, row: MirroredRows[T]) {
    if (table === 'meta') this.#putMeta(row as MirroredRows['meta'])
    else this.#rows[table].set(keyOf(table, row), rowOf(table, row))
    if (table !== 'queue') return
    const { seq, attempts } = row as Queued
    this.#highest = Math.max(this.#highest, seq)
    this.hasNew ||= attempts === 0
  }

  #putMeta(row: MirroredRows['meta']) {
    if (row.k === NOT_MIRRORED) return
    this.#rows.meta.set(row.k, rowOf('meta', row))
    if (row.k === 'cursor') this.cursor = row.value as Cursor
  }

  /** A row was deleted; `key` as Dexie has it. */
  drop(table: MirrorTable, key: unknown) {
    const name = Array.isArray(key) ? key.join(' ') : String(key)
    if (table === 'meta' && name === NOT_MIRRORED) return
    this.#rows[table].set(name, null)
    if (table === 'meta' && name === 'cursor') this.cursor = null
  }

  /** All rows of a table were deleted. */
  clear(table: MirrorTable) {
    this.#rows[table].clear()
    this.#clears.add(table)
    if (table === 'meta') this.cursor = null
  }

  /** Adds what was written after it. */
  add(later: Gathered) {
    for (const table of later.#clears) this.clear(table)
    for (const table of MIRRORED) for (const [key, row] of later.#rows[table]) this.#rows[table].set(key, row)
    this.#highest = Math.max(this.#highest, later.#highest)
    this.hasNew ||= later.hasNew
    if (later.cursor !== undefined) this.cursor = later.cursor
  }

  /** Notes a queue number that was used by a change that is gone. */
  noteNumber(number: number) {
    this.#highest = Math.max(this.#highest, number)
  }

  /** As the mirror takes it. */
  batch(how: Pick<MirrorBatch, 'line' | 'scrubs' | 'fill'>): MirrorBatch {
    const drops = perTable((table) => [...this.#rows[table]].flatMap(([key, row]) => (row ? [] : [key])))
    const puts = perTable((table) => [...this.#rows[table].values()].filter((row) => row !== null))
    return { ...how, clears: [...this.#clears], drops, puts, highest: this.#highest }
  }
}

const perTable = <T>(make: (table: MirrorTable) => T): Record<MirrorTable, T> => ({
  rec: make('rec'),
  queue: make('queue'),
  done: make('done'),
  meta: make('meta'),
  blob: make('blob'),
})

function keyOf<T extends MirrorTable>(table: T, row: MirroredRows[T]): string {
  if (table === 'queue') return String((row as Queued).seq)
  return rowOf(table, row)[0]
}

/** A row as it is mirrored. What a record shows is left out where it is what the server has: half of the text. */
export function rowOf<T extends MirrorTable>(table: T, row: MirroredRows[T]): MirrorRow {
  switch (table) {
    case 'rec': {
      const rec = row as Rec
      const isPlain = rec.pending === 0 && rec.base !== null && !rec.deleted
      return [`${rec.entity} ${rec.id}`, rec.stamp, JSON.stringify(isPlain ? { ...rec, data: undefined } : rec)]
    }
    case 'queue':
      return [(row as Queued).opId, (row as Queued).seq, JSON.stringify(row)]
    case 'done':
      return [(row as DoneItem).opId, (row as DoneItem).ackedAt, JSON.stringify(row)]
    case 'meta':
      return [(row as MirroredRows['meta']).k, 0, JSON.stringify(row)]
    default:
      return [(row as BlobRow).id, 0, JSON.stringify(row)]
  }
}

/** The row that was mirrored. */
export function parsed<T extends MirrorTable>(table: T, [, , json]: MirrorRow): MirroredRows[T] {
  const row = JSON.parse(json) as MirroredRows[T]
  if (table !== 'rec' || 'data' in row) return row
  const { base } = row as unknown as Rec
  return { ...row, data: base ?? {} }
}
