import { canon, uuidv7 } from '#lib/ids.ts'
import type { SyncOp } from '#lib/sync.ts'
import { isRefused } from '#platform/web/sync/fold.ts'
import { runPass, type Wires } from '#platform/web/sync/pass.ts'
import { refold } from '#platform/web/sync/records.ts'
import type { Copy, Queued, Tx, Wire } from '#platform/web/sync/store.ts'
import type { Named } from '#testing/simulation/device.ts'
import { Device } from '#testing/simulation/device.ts'
import { ModelServer } from '#testing/simulation/model-server.ts'
import type { Parts } from '#testing/simulation/world.ts'

type Work<T> = (tx: never) => Promise<T>
type Change = <T>(names: readonly string[], work: Work<T>) => Promise<T>
type Everything = Tx<'rec' | 'queue' | 'done' | 'meta'>

/** A copy whose transactions are meddled with. */
const meddled = (copy: Copy, how: (change: Change) => Change, more: Partial<Copy> = {}): Copy => {
  const { owner, rec, queue, done, meta, blob, fresh } = copy
  const change = how((names, work) => copy.change(names as never, work as never)) as Copy['change']
  return { owner, rec, queue, done, meta, blob, fresh, ...more, change }
}
/** Does more in the transaction that takes the server's answers. */
const afterAnswers = (copy: Copy, more: (tx: Everything, before: Queued[]) => Promise<void>): Copy =>
  meddled(copy, (change) => (names, work) => {
    if (!names.includes('done') || names.includes('fresh')) return change(names, work)
    return change(names, async (tx: Everything) => {
      const before = await tx.queue.toArray()
      const result = await work(tx as never)
      await more(tx, before)
      return result
    })
  })

const opsIn = ({ ops }: { ops: unknown }) => ops as SyncOp[]

class Forgetful extends ModelServer {
  override knownOps() {
    return new Map()
  }
}

class LastWriterWins extends ModelServer {
  override push(...[body, isPut]: Parameters<ModelServer['push']>) {
    return super.push({ ...body, ops: opsIn(body).map(({ baseRev: _, ...op }) => op) }, isPut)
  }
}

class NamesItself extends ModelServer {
  readonly #named = new Map<string, string>()

  override push(...[body, isPut]: Parameters<ModelServer['push']>) {
    const ops = opsIn(body).map((op) => {
      if (op.action !== 'CREATE' || op.entity === 'sms_preferences') return op
      const id = this.#named.get(op.opId) ?? uuidv7()
      this.#named.set(op.opId, id)
      return { ...op, id }
    })
    return super.push({ ...body, ops }, isPut)
  }
}

const learningNames: Parts['pass'] = (copy, wires, now) => {
  const named = new Map<string, string>()
  const push: Wires['push'] = async (body) => {
    const answer = await wires.push(body)
    for (const [at, op] of opsIn(body).entries()) {
      const id = answer.results[at]?.id
      if (id && id !== canon(op.id)) named.set(canon(op.id), id)
    }
    return answer
  }
  const renamed = <T>(value: T): T => JSON.parse(JSON.stringify(value), (_, part) => named.get(part) ?? part)
  const learning = afterAnswers(copy, async (tx, before) => {
    const left = await tx.queue.toArray()
    const acknowledged = before.filter((item) => !left.some((one) => one.seq === item.seq))
    await tx.queue.bulkPut(left.map(renamed))
    for (const { entity, id } of acknowledged) {
      const rec = await tx.rec.get([entity, id])
      if (!rec || !named.has(id)) continue
      await tx.rec.bulkDelete([[entity, id]])
      await refold(tx, [{ key: [entity, named.get(id) ?? id], base: rec.base && { data: rec.base, deleted: false }, rev: rec.rev }])
    }
  })
  return runPass(learning, { ...wires, push }, now)
}

class DeletesToTheLetter extends Device {
  override remove(named: Named | undefined) {
    const rec = this.look(named)
    if (!rec?.isOffline) return super.remove(named)
    return this.screen.change(['rec', 'queue', 'meta'], async (tx) => {
      const own = (await tx.queue.toArray()).filter((item) => item.id === rec.id)
      await tx.queue.bulkDelete(own.map((item) => item.seq))
      await refold(tx, [{ key: [rec.entity, rec.id] }])
      return [rec.id]
    })
  }
}

const advancing: Parts['pass'] = (copy, wires, now) =>
  runPass(
    afterAnswers(copy, async (tx, before) => {
      const left = await tx.queue.toArray()
      const acknowledged = new Set(before.filter((item) => !left.some((one) => one.seq === item.seq)).map((item) => item.id))
      for (const item of left.filter((one) => acknowledged.has(one.id) && one.baseRev !== undefined)) {
        const rec = await tx.rec.get([item.entity, item.id])
        await tx.queue.put({ ...item, baseRev: rec?.rev ?? 0 })
      }
    }),
    wires,
    now,
  )

const stoppingAtTheFirst: Parts['pass'] = (copy, wires, now) => {
  const cut = (rows: Queued[]) => rows.slice(0, rows.findIndex(isRefused) < 0 ? rows.length : rows.findIndex(isRefused))
  const fifo = meddled(copy, (change) => (names, work) => {
    if (!names.includes('blob')) return change(names, work)
    return change(names, (tx: Tx<'queue' | 'blob'>) => {
      const toArray = async () => cut(await tx.queue.toArray())
      const queue = { bulkPut: (rows: Queued[]) => tx.queue.bulkPut(rows), toArray, limit: () => ({ toArray }) }
      return work({ ...tx, queue } as never)
    })
  })
  return runPass(fifo, wires, now)
}

const droppingTheRefused: Parts['pass'] = (copy, wires, now) =>
  runPass(
    afterAnswers(copy, async (tx) => {
      const refused = (await tx.queue.toArray()).filter((item) => item.state === 'rejected')
      await tx.queue.bulkDelete(refused.map((item) => item.seq))
      await refold(
        tx,
        refused.map((item) => ({ key: [item.entity, item.id] })),
      )
    }),
    wires,
    now,
  )

const pullingBlindly: Parts['pass'] = (copy, wires, now) => {
  const asked = new Map<string, { k: string; value: unknown } | undefined>()
  const meta = {
    ...loose(copy.meta),
    get: async (k: string) => {
      const row = await copy.meta.get(k)
      asked.set(k, row)
      return row
    },
  } as never
  const blind = meddled(
    copy,
    (change) => (names, work) => {
      if (!names.includes('rec') || (names.includes('done') && !names.includes('fresh'))) return change(names, work)
      return change(names, (tx: Everything) => {
        const unchecked = { ...loose(tx.meta), get: async (k: string) => (k === 'cursor' || k === 'fresh' ? asked.get(k) : tx.meta.get(k)) }
        return work({ ...tx, meta: unchecked } as never)
      })
    },
    { meta },
  )
  return runPass(blind, wires, now)
}

/** The parts of a table that an object of its own can have. */
const loose = (meta: Copy['meta']) => ({
  put: (row: Wire) => meta.put(row as never),
  delete: (k: string) => meta.delete(k),
  bulkDelete: (ks: readonly string[]) => meta.bulkDelete(ks),
})

/** The eight ways of sync.md to get it wrong; none of them is in the product, or switched on by anything in it. */
export const BROKEN: Record<string, Partial<Parts>> = {
  'no opId dedupe': { server: () => new Forgetful() },
  'server-assigned ids, learnt on acknowledgement': { server: () => new NamesItself(), pass: learningNames },
  'literal offline delete': { device: (...made) => new DeletesToTheLetter(...made) },
  'last-writer-wins PUT': { server: () => new LastWriterWins() },
  'baseRev advanced on acknowledgement': { pass: advancing },
  'a queue that stops at the first rejection': { pass: stoppingAtTheFirst },
  'rejected changes dropped': { pass: droppingTheRefused },
  'pull without compare-and-set': { pass: pullingBlindly },
}
