import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { Erasure, ErasurePlan, LongGone, Retention } from '#features/office/erasure/contract.ts'
import { isSameName } from '#features/office/erasure/rules.ts'
import { listStillNamed } from '#features/office/erasure/server/far-calendars.ts'
import { blockersOf, countsOf, NOTES, openMoneyOf, splitOf } from '#features/office/erasure/server/plan.ts'
import {
  type ErasureRow,
  findRetention,
  insertErasure,
  listErasures,
  listLongGone,
  moveErasure,
  requireErasure,
  saveRetention,
  toErasure,
} from '#features/office/erasure/server/queries.ts'
import { currentTime } from '#lib/clock.ts'
import { addMonths, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { logActivity } from '#platform/server/database/rows.ts'
import { enqueue } from '#platform/server/jobs/jobs.ts'

/** The effects of erasing a client; changes nothing. @throws forbidden, client_not_found */
export async function dryRun(tx: PracticeTx, actor: Actor, clientId: string): Promise<ErasurePlan> {
  requireMay(actor, 'runPractice')
  const { name } = await requireLiving(tx, clientId)
  const split = await splitOf(tx, clientId, actor.zone)
  const [counts, blockers] = [await countsOf(tx, split), await blockersOf(tx, split.reach)]
  const openMoney = await openMoneyOf(tx, split.reach, name)
  return { clientId, clientName: name, blockers, openMoney, ...counts, notes: NOTES }
}

type ErasureInput = { clientName: string; requestId?: string | null; evenWithOpenMoney?: boolean | undefined }

/**
 * Queues a job that erases a client for good. The caller types the name, because nothing brings the client back.
 * @throws forbidden, client_not_found, wrong_name, client_has_open_money unless confirmed, busy with the sentence when something prevents it
 */
export async function startErasure(
  tx: PracticeTx,
  actor: Actor,
  clientId: string,
  { clientName, requestId = null, evenWithOpenMoney = false }: ErasureInput,
): Promise<Erasure> {
  requireMay(actor, 'runPractice')
  const { name } = await requireLiving(tx, clientId)
  if (!isSameName(clientName, name)) throw new AppError('wrong_name')
  const split = await splitOf(tx, clientId, actor.zone)
  const [blocker] = await blockersOf(tx, split.reach)
  if (blocker) throw new AppError('busy', {}, blocker)
  const openMoney = await openMoneyOf(tx, split.reach, name)
  if (openMoney && !evenWithOpenMoney) throw new AppError('client_has_open_money', {}, openMoney)
  const row = await insertErasure(tx, actor, { clientId, requestId, ...(await countsOf(tx, split)) })
  await logActivity(tx, actor, {
    entity: 'clients',
    entityId: clientId,
    verb: 'erasing',
    before: null,
    after: { requestId, ...(openMoney && { evenWithOpenMoney }) },
  })
  await enqueue(tx, 'erase-client', { practiceId: actor.practiceId, erasureId: row.id })
  return toErasure(row)
}

/** Queues a failed erasure again. One that is running or done stays as it is. @throws forbidden, erasure_not_found */
export async function retryErasure(tx: PracticeTx, actor: Actor, id: string): Promise<Erasure> {
  requireMay(actor, 'runPractice')
  if (await moveErasure(tx, id, ['failed'], { state: 'queued', problem: null }))
    await enqueue(tx, 'erase-client', { practiceId: actor.practiceId, erasureId: id })
  return withStillNamed(tx, await requireErasure(tx, id))
}

const withStillNamed = async (tx: PracticeTx, row: ErasureRow): Promise<Erasure> => toErasure(row, (await listStillNamed(tx)).get(row.id))

/** One erasure. @throws forbidden, erasure_not_found */
export async function erasureOf(tx: PracticeTx, actor: Actor, id: string): Promise<Erasure> {
  requireMay(actor, 'runPractice')
  return withStillNamed(tx, await requireErasure(tx, id))
}

/** The latest erasures, newest first; of one request if given. @throws forbidden */
export async function erasuresPage(tx: PracticeTx, actor: Actor, requestId?: string): Promise<Erasure[]> {
  requireMay(actor, 'runPractice')
  const stillNamed = await listStillNamed(tx)
  return (await listErasures(tx, requestId)).map((row) => toErasure(row, stillNamed.get(row.id)))
}

/** The practice's retention periods. @throws forbidden */
export async function retentionOf(tx: PracticeTx, actor: Actor): Promise<Retention> {
  requireMay(actor, 'runPractice')
  return findRetention(tx)
}

/** Changes them; nothing is deleted before the night. @throws forbidden */
export async function changeRetention(tx: PracticeTx, actor: Actor, kept: Retention): Promise<Retention> {
  requireMay(actor, 'runPractice')
  const before = await findRetention(tx)
  await saveRetention(tx, actor.practiceId, kept)
  await logActivity(tx, actor, { entity: 'retention', entityId: actor.practiceId, verb: 'changed', before, after: kept })
  return kept
}

/** Clients away for longer than the practice has decided. @throws forbidden */
export async function longGoneClients(tx: PracticeTx, actor: Actor): Promise<LongGone[]> {
  requireMay(actor, 'runPractice')
  const { inactiveYears } = await findRetention(tx)
  return listLongGone(tx, addMonths(dayOf(currentTime(), actor.zone), -12 * inactiveYears), actor.zone)
}

/** How many days a pack or an export is kept. */
export const exportsDays = async (tx: PracticeTx): Promise<number> => (await findRetention(tx)).exportsDays

async function requireLiving(tx: PracticeTx, clientId: string): Promise<{ name: string }> {
  const client = await tx.selectFrom('clients').select('name').where('id', '=', clientId).where('deleted_at', 'is', null).executeTakeFirst()
  if (!client) throw new AppError('client_not_found')
  return client
}
