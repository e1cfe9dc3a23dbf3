import { type Base, fold } from '#platform/web/sync/fold.ts'
import { type Queued, type Rec, type RecordKey, readMeta, type Tx, type Wire, writeMeta } from '#platform/web/sync/store.ts'

/** A record as the server returned it; `base` null when the server has never received it. Absent: unchanged. */
export type ServerState = { key: RecordKey; base?: Base; rev?: number }

/** Records by their keys, `textOf` each. */
export type RecordMap = ReadonlyMap<string, Rec>
export const textOf = (key: RecordKey): string => key.join(' ')
export const recordMapOf = (recs: readonly (Rec | undefined)[]): RecordMap =>
  new Map(recs.flatMap((rec) => (rec ? [[textOf([rec.entity, rec.id]), rec]] : [])))

/**
 * Recomputes records from base and queue, with the server's answers applied. Call it inside a transaction over rec, queue and meta; `read`:
 * the records that existed, where the caller has read them in that transaction.
 */
export async function refold(tx: Tx<'rec' | 'queue' | 'meta'>, states: readonly ServerState[], read?: RecordMap): Promise<void> {
  const latest = [...new Map(states.map((one) => [textOf(one.key), one])).values()]
  if (!latest.length) return
  const keys = latest.map((one) => one.key)
  const [known, queued, last = 0] = await Promise.all([
    read ?? tx.rec.bulkGet(keys).then(recordMapOf),
    queueOf(tx, keys),
    readMeta(tx, 'stamp'),
  ])
  const stamp = last + 1
  const rows = latest.map((one) => folded(one, known.get(textOf(one.key)), queued.get(textOf(one.key)) ?? [], stamp))
  await Promise.all([putInSlices(tx, rows), writeMeta(tx, 'stamp', stamp)])
}

/*
 * A thousand rows put at once keep a slow phone from answering for a second: between slices it can. Of fewer than fifty Dexie notes every key in every
 * index, which takes longer than the rows themselves.
 */
const SLICE = 50

async function putInSlices(tx: Tx<'rec'>, rows: readonly Rec[]) {
  for (let at = 0; at < rows.length; at += SLICE) await tx.rec.bulkPut(rows.slice(at, at + SLICE))
}

function folded({ key, base, rev }: ServerState, before: Rec | undefined, queue: Queued[], stamp: number): Rec {
  const [entity, id] = key
  const now = base === undefined ? baseOf(before) : base
  const shown = fold(now, queue)
  return {
    entity,
    id,
    data: shown.data,
    base: now?.data ?? null,
    baseDeleted: now?.deleted ? 1 : 0,
    rev: rev ?? before?.rev ?? 0,
    deleted: shown.deleted ? 1 : 0,
    isOffline: shown.isOffline ? 1 : 0,
    pending: shown.pending,
    attention: shown.attention,
    stamp,
    ...indexed(shown.data),
  }
}

/** A record as the server last returned it, as the device remembers it. */
export const baseOf = (rec: Rec | undefined): Base => (rec?.base ? { data: rec.base, deleted: rec.baseDeleted === 1 } : null)

/** Whether the current value is the one a person saw. */
export const isAsSeen = (before: Wire, now: Wire): boolean => Object.entries(before).every(([field, value]) => isSame(value, now[field]))

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The changes of one record that are in the queue, in order. */
export const ownQueue = (tx: Tx<'queue'>, key: RecordKey): Promise<Queued[]> => tx.queue.where('[entity+id]').equals(key).toArray()

/** The queue of some records, each in order. */
async function queueOf(tx: Tx<'queue'>, keys: RecordKey[]): Promise<Map<string, Queued[]>> {
  const [only, ...more] = keys
  const items = await (only && !more.length ? ownQueue(tx, only) : queueOfMany(tx, keys))
  const byRecord = new Map<string, Queued[]>()
  for (const item of items) {
    const key = textOf([item.entity, item.id])
    byRecord.set(key, [...(byRecord.get(key) ?? []), item])
  }
  return byRecord
}

const queueOfMany = async (tx: Tx<'queue'>, keys: RecordKey[]) =>
  (await tx.queue.count()) < keys.length ? tx.queue.toArray() : tx.queue.where('[entity+id]').anyOf(keys).toArray()

function indexed({ onDay, workDate, clientId, horseId, appointmentId }: Wire): Pick<Rec, 'day' | 'clientId' | 'horseId' | 'appointmentId'> {
  const day = onDay ?? workDate
  return {
    ...(typeof day === 'string' ? { day } : {}),
    ...(typeof clientId === 'string' ? { clientId } : {}),
    ...(typeof horseId === 'string' ? { horseId } : {}),
    ...(typeof appointmentId === 'string' ? { appointmentId } : {}),
  }
}
