import { sql } from 'kysely'
import { z } from 'zod'
import { alertMembers } from '#features/core/notices/server/queue-words.ts'
import { listOwners } from '#features/core/practice/server/service.ts'
import { forgetFile } from '#features/evidence/files/server/forget-file.ts'
import { endPagesOf } from '#features/ledger/payments/server/checkout-of.ts'
import { eraseRows } from '#features/office/erasure/server/erase.ts'
import { type ErasedIds, erasedLedger } from '#features/office/erasure/server/ledger.ts'
import { countsOf, splitOf } from '#features/office/erasure/server/plan.ts'
import { insertErasure, listUndone, moveErasure, requireErasure } from '#features/office/erasure/server/queries.ts'
import { dropWays } from '#features/records/guests/server/drop-ways.ts'
import { forgetAddresses, forgetGuests, forgetManagers, guestsOf } from '#features/records/guests/server/forget-guests.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import { holdWriters, logActivity } from '#platform/server/database/rows.ts'
import type { FileStore } from '#platform/server/files/store.ts'
import { enqueue, type JobHandler } from '#platform/server/jobs/jobs.ts'
import type { KeyedHash } from '#platform/server/keyed-hash.ts'
import type { StripeSettings } from '#platform/server/stripe.ts'

const Job = z.object({ practiceId: z.uuid(), erasureId: z.uuid() })
type Places = { db: Database; files: FileStore; origin: string; dataFolder: string; keyedHash: KeyedHash; stripe?: StripeSettings }

/**
 * Erases a client: all rows in one transaction, then the bytes that nothing names any more. If it is interrupted before the rows it does all of
 * it again; after them, only the remaining files.
 */
export const eraseClients = (places: Places): JobHandler => ({
  queue: 'erase-client',
  atOnce: 1,
  async handle(data) {
    const { practiceId, erasureId } = Job.parse(data)
    const { db } = places
    const stuck = (error: unknown) => failErasure(places, practiceId, erasureId, error)
    const fileIds = await forgetRecords(places, practiceId, erasureId).catch(stuck)
    if (!fileIds) return
    await forgetFiles(places, practiceId, erasureId, fileIds).catch(stuck)
    await db.withPractice(practiceId, (tx) => moveErasure(tx, erasureId, ['running'], { state: 'done', file_ids: [], problem: null }))
  },
})

/**
 * Erases again the clients a restored backup brought back, by the ledger next to the database: when the worker starts, and every night. Other
 * clients in the ledger are passed over. One that fails stops no other, and is tried again the next night.
 */
export const eraseAgain = ({ db, origin, dataFolder }: Pick<Places, 'db' | 'origin' | 'dataFolder'>): JobHandler => ({
  queue: 'erase-again',
  cron: '50 3 * * *',
  isDoneAtStart: true,
  async handle(_, log) {
    for (const erased of await erasedLedger(dataFolder).list())
      await eraseBack({ db, origin }, erased).catch((err: unknown) =>
        log?.error({ err, practiceId: erased.practiceId }, 'who was erased before a backup was restored could not be looked for'),
      )
  },
})

async function eraseBack({ db, origin }: Pick<Places, 'db' | 'origin'>, { practiceId, clientIds }: ErasedIds): Promise<void> {
  const actor = await actorOfPractice(db, practiceId, { origin }).catch(() => undefined)
  if (!actor) return
  await db.withPractice(practiceId, async (tx) => {
    const back = await tx.selectFrom('clients').select('id').where('id', 'in', clientIds).orderBy('id').execute()
    for (const { id } of back) {
      const undone = await listUndone(tx, id)
      if (undone.some(({ state }) => state !== 'failed')) continue
      // An erasure that failed before the backup was made succeeded after it, and has no job any more.
      const erasureId = undone[0]?.id ?? (await insertErasure(tx, actor, { clientId: id, requestId: null, goes: [], stays: [] })).id
      await moveErasure(tx, erasureId, ['failed'], { state: 'queued', problem: null })
      await enqueue(tx, 'erase-client', { practiceId, erasureId })
    }
  })
}

/** Does everything but delete the remaining files' bytes, and returns those files; undefined when there is nothing to do. */
async function forgetRecords(places: Places, practiceId: string, erasureId: string): Promise<string[] | undefined> {
  const { db } = places
  const clientId = await db.withPractice(practiceId, async (tx) => {
    const row = await requireErasure(tx, erasureId).catch(() => undefined)
    return row?.state === 'queued' || row?.state === 'failed' ? row.client_id : undefined
  })
  if (clientId) {
    // Both before the rows that list them: if interrupted in between, it finds them by these rows again.
    await endPagesOf(places, practiceId, clientId)
    const guests = await db.withPractice(practiceId, (tx) => guestsOf(tx, clientId))
    await db.withDirectory((tx) => forgetGuests(tx, places.keyedHash, { practiceId, ...guests }))
  }
  return db.withPractice(practiceId, (tx) => inTurn(tx, places, practiceId, erasureId))
}

async function forgetFiles({ db, files }: Places, practiceId: string, erasureId: string, fileIds: readonly string[]): Promise<void> {
  const now = currentTime()
  for (const [at, id] of fileIds.entries()) {
    await forgetFile({ db, files }, practiceId, id, now)
    await db.withPractice(practiceId, (tx) => moveErasure(tx, erasureId, ['running'], { handled: at + 1 }))
  }
}

/** Notifies the owner that it failed; they may try again, and the job is also retried for a while. @throws the original error */
async function failErasure({ db, origin }: Places, practiceId: string, erasureId: string, error: unknown): Promise<never> {
  // Each member is called once, however often it is retried.
  const actor = await actorOfPractice(db, practiceId, { opId: uuidOf('erasure', erasureId), origin })
  await db.withPractice(practiceId, async (tx) => {
    const isStuck =
      (await moveErasure(tx, erasureId, ['queued'], { state: 'failed', problem: NOTHING_CHANGED })) ||
      (await moveErasure(tx, erasureId, ['running'], { state: 'failed', problem: FILES_LEFT }))
    if (isStuck) await alertMembers(tx, actor, { memberIds: await listOwners(tx), ...STUCK })
  })
  throw error
}

const STUCK = { title: "A client couldn't be erased", body: 'See why, and try again.', path: '/settings/data' }
const NOTHING_CHANGED =
  'Something went wrong on the server, and no record has been erased yet. Their portal sign-in, if they had one, may already be gone. Try again. If it fails again, tell the person who looks after your server.'
const FILES_LEFT = "The records are erased, but some files couldn't be deleted. Try again."

async function inTurn(
  tx: PracticeTx,
  places: Pick<Places, 'db' | 'origin' | 'dataFolder'>,
  practiceId: string,
  erasureId: string,
): Promise<string[] | undefined> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await holdWriters(tx)
  const row = await requireErasure(tx, erasureId).catch(() => undefined)
  if (!row || row.state === 'done') return undefined
  // The rows are deleted already.
  if (row.state === 'running' || row.file_ids.length > 0) {
    await moveErasure(tx, row.id, ['queued', 'failed'], { state: 'running', problem: null })
    return row.file_ids
  }
  const actor = { ...(await actorOfPractice(places.db, practiceId, { origin: places.origin })), memberId: row.member_id }
  const split = await splitOf(tx, row.client_id, actor.zone)
  const counts = await countsOf(tx, split)
  const { people } = await guestsOf(tx, row.client_id)
  const { fileIds, clientId } = await eraseRows(tx, row, split)
  await forgetAddresses(tx, split.reach.clientIds)
  await forgetManagers(tx, actor, people)
  await dropWays(tx, people)
  await moveErasure(tx, row.id, ['queued', 'failed'], { state: 'running', problem: null, counts, total: fileIds.length, file_ids: fileIds })
  // By now the request has another id too.
  const { request_id: requestId } = await requireErasure(tx, row.id)
  const count = counts.goes.reduce((sum, each) => sum + each.count, 0)
  await logActivity(tx, actor, { entity: 'clients', entityId: clientId, verb: 'erased', before: null, after: { requestId, count } })
  // Before the transaction ends: noted and not done, it still waits; done and not noted, a backup would bring them back.
  await erasedLedger(places.dataFolder).note({ practiceId, clientIds: split.reach.clientIds })
  return fileIds
}
