import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { safeName } from '#features/evidence/files/rules.ts'
import type { Export } from '#features/office/exports/contract.ts'
import {
  deleteExport,
  type ExportRow,
  insertExport,
  listExports,
  listReports,
  moveExport,
  requireExport,
  toExport,
} from '#features/office/exports/server/queries.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { logActivity } from '#platform/server/database/rows.ts'
import type { Arrival, ByteRange, FileStore } from '#platform/server/files/store.ts'
import { enqueue, type Queue } from '#platform/server/jobs/jobs.ts'

/** Reports progress, from time to time. @throws when the export is no longer wanted */
export type ReportProgress = (handled: number, total: number) => Promise<void>
/** The export to make, for which practice, and the name of its file in the store. */
type Making = { row: ExportRow; practice: { id: string; name: string; zone: string }; name: string; onProgress: ReportProgress }
/** Makes and stores the file of an export; `handled` is the number of items it holds. */
export type Make = (making: Making) => Promise<Arrival & { handled: number }>

/** The latest packs and exports, newest first. @throws forbidden */
export async function exportsPage(
  tx: PracticeTx,
  actor: Actor,
  of: { clientId?: string | undefined; requestId?: string | undefined },
): Promise<Export[]> {
  requireMay(actor, 'runPractice')
  return (await listExports(tx, of)).map(toExport)
}

/** One export. @throws forbidden, export_not_found */
export async function exportOf(tx: PracticeTx, actor: Actor, id: string): Promise<Export> {
  requireMay(actor, 'runPractice')
  return toExport(await requirePack(tx, id))
}

/** Queues a job that makes a client's pack; `requestId` is the request it is for. @throws forbidden, client_not_found */
export async function startPack(tx: PracticeTx, actor: Actor, clientId: string, requestId: string | null = null): Promise<Export> {
  requireMay(actor, 'runPractice')
  const client = await tx.selectFrom('clients').select('name').where('id', '=', clientId).where('deleted_at', 'is', null).executeTakeFirst()
  if (!client) throw new AppError('client_not_found')
  const fileName = safeName(`${client.name}, ${dayOf(currentTime(), actor.zone)}.zip`)
  const row = await insertExport(tx, actor, { kind: 'client', client_id: clientId, request_id: requestId, file_name: fileName })
  await logActivity(tx, actor, {
    entity: 'clients',
    entityId: clientId,
    verb: 'packed',
    before: null,
    after: { name: client.name, requestId },
  })
  return begin(tx, actor, row)
}

/** Queues a job that exports the whole practice; on every plan, paid or not. @throws forbidden */
export async function startAll(tx: PracticeTx, actor: Actor): Promise<Export> {
  requireMay(actor, 'runPractice')
  const fileName = safeName(`${actor.practiceName}, ${dayOf(currentTime(), actor.zone)}.zip`)
  const row = await insertExport(tx, actor, { kind: 'practice', client_id: null, request_id: null, file_name: fileName })
  await logActivity(tx, actor, { entity: 'exports', entityId: row.id, verb: 'started', before: null, after: null })
  return begin(tx, actor, row)
}

async function begin(tx: PracticeTx, actor: Actor, row: ExportRow, queue: Queue = 'make-export'): Promise<Export> {
  await enqueue(tx, queue, { practiceId: actor.practiceId, exportId: row.id })
  return toExport(row)
}

/** Queues a job that makes a report for the acting member; the caller has checked that they may have it. `report` is the job's input. */
export async function startReport(tx: PracticeTx, actor: Actor, fileName: string, report: Record<string, unknown>): Promise<Export> {
  const file_name = safeName(fileName)
  const row = await insertExport(tx, actor, { kind: 'report', client_id: null, request_id: null, file_name, report })
  return begin(tx, actor, row, 'make-report')
}

/** The acting member's latest reports, newest first. */
export const reportsOf = async (tx: PracticeTx, actor: Actor): Promise<Export[]> => (await listReports(tx, memberOf(actor))).map(toExport)

/** A finished file's key in the store, and the name and size of the download. */
export type Finished = { key: string; range?: ByteRange; fileName: string; bytes: number }

/** The file of a report. @throws export_not_found when it is another member's, or has expired */
export async function downloadReport(tx: PracticeTx, actor: Actor, id: string): Promise<Finished> {
  await requireReport(tx, actor, id)
  const { store_key, file_name, bytes } = await requireThere(tx, id)
  const range = { start: SALT_BYTES, end: SALT_BYTES + Number(bytes) - 1 }
  return { key: store_key, range, fileName: file_name, bytes: Number(bytes) }
}

const SALT_BYTES = 16

/**
 * Stores a report's bytes behind a prefix that no other file has: equal files are stored once, so deleting one of two equal reports
 * would delete the other's bytes too.
 */
export async function keepReport(files: FileStore, name: string, content: AsyncIterable<Buffer>): Promise<Arrival> {
  const arrival = await files.receive(name, Readable.from(salted(content)), Number.POSITIVE_INFINITY)
  await files.keep(name, arrival)
  return { ...arrival, bytes: arrival.bytes - SALT_BYTES }
}

async function* salted(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield randomBytes(SALT_BYTES)
  yield* content
}

/** Stops a report that is being made, or removes it. @throws export_not_found when it is another member's */
export async function removeReport(tx: PracticeTx, actor: Actor, id: string): Promise<void> {
  await drop(tx, await requireReport(tx, actor, id))
}

/** Keeps a finished export until then if it would expire sooner: the holder of a link needs the time. @throws export_not_found */
export async function keepLonger(tx: PracticeTx, id: string, until: Date): Promise<void> {
  const { practice_id, dies_at } = await requireThere(tx, id)
  if (dies_at && dies_at >= until) return
  await moveExport(tx, id, ['done'], { dies_at: until })
  await enqueue(tx, 'drop-export', { practiceId: practice_id, exportId: id }, { startAfter: until })
}

/** The ZIP of a finished export. The caller has checked that the user may have it. @throws export_not_found when it has expired */
export async function openExport(tx: PracticeTx, id: string): Promise<Finished> {
  const { store_key, file_name, bytes } = await requireThere(tx, id)
  return { key: store_key, fileName: file_name, bytes: Number(bytes) }
}

/** The ZIP for a member. @throws forbidden, export_not_found */
export async function downloadExport(tx: PracticeTx, actor: Actor, id: string): Promise<Finished> {
  requireMay(actor, 'runPractice')
  await requirePack(tx, id)
  return openExport(tx, id)
}

/** Removes an export before it expires, in any state; its bytes are deleted a moment later. @throws forbidden, export_not_found */
export async function removeExport(tx: PracticeTx, actor: Actor, id: string): Promise<void> {
  requireMay(actor, 'runPractice')
  await drop(tx, await requirePack(tx, id))
}

async function drop(tx: PracticeTx, { practice_id: practiceId, id, store_key: storeKey }: ExportRow): Promise<void> {
  if (storeKey) await enqueue(tx, 'drop-export', { practiceId, exportId: id, storeKey })
  await deleteExport(tx, id)
}

async function requirePack(tx: PracticeTx, id: string): Promise<ExportRow> {
  const row = await requireExport(tx, id)
  if (row.kind === 'report') throw new AppError('export_not_found')
  return row
}

async function requireReport(tx: PracticeTx, actor: Actor, id: string): Promise<ExportRow> {
  const row = await requireExport(tx, id)
  if (row.kind !== 'report' || row.member_id !== memberOf(actor)) throw new AppError('export_not_found')
  return row
}

async function requireThere(tx: PracticeTx, id: string): Promise<ExportRow & { store_key: string }> {
  const row = await requireExport(tx, id)
  if (!row.store_key || !row.dies_at || row.dies_at <= currentTime()) throw new AppError('export_not_found')
  return { ...row, store_key: row.store_key }
}
