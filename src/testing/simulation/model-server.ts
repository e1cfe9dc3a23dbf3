import { canon, uuidv7 } from '#lib/ids.ts'
import type { SyncedName, SyncOp, SyncResult, SyncRow } from '#lib/sync.ts'
import { type MergePolicy, merge, unseenFields, writersAfter } from '#platform/server/sync/merge.ts'
import { ApiError } from '#platform/web/api.ts'
import type { Wires } from '#platform/web/sync/pass.ts'
import type { Wire } from '#platform/web/sync/store.ts'

export type ServerRow = SyncRow & { fw: Parameters<typeof writersAfter>[0] }
/** All that a backup holds; never changed in place. */
export type ServerState = {
  rows: ReadonlyMap<string, ServerRow>
  /** How often each op took effect, and what it was. */
  applied: ReadonlyMap<string, { times: number; fingerprint: string }>
  notices: readonly string[]
  seq: number
  /** Tombstones up to here are forgotten. */
  minSeq: number
}
type Push = Parameters<Wires['push']>[0]
type Pull = Parameters<Wires['pull']>[0]

/** What one op did to one row. */
export type Effect = { op: SyncOp; device: string; old: Wire; now: Wire; isDeleted: boolean }

/** How the model merges: each of the ways the product's entities have. */
const POLICY: MergePolicy = {
  groups: { when: ['startTime', 'endTime'] },
  free: ['rank'],
  both: { notes: 10_000 },
  monotonic: { done: [null, true] },
}
const PAGE = 3
/** The kinds of records of its practice, each after those it names. */
const KINDS: readonly SyncedName[] = ['clients', 'horses', 'sms_preferences', 'care_notes', 'film_marks']
/** The entity that is only added to: a device may mark another's note as done with, and change nothing else. */
const WRITTEN: SyncedName = 'care_notes'
/** The entity that no one edits: only its maker removes one. */
const MADE: SyncedName = 'film_marks'
/** The entity some members may not see. */
const PRIVATE: SyncedName = 'sms_preferences'

/** What the server owes its devices, in memory: all of the protocol, with the product's own merge rule and nothing else of the product. */
export class ModelServer {
  state: ServerState = { rows: new Map(), applied: new Map(), notices: [], seq: 0, minSeq: 0 }
  epoch = uuidv7()
  readonly #views = new Map<string, string>()
  /** Devices whose member may not see the private entity. */
  readonly blind = new Set<string>()
  onEffect: (effect: Effect) => void = () => undefined
  onRefusal: (opId: string, code: string) => void = () => undefined
  /** What it fell over it takes now. */
  isMended = false
  readonly #bytes = new Set<unknown>()
  /** Whether bytes have arrived. */
  isStored = (blobId: unknown) => this.#bytes.has(blobId)

  storeBytes(ids: readonly string[]) {
    for (const id of ids) this.#bytes.add(id)
  }

  viewOf(device: string) {
    const view = this.#views.get(device) ?? uuidv7()
    this.#views.set(device, view)
    return view
  }

  /** Some of a device's copy is no longer for it to see, or is again. */
  remintView(device: string) {
    this.#views.set(device, uuidv7())
  }

  row = (entity: SyncedName, id: string) => this.state.rows.get(`${entity} ${canon(id)}`)
  isSeen = (device: string, entity: SyncedName) => entity !== PRIVATE || !this.blind.has(device)

  /** One transaction; `isPut` decides which ops are put off. An op it can't take fails all of it. */
  push({ deviceId, epoch, ops }: Push, isPut: (at: number) => boolean = () => false) {
    if (epoch && epoch !== this.epoch) throw new ApiError(410, 'Gone', '{"resync":true}')
    const before = this.state
    const unapplied = new Set<string>()
    try {
      const results = (ops as SyncOp[]).map((op, at) => {
        const result = isPut(at) ? retry(op) : this.#answer(op, deviceId, unapplied)
        if (result.status !== 'applied') unapplied.add(op.opId)
        return result
      })
      return { ...this.#now(deviceId), results }
    } catch (error) {
      this.state = before
      throw error
    }
  }

  pull({ deviceId, since = 0, epoch, view, isNew, first }: Pull) {
    const { rows: all, seq, minSeq } = this.state
    const from = Number(since)
    const isStale = (epoch && epoch !== this.epoch) || (view && view !== this.viewOf(deviceId))
    if (isStale || (from > 0 && from < minSeq && !isNew) || from > seq) throw new ApiError(410, 'Gone', '{"resync":true}')
    if (first !== undefined) return this.#pullFirst(deviceId, from || seq, JSON.parse(first))
    const news = [...all.values()].filter((row) => row.seq > from && this.isSeen(deviceId, row.entity)).sort((a, b) => a.seq - b.seq)
    const rows = news.slice(0, PAGE).map(({ fw: _, ...row }) => ({ ...row, data: row.deleted ? {} : row.data }))
    const more = news.length > rows.length
    return { ...this.#now(deviceId), cursor: more ? (rows.at(-1)?.seq ?? from) : seq, more, rows }
  }

  /** A page of a first copy: kind by kind, each newest first. */
  #pullFirst(deviceId: string, upTo: number, { whole: had, before: from }: { whole: string[]; before: Record<string, number> }) {
    const [whole, before, rows] = [new Set(had), { ...from }, [] as ServerRow[]]
    const kinds = KINDS.filter((entity) => this.isSeen(deviceId, entity))
    for (const entity of kinds) {
      if (whole.has(entity)) continue
      const below = from[entity] ?? upTo + 1
      const own = [...this.state.rows.values()].filter((row) => row.entity === entity && row.seq < below).sort((a, b) => b.seq - a.seq)
      const taken = own.slice(0, PAGE - rows.length)
      rows.push(...taken)
      if (own.length > taken.length) {
        before[entity] = taken.at(-1)?.seq ?? below
        break
      }
      whole.add(entity)
      delete before[entity]
    }
    const sent = rows.map(({ fw: _, ...row }) => ({ ...row, data: row.deleted ? {} : row.data }))
    const more = kinds.some((entity) => !whole.has(entity))
    return { ...this.#now(deviceId), cursor: upTo, more, rows: sent, first: { whole: [...whole], before, total: this.state.rows.size } }
  }

  /** The fields of every answer; the engine notices a cleared local copy, and the engine is not simulated. */
  #now = (deviceId: string) => ({ epoch: this.epoch, view: this.viewOf(deviceId), lastK: 0 })

  /** Writes a record as a person without a device does, such as a vet. */
  write(entity: SyncedName, id: string, data: Wire) {
    const op = { opId: uuidv7(), action: 'CREATE' as const, endpoint: '', entity, id, data, deps: [], k: 0, createdAt: '' }
    this.#create(op, 'none', undefined)
  }

  /** Tombstones grow old and go. */
  forgetTombstones() {
    const rows = new Map([...this.state.rows].filter(([, row]) => !row.deleted))
    this.state = { ...this.state, rows, minSeq: this.state.seq }
  }

  /** A person's record goes without a trace. */
  erase(entity: SyncedName, id: string) {
    const rows = new Map(this.state.rows)
    rows.delete(`${entity} ${id}`)
    this.state = { ...this.state, rows }
  }

  /** An earlier state takes the place of this one. */
  restore(state: ServerState) {
    this.state = state
    this.epoch = uuidv7()
  }

  #answer(op: SyncOp, device: string, unapplied: ReadonlySet<string>): SyncResult {
    const base = { opId: op.opId, id: canon(op.id) }
    const known = this.#known(op)
    if (known === 'reuse') return this.#refuse(op, 'key_reuse')
    if (!this.isSeen(device, op.entity)) return this.#refuse(op, 'forbidden')
    if (!known) {
      if (op.deps.some((dep) => unapplied.has(dep))) return { ...base, status: 'blocked' }
      const refusal = this.#apply(op, device)
      if (refusal) return refusal
    }
    const row = this.row(op.entity, op.id)
    return { ...base, status: 'applied', ...(row ? { rev: row.rev, row: row.data } : {}) }
  }

  #known(op: SyncOp): 'reuse' | boolean {
    const known = this.knownOps().get(op.opId)
    return known !== undefined && (known.fingerprint === fingerprint(op) || 'reuse')
  }

  /** What it remembers of ops; a forgetful one can be made of it. */
  knownOps(): ServerState['applied'] {
    return this.state.applied
  }

  #apply(op: SyncOp, device: string): SyncResult | undefined {
    if (op.data.flaw === 'crashes' && !this.isMended) throw new ApiError(500, 'Internal Server Error', '')
    if (op.data.flaw === 'refused') return this.#refuse(op, 'bad_request')
    if (op.data.blobId !== undefined && !this.isStored(op.data.blobId)) return this.#refuse(op, 'no_file')
    const row = this.row(op.entity, op.id)
    if (op.action === 'CREATE') return this.#create(op, device, row)
    if (!row) return this.#refuse(op, 'not_found')
    if (op.entity === WRITTEN && !isOnlyDone(op)) return this.#refuse(op, 'forbidden')
    if (op.entity === MADE && (op.action === 'UPDATE' || row.data.by !== device)) return this.#refuse(op, 'forbidden')
    if (op.action === 'DELETE') return this.#remove(op, device, row)
    return this.#update(op, device, row, op.baseRev)
  }

  #create(op: SyncOp, device: string, row: ServerRow | undefined) {
    const { clientId } = op.data
    const owner = typeof clientId === 'string' ? this.row('clients', clientId) : undefined
    if (clientId && (!owner || owner.deleted)) return this.#refuse(op, 'client_not_found')
    const isShared = op.entity === PRIVATE
    if (row) return isShared ? this.#update(op, device, row, 0) : this.#refuse(op, 'id_taken')
    const data = { ...fieldsIn(op), id: canon(op.id) }
    const fw = isShared ? writersAfter({}, namesOf(Object.keys(data)), 1, device) : {}
    return this.#write(op, device, { old: {}, data, deleted: false, rev: 1, fw })
  }

  #update(op: SyncOp, device: string, row: ServerRow, baseRev: number | undefined) {
    if (row.deleted) return conflict(op, row, ['deleted'])
    const how = { baseRev, deviceId: device, policy: POLICY, mark: '— them:' }
    const merged = merge({ current: row.data, fw: row.fw, rev: row.rev }, fieldsIn(op), how)
    if (merged.kind === 'conflict') return conflict(op, row, merged.fields)
    if (merged.kind === 'nothing') return this.#note(op)
    const rev = row.rev + 1
    const fw = writersAfter(row.fw, merged.names, rev, device)
    return this.#write(op, device, { old: row.data, data: { ...row.data, ...merged.values }, deleted: false, rev, fw })
  }

  #remove(op: SyncOp, device: string, row: ServerRow) {
    if (row.deleted) return this.#note(op)
    const isOwner = [...this.state.rows.values()].some((other) => !other.deleted && other.data.clientId === row.id)
    if (isOwner) return this.#refuse(op, 'still_has_horses')
    const unseen = unseenFields(row.fw, { baseRev: op.baseRev, deviceId: device })
    if (unseen.length) return conflict(op, row, unseen)
    const rev = row.rev + 1
    const fw = writersAfter(row.fw, ['deleted'], rev, device)
    return this.#write(op, device, { old: row.data, data: row.data, deleted: true, rev, fw })
  }

  #write(op: SyncOp, device: string, to: { old: Wire; data: Wire; deleted: boolean; rev: number; fw: ServerRow['fw'] }) {
    const { old, data, deleted, rev, fw } = to
    const { rows, seq } = this.state
    const row = { entity: op.entity, id: canon(op.id), rev, seq: seq + 1, deleted, data, fw }
    this.state = { ...this.state, seq: row.seq, rows: new Map(rows).set(`${row.entity} ${row.id}`, row) }
    this.onEffect({ op, device, old, now: deleted ? {} : data, isDeleted: deleted })
    return this.#note(op)
  }

  /** Records the op, and its recipients, next to its effect. */
  #note(op: SyncOp): undefined {
    const { applied, notices } = this.state
    const times = (applied.get(op.opId)?.times ?? 0) + 1
    const told = op.data.notify ? [...notices, `${op.opId} moved owner`] : notices
    this.state = { ...this.state, applied: new Map(applied).set(op.opId, { times, fingerprint: fingerprint(op) }), notices: told }
  }

  #refuse(op: SyncOp, code: string): SyncResult {
    this.onRefusal(op.opId, code)
    return { opId: op.opId, id: canon(op.id), status: 'rejected', code, message: code }
  }
}

const isOnlyDone = (op: SyncOp) => op.action === 'UPDATE' && Object.keys(op.data).every((field) => field === 'done' || field === 'flaw')

const retry = (op: SyncOp): SyncResult => ({ opId: op.opId, id: canon(op.id), status: 'retry' })
const conflict = (op: SyncOp, row: ServerRow, fields: string[]): SyncResult => ({
  opId: op.opId,
  id: row.id,
  status: 'conflict',
  code: 'conflict',
  fields,
  rev: row.rev,
  row: row.data,
})
const fingerprint = (op: SyncOp) => JSON.stringify([op.action, op.entity, canon(op.id), op.data])
const namesOf = (columns: string[]) => columns.map((column) => (/Time$/.test(column) ? 'when' : column))

/** The stored part of an op: without its requests. */
function fieldsIn({ data: { notify: _, flaw: __, ...fields } }: SyncOp): Wire {
  return fields
}
