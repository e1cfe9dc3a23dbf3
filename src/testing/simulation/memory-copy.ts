import type { Copy, Owner, Queued, Shelf, Tx } from '#platform/web/sync/store.ts'

type Names = Exclude<keyof Copy, 'owner' | 'change'>
type Row = Record<string, unknown>
type Key = string | number
export type Tables = Record<Names, ReadonlyMap<Key, Row>>

const NAMES: readonly Names[] = ['rec', 'queue', 'done', 'meta', 'blob', 'fresh']
const PRIMARY: Record<Names, (row: Row) => Key> = {
  rec: (row) => `${row.entity} ${row.id}`,
  fresh: (row) => `${row.entity} ${row.id}`,
  queue: (row) => row.seq as number,
  done: (row) => row.opId as string,
  meta: (row) => row.k as string,
  blob: (row) => row.id as string,
}
const INDEX: Record<string, (row: Row) => Key[]> = {
  '[entity+id]': (row) => [`${row.entity} ${row.id}`],
  id: (row) => [row.id as string],
  opId: (row) => [row.opId as string],
  state: (row) => [row.state as string],
  deps: (row) => row.deps as string[],
}
const keyOf = (key: unknown): Key => (Array.isArray(key) ? key.join(' ') : (key as Key))
const NEVER = new Promise<never>(() => undefined)

/** What becomes of a device at one of its next requests: it dies there, or the disk is full. */
export type Trap = { kind: 'crash' | 'quota'; after: number }

/** What is on a device's disk. Rows are never changed in place, so that a table is copied by copying its map. */
export class Disk {
  tables = empty()
  trap: Trap | null = null
  readonly owner: Owner
  /** Hears of every commit. */
  onCommit: (before: Tables, after: Tables, session: MemoryCopy) => void = () => undefined
  /** Hears of every commit too: a mirror of it. */
  onWritten: (before: Tables, after: Tables, session: MemoryCopy) => void = () => undefined
  /** The trap has sprung: every session must die before anything else runs. */
  onCrash: () => void = () => undefined
  nextSeq = 1
  turn: Promise<void> = Promise.resolve()

  constructor(owner: Owner) {
    this.owner = owner
  }

  /** Everything is gone, the numbering too: the browser threw the copy away. */
  wipe() {
    this.tables = empty()
    this.nextSeq = 1
  }

  rows = <T>(name: Names): T[] => sorted(this.tables[name]) as T[]
}

/** One tab's hold of a disk. Dead, it receives nothing any more; frozen, it stops before its next transaction or request to the server. */
export class MemoryCopy implements Copy {
  readonly disk: Disk
  isAlive = true
  /** It brings a copy and its mirror together: what it puts back no one has taken up again. */
  isRefilling = false
  /** Freezes after so many more steps. */
  freezeAfter: number | null = null
  #thaw: (() => void) | undefined
  readonly rec: Copy['rec']
  readonly queue: Copy['queue']
  readonly done: Copy['done']
  readonly meta: Copy['meta']
  readonly blob: Copy['blob']
  readonly fresh: Copy['fresh']

  constructor(disk: Disk) {
    this.disk = disk
    const shelf = (name: Names) => new LooseShelf(this, name) as never
    this.rec = shelf('rec')
    this.queue = shelf('queue')
    this.done = shelf('done')
    this.meta = shelf('meta')
    this.blob = shelf('blob')
    this.fresh = shelf('fresh')
  }

  get owner(): Owner {
    return this.disk.owner
  }

  async change<N extends Names, T>(names: readonly N[], work: (tx: Tx<N>) => Promise<T>): Promise<T> {
    await this.step()
    const { disk } = this
    const before = disk.turn
    const { promise, resolve: done } = Promise.withResolvers<void>()
    disk.turn = promise
    await before
    if (!this.isAlive) return NEVER
    try {
      const draft = { ...disk.tables }
      for (const name of names) draft[name] = new Map(draft[name])
      const result = await work(this.shelves(names, draft as Record<Names, Map<Key, Row>>))
      if (!this.isAlive) return await NEVER
      const old = disk.tables
      disk.tables = draft
      disk.onCommit(old, draft, this)
      disk.onWritten(old, draft, this)
      return result
    } finally {
      // A dead session's turn ended with it.
      if (this.isAlive) done()
    }
  }

  /** What a transaction works on. */
  shelves(names: readonly Names[], draft: Record<Names, Map<Key, Row>>): never {
    return Object.fromEntries(names.map((name) => [name, new DraftShelf(this, name, draft[name])])) as never
  }

  /** Before a transaction or a request to the server. */
  async step(): Promise<void> {
    if (!this.isAlive) return NEVER
    if (this.freezeAfter === null) return
    if (this.freezeAfter > 0) this.freezeAfter -= 1
    else {
      await new Promise<void>((resolve) => {
        this.#thaw = resolve
      })
      this.#thaw = undefined
    }
  }

  freezeSoon(after: number) {
    this.freezeAfter = after
  }

  thaw() {
    this.freezeAfter = null
    this.#thaw?.()
  }

  /** One request to the disk. */
  async request(): Promise<void> {
    if (!this.isAlive) return NEVER
    const { trap } = this.disk
    if (!trap) return
    if (trap.after > 0) {
      trap.after -= 1
      return
    }
    this.disk.trap = null
    if (trap.kind === 'quota') throw new DOMException('The disk is full.', 'QuotaExceededError')
    this.disk.onCrash()
    return NEVER
  }
}

/** A table outside a transaction: each use is one of its own. */
class LooseShelf implements Shelf<Row, Key, Row> {
  readonly #copy: MemoryCopy
  readonly #name: Names

  constructor(copy: MemoryCopy, name: Names) {
    this.#copy = copy
    this.#name = name
  }

  #in<T>(work: (shelf: Shelf<Row, Key>) => Promise<T>): Promise<T> {
    return this.#copy.change([this.#name], (tx) => work(tx[this.#name] as never))
  }
  async #read<T>(work: (shelf: DraftShelf) => Promise<T>): Promise<T> {
    await this.#copy.step()
    return work(new DraftShelf(this.#copy, this.#name, this.#copy.disk.tables[this.#name] as Map<Key, Row>))
  }

  get = (key: Key) => this.#read((shelf) => shelf.get(key))
  bulkGet = (keys: Key[]) => this.#read((shelf) => shelf.bulkGet(keys))
  toArray = () => this.#read((shelf) => shelf.toArray())
  count = () => this.#read((shelf) => shelf.count())
  toCollection = () => ({ primaryKeys: () => this.#read((shelf) => shelf.toCollection().primaryKeys()) })
  limit = (most: number) => ({ toArray: () => this.#read((shelf) => shelf.limit(most).toArray()) })
  where = (index: string) => ({
    equals: (value: unknown) => ({ toArray: () => this.#read((shelf) => shelf.where(index).equals(value).toArray()) }),
    anyOf: (values: readonly unknown[]) => ({ toArray: () => this.#read((shelf) => shelf.where(index).anyOf(values).toArray()) }),
    between: (low: unknown, high: unknown) => ({
      primaryKeys: () => this.#read((shelf) => shelf.where(index).between(low, high).primaryKeys()),
    }),
  })
  put = (row: Row) => this.#in((shelf) => shelf.put(row))
  bulkPut = (rows: readonly Row[]) => this.#in((shelf) => shelf.bulkPut(rows))
  delete = (key: Key) => this.#in((shelf) => shelf.delete(key))
  bulkDelete = (keys: readonly Key[]) => this.#in((shelf) => shelf.bulkDelete(keys))
  clear = () => this.#in((shelf) => shelf.clear())
}

/** A table inside a transaction. */
class DraftShelf implements Shelf<Row, Key, Row> {
  readonly #copy: MemoryCopy
  readonly #name: Names
  readonly #rows: Map<Key, Row>

  constructor(copy: MemoryCopy, name: Names, rows: Map<Key, Row>) {
    this.#copy = copy
    this.#name = name
    this.#rows = rows
  }

  async get(key: unknown) {
    await this.#copy.request()
    return this.#rows.get(keyOf(key))
  }
  async bulkGet(keys: readonly unknown[]) {
    await this.#copy.request()
    return keys.map((key) => this.#rows.get(keyOf(key)))
  }
  async toArray() {
    await this.#copy.request()
    return sorted(this.#rows)
  }
  async count() {
    await this.#copy.request()
    return this.#rows.size
  }
  toCollection() {
    // Only of records, whose keys are pairs.
    return { primaryKeys: async () => (await this.toArray()).map((row) => [row.entity, row.id] as never) }
  }
  limit(most: number) {
    return { toArray: async () => (await this.toArray()).slice(0, most) }
  }
  where(index: string) {
    return {
      equals: (value: unknown) => ({ toArray: () => this.#matching(index, [value]) }),
      anyOf: (values: readonly unknown[]) => ({ toArray: () => this.#matching(index, values) }),
      // Only of records by their keys, both ends in.
      between: (low: unknown, high: unknown) => ({
        primaryKeys: async () => {
          const [from, to] = [keyOf(low), keyOf(high)]
          const rows = (await this.toArray()).filter((row) => PRIMARY[this.#name](row) >= from && PRIMARY[this.#name](row) <= to)
          return rows.map((row) => [row.entity, row.id] as never)
        },
      }),
    }
  }
  async #matching(index: string, values: readonly unknown[]) {
    const wanted = new Set(values.map(keyOf))
    const named = INDEX[index]
    if (!named) throw new Error(`there is no index ${index}`)
    return (await this.toArray()).filter((row) => named(row).some((value) => wanted.has(value)))
  }
  async put(row: Row) {
    await this.#copy.request()
    return this.#set(row)
  }
  async bulkPut(rows: readonly Row[]) {
    await this.#copy.request()
    for (const row of rows) this.#set(row)
  }
  async delete(key: unknown) {
    await this.#copy.request()
    this.#rows.delete(keyOf(key))
  }
  async bulkDelete(keys: readonly unknown[]) {
    await this.#copy.request()
    for (const key of keys) this.#rows.delete(keyOf(key))
  }
  async clear() {
    await this.#copy.request()
    this.#rows.clear()
  }

  #set(row: Row): Key {
    const { disk } = this.#copy
    const numbered = this.#name === 'queue' && row.seq === undefined ? { ...row, seq: disk.nextSeq } : row
    if (this.#name === 'queue') disk.nextSeq = Math.max(disk.nextSeq, (numbered as Queued).seq + 1)
    const key = PRIMARY[this.#name](numbered)
    this.#rows.set(key, numbered)
    return key
  }
}

function sorted(rows: ReadonlyMap<Key, Row>): Row[] {
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

const empty = (): Tables => Object.fromEntries(NAMES.map((name) => [name, new Map()])) as never
