import { Dexie, type Table } from 'dexie'
import { canon, offlineId, uuidOf } from '#lib/ids.ts'
import type { SyncOp } from '#lib/sync.ts'
import type { SyncedName } from '#lib/synced.ts'
import { staysDeleted } from '#platform/web/sync/stays-deleted.ts'

/** The wire shape of any entity. References have their canonical form. */
export type Wire = Record<string, unknown>
export type RecordKey = [entity: SyncedName, id: string]

/** One record as the device holds it: the server's base with the queue folded on top. `id` is canonical. */
export type Rec = {
  entity: SyncedName
  id: string
  /** What the screen shows. */
  data: Wire
  /** The server's last answer; null: there is none yet. */
  base: Wire | null
  baseDeleted: 0 | 1
  /** Of `base`; 0 without one. */
  rev: number
  deleted: 0 | 1
  /** Made here, and the server has not answered yet (Spec §3 Offline record). */
  isOffline: 0 | 1
  /** Changes in the queue, and those of them that wait for the farrier. */
  pending: number
  attention: number
  /** Grows with every write of any record on this device, so a cache can query what changed since. */
  stamp: number
  day?: string
  clientId?: string
  horseId?: string
  appointmentId?: string
}

type QueueState = 'pending' | 'sent' | 'conflict' | 'rejected'

/** One change on its way (Spec §3 Sync queue item). Once sent it never changes again; later edits append. */
export type QueueItem = {
  /** Order, and the op's `k`. */
  seq?: number
  opId: string
  action: SyncOp['action']
  endpoint: string
  /** What is sent. */
  data: Wire
  /** The screen's version of it: `data` without what only the server needs, with what only the screen needs. */
  shown: Wire
  /** `offline_…` for a record made here. */
  localId: string
  entity: SyncedName
  /** Canonical. */
  id: string
  /** Revision of the base it was made on; never advanced. Absent for a CREATE. */
  baseRev?: number
  /** Base values of the fields it changes. */
  before: Wire
  deps: string[]
  state: QueueState
  /** Above 0: it may have reached the server. */
  attempts: number
  nextAttemptAt: number
  error?: { code: string; message: string; fields: string[] }
  /** The server's row it collided with, its revision, and whose it was. */
  server?: Wire
  serverRev?: number
  by?: { member: string; device: string }
  /** Bytes that must be on the server first. */
  blobId?: string
  /** Acknowledged by a server that has lost time since: it is sent again, but no one is notified again. */
  again?: true
  schema: number
  createdAt: string
  deviceId: string
}
export type Queued = QueueItem & { seq: number }

/** Acknowledged, or given up by the farrier: kept 30 days, to be sent again after a server's rollback, or to be restored. */
export type DoneItem = Queued & { ackedAt: number; outcome: 'applied' | 'discarded' | 'superseded' }

/**
 * The position of the local copy: its epoch and view, and the seq it is complete up to, with the server's proof of that. `first`: of what was there at
 * the beginning, not all has been fetched yet.
 */
export type Cursor = {
  epoch: string
  view: string
  cursor: number
  proof?: string | undefined
  isComplete: boolean
  first?: FirstFetched | undefined
}
/** How far a first copy is: the kinds that are whole, the place others are fetched down to, and rows fetched out of how many. */
type FirstFetched = { whole: string[]; before: Record<string, number>; got: number; total: number }
/** Spec §3 Sync result, with the time of the last success. */
export type LastResult = { success: boolean; error?: string; timestamp: number; lastSyncAt: number | null }
type MetaValues = {
  stamp: number
  cursor: Cursor
  /** Of the full copy being fetched. */
  fresh: Cursor
  last: LastResult
  isResyncDue: boolean
  /** The server has started its revisions again (a restored backup): a form may still be open that names an old one. */
  hasLostTime: true
  /** Of the op shapes in the queue. */
  schema: number
  /** The highest queue number this device is known to have used, by its own memory or the server's. */
  lastK: number
  /**
   * The browser cleared the local copy: the server had queue numbers that this device no longer knew. Set until the person has read the
   * warning.
   */
  wasCleared: boolean
  /** What was kept here at a sign-out and can't be opened, until the person has decided what becomes of it. */
  locked: Locked[]
  /** The owner of this local copy, for the service worker; absent once they have signed out. */
  owner: Owner
  /** Which line of states this copy is one of: only a mirror of the same line can be told older or newer (`mirror-unite.ts`). */
  line: string
  /** The server's last answers to reads that are not synced, by route: shown, with their age, when it can't be reached. */
  answers: Record<string, { asAt: number; answer: unknown }>
}

/** Something kept under a key that the server no longer has, and its date. */
export type Locked = { id: string; keptAt: number }

type Meta = { k: keyof MetaValues; value: unknown }

/** Bytes kept on this device until the server has them and their record (`upload-lane.ts`). `id` is the file's. */
export type BlobRow = {
  id: string
  /** What the person calls it. */
  name: string
  sha256: string
  size: number
  mime: string
  store: 'opfs' | 'native' | 'idb'
  path: string
  /** How many bytes the server has. */
  offset: number
  uploadURL?: string
  /** `missing`: the browser cleared the bytes, or they have changed; `refused`: the server refuses them. */
  state: 'waiting' | 'uploading' | 'stored' | 'missing' | 'refused'
  /** Why it is not sent, for people. */
  problem?: string
  /** The file's row as it will be put on record: it is sent to the server before the bytes. */
  fileType?: string
  /** Held back by hand until it is released. */
  isPaused?: true
  addedAt: number
  attempts: number
  nextAttemptAt: number
}
/** A full copy being fetched next to the one in use. */
export type FreshRow = { entity: SyncedName; id: string; rev: number; deleted: boolean; data: Wire }

/**
 * A table as the core uses it: Dexie's tables implement it, and the simulation's in memory. Lists come in the order of their keys, or of
 * the values of the queried index.
 */
export type Shelf<T, K, New = T> = {
  get(key: K): Promise<T | undefined>
  bulkGet(keys: K[]): Promise<(T | undefined)[]>
  put(row: New): Promise<K>
  bulkPut(rows: readonly New[]): Promise<unknown>
  delete(key: K): Promise<void>
  bulkDelete(keys: readonly K[]): Promise<void>
  toArray(): Promise<T[]>
  toCollection(): { primaryKeys(): Promise<K[]> }
  limit(most: number): Listed<T>
  where(index: string): {
    equals(value: unknown): Listed<T>
    anyOf(values: readonly unknown[]): Listed<T>
    between(low: unknown, high: unknown, withLow: true, withHigh: true): { primaryKeys(): Promise<K[]> }
  }
  count(): Promise<number>
  clear(): Promise<void>
}

type Listed<T> = { toArray(): Promise<T[]> }

type Shelves = {
  rec: Shelf<Rec, RecordKey>
  queue: Shelf<Queued, number, QueueItem>
  done: Shelf<DoneItem, string>
  meta: Shelf<Meta, string>
  blob: Shelf<BlobRow, string>
  fresh: Shelf<FreshRow, RecordKey>
}
/** The tables a transaction is about. */
export type Tx<N extends keyof Shelves> = Pick<Shelves, N>

/** A device's local copy of the practice, wherever it is stored. A table used outside `change` is a transaction of its own. */
export type Copy = Shelves & {
  readonly owner: Owner
  /** All of it happens, or none; no one else changes these tables in the meantime. */
  change<N extends keyof Shelves, T>(names: readonly N[], work: (tx: Tx<N>) => Promise<T>): Promise<T>
}

/** The owner of the local copy. Databases are per person and practice, so no queue is sent under another user's session. */
export type Owner = { personId: string; practiceId: string; deviceId: string }

/** What a shell puts under every copy (`mirror.ts`). A browser has nothing there. */
export type Under = {
  /** A copy is about to be opened for the first time. */
  open: (store: Store) => void
  /** Passes on how a transaction ended, once what it wrote is kept below too. */
  settle: <T>(store: Store, ended: PromiseLike<T>, own: () => object | undefined) => Promise<T>
  /** The copy is about to be deleted on purpose: after this nothing may bring it back. */
  forget: (owner: Owner) => Promise<void>
}
let under: Under | undefined

/** Puts something under every copy opened from now on; returns a function that removes it. */
export function putUnder(own: Under): () => void {
  under = own
  return () => {
    if (under === own) under = undefined
  }
}

/** Has what lies under a copy forget it; call it before the copy itself is deleted. */
export const forgetUnder = async (owner: Owner): Promise<void> => under?.forget(owner)

export class Store extends Dexie implements Copy {
  declare rec: Table<Rec, RecordKey>
  declare queue: Table<Queued, number, QueueItem>
  declare done: Table<DoneItem, string>
  declare meta: Table<Meta, string>
  declare blob: Table<BlobRow, string>
  declare fresh: Table<FreshRow, RecordKey>
  readonly owner: Owner

  constructor(owner: Owner) {
    // No optimistic cache: a screen shows only what has been committed.
    super(`pritchel/${owner.practiceId}/${owner.personId}`, { chromeTransactionDurability: 'strict', cache: 'disabled' })
    this.owner = owner
    this.version(1).stores({
      rec: '[entity+id], [entity+stamp], [entity+day], [entity+clientId], [entity+horseId], [entity+appointmentId], pending',
      queue: '++seq, &opId, [entity+id], id, *deps, state',
      done: 'opId, seq, ackedAt',
      meta: 'k',
      blob: 'id',
      fresh: '[entity+id]',
    })
    staysDeleted(this)
    under?.open(this)
  }

  change<N extends keyof Shelves, T>(names: readonly N[], work: (tx: Tx<N>) => Promise<T>): Promise<T> {
    let own: object | undefined
    // Async, or Dexie doesn't wait for the promise it returns.
    const ended = this.transaction('rw', names, async ({ idbtrans }) => {
      own = idbtrans
      return work(this)
    })
    return under ? under.settle(this, ended, () => own) : ended
  }
}

/** The device's name in the practice: another person's on the same browser is another device, because their queues are separate. */
export const deviceIdOf = (browserId: string, personId: string, practiceId: string): string => uuidOf(browserId, personId, practiceId)

/** The id a person may see: `offline_…` while the server has not answered the CREATE (Spec §3). */
export const shownId = (rec: Pick<Rec, 'id' | 'isOffline'>): string => (rec.isOffline ? offlineId(rec.id) : rec.id)

/** The same value with every `offline_…` id in it made canonical. */
export function canonical<T>(value: T): T {
  if (typeof value === 'string') return (/^offline_[0-9a-f-]{36}$/.test(value) ? canon(value) : value) as T
  if (Array.isArray(value)) return value.map(canonical) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, canonical(part)])) as T
}

/** One meta value, or undefined. */
export const readMeta = async <K extends keyof MetaValues>(tx: Tx<'meta'>, k: K): Promise<MetaValues[K] | undefined> =>
  (await tx.meta.get(k))?.value as MetaValues[K] | undefined

export const writeMeta = <K extends keyof MetaValues>(tx: Tx<'meta'>, k: K, value: MetaValues[K]): Promise<unknown> =>
  tx.meta.put({ k, value })
