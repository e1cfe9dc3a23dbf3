import { showInOutbox } from '#features/core/notices/server/show-in-outbox.ts'
import type { SellerWords } from '#features/records/services/law-words.ts'
import { type Composed, type Composing, composeNotices, type NoticeRow } from '#features/records/services/server/composing.ts'
import { findEmail } from '#features/records/services/server/find-email.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import { NO_PERSON } from '#platform/server/actor.ts'
import type { DirectoryTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import type { DueWork } from '#platform/server/database/wakes.ts'
import type { Carriers } from '#platform/server/sending/sending.ts'

export type NoticeSending = Composing & { carriers: Pick<Carriers, 'email'>; isTestVersion: boolean }

/** What could not be handed over is tried again after this long, so often: for three days. */
const AGAIN_MS = 5 * 60_000
const MOST_TRIES = 864
const NO_ADDRESS = 'They have proven no e-mail address.'
const GIVEN_UP = 'The mail server could not be reached for three days.'
const ZONE = 'Europe/London'

/**
 * Sends a person their notices about the services they pay for. A message is noted as sent before it leaves, so a server that is killed
 * meanwhile sends nothing twice; they read it on their page in any case.
 */
export const serviceNoticeSender =
  (sending: NoticeSending): DueWork =>
  async (personId) => {
    const rows = await sending.db.withDirectory((tx) => listDue(tx, personId))
    if (rows.length === 0) return
    for (const composed of await composeNotices(sending, personId, rows, dayOf(currentTime(), ZONE)))
      await send(sending, personId, composed)
  }

/** What is due of a person: one that was taken a moment ago is due again in a minute. */
const listDue = async (tx: DirectoryTx, personId: string): Promise<NoticeRow[]> =>
  tx
    .selectFrom('directory.service_notices')
    .select(['id', 'kind', 'key', 'facts'])
    .where('person_id', '=', personId)
    .where('due_at', '<=', new Date(currentMs() + AGAIN_MS / 2))
    .orderBy('made_at')
    .orderBy('id')
    .execute()

async function send(sending: NoticeSending, personId: string, composed: Composed): Promise<void> {
  const ids = composed.rows.map(({ id }) => id)
  if ('isOver' in composed) return settle(sending, ids, { state: 'failed', reason: composed.isOver })
  const { words } = composed
  if (sending.isTestVersion) {
    await show(sending, composed, words)
    return settle(sending, ids, { state: 'simulated' }, words)
  }
  const address = await sending.db.withDirectory((tx) => findEmail(tx, personId))
  if (!address) return settle(sending, ids, { state: 'failed', reason: NO_ADDRESS }, words)
  if (!(await claim(sending, ids, { ...words, address }))) return undefined
  const [id = ''] = ids
  const delivery = await sending.carriers.email({ id, practiceId: NO_PERSON, to: address, ...words })
  if (delivery.state === 'later') return later(sending, ids)
  return settle(sending, ids, 'reason' in delivery ? { state: delivery.state, reason: delivery.reason } : { state: delivery.state })
}

/** Nothing leaves the test version: it stands in the Outbox of the practice whose horses it is about. */
async function show({ db, origin }: NoticeSending, { place, rows }: Composed, words: SellerWords): Promise<void> {
  if (!place?.clientId) return
  const { practice_id: practiceId, clientId, clientName, email } = place
  const actor = await actorOfPractice(db, practiceId, { origin, opId: uuidOf('seller notice', ...rows.map(({ id }) => id)) })
  await db.withPractice(practiceId, (tx) =>
    showInOutbox(tx, actor, {
      kind: 'seller_notice',
      about: { clientId, name: clientName },
      channel: 'email',
      address: email ?? '',
      ...words,
    }),
  )
}

/** Takes all of a message, or nothing where another has begun to send some of it. */
const claim = ({ db }: NoticeSending, ids: readonly string[], words: SellerWords & { address: string }): Promise<boolean> =>
  db.withDirectory(async (tx) => {
    const free = await tx
      .selectFrom('directory.service_notices')
      .select('id')
      .where('id', 'in', ids)
      .where('due_at', 'is not', null)
      .forUpdate()
      .execute()
    if (free.length < ids.length) return false
    await tx
      .updateTable('directory.service_notices')
      .set({ ...words, state: 'sending', due_at: null, state_at: currentTime() })
      .where('id', 'in', ids)
      .execute()
    return true
  })

type Outcome = { state: 'sent' | 'simulated' } | { state: 'failed' | 'unknown'; reason: string }

const settle = async ({ db }: NoticeSending, ids: readonly string[], outcome: Outcome, words?: SellerWords): Promise<void> => {
  const reason = 'reason' in outcome ? outcome.reason : null
  await db.withDirectory((tx) =>
    tx
      .updateTable('directory.service_notices')
      .set({ ...words, state: outcome.state, state_reason: reason, due_at: null, state_at: currentTime() })
      .where('id', 'in', ids)
      .execute(),
  )
}

const later = async ({ db }: NoticeSending, ids: readonly string[]): Promise<void> => {
  await db.withDirectory(async (tx) => {
    const again = { state: 'queued' as const, due_at: new Date(currentMs() + AGAIN_MS), state_at: currentTime() }
    const rows = await tx
      .updateTable('directory.service_notices')
      .set((eb) => ({ ...again, tries: eb('tries', '+', 1) }))
      .where('id', 'in', ids)
      .returning(['id', 'tries'])
      .execute()
    const over = rows.filter(({ tries }) => tries >= MOST_TRIES).map(({ id }) => id)
    if (over.length > 0)
      await tx
        .updateTable('directory.service_notices')
        .set({ state: 'failed', state_reason: GIVEN_UP, due_at: null })
        .where('id', 'in', over)
        .execute()
  })
}
