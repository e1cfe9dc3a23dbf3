import { z } from 'zod'
import { LOST_AFTER_SECONDS, pauseAfter, stillTrue, TOO_LATE, wordsOf } from '#features/notices/rules.ts'
import { canStillTell, findVisits, lockNotice, type NoticeRow, updateNotice } from '#features/notices/server/queries.ts'
import { movedColumns, sendLater } from '#features/notices/server/waiting.ts'
import { waitsUntil } from '#features/notices/server/wire.ts'
import type { Database, PracticeTx } from '#platform/server/db.ts'
import type { Delivery } from '#platform/server/delivery.ts'
import { enqueue, type JobHandler } from '#platform/server/jobs.ts'
import type { Carriers } from '#platform/server/sending.ts'

const Job = z.object({ practiceId: z.uuid(), noticeId: z.uuid() })
type Job = z.output<typeof Job>

/**
 * Sends one notice. It is taken in a transaction of its own before anything leaves, so that a crash leaves it `sending`, which the look
 * two minutes later finds and calls `unknown`: it may have gone, and nothing sends it again by itself. Run twice it sends once.
 */
export const sendNotices = (db: Database, carriers: Carriers): JobHandler => ({
  queue: 'send-notice',
  async handle(data) {
    const job = Job.parse(data)
    const taken = await db.withPractice(job.practiceId, (tx) => takeNotice(tx, job))
    if (!taken) return
    const { id, address, subject, body, channel } = taken
    const delivery = await carriers[channel]({ id, to: address, subject, body })
    await db.withPractice(job.practiceId, (tx) => settleNotice(tx, taken, delivery))
  },
})

/** The notice, marked as `sending`, when it is to go now and still true; else it stays, waits on or is stopped with a reason. */
async function takeNotice(tx: PracticeTx, job: Job): Promise<NoticeRow | undefined> {
  const row = await lockNotice(tx, job.noticeId)
  const now = new Date()
  if (row?.state === 'sending') await giveUpIfLost(tx, row, now)
  if (row?.state !== 'held' && row?.state !== 'queued') return undefined
  if ((waitsUntil(row) ?? now) > now) {
    // Merged since, or the database's clock is ahead of ours.
    await sendLater(tx, row)
    return undefined
  }
  const facts = await factsToTell(tx, row, now)
  if (typeof facts === 'string') {
    await updateNotice(tx, row, 'cancelled', { state_reason: facts })
    return undefined
  }
  const words = 'moves' in facts ? movedColumns(facts) : wordsOf(row.kind, facts)
  await enqueue(tx, 'send-notice', job, { startAfter: secondsFrom(now, LOST_AFTER_SECONDS + 1) })
  return updateNotice(tx, row, 'sending', { ...words, attempts: row.attempts + 1 })
}

async function factsToTell(tx: PracticeTx, row: NoticeRow, now: Date) {
  if (row.not_after && row.not_after <= now) return TOO_LATE
  if (row.client_id && !(await canStillTell(tx, row.client_id))) return 'This client has asked for no more texts.'
  const visits = 'moves' in row.facts ? row.facts.moves.map(({ to }) => to) : [row.facts.visit]
  const standing = await findVisits(
    tx,
    visits.map((visit) => visit.appointmentId),
  )
  return stillTrue(row.kind, row.facts, standing, now)
}

async function giveUpIfLost(tx: PracticeTx, row: NoticeRow, now: Date) {
  if (row.state_at > secondsFrom(now, -LOST_AFTER_SECONDS)) return
  await updateNotice(tx, row, 'unknown', { state_reason: 'The server stopped while sending. It may have gone.' })
}

async function settleNotice(tx: PracticeTx, taken: NoticeRow, delivery: Delivery) {
  const row = await lockNotice(tx, taken.id)
  if (row?.attempts !== taken.attempts) return
  // Given up as lost in the meantime: only good news can still change that.
  if (row.state !== 'sending' && !(row.state === 'unknown' && delivery.state === 'sent')) return
  if (delivery.state === 'simulated') await updateNotice(tx, row, 'simulated')
  else if (delivery.state === 'sent') await updateNotice(tx, row, 'sent', { provider_ref: delivery.reference })
  else if (delivery.state === 'later') await tryLater(tx, row, delivery.reason)
  else await updateNotice(tx, row, delivery.state, { state_reason: delivery.reason })
}

async function tryLater(tx: PracticeTx, row: NoticeRow, reason: string) {
  const pause = pauseAfter(row.attempts)
  if (pause === undefined) await updateNotice(tx, row, 'failed', { state_reason: reason })
  else await sendLater(tx, await updateNotice(tx, row, 'queued', { state_reason: reason, not_before: secondsFrom(new Date(), pause) }))
}

const secondsFrom = (instant: Date, seconds: number) => new Date(instant.getTime() + seconds * 1000)
