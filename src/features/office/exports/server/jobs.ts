import { z } from 'zod'
import { everythingOf } from '#features/office/exports/server/everything.ts'
import { packOf } from '#features/office/exports/server/pack.ts'
import { type ExportRow, isKeptElsewhere, moveExport, requireExport } from '#features/office/exports/server/queries.ts'
import type { Make, ReportProgress } from '#features/office/exports/server/service.ts'
import { type Entry, writeZip } from '#features/office/exports/server/zip.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import type { FileStore } from '#platform/server/files/store.ts'
import { enqueue, type JobHandler } from '#platform/server/jobs/jobs.ts'

const Job = z.object({ practiceId: z.uuid(), exportId: z.uuid() })
type Job = z.output<typeof Job>
/** `storeKey`: where its bytes are stored, if the row is gone. */
const DropJob = Job.extend({ storeKey: z.string().optional() })
type Places = { db: Database; files: FileStore }

const DAY_MS = 24 * 60 * 60_000
/** An export without progress for this long has lost its server: it starts again. */
const LOST_AFTER_MS = 60_000
const REPORT_EVERY_MS = 400

type DaysOf = (tx: PracticeTx) => Promise<number>

/** Makes packs and exports, one at a time. An interrupted one starts again; one removed in the meantime leaves nothing behind. */
export const makeExports = (places: Places, daysOf: DaysOf): JobHandler => makerOf('make-export', places, daysOf, zipOf(places))

/** Makes reports, which wait for no pack; `make` writes the file. They last a day. */
export const makeReports = (places: Places, make: Make): JobHandler => makerOf('make-report', places, async () => 1, make)

const makerOf = (queue: 'make-export' | 'make-report', places: Places, daysOf: DaysOf, make: Make): JobHandler => ({
  queue,
  atOnce: 1,
  async handle(data) {
    const job = Job.parse(data)
    const row = await places.db.withPractice(job.practiceId, (tx) => takeUp(tx, queue, job))
    if (!row) return
    try {
      await finish(places, job, row, daysOf, make)
    } catch (error) {
      const problem = error instanceof AppError ? sentenceOf(error) : 'Something went wrong on the server. Try again.'
      await places.db.withPractice(job.practiceId, (tx) => moveExport(tx, row.id, ['running'], { state: 'failed', problem }))
      if (!(error instanceof Removed || error instanceof AppError)) throw error
    }
  },
})

const sentenceOf = ({ code, message }: AppError) =>
  code === 'no_room' ? 'The server has no room for it. Ask the person who runs it.' : message

/** It was removed while it was made. */
class Removed extends Error {}

async function takeUp(tx: PracticeTx, queue: 'make-export' | 'make-report', job: Job): Promise<ExportRow | undefined> {
  const row = await requireExport(tx, job.exportId).catch(() => undefined)
  if (!row || !['queued', 'running', 'failed'].includes(row.state)) return undefined
  // A client erased in the meantime gets no pack.
  if (row.client_id && !(await isLiving(tx, row.client_id))) return undefined
  // The worker that has it may still be lost: check again later.
  await enqueue(tx, queue, job, { startAfter: new Date(currentMs() + LOST_AFTER_MS + 5000) })
  if (row.state === 'running' && currentMs() - row.state_at.getTime() < LOST_AFTER_MS) return undefined
  await moveExport(tx, row.id, [row.state], { state: 'running', handled: 0, total: 0, problem: null })
  return row
}

const isLiving = async (tx: PracticeTx, clientId: string): Promise<boolean> =>
  (await tx.selectFrom('clients').select('id').where('id', '=', clientId).where('deleted_at', 'is', null).executeTakeFirst()) !== undefined

async function finish({ db, files }: Places, { practiceId }: Job, row: ExportRow, daysOf: DaysOf, make: Make): Promise<void> {
  const practice = await practiceOf(db, practiceId)
  const { handled, bytes, sha256 } = await make({
    row,
    practice,
    name: `export-${row.id}`,
    onProgress: progressReporter(db, practiceId, row.id),
  })
  const isKept = await db.withPractice(practiceId, async (tx) => {
    const dies_at = new Date(currentMs() + (await daysOf(tx)) * DAY_MS)
    const done = { state: 'done' as const, handled, total: handled, bytes, store_key: sha256, dies_at }
    await enqueue(tx, 'drop-export', { practiceId, exportId: row.id, storeKey: sha256 }, { startAfter: dies_at })
    return moveExport(tx, row.id, ['running'], done)
  })
  if (!isKept) await files.remove(sha256, currentTime())
}

const zipOf =
  ({ db, files }: Places): Make =>
  async ({ row: { client_id }, practice, name, onProgress }) => {
    const entries: Entry[] = client_id ? await packOf({ db, files }, client_id, practice) : await everythingOf(db, files, practice)
    if (!(await files.hasRoomFor(entries.reduce((sum, { bytes = 0 }) => sum + bytes, 0)))) throw new AppError('no_room')
    let handled = 0
    const arrival = await writeZip(files, name, entries, () => onProgress(handled++, entries.length))
    return { ...arrival, handled: entries.length }
  }

const practiceOf = (db: Database, id: string) =>
  db.withDirectory((tx) =>
    tx.selectFrom('directory.practices').select(['id', 'name', 'zone']).where('id', '=', id).executeTakeFirstOrThrow(),
  )

/** Reports progress from time to time, and checks whether the export is still wanted. */
function progressReporter(db: Database, practiceId: string, id: string): ReportProgress {
  let saidAt = Number.NEGATIVE_INFINITY
  return async (handled, total) => {
    const now = performance.now()
    if (now - saidAt < REPORT_EVERY_MS) return
    saidAt = now
    const isWanted = await db.withPractice(practiceId, (tx) => moveExport(tx, id, ['running'], { handled, total }))
    if (!isWanted) throw new Removed()
  }
}

/**
 * Deletes the bytes of an export that has expired, or whose row is gone, unless a file on record shares them; safe to run twice,
 * and too early.
 */
export const dropExports = ({ db, files }: Places): JobHandler => ({
  queue: 'drop-export',
  async handle(data) {
    const { practiceId, exportId, storeKey } = DropJob.parse(data)
    const inPractice = <T>(work: (tx: PracticeTx) => Promise<T>) => db.withPractice(practiceId, work)
    const found = await inPractice(async (tx) => {
      const row = await requireExport(tx, exportId).catch(() => undefined)
      const isOver = row?.state === 'done' && row.dies_at !== null && row.dies_at <= currentTime()
      const key = isOver ? row.store_key : row ? undefined : storeKey
      return key ? { key, isShared: await isKeptElsewhere(tx, key, exportId) } : undefined
    })
    if (!found) return
    // The bytes before the row: an interruption between the two is repaired on the next run.
    if (!found.isShared) await files.remove(found.key, currentTime())
    await inPractice((tx) => moveExport(tx, exportId, ['done'], { state: 'gone', store_key: null }))
  },
})
