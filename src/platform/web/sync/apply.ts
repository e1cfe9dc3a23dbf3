import type { SyncResult, SyncRow } from '#lib/sync.ts'
import { type Base, fold } from '#platform/web/sync/fold.ts'
import { backoffMs, readyBatch } from '#platform/web/sync/plan.ts'
import { baseOf, type RecordMap, recordMapOf, refold, type ServerState, textOf } from '#platform/web/sync/records.ts'
import {
  type Copy,
  type Cursor,
  type DoneItem,
  type Queued,
  type Rec,
  type RecordKey,
  readMeta,
  type Tx,
  writeMeta,
} from '#platform/web/sync/store.ts'

/** Deps precede the changes that need them, so the head of a long queue decides alone unless all of it is blocked. */
const HEAD = 400

type Answer = { epoch: string; results: readonly SyncResult[] }

/** Picks what to send next and records on the disk that it may be about to happen; before the request leaves. */
export const takeBatch = (copy: Copy, now: number, most: number): Promise<Queued[]> =>
  copy.change(['queue', 'blob'], async (tx) => {
    const batch = await findReady(tx, now, most)
    const sent = batch.map((item) => ({ ...item, state: 'sent' as const, attempts: item.attempts + 1 }))
    await tx.queue.bulkPut(sent)
    return sent
  })

/** What could be sent next, unmarked. */
export async function findReady(tx: Tx<'queue' | 'blob'>, now: number, most: number): Promise<Queued[]> {
  const head = await tx.queue.limit(HEAD).toArray()
  const batch = readyBatch(head, now, most, await unstoredIn(tx, head))
  if (batch.length || head.length < HEAD) return batch
  const all = await tx.queue.toArray()
  return readyBatch(all, now, most, await unstoredIn(tx, all))
}

/** Bytes the server hasn't got yet. Bytes that no longer exist anywhere block nothing: the server reports what is missing. */
async function unstoredIn(tx: Tx<'blob'>, queue: readonly Queued[]): Promise<ReadonlySet<string>> {
  const ids = queue.flatMap((item) => item.blobId ?? [])
  if (!ids.length) return new Set()
  const blobs = await tx.blob.bulkGet(ids)
  return new Set(blobs.flatMap((blob) => (blob && blob.state !== 'stored' ? [blob.id] : [])))
}

/**
 * Takes the server's answers, by opId, in one transaction. Answers come twice or late: one for an op no longer in the queue is passed over.
 * Those of another epoch than the copy's are no answers: what was applied then may be lost now. Resolves with what they mean for the pass.
 */
export async function applyResults(
  copy: Copy,
  sent: readonly Queued[],
  answer: Answer,
  now: number,
): Promise<'taken' | 'upgrade' | 'lost_time'> {
  const answers = new Map(answer.results.map((result) => [result.opId, result]))
  const isOfNow = await copy.change(['rec', 'queue', 'done', 'meta'], async (tx) => {
    if ((await readMeta(tx, 'cursor'))?.epoch !== answer.epoch) return false
    const stillThere = await tx.queue.bulkGet(sent.map((item) => item.seq))
    const queue = stillThere.filter((item, at): item is Queued => item?.opId === sent[at]?.opId)
    const known = recordMapOf(await tx.rec.bulkGet(queue.map((item): RecordKey => [item.entity, item.id])))
    const states = new Map<string, FullState>()
    const gone: number[] = []
    const done: DoneItem[] = []
    const kept: Queued[] = []
    for (const item of queue) {
      const key = textOf([item.entity, item.id])
      const result = answers.get(item.opId)
      const before = states.get(key) ?? serverStateOf(item, known.get(key))
      states.set(key, result ? heard(before, item, result) : before)
      if (result?.status !== 'applied') kept.push(afterAnswer(item, result, now))
      else gone.push(item.seq)
      // Nothing of an erased record is kept to be sent again.
      if (result?.status === 'applied' && !isErased(result)) done.push({ ...item, ackedAt: now, outcome: 'applied' })
    }
    await tx.queue.bulkDelete(gone)
    await tx.done.bulkPut(done)
    await tx.queue.bulkPut(kept)
    await refold(tx, [...states.values()], known)
    return true
  })
  if (!isOfNow) return 'lost_time'
  return answer.results.some((result) => result.status === 'upgrade') ? 'upgrade' : 'taken'
}

/**
 * Applies a page of the server's rows, if the local copy is still at the seq the page was requested from; false when another tab was first.
 */
export async function applyPage(
  copy: Copy,
  asked: Cursor | undefined,
  page: { rows: SyncRow[] } & Omit<Cursor, 'isComplete' | 'first'> & { more: boolean },
) {
  return copy.change(['rec', 'queue', 'meta'], async (tx) => {
    const now = await readMeta(tx, 'cursor')
    if (now?.cursor !== asked?.cursor || now?.epoch !== asked?.epoch || now?.view !== asked?.view) return false
    await applyRows(tx, page.rows, now?.isComplete ?? false)
    // What is new of a copy whose beginning is still being fetched does not make it whole.
    const isComplete = !now?.first && (!page.more || (asked?.isComplete ?? false))
    const at = { epoch: page.epoch, view: page.view, cursor: page.cursor, proof: page.proof }
    await writeMeta(tx, 'cursor', { ...at, isComplete, ...(now?.first && { first: now.first }) })
    return true
  })
}

/**
 * Applies a page of a first copy, if the local copy is still where the page was requested from. Its rows are of the time when it was read, so one
 * that is here already in a newer revision stays.
 */
export async function applyFirstPage(copy: Copy, asked: Cursor | undefined, page: FirstPage): Promise<boolean> {
  return copy.change(['rec', 'queue', 'meta'], async (tx) => {
    const now = await readMeta(tx, 'cursor')
    if (JSON.stringify(now) !== JSON.stringify(asked)) return false
    await applyRows(tx, page.rows, false)
    const { whole, before, total = now?.first?.total ?? 0 } = page.first
    const at = now?.cursor ? now : { epoch: page.epoch, view: page.view, cursor: page.cursor, proof: page.proof }
    const first = page.more ? { whole, before, got: (now?.first?.got ?? 0) + page.rows.length, total } : undefined
    await writeMeta(tx, 'cursor', { ...at, isComplete: !page.more, first })
    return true
  })
}

type FirstPage = {
  rows: SyncRow[]
  more: boolean
  first: { whole: string[]; before: Record<string, number>; total?: number | undefined }
} & Omit<Cursor, 'isComplete' | 'first'>

/** Applies rows that screens requested ahead of the copy; they move no cursor. Rows of another epoch or view are ignored. */
export const applyParts = (copy: Copy, answer: { epoch: string; view: string; rows: SyncRow[] }): Promise<boolean> =>
  copy.change(['rec', 'queue', 'meta'], async (tx) => {
    const now = await readMeta(tx, 'cursor')
    if (now && (now.epoch !== answer.epoch || now.view !== answer.view)) return false
    // They may have been read before a removal that is known here by now.
    await applyRows(tx, answer.rows, false, (row, rec) => row.rev >= (rec?.rev ?? 0))
    return true
  })

async function applyRows(tx: Tx<'rec' | 'queue' | 'meta'>, rows: readonly SyncRow[], isComplete: boolean, isNews = isNewer) {
  const known = await readRecords(tx, rows, isComplete)
  const news = rows.filter((row) => isNews(row, known.get(textOf([row.entity, row.id]))))
  await refold(
    tx,
    news.map((row) => ({ key: [row.entity, row.id], base: { data: row.data, deleted: row.deleted }, rev: row.rev })),
    known,
  )
}

/** The page's records that are in the local copy. In a first copy hardly any is, so a request for each kind finds them, not one each. */
async function readRecords(tx: Tx<'rec'>, rows: readonly SyncRow[], isComplete: boolean): Promise<RecordMap> {
  const keys = rows.map((row): RecordKey => [row.entity, row.id])
  if (isComplete) return recordMapOf(await tx.rec.bulkGet(keys))
  const spans = [...Map.groupBy(rows, (row) => row.entity)].map(async ([entity, own]) => {
    const ids = own.map((row) => row.id).sort()
    return tx.rec
      .where('[entity+id]')
      .between([entity, ids[0]], [entity, ids.at(-1)], true, true)
      .primaryKeys()
  })
  const there = new Set((await Promise.all(spans)).flat().map(textOf))
  return recordMapOf(await tx.rec.bulkGet(keys.filter((key) => there.has(textOf(key)))))
}

/**
 * A push's answer may be newer than a page that was requested before it. A record whose removal the server has forgotten counts from 1 when
 * it is made again, so any row is newer than a removal: had the removal come after it, it would come in a later page.
 */
const isNewer = (row: SyncRow, rec: Rec | undefined) => row.rev >= (rec?.rev ?? 0) || (rec?.baseDeleted === 1 && !row.deleted)

type FullState = Required<ServerState>
const serverStateOf = (item: Queued, rec: Rec | undefined): FullState => ({
  key: [item.entity, item.id],
  base: baseOf(rec),
  rev: rec?.rev ?? 0,
})

function heard(before: FullState, item: Queued, result: SyncResult): FullState {
  const { base, rev: known } = before
  const { rev = known } = result
  // What the device has of that revision may say more than an answer can: that the record is gone.
  const isNews = result.rev === undefined || rev > known
  if (!isNews || (result.status !== 'applied' && !result.row)) return before
  return { key: before.key, base: result.status === 'applied' ? afterApplied(base, item, result) : theirs(result), rev }
}

function afterApplied(base: Base, item: Queued, result: SyncResult): Base {
  if (item.action === 'DELETE' || isErased(result)) return { data: {}, deleted: true }
  if (result.row) return theirs(result)
  // Without a row the op itself has the outcome.
  return { data: fold(base ?? { data: {}, deleted: false }, [item]).data, deleted: false }
}

/** Applied before, and of no revision now: the record has been erased since. */
const isErased = ({ rev, row }: SyncResult) => rev === undefined && row === undefined

function theirs({ row = {}, fields }: SyncResult): Base {
  const deleted = fields?.includes('deleted') ?? false
  return { data: deleted ? {} : row, deleted }
}

function afterAnswer(item: Queued, result: SyncResult | undefined, now: number): Queued {
  if (result?.status === 'conflict' || result?.status === 'rejected') {
    const error = { code: result.code ?? result.status, message: result.message ?? 'The server refused this.', fields: result.fields ?? [] }
    const { row, rev, by } = result
    return { ...item, state: result.status, error, ...(row ? { server: row, serverRev: rev ?? 0 } : {}), ...(by ? { by } : {}) }
  }
  // Blocked, retry, upgrade, silence, or a word this build doesn't know: it stays, and goes again.
  return { ...item, state: 'pending', nextAttemptAt: now + backoffMs(item.attempts) }
}
