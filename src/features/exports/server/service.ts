import type { Readable } from 'node:stream'
import type { Export } from '#features/exports/contract.ts'
import { listColumns, listTies } from '#features/exports/server/catalogue.ts'
import {
  deleteExport,
  type ExportRow,
  insertExport,
  isKeptElsewhere,
  listExports,
  moveExport,
  requireExport,
  toExport,
} from '#features/exports/server/queries.ts'
import { hasId, type Reach, reachOf, whereBelonging } from '#features/exports/server/reach.ts'
import { safeName } from '#features/files/rules.ts'
import { requireMay } from '#features/practice/server/service.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/db.ts'
import type { FileStore } from '#platform/server/file-store.ts'
import { enqueue } from '#platform/server/jobs.ts'
import { logActivity } from '#platform/server/rows.ts'

export type { Reach }
export { hasId, listColumns, listTies, reachOf, whereBelonging }

/** The last packs and exports, newest first. @throws forbidden */
export async function exportsPage(
  tx: PracticeTx,
  actor: Actor,
  of: { clientId?: string | undefined; requestId?: string | undefined },
): Promise<Export[]> {
  requireMay(actor, 'runPractice')
  return (await listExports(tx, of)).map(toExport)
}

/** One of them. @throws forbidden, export_not_found */
export async function exportOf(tx: PracticeTx, actor: Actor, id: string): Promise<Export> {
  requireMay(actor, 'runPractice')
  return toExport(await requireExport(tx, id))
}

/** Lets a job make a client's pack; `requestId` is the request it answers. @throws forbidden, client_not_found */
export async function startPack(tx: PracticeTx, actor: Actor, clientId: string, requestId: string | null = null): Promise<Export> {
  requireMay(actor, 'runPractice')
  const client = await tx.selectFrom('clients').select('name').where('id', '=', clientId).where('deleted_at', 'is', null).executeTakeFirst()
  if (!client) throw new AppError('client_not_found')
  const fileName = safeName(`${client.name}, ${dayOf(new Date(), actor.zone)}.zip`)
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

/** Lets a job put everything of the practice together; on every plan, paid or not. @throws forbidden */
export async function startAll(tx: PracticeTx, actor: Actor): Promise<Export> {
  requireMay(actor, 'runPractice')
  const fileName = safeName(`${actor.practiceName}, ${dayOf(new Date(), actor.zone)}.zip`)
  const row = await insertExport(tx, actor, { kind: 'practice', client_id: null, request_id: null, file_name: fileName })
  await logActivity(tx, actor, { entity: 'exports', entityId: row.id, verb: 'started', before: null, after: null })
  return begin(tx, actor, row)
}

async function begin(tx: PracticeTx, actor: Actor, row: ExportRow): Promise<Export> {
  await enqueue(tx, 'make-export', { practiceId: actor.practiceId, exportId: row.id })
  return toExport(row)
}

/** Keeps a finished one until then, where it would go before: whoever has a link to it is given time. @throws export_not_found */
export async function keepLonger(tx: PracticeTx, id: string, until: Date): Promise<void> {
  const { practice_id, dies_at } = await requireThere(tx, id)
  if (dies_at && dies_at >= until) return
  await moveExport(tx, id, ['done'], { dies_at: until })
  await enqueue(tx, 'drop-export', { practiceId: practice_id, exportId: id }, { startAfter: until })
}

/** The ZIP of a finished one. Who may have it has been asked before. @throws export_not_found when its time is over */
export async function openExport(
  tx: PracticeTx,
  files: FileStore,
  id: string,
): Promise<{ content: () => Readable; fileName: string; bytes: number }> {
  const { store_key, file_name, bytes } = await requireThere(tx, id)
  return { content: () => files.read(store_key), fileName: file_name, bytes: Number(bytes) }
}

/** The same for a member. @throws forbidden, export_not_found */
export async function downloadExport(tx: PracticeTx, actor: Actor, files: FileStore, id: string) {
  requireMay(actor, 'runPractice')
  return openExport(tx, files, id)
}

/** Removes one before its time, wherever it stands. @throws forbidden, export_not_found */
export async function removeExport(tx: PracticeTx, actor: Actor, files: FileStore, id: string): Promise<void> {
  requireMay(actor, 'runPractice')
  await dropBytes(tx, files, await requireExport(tx, id))
  await deleteExport(tx, id)
}

/** Forgets the bytes of one, but for what a file on record shares with it. */
export async function dropBytes(tx: PracticeTx, files: FileStore, { id, store_key }: Pick<ExportRow, 'id' | 'store_key'>): Promise<void> {
  if (store_key && !(await isKeptElsewhere(tx, store_key, id))) await files.remove(store_key, new Date())
}

async function requireThere(tx: PracticeTx, id: string): Promise<ExportRow & { store_key: string }> {
  const row = await requireExport(tx, id)
  if (!row.store_key || !row.dies_at || row.dies_at <= new Date()) throw new AppError('export_not_found')
  return { ...row, store_key: row.store_key }
}
