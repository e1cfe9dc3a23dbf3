import { z } from 'zod'
import { everythingOf } from '#features/exports/server/everything.ts'
import { packOf } from '#features/exports/server/pack.ts'
import { type ExportRow, moveExport, requireExport } from '#features/exports/server/queries.ts'
import { dropBytes } from '#features/exports/server/service.ts'
import { type Entry, writeZip } from '#features/exports/server/zip.ts'
import { AppError } from '#lib/errors.ts'
import type { Database, PracticeTx } from '#platform/server/db.ts'
import type { FileStore } from '#platform/server/file-store.ts'
import { enqueue, type JobHandler } from '#platform/server/jobs.ts'

const Job = z.object({ practiceId: z.uuid(), exportId: z.uuid() })
type Job = z.output<typeof Job>
type Places = { db: Database; files: FileStore }

const DAY_MS = 24 * 60 * 60_000
/** One that has said nothing for so long has lost its server: it is begun anew. */
const LOST_AFTER_MS = 60_000
const SAY_EVERY_MS = 400

/** Makes packs and exports, one at a time. What was cut short is begun anew; what was removed meanwhile leaves nothing behind. */
export const makeExports = (places: Places, daysOf: (tx: PracticeTx) => Promise<number>): JobHandler => ({
  queue: 'make-export',
  atOnce: 1,
  async handle(data) {
    const job = Job.parse(data)
    const row = await places.db.withPractice(job.practiceId, (tx) => takeUp(tx, job))
    if (!row) return
    try {
      await make(places, job, row, daysOf)
    } catch (error) {
      const problem =
        error instanceof AppError
          ? 'The server has no room for it. Ask whoever runs it.'
          : 'Something went wrong on the server. Try it again.'
      await places.db.withPractice(job.practiceId, (tx) => moveExport(tx, row.id, ['running'], { state: 'failed', problem }))
      if (!(error instanceof Removed || error instanceof AppError)) throw error
    }
  },
})

/** It was removed while it was made. */
class Removed extends Error {}

async function takeUp(tx: PracticeTx, job: Job): Promise<ExportRow | undefined> {
  const row = await requireExport(tx, job.exportId).catch(() => undefined)
  if (!row || !['queued', 'running', 'failed'].includes(row.state)) return undefined
  // Whoever was erased meanwhile has none.
  if (row.client_id && !(await isLiving(tx, row.client_id))) return undefined
  // Whoever is at work may yet be lost: looked at again later.
  await enqueue(tx, 'make-export', job, { startAfter: new Date(Date.now() + LOST_AFTER_MS + 5000) })
  if (row.state === 'running' && Date.now() - row.state_at.getTime() < LOST_AFTER_MS) return undefined
  await moveExport(tx, row.id, [row.state], { state: 'running', handled: 0, total: 0, problem: null })
  return row
}

const isLiving = async (tx: PracticeTx, clientId: string): Promise<boolean> =>
  (await tx.selectFrom('clients').select('id').where('id', '=', clientId).where('deleted_at', 'is', null).executeTakeFirst()) !== undefined

async function make(
  { db, files }: Places,
  { practiceId }: Job,
  row: ExportRow,
  daysOf: (tx: PracticeTx) => Promise<number>,
): Promise<void> {
  const practice = await practiceOf(db, practiceId)
  const { client_id } = row
  const entries: Entry[] = client_id
    ? await db.withPractice(practiceId, (tx) => packOf(tx, files, client_id, practice))
    : await everythingOf(db, files, practice)
  if (!(await files.hasRoomFor(entries.reduce((sum, { bytes = 0 }) => sum + bytes, 0)))) throw new AppError('no_room')
  const name = `export-${row.id}`
  const arrival = await writeZip(files, name, entries, sayHowFar(db, practiceId, row.id, entries.length))
  const isKept = await db.withPractice(practiceId, async (tx) => {
    const dies_at = new Date(Date.now() + (await daysOf(tx)) * DAY_MS)
    const done = { state: 'done' as const, handled: entries.length, bytes: arrival.bytes, store_key: arrival.sha256, dies_at }
    await enqueue(tx, 'drop-export', { practiceId, exportId: row.id }, { startAfter: dies_at })
    return moveExport(tx, row.id, ['running'], done)
  })
  if (!isKept) await files.remove(arrival.sha256, new Date())
}

const practiceOf = (db: Database, id: string) =>
  db.withDirectory((tx) =>
    tx.selectFrom('directory.practices').select(['id', 'name', 'zone']).where('id', '=', id).executeTakeFirstOrThrow(),
  )

/** Counts entries, and every now and then says so and hears whether the export is still wanted. */
function sayHowFar(db: Database, practiceId: string, id: string, total: number): () => Promise<void> {
  let handled = 0
  let saidAt = 0
  return async () => {
    const now = performance.now()
    if (handled === 0 || now - saidAt > SAY_EVERY_MS) {
      saidAt = now
      const isWanted = await db.withPractice(practiceId, (tx) => moveExport(tx, id, ['running'], { handled, total }))
      if (!isWanted) throw new Removed()
    }
    handled++
  }
}

/** Removes the bytes of an export whose time is over; safe to run twice, and too early. */
export const dropExports = ({ db, files }: Places): JobHandler => ({
  queue: 'drop-export',
  async handle(data) {
    const { practiceId, exportId } = Job.parse(data)
    await db.withPractice(practiceId, async (tx) => {
      const row = await requireExport(tx, exportId).catch(() => undefined)
      if (row?.state !== 'done' || !row.dies_at || row.dies_at > new Date()) return
      await dropBytes(tx, files, row)
      await moveExport(tx, row.id, ['done'], { state: 'gone', store_key: null })
    })
  },
})
