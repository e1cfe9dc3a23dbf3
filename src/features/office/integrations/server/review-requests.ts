import { wayTo } from '#features/core/notices/rules.ts'
import { forgetPlanned, listPlannedOf } from '#features/core/notices/server/forget-planned.ts'
import { queueWords } from '#features/core/notices/server/queue-words.ts'
import { addLog } from '#features/office/integrations/server/exchange-queries.ts'
import { type Exchanging, inPass, type Pass } from '#features/office/integrations/server/in-pass.ts'
import { inLease } from '#features/office/integrations/server/lease.ts'
import { type ConnectionRow, updateConnection } from '#features/office/integrations/server/queries.ts'
import { listReviewClients, type ReviewClient } from '#features/office/integrations/server/review-people.ts'
import { recipientOf } from '#features/records/clients/server/recipient-of.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { isDemo } from '#platform/server/database/is-demo.ts'

const DAY_MS = 86_400_000
/** Changes here mark the practice at once; this is for none. */
const REST_MS = DAY_MS
/** What waited for the end of the quiet hours, or for a provider, is not sent later than this. */
const LASTS_MS = 7 * DAY_MS

/**
 * One pass that plans review requests: each client who agrees to marketing gets one a day after a finished visit, once a year. Who gets one
 * follows from consent and the diary alone. What is planned and no longer follows is removed; a moment that has passed is not made up for. The
 * test version plans them too: its Outbox shows what would go. Copies of the demo plan none.
 */
export const planReviews = (exchanging: Exchanging, row: ConnectionRow): Promise<void> =>
  inPass(exchanging, row, async (pass) => {
    const isForShow = await isDemo(pass.db, row.practice_id)
    await inLease(pass, (tx) => (isForShow ? rest(tx, pass, 0) : plan(tx, pass)))
  })

async function plan(tx: PracticeTx, pass: Pass): Promise<void> {
  const { row, actor } = pass
  const now = currentTime()
  const link = row.settings.address ?? ''
  const clients = await listReviewClients(tx, { since: new Date(now.getTime() - DAY_MS - LASTS_MS), today: dayOf(now, actor.zone) })
  const wanted = new Map(clients.filter(canBeReached).map((one) => [one.client.id, one]))
  const planned = await listPlannedOf(tx, 'review')
  const first = new Map(planned.toReversed().map((one) => [one.clientId, one]))
  const isKept = (one: (typeof planned)[number]) => wanted.has(one.clientId) && one.link === link && first.get(one.clientId) === one
  const kept = new Set(planned.filter(isKept).map(({ clientId }) => clientId))
  await forgetPlanned(
    tx,
    'review',
    planned.filter((one) => !isKept(one)).map(({ id }) => id),
  )
  let count = 0
  for (const [clientId, one] of wanted) {
    if (kept.has(clientId)) continue
    const waited = first.get(clientId)?.dueAt
    const dueAt = waited ?? new Date(one.finishedAt.getTime() + DAY_MS)
    if (dueAt <= now && !waited) continue
    await planRequest(tx, pass, one, { dueAt, link })
    count++
  }
  await rest(tx, pass, count)
}

const canBeReached = ({ client }: ReviewClient) => typeof wayTo(recipientOf(client)) !== 'string'

/** One a client and year. */
async function planRequest(
  tx: PracticeTx,
  { actor }: Pass,
  { client }: ReviewClient,
  { dueAt, link }: { dueAt: Date; link: string },
): Promise<void> {
  const [year] = dayOf(dueAt, actor.zone).split('-')
  await queueWords(
    tx,
    actor,
    'review',
    recipientOf(client),
    { link },
    {
      ...{ purpose: 'marketing', notBefore: dueAt, notAfter: new Date(dueAt.getTime() + LASTS_MS) },
      eventId: uuidOf('review', client.id, year ?? ''),
    },
  )
}

async function rest(tx: PracticeTx, { row }: Pass, count: number): Promise<void> {
  const now = currentTime()
  await addLog(tx, row, now, [{ verb: 'read', count, words: count === 1 ? '1 request planned' : `${count} requests planned` }])
  const next_at = new Date(now.getTime() + REST_MS)
  await updateConnection(tx, row.id, { status: 'connected', sentence: null, failures: 0, last_success_at: now, next_at })
}
