import { canon, uuidv7 } from '#lib/ids.ts'
import type { SyncOp, SyncResult, SyncRow } from '#lib/sync.ts'
import { ApiError } from '#platform/web/api.ts'
import type { Wires } from '#platform/web/sync/pass.ts'
import type { Wire } from '#platform/web/sync/store.ts'

type Row = SyncRow & { fw: Record<string, { r: number; d: string }> }

/** A server of one practice in memory, with the protocol's promises and the faults a barn has. */
export class MemoryServer {
  epoch = uuidv7()
  view = uuidv7()
  rows = new Map<string, Row>()
  applied = new Map<string, SyncOp>()
  /** Requests of each kind, and how many ops came. */
  pushes: SyncOp[][] = []
  pulls = 0
  /** Every request as it came. */
  bodies: Parameters<Wires['push']>[0][] = []
  queries: Parameters<Wires['pull']>[0][] = []
  pageSize = 1000
  /** Called before a request is looked at; throws to fail it. */
  before: (kind: 'push' | 'pull') => void = () => undefined
  /** Called when the work is done and the answer about to leave; throws to lose it. */
  after: (kind: 'push' | 'pull') => void = () => undefined
  /** An answer other than the ordinary one. */
  answer: (op: SyncOp) => Partial<SyncResult> | undefined = () => undefined
  /** What it adds to a new record itself. */
  adds: (op: SyncOp) => Wire = () => ({})
  #seq = 0
  #lastK = new Map<string, number>()

  readonly wires: Wires = {
    push: async (body) => {
      const { deviceId, ops } = body
      this.bodies.push(body)
      this.before('push')
      this.pushes.push(ops as SyncOp[])
      this.#lastK.set(deviceId, Math.max(this.#lastKOf(deviceId), ...(ops as SyncOp[]).map((op) => op.k)))
      const refused = new Set<string>()
      const results = (ops as SyncOp[]).map((op) => {
        const result = this.#take(op, deviceId, refused)
        if (result.status !== 'applied') refused.add(op.opId)
        return result
      })
      this.after('push')
      return { epoch: this.epoch, view: this.view, lastK: this.#lastKOf(deviceId), results }
    },
    pull: async (query) => {
      const { deviceId, since = 0, epoch, view } = query
      this.queries.push(query)
      this.before('pull')
      this.pulls += 1
      const from = Number(since)
      if ((epoch && epoch !== this.epoch) || (view && view !== this.view)) throw new ApiError(410, 'Gone', '{"resync":true}')
      const news = [...this.rows.values()].filter((row) => row.seq > from).sort((a, b) => a.seq - b.seq)
      const rows = news.slice(0, this.pageSize).map(({ fw: _, ...row }) => structuredClone(row))
      const more = news.length > rows.length
      const cursor = more ? (rows.at(-1)?.seq ?? from) : this.#seq
      this.after('pull')
      return {
        epoch: this.epoch,
        view: this.view,
        lastK: this.#lastKOf(deviceId),
        since: from,
        cursor,
        proof: `proof of ${cursor}`,
        more,
        rows,
      }
    },
  }

  /** Another device's write; null deletes. */
  write(entity: SyncRow['entity'], id: string, data: Wire | null, device = 'another device'): string {
    const key = `${entity} ${id}`
    const old = this.rows.get(key)
    const rev = (old?.rev ?? 0) + 1
    this.#seq += 1
    const fw = { ...old?.fw, ...Object.fromEntries(Object.keys(data ?? { '*': 1 }).map((field) => [field, { r: rev, d: device }])) }
    this.rows.set(key, { entity, id, rev, seq: this.#seq, deleted: !data, data: data ? { ...old?.data, ...data, id } : {}, fw })
    return id
  }

  row = (entity: SyncRow['entity'], id: string) => this.rows.get(`${entity} ${canon(id)}`)

  #lastKOf = (deviceId: string) => this.#lastK.get(deviceId) ?? 0

  #take(op: SyncOp, device: string, refused: Set<string>): SyncResult {
    const id = canon(op.id)
    const base = { opId: op.opId, id }
    const odd = this.answer(op)
    if (odd) return { ...base, status: 'rejected', ...odd }
    if (!this.applied.has(op.opId)) {
      if (op.deps.some((dep) => refused.has(dep))) return { ...base, status: 'blocked' }
      const row = this.row(op.entity, id)
      if (op.action === 'CREATE' && row) return { ...base, status: 'rejected', code: 'id_taken', message: 'That id is already used.' }
      if (op.action !== 'CREATE' && !row) return { ...base, status: 'rejected', code: 'not_found', message: "There's nothing here." }
      const fields = Object.keys(op.action === 'DELETE' ? (row?.fw ?? {}) : op.data).filter((name) => {
        const last = row?.fw[name]
        return last && last.r > (op.baseRev ?? 0) && last.d !== device
      })
      if (fields.length && row)
        return { ...base, status: 'conflict', code: 'conflict', fields, rev: row.rev, row: structuredClone(row.data) }
      this.write(op.entity, id, op.action === 'DELETE' ? null : { ...(op.action === 'CREATE' && this.adds(op)), ...op.data }, device)
      this.applied.set(op.opId, op)
    }
    const row = this.row(op.entity, id)
    return { ...base, status: 'applied', ...(row ? { rev: row.rev, row: structuredClone(row.data) } : {}) }
  }
}
