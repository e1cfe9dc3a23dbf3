import { uuidv7 } from '#lib/ids.ts'
import { Gathered, type MirroredRows, parsed, rowOf } from '#platform/web/sync/mirror-batch.ts'
import type { MirrorFile, MirrorMarks, MirrorRow, MirrorTable } from '#platform/web/sync/mirror-port.ts'
import { compare, furtherOf, newLine, type Standing, unite } from '#platform/web/sync/mirror-unite.ts'
import { refold } from '#platform/web/sync/records.ts'
import { type Copy, type Cursor, type Queued, type RecordKey, readMeta, writeMeta } from '#platform/web/sync/store.ts'

/** Rows a request: so the program that keeps the mirror answers others in between. */
const PAGE = 2000

/**
 * Compares a copy with its mirror, before anything else uses the copy, and brings the one behind up to the other. Resolves with the line of
 * both. Broken off at any point, it begins again at the next start. @throws what the mirror or the disk throws
 */
export async function bringTogether(copy: Copy, file: MirrorFile): Promise<string> {
  const [here, marks] = await Promise.all([standingOf(copy), file.marks()])
  const verdict = compare(here, marks)
  if (verdict === 'refill') await refill(copy, file, marks)
  else if (verdict === 'behind') await catchUp(copy, file, here, marks)
  else return uniteBoth(copy, file, marks)
  return marks.line as string
}

async function standingOf(copy: Copy): Promise<Standing> {
  const [line, stamp = 0, cursor, queued, records] = await Promise.all([
    readMeta(copy, 'line'),
    readMeta(copy, 'stamp'),
    readMeta(copy, 'cursor'),
    copy.queue.count(),
    copy.rec.count(),
  ])
  return { line, stamp, device: copy.owner.deviceId, isEmpty: !line && !cursor && queued === 0 && records === 0 }
}

async function readAll<T extends MirrorTable>(file: MirrorFile, table: T): Promise<MirrorRow[]> {
  const all: MirrorRow[] = []
  for (let after: string | null = null; ; after = all.at(-1)?.[0] ?? null) {
    const page = await file.read(table, after, PAGE)
    all.push(...page)
    if (page.length < PAGE) return all
  }
}

const rowsIn = async <T extends MirrorTable>(file: MirrorFile, table: T): Promise<MirroredRows[T][]> =>
  (await readAll(file, table)).map((row) => parsed(table, row))

/** The copy becomes what the mirror is, in one transaction. */
async function refill(copy: Copy, file: MirrorFile, { highest }: MirrorMarks) {
  const [rec, queue, done, meta, blob] = await Promise.all([
    rowsIn(file, 'rec'),
    rowsIn(file, 'queue'),
    rowsIn(file, 'done'),
    rowsIn(file, 'meta'),
    rowsIn(file, 'blob'),
  ])
  await copy.change(['rec', 'queue', 'done', 'meta', 'blob', 'fresh'], async (tx) => {
    const here = new Map((await tx.queue.toArray()).map((item) => [item.opId, item]))
    await Promise.all([tx.rec, tx.queue, tx.done, tx.meta, tx.blob, tx.fresh].map((table) => table.clear()))
    await tx.rec.bulkPut(rec)
    await tx.queue.bulkPut(queue.map((item) => furtherOf(item, here.get(item.opId) ?? item)))
    await tx.done.bulkPut(done)
    await tx.meta.bulkPut(meta as never)
    await tx.blob.bulkPut(blob)
    await countFrom(tx.queue, highest, queue)
  })
}

/** The next change gets a number above all that were ever used: a row with a number of its own moves the counter, and goes again. */
async function countFrom(queue: Pick<Copy['queue'], 'put' | 'delete'>, highest: number, there: readonly Queued[]) {
  if (highest === 0 || there.some((item) => item.seq === highest)) return
  await queue.put({ ...NO_CHANGE, seq: highest })
  await queue.delete(highest)
}

const NO_CHANGE: Omit<Queued, 'seq'> = {
  opId: '',
  action: 'UPDATE',
  endpoint: '',
  data: {},
  shown: {},
  localId: '',
  entity: 'settings',
  id: '',
  before: {},
  deps: [],
  state: 'pending',
  attempts: 0,
  nextAttemptAt: 0,
  schema: 0,
  createdAt: '',
  deviceId: '',
}

/** The mirror is as old as the copy, or some transactions older: it gets what it lacks. */
async function catchUp(copy: Copy, file: MirrorFile, here: Standing, marks: MirrorMarks) {
  const [queue, meta, blob] = await Promise.all([readAll(file, 'queue'), readAll(file, 'meta'), readAll(file, 'blob')])
  await takeFurther(
    copy,
    queue.map((row) => parsed('queue', row)),
  )
  const owed = new Gathered()
  const [cursor] = await Promise.all([
    owe(owed, copy, 'meta', meta).then(() => owed.cursor),
    owe(owed, copy, 'queue', queue),
    owe(owed, copy, 'blob', blob),
  ])
  // Each write of a record raises the stamp, but for a copy that is stripped: that loses its position.
  const isBehind = here.stamp > marks.stamp || cursor !== undefined
  if (isBehind) await owe(owed, copy, 'rec', await readAll(file, 'rec'))
  if (isBehind || (await copy.done.count()) !== marks.done) await owe(owed, copy, 'done', await readAll(file, 'done'))
  // What the copy has not, it may have been made to forget.
  if (!owed.isEmpty) await file.take(owed.batch({ line: marks.line as string, scrubs: 'log' }))
}

/** A change that the mirror knows to have been sent was sent. */
async function takeFurther(copy: Copy, there: readonly Queued[]) {
  const further = new Map(there.map((item) => [item.opId, item]))
  const isLater = (item: Queued) => furtherOf(item, further.get(item.opId) ?? item) !== item
  if (there.length === 0 || !(await copy.queue.toArray()).some(isLater)) return
  await copy.change(['queue'], async (tx) => {
    const later = (await tx.queue.toArray()).filter(isLater)
    await tx.queue.bulkPut(later.map((item) => ({ ...(further.get(item.opId) as Queued), seq: item.seq })))
  })
}

async function owe(owed: Gathered, copy: Copy, table: MirrorTable, mirrored: readonly MirrorRow[]) {
  const rows = (await copy[table].toArray()) as MirroredRows[MirrorTable][]
  const there = new Map(mirrored.map((row) => [keyIn(table, row), row]))
  for (const row of rows) {
    const own = rowOf(table, row)
    const key = keyIn(table, own)
    if (there.get(key)?.[2] !== own[2]) owed.put(table, row)
    there.delete(key)
  }
  for (const key of there.keys()) owed.drop(table, key)
}

/* The copy's key of it. */
const keyIn = (table: MirrorTable, [key, at]: MirrorRow) => (table === 'queue' ? String(at) : key)

/**
 * Neither is known to follow from the other: the records are of one of them, for what they lack the server sends again; all changes of both
 * stay. Then both begin a new line.
 */
async function uniteBoth(copy: Copy, file: MirrorFile, marks: MirrorMarks): Promise<string> {
  const line = newLine(copy.owner.deviceId)
  const [queue, done, meta, blob] = await Promise.all([
    rowsIn(file, 'queue'),
    rowsIn(file, 'done'),
    rowsIn(file, 'meta'),
    rowsIn(file, 'blob'),
  ])
  const given = marks.line !== null ? recordsToTake(await readMeta(copy, 'cursor'), meta) : undefined
  const rec = given ? await rowsIn(file, 'rec') : []
  await copy.change(['rec', 'queue', 'done', 'meta', 'blob', 'fresh'], async (tx) => {
    const [ownQueue, ownDone] = [await tx.queue.toArray(), await tx.done.toArray()]
    const both = unite({ queue: ownQueue, done: ownDone }, { queue, done }, marks.highest)
    if (given) await takeRecords(tx, rec, given)
    const here = new Set((await tx.blob.toArray()).map(({ id }) => id))
    await Promise.all([tx.queue.clear(), tx.done.clear()])
    await tx.queue.bulkPut(both.queue)
    await tx.done.bulkPut(both.done)
    await tx.blob.bulkPut(blob.filter(({ id }) => !here.has(id)))
    await writeMeta(tx, 'lastK', Math.max((await readMeta(tx, 'lastK')) ?? 0, marks.highest))
    await countFrom(tx.queue, marks.highest, both.queue)
    const touched = [...ownQueue, ...queue].map(({ entity, id }): { key: RecordKey } => ({ key: [entity, id] }))
    await refold(tx, touched)
    await writeMeta(tx, 'line', line)
  })
  await fill(copy, file, line)
  return line
}

/**
 * The mirror's meta, where its records take the place of the copy's: a copy with no position has none to speak of, and one of another view or
 * epoch would have the changes of the mirror sent as if nothing had been erased or lost since. From the mirror's, the device hears of that as
 * any other does. Of two epochs neither is known to be the server's now: then it asks as of a third, and what either sent is sent again.
 */
function recordsToTake(here: Cursor | undefined, meta: MirroredRows['meta'][]): MirroredRows['meta'][] | undefined {
  const there = meta.find(({ k }) => k === 'cursor')?.value as Cursor | undefined
  if (!here) return meta
  if (!there || (here.epoch === there.epoch && here.view === there.view)) return undefined
  if (here.epoch === there.epoch) return meta
  return meta.map((row) => (row.k === 'cursor' ? { ...row, value: { ...there, epoch: uuidv7() } } : row))
}

async function takeRecords(tx: Pick<Copy, 'rec' | 'meta' | 'fresh'>, rec: MirroredRows['rec'][], meta: MirroredRows['meta'][]) {
  await Promise.all([tx.rec.clear(), tx.fresh.clear(), tx.meta.delete('fresh')])
  await tx.rec.bulkPut(rec)
  await tx.meta.bulkPut(meta as never)
}

/** The mirror becomes what the copy is. It is of no line until all of it is there, and so refills nothing before. */
async function fill(copy: Copy, file: MirrorFile, line: string) {
  const [records, ...rest] = await Promise.all([
    copy.rec.toArray(),
    copy.queue.toArray(),
    copy.done.toArray(),
    copy.meta.toArray(),
    copy.blob.toArray(),
  ])
  const [queue, done, meta, blob] = rest
  const first = new Gathered()
  for (const item of queue) first.put('queue', item)
  for (const item of done) {
    first.put('done', item)
    // It takes its number back when a server that lost time is sent it again.
    first.noteNumber(item.seq)
  }
  for (const row of meta) if (row.k !== 'line') first.put('meta', row)
  for (const row of blob) first.put('blob', row)
  first.noteNumber((await readMeta(copy, 'lastK')) ?? 0)
  await file.take(first.batch({ line, fill: 'first', scrubs: 'log' }))
  for (let at = 0; at < records.length; at += PAGE) {
    const page = new Gathered()
    for (const rec of records.slice(at, at + PAGE)) page.put('rec', rec)
    await file.take(page.batch({ line, fill: 'more' }))
  }
  const last = new Gathered()
  last.put('meta', { k: 'line', value: line })
  await file.take(last.batch({ line, fill: 'more' }))
}
