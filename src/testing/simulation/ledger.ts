import type { Cursor, DoneItem, Queued, Rec } from '#platform/web/sync/store.ts'
import { type Device, wordsIn } from '#testing/simulation/device.ts'
import type { MemoryCopy, Tables } from '#testing/simulation/memory-copy.ts'
import type { Effect, ModelServer } from '#testing/simulation/model-server.ts'

/** A promise that was broken. */
export class Broken extends Error {}

type Changes = { queue: readonly Queued[]; done: readonly Queued[] }
type Issued = { device: Device; at: number; item: Queued }

/**
 * Fields whose unseen values may go, written out here and not taken from the merge rule: the order of a round, where the last word holds;
 * and that work is done, which is no value but a fact.
 */
const MAY_GO = ['rank', 'done', 'id', 'clientId', 'mark', 'flaw', 'blobId']

/** A minute, and a fifth of it. */
const LONGEST_WAIT_MS = 72_000

/** Keeps count of everything that was issued, applied, requested and given up, and reports when a promise is broken. */
export class Ledger {
  readonly devices: Device[] = []
  /** Who typed each word. */
  readonly typedBy = new Map<string, string>()
  readonly erased = new Set<string>()
  /** Removed so long ago that the server no longer knows of it. */
  readonly forgotten = new Set<string>()
  readonly everBlind = new Set<string>()
  /** Whether a request that names the op may still reach the server. */
  isOnItsWay: (opId: string) => boolean = () => false
  readonly #server: ModelServer
  readonly #issued = new Map<string, Issued>()
  readonly #givenUp = new Set<string>()
  /** Refused, and given up while a copy of them was still on its way: what has left can't be called back. */
  readonly #beyondRecall = new Set<string>()
  readonly #wiped = new Set<string>()
  readonly #refused = new Map<string, string>()
  /** Words replaced by a person who saw them: they may appear again only where the server lost time. */
  readonly #replaced = new Set<string>()
  readonly #held = new Set<string>()
  readonly #cancelled = new Map<string, Device>()
  #wasRestored = false
  #broken: Broken | undefined

  constructor(server: ModelServer) {
    this.#server = server
    server.onEffect = (effect) => this.#effect(effect)
    server.onRefusal = (opId, code) => this.#refused.set(opId, code)
  }

  /** Records a broken promise; the first is reported. */
  fail(what: string) {
    this.#broken ??= new Broken(what)
  }

  /** The browser threw a local copy away: what was only there is lost, and the person is warned. */
  forgetDevice(device: Device) {
    for (const [opId, { device: by }] of this.#issued) if (by === device) this.#wiped.add(opId)
  }

  /**
   * A device falls back to what its mirror has. What it wrote since is lost, unless its person was told that it was safe (`acknowledged`);
   * what they took out of the queue since is in it again.
   */
  fallBack(now: Changes, mirrored: Changes, acknowledged: ReadonlySet<string>) {
    const kept = new Set([...mirrored.queue, ...mirrored.done].map((item) => item.opId))
    for (const { opId } of [...now.queue, ...now.done]) if (!kept.has(opId) && !acknowledged.has(opId)) this.#wiped.add(opId)
    for (const item of mirrored.queue) {
      this.#givenUp.delete(item.opId)
      this.#cancelled.delete(keyOf(item))
    }
  }

  restored() {
    this.#wasRestored = true
  }

  /** A commit on a device. */
  hear(device: Device, before: Tables, after: Tables, session: MemoryCopy) {
    if (before.queue !== after.queue) this.#hearQueue(device, before, after, session)
    if (before.meta !== after.meta) {
      this.#hearSwap(before, after)
      this.#hearPage(device, before, after)
    }
  }

  #hearQueue(device: Device, before: Tables, after: Tables, session: MemoryCopy) {
    const old = new Map([...before.queue.values()].map((item) => [item.opId as string, item as Queued]))
    for (const row of after.queue.values()) {
      const item = row as Queued
      const was = old.get(item.opId)
      old.delete(item.opId)
      if (!was && !session.isRefilling) this.#givenUp.delete(item.opId)
      if (!this.#issued.has(item.opId)) this.#issued.set(item.opId, { device, at: device.actsOn, item })
      const isNews = item.state === 'rejected' && was?.state !== 'rejected'
      if (isNews && item.error?.code !== 'orphaned' && !this.#refused.has(item.opId))
        this.fail(`I16: ${item.opId} was rejected by nobody, over ${item.error?.code}`)
    }
    if (session !== device.screen) return
    for (const [opId, item] of old) {
      this.#givenUp.add(opId)
      if (item.state !== 'conflict' && this.isOnItsWay(opId)) this.#beyondRecall.add(opId)
      const isLaidAside = (after.done.get(opId) as DoneItem | undefined) !== undefined
      // What two devices may both make is there if the other made it.
      if (!isLaidAside && item.action === 'CREATE' && item.entity !== 'sms_preferences') this.#cancelled.set(keyOf(item), device)
    }
  }

  #hearSwap(before: Tables, after: Tables) {
    if (!before.meta.has('isResyncDue') || after.meta.has('isResyncDue')) return
    const [old, now] = [cursorIn(before), cursorIn(after)]
    for (const [seq, item] of before.queue) {
      const isForgotten = old?.view !== now?.view && !after.queue.has(seq)
      // A server that has lost time starts its revisions again: the base of an item is all that may change.
      const isKept = old?.epoch === now?.epoch ? after.queue.get(seq) === item : after.queue.get(seq)?.data === item.data
      if (!isKept && !isForgotten) this.fail(`I17: a resync changed the queue item ${seq}`)
    }
  }

  #hearPage(device: Device, before: Tables, after: Tables) {
    const now = cursorIn(after)
    if (!now || now === cursorIn(before) || now.epoch !== this.#server.epoch || now.view !== this.#server.viewOf(device.id)) return
    for (const row of this.#server.state.rows.values()) {
      if (row.seq > now.cursor || !this.#server.isSeen(device.id, row.entity)) continue
      // Of a first copy, kinds are whole or fetched down to a place; what lies below is not missed yet.
      const down = now.first?.before[row.entity] ?? Number.POSITIVE_INFINITY
      if (now.first && !now.first.whole.includes(row.entity) && row.seq < down) continue
      const rec = after.rec.get(keyOf(row)) as Rec | undefined
      if (rec ? rec.rev < row.rev : !row.deleted) this.fail(`I14: a pull skipped ${keyOf(row)} of ${row.seq}`)
    }
  }

  #effect({ op, device, old, now, isDeleted }: Effect) {
    this.#held.add(op.id)
    if (this.#givenUp.has(op.opId) && !this.#beyondRecall.has(op.opId)) this.fail(`I3: ${op.opId} took effect after it was given up`)
    if (old.done === true && now.done !== true && !isDeleted) this.fail(`I12: ${op.opId} took work back that was done`)
    const author = this.#issued.get(op.opId)
    const left = new Set(wordsIn(now))
    for (const [field, value] of Object.entries(old)) {
      if (MAY_GO.includes(field)) continue
      for (const word of wordsIn(value)) if (!left.has(word)) this.#replace(word, author, `${op.action} ${op.opId} on ${device}, ${field}`)
    }
  }

  #replace(word: string, author: Issued | undefined, what: string) {
    const seenAt = author?.device.seenAt.get(word) ?? Number.POSITIVE_INFINITY
    const isOwn = this.typedBy.get(word) === author?.device.id
    const isSeen = isOwn || seenAt <= (author?.at ?? -1)
    if (isSeen) this.#replaced.add(word)
    else if (!(this.#wasRestored && this.#replaced.has(word))) this.fail(`I6: ${what} overwrote ${word}, which its author never saw`)
  }

  /** What holds at every moment. */
  look() {
    if (this.#broken) throw this.#broken
    for (const device of this.devices) {
      this.#lookAtRecords(device)
      this.#lookForDoubles(device)
    }
    if (this.#broken) throw this.#broken
  }

  #lookAtRecords({ disk, id }: Device) {
    const own = new Map<string, number>()
    for (const row of disk.tables.queue.values()) own.set(keyOf(row), (own.get(keyOf(row)) ?? 0) + 1)
    for (const [key, row] of disk.tables.rec) {
      if (row.pending !== (own.get(String(key)) ?? 0)) this.fail(`I11: on ${id} ${key} and its queue tell different things`)
      own.delete(String(key))
    }
    if (own.size) this.fail(`I11: on ${id} changes wait of records that aren't there`)
  }

  #lookForDoubles({ disk, id }: Device) {
    const marks = new Set<unknown>()
    for (const row of disk.tables.rec.values()) {
      const { deleted, data } = row as Rec
      if (deleted || !data.mark) continue
      if (marks.has(data.mark)) this.fail(`I9: ${id} shows ${data.mark} twice`)
      marks.add(data.mark)
    }
  }

  /** What holds once everything has come to rest. */
  judge({ isAllDecided = false } = {}) {
    this.look()
    this.#judgeServer()
    for (const device of this.devices) {
      this.#judgeQueue(device, isAllDecided)
      this.#judgeCopy(device)
    }
    for (const [opId, issued] of this.#issued) this.#judgeOp(opId, issued)
    for (const [key, device] of this.#cancelled) {
      const row = this.#server.state.rows.get(key)
      if (row && !row.deleted && !device.queue().some((item) => keyOf(item) === key))
        this.fail(`I10: ${key} was removed before it was sent, and is there`)
    }
    if (this.#broken) throw this.#broken
  }

  #judgeServer() {
    const { rows, applied, notices } = this.#server.state
    for (const [opId, { times }] of applied) if (times !== 1) this.fail(`I1: ${opId} took effect ${times} times`)
    if (new Set(notices).size !== notices.length) this.fail('I2: somebody was told twice')
    for (const notice of notices) if (!applied.has(notice.split(' ')[0] ?? '')) this.fail(`I2: told of what was never applied: ${notice}`)
    const marks = new Set<unknown>()
    for (const { data, deleted, id } of rows.values()) {
      const { clientId, mark } = data
      if (typeof clientId === 'string' && !this.#held.has(clientId)) this.fail(`I5: ${id} points to ${clientId}, which never was`)
      if (!deleted && mark && marks.has(mark)) this.fail(`I9: the server has ${mark} twice`)
      marks.add(mark)
    }
    for (const key of this.erased) if (rows.has(key) && !this.#wasRestored) this.fail(`I18: ${key} was erased, and is back`)
  }

  /** I3, and I18 with it: what a server that lost time no longer has must be on its way again. */
  #judgeOp(opId: string, { device, item }: Issued) {
    if (this.#givenUp.has(opId) || this.#wiped.has(opId) || this.#isForgotten(device, item)) return
    if (this.#server.state.applied.has(opId) || device.queue().some((one) => one.opId === opId)) return
    this.fail(
      `${this.#wasRestored ? 'I18' : 'I3'}: ${item.action} ${opId} of ${device.id} is neither applied nor in the queue nor given up`,
    )
  }

  /** Erased or no longer for this device; what was removed so long ago that the server has forgotten it looks like that too. */
  #isForgotten(device: Device, item: Queued) {
    const isBlindTo = item.entity === 'sms_preferences' && this.everBlind.has(device.id)
    return isBlindTo || this.erased.has(keyOf(item)) || this.forgotten.has(keyOf(item))
  }

  #judgeQueue(device: Device, isAllDecided: boolean) {
    const queue = device.queue()
    const stuck = new Set<string>()
    for (const item of queue) {
      const isAsked = item.state === 'conflict' || item.state === 'rejected'
      const isPoison = item.data.flaw === 'crashes' && !this.#server.isMended
      const waitsForBytes = item.blobId !== undefined && !this.#server.isStored(item.blobId)
      const hangs =
        item.deps.some((dep) => stuck.has(dep)) || queue.some((one) => one.seq < item.seq && one.id === item.id && stuck.has(one.opId))
      if (!isAsked && !isPoison && !waitsForBytes && !hangs)
        this.fail(`I7: ${item.action} ${item.opId} of ${device.id} doesn't drain: ${item.state}`)
      if (!isAsked && !hangs && !waitsForBytes && item.nextAttemptAt > device.now() + LONGEST_WAIT_MS)
        this.fail(`I13: ${item.opId} of ${device.id} waits longer than a minute`)
      if (item.state === 'rejected') this.#judgeRefusal(device, item)
      if (isAllDecided) this.fail(`I7: ${item.state} ${item.action} ${item.opId} is left when everything is decided`)
      stuck.add(item.opId)
    }
  }

  #judgeRefusal(device: Device, item: Queued) {
    const code = item.error?.code ?? ''
    const owner = this.#server.row('clients', String(item.data.clientId))
    const isRight: Record<string, boolean> = {
      bad_request: item.data.flaw === 'refused',
      client_not_found: !owner || owner.deleted || this.#wasRestored,
      not_found: !this.#server.row(item.entity, item.id) || this.#wasRestored,
      forbidden: this.everBlind.has(device.id) || (item.entity === 'care_notes' && item.action === 'DELETE'),
      still_has_horses: true,
      orphaned: true,
    }
    if (!isRight[code]) this.fail(`I8: ${item.action} ${item.opId} of ${device.id} was refused over ${code}`)
  }

  #judgeCopy(device: Device) {
    const { rec: recs, meta } = device.disk.tables
    const cursor = meta.get('cursor')?.value as Cursor | undefined
    if (cursor?.cursor !== this.#server.state.seq || !cursor.isComplete) this.fail(`I4: ${device.id} has not caught up`)
    for (const row of this.#server.state.rows.values()) {
      const rec = recs.get(keyOf(row)) as Rec | undefined
      if (!this.#server.isSeen(device.id, row.entity)) {
        if (rec?.base) this.fail(`I4: ${device.id} holds ${keyOf(row)}, which is not for it`)
      } else if (row.deleted ? rec && !rec.deleted : !isSame(rec?.base, row.data) || rec?.baseDeleted)
        this.fail(`${row.deleted ? 'I10' : 'I4'}: ${device.id} has ${keyOf(row)} otherwise than the server`)
      else if (rec && !rec.pending && !row.deleted && !isSame(rec.data, row.data))
        this.fail(`I4: ${device.id} shows ${keyOf(row)} otherwise than the server`)
    }
    for (const [key, row] of recs) {
      const { base, baseDeleted, deleted, pending } = row as Rec
      if (base && !baseDeleted && !this.#server.state.rows.has(String(key)))
        this.fail(`I4: ${device.id} holds ${key}, which the server has not`)
      if (!deleted && !base && !pending) this.fail(`I4: ${device.id} shows ${key}, which is nowhere`)
    }
  }
}

const keyOf = (row: { entity?: unknown; id?: unknown }) => `${row.entity} ${row.id}`
const cursorIn = (tables: Tables) => tables.meta.get('cursor')?.value as Cursor | undefined
const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)
