import type { BadRow, Import, ImportCheck, ImportCounts, ImportPlan, ImportTable } from '#features/office/imports/contract.ts'
import type { Choices } from '#features/office/imports/server/bring.ts'
import {
  addFile,
  type FileRow,
  findAct,
  forgetDrafts,
  type ImportRow,
  listImports,
  listWritten,
  moveOn,
  requireFile,
  requireImport,
  requireLeftOut,
} from '#features/office/imports/server/queries.ts'
import { FILES, readerOf, readInputOf, showWhole } from '#features/office/imports/server/read-apart.ts'
import { requireMayChange } from '#features/records/clients/server/service.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { enqueue } from '#platform/server/jobs/jobs.ts'

type Detail = Import & { table: ImportTable | null }

const MOST_LISTED = 50

/** The latest imports, newest first. @throws forbidden */
export async function importsPage(tx: PracticeTx, actor: Actor): Promise<Import[]> {
  requireMayChange(actor)
  return (await listImports(tx, MOST_LISTED)).map(toImport)
}

/** Stores a file to import; the member's earlier drafts are deleted. @throws forbidden, unreadable_file, busy */
export async function uploadFile(db: Database, actor: Actor, upload: { name: string; content: string }, read = FILES): Promise<Detail> {
  requireMayChange(actor)
  const content = Buffer.from(upload.content, 'base64')
  const { source, kind, table } = await read.look({ content, reader: readerOf(actor) })
  return db.withPractice(actor.practiceId, async (tx) => {
    await forgetDrafts(tx, memberOf(actor))
    const id = uuidv7()
    await addFile(
      tx,
      { practiceId: actor.practiceId, memberId: memberOf(actor) },
      { id, file_name: upload.name.replace(/^.*[\\/]/, ''), source, kind, content },
    )
    return { ...toImport(await requireImport(tx, id)), table }
  })
}

/** One import; with its table while it is a draft. @throws forbidden, import_not_found, unreadable_file, busy */
export async function importOf(db: Database, actor: Actor, id: string, read = FILES): Promise<Detail> {
  requireMayChange(actor)
  const { row, content } = await db.withPractice(actor.practiceId, async (tx) => {
    const row = await requireImport(tx, id)
    const isTable = row.source === 'csv' && CAN_START.has(row.state)
    return { row, content: isTable ? (await requireFile(tx, id)).content : null }
  })
  return { ...toImport(row), table: content ? (await read.look({ content, reader: readerOf(actor) })).table : null }
}

/** What importing the file would do. @throws forbidden, import_not_found, import_moved_on, unreadable_file, bad_request, busy */
export async function checkImport(db: Database, actor: Actor, id: string, plan: ImportPlan | null): Promise<ImportCheck> {
  requireMayChange(actor)
  const input = await db.withPractice(actor.practiceId, async (tx) => readInputOf(tx, actor, await requireStartable(tx, id), plan))
  const { items, bad, header, notes } = await showWhole(db, input, FILES)
  return { items, bad, header, notes }
}

/** Queues a job that imports the file. @throws forbidden, import_not_found, import_moved_on, unreadable_file, bad_request, busy */
export async function startImport(
  db: Database,
  actor: Actor,
  id: string,
  { plan, choices }: { plan: ImportPlan | null; choices: Choices },
): Promise<Import> {
  requireMayChange(actor)
  const { file, input } = await db.withPractice(actor.practiceId, async (tx) => {
    const file = await requireStartable(tx, id)
    return { file, input: await readInputOf(tx, actor, file, plan) }
  })
  const { total } = await showWhole(db, input, FILES)
  return db.withPractice(actor.practiceId, async (tx) => {
    const queued = { state: 'queued' as const, plan, choices, kind: plan?.kind ?? file.kind, total, handled: 0, problem: null }
    if (!(await moveOn(tx, id, [file.state], queued))) throw new AppError('import_moved_on')
    await enqueue(tx, 'import-file', { importId: id, actor })
    return toImport(await requireImport(tx, id))
  })
}

/** Stops an unfinished import: nothing of it is kept. @throws forbidden, import_not_found, import_moved_on when it was finished */
export async function cancelImport(tx: PracticeTx, actor: Actor, id: string): Promise<Import> {
  requireMayChange(actor)
  await requireImport(tx, id)
  if (!(await moveOn(tx, id, ['draft', 'queued', 'running', 'failed', 'cancelled'], { state: 'cancelled' })))
    throw new AppError('import_moved_on')
  return toImport(await requireImport(tx, id))
}

/** Queues a job that undoes an import. @throws forbidden, import_not_found, import_moved_on when there is nothing to undo */
export async function undoLater(tx: PracticeTx, actor: Actor, id: string): Promise<Import> {
  requireMayChange(actor)
  await requireImport(tx, id)
  const act = await findAct(tx, id)
  const total = act ? (await listWritten(tx, { id: act.id, actId: act.act_id ?? act.id })).length : 0
  if (!act || !(await moveOn(tx, id, ['done'], { state: 'undoing', total, handled: 0, problem: null })))
    throw new AppError('import_moved_on')
  await enqueue(tx, 'import-file', { importId: id, actor })
  return toImport(await requireImport(tx, id))
}

/** The rows an import left out. @throws forbidden, import_not_found */
export async function rowsLeftOut(tx: PracticeTx, actor: Actor, id: string): Promise<{ header: string[]; rows: BadRow[] }> {
  requireMayChange(actor)
  const kept = await requireLeftOut(tx, id)
  return (kept as { header: string[]; rows: BadRow[] } | null) ?? { header: [], rows: [] }
}

const CAN_START: ReadonlySet<FileRow['state']> = new Set(['draft', 'failed', 'cancelled'])

async function requireStartable(tx: PracticeTx, id: string): Promise<FileRow> {
  const file = await requireFile(tx, id)
  if (!CAN_START.has(file.state) || !file.content) throw new AppError('import_moved_on')
  return file
}

/** A row as it goes over the wire. */
const toImport = ({ counts, kept, createdAt, stateAt, ...row }: ImportRow): Import => ({
  ...row,
  hasLeftOut: Boolean(row.hasLeftOut),
  counts: counts as ImportCounts | null,
  kept: (kept as { list: Import['kept'] } | null)?.list ?? null,
  createdAt: createdAt.toISOString(),
  stateAt: stateAt.toISOString(),
})
