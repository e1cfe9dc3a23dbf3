import { z } from 'zod'
import type { ImportPlan } from '#features/office/imports/contract.ts'
import { bringRecords, bringVisits, type Choices, noCounts, type Step } from '#features/office/imports/server/bring.ts'
import { type FileRow, findAct, moveOn, requireFile } from '#features/office/imports/server/queries.ts'
import { AT_ONCE, JOB_FILES, planWhole, readInputOf, type Whole } from '#features/office/imports/server/read-apart.ts'
import { undoImport } from '#features/office/imports/server/take-back.ts'
import { currentMs } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { logActivity, writeInBulk } from '#platform/server/database/rows.ts'
import { enqueue, type JobHandler } from '#platform/server/jobs/jobs.ts'
import { undoActivity } from '#platform/server/undo.ts'

const Job = z.object({
  importId: z.uuid(),
  /** The member who requested it, as they were then. */
  actor: z.custom<Actor>((value) => z.looseObject({ practiceId: z.uuid(), memberId: z.uuid() }).safeParse(value).success),
})
type Job = z.output<typeof Job>

/** An import without progress for this long has lost its server; it changed nothing, so it starts again. */
const LOST_AFTER_SECONDS = 60
/** How often progress is reported. */
const REPORT_EVERY_MS = 400

/**
 * Imports a file, or undoes an import, each in one transaction; progress is reported on another connection. Run twice it does
 * its work once: it takes only an import that is queued, or whose server was lost.
 */
export const importFiles = (db: Database, read = JOB_FILES): JobHandler => ({
  queue: 'import-file',
  atOnce: AT_ONCE,
  async handle(data, log) {
    const { importId, actor: input } = Job.parse(data)
    const actor = { ...input, opId: uuidv7() }
    const taken = await db.withPractice(actor.practiceId, (tx) => takeUp(tx, { importId, actor: input }))
    if (!taken) return
    const step = progressReporter(db, actor, importId)
    try {
      if (taken.state === 'undoing') return await db.withPractice(actor.practiceId, (tx) => takeBack(tx, actor, { importId, step }))
      const input = await db.withPractice(actor.practiceId, (tx) => readInputOf(tx, actor, taken, taken.plan as ImportPlan | null))
      const whole = await planWhole(db, { ...input, choices: taken.choices as Choices }, read)
      await db.withPractice(actor.practiceId, (tx) => bring(tx, actor, { file: taken, whole }, step))
    } catch (error) {
      if (error instanceof Stopped) return
      await db.withPractice(actor.practiceId, (tx) => giveUp(tx, taken, error))
      if (!(error instanceof AppError)) throw error
      if (error.cause) log?.error({ err: error.cause }, 'a file could not be read')
    }
  },
})

/** The farrier pressed Cancel. */
class Stopped extends Error {}

async function takeUp(tx: PracticeTx, job: Job): Promise<FileRow | undefined> {
  const file = await requireFile(tx, job.importId).catch(() => undefined)
  if (!file || !['queued', 'running', 'undoing'].includes(file.state)) return undefined
  const isLost = currentMs() - file.state_at.getTime() > LOST_AFTER_SECONDS * 1000
  const isOurs = file.state === 'queued' || isLost || (file.state === 'undoing' && file.handled === 0)
  // The worker that has it may still be lost: check again later.
  await enqueue(tx, 'import-file', job, { startAfter: new Date(currentMs() + (LOST_AFTER_SECONDS + 5) * 1000) })
  if (!isOurs) return undefined
  const state = file.state === 'undoing' ? 'undoing' : 'running'
  return (await moveOn(tx, file.id, [file.state], { state, handled: file.state === 'undoing' ? 1 : 0 })) ? { ...file, state } : undefined
}

/** Counts records; from time to time it reports the count and checks whether to go on. */
function progressReporter(db: Database, { practiceId }: Actor, importId: string): Step {
  let handled = 0
  let saidAt = performance.now()
  return async () => {
    handled++
    if (performance.now() - saidAt < REPORT_EVERY_MS) return
    const isWanted = await db.withPractice(practiceId, (tx) => moveOn(tx, importId, ['running', 'undoing'], { handled }))
    saidAt = performance.now()
    if (!isWanted) throw new Stopped()
  }
}

async function bring(tx: PracticeTx, actor: Actor, { file, whole }: { file: FileRow; whole: Whole }, step: Step): Promise<void> {
  const plan = file.plan as ImportPlan | null
  const counts = noCounts()
  await writeInBulk(tx)
  const bringing = { tx, actor, choices: file.choices as Choices, counts, step, usualWork: plan?.usualWork ?? 'Trim' }
  if (whole.of === 'records') await bringRecords(bringing, whole.plan)
  else await bringVisits(bringing, whole.plan)
  counts.leftOut += whole.badCount
  const { id, kind } = file
  const facts = { name: file.file_name, kind, ...counts }
  await logActivity(tx, actor, { entity: 'imports', entityId: id, verb: 'added', before: null, after: facts })
  const left_out = whole.leftOut.length > 0 ? { header: whole.header, rows: whole.leftOut } : null
  const done = { state: 'done' as const, counts, left_out, content: null, choices: {}, handled: whole.total, total: whole.total }
  if (!(await moveOn(tx, id, ['running'], done))) throw new Stopped()
}

async function takeBack(tx: PracticeTx, actor: Actor, what: { importId: string; step: Step }): Promise<void> {
  const act = await findAct(tx, what.importId)
  if (!act) throw new AppError('import_moved_on')
  await undoActivity(tx, actor, act.id, undoImport(what.step))
}

/** Records why nothing of it was kept. A failed undo leaves the import as it was. */
async function giveUp(tx: PracticeTx, { id, state }: FileRow, error: unknown): Promise<void> {
  const problem = error instanceof AppError ? error.message : 'Something went wrong on the server.'
  await moveOn(tx, id, [state], { state: state === 'undoing' ? 'done' : 'failed', problem })
}
