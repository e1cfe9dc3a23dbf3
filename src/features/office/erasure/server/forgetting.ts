import { sql } from 'kysely'
import { findRetention, withWordsToForget } from '#features/office/erasure/server/queries.ts'
import { CONSENT_YEARS } from '#features/records/guests/care-rules.ts'
import { dropWays } from '#features/records/guests/server/drop-ways.ts'
import { forgetCare, forgetYardAccess } from '#features/records/guests/server/forget-guests.ts'
import { currentTime } from '#lib/clock.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { forEachPractice } from '#platform/server/database/each-practice.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import { deleteRow, holdWriters, keepServerColumns, type Row } from '#platform/server/database/rows.ts'
import { enqueue, type JobHandler } from '#platform/server/jobs/jobs.ts'

const DAY_MS = 24 * 60 * 60_000
/** The most rows per night; the rest are deleted the next night. */
const MOST_A_NIGHT = 2000

type Words = 'messages' | 'threads' | 'attachments' | 'visit_answers' | 'slot_offers' | 'owner_asks'

const EVERY_NIGHT = '45 3 * * *'

/** Deletes at night texts, messages, answers, requests and openings older than each practice keeps them. Safe to run twice. */
export const forgetWordsOfAll = (db: Database, origin: string): JobHandler => ({
  queue: 'forget-words',
  cron: EVERY_NIGHT,
  handle: (_, log) => {
    const now = currentTime()
    const work = (id: string) => forgetIn(db, origin, id, now)
    return forEachPractice(db, { job: 'forget-words', asOf: now, withWork: withWordsToForget, work }, log)
  },
})

async function forgetIn(db: Database, origin: string, practiceId: string, now: Date): Promise<void> {
  const actor = await actorOfPractice(db, practiceId, { origin })
  await db.withPractice(practiceId, async (tx) => {
    const kept = await findRetention(tx)
    const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
    await holdWriters(tx)
    await forgetWords(tx, actor, 'messages', sql`sent_at < ${before(kept.messagesDays)}`)
    await forgetWords(tx, actor, 'attachments', ONLY_OF_FORGOTTEN)
    await forgetWords(tx, actor, 'threads', sql`last_message_at < ${before(kept.messagesDays)}`)
    await forgetWords(tx, actor, 'visit_answers', sql`said_at < ${before(kept.answersDays)}`)
    await forgetWords(tx, actor, 'slot_offers', sql`expires_at < ${before(kept.answersDays)} and state <> 'offered'`)
    // What no one has seen to yet still waits.
    await forgetWords(tx, actor, 'owner_asks', sql`asked_at < ${before(kept.openingsDays)} and seen_at is not null`)
    await forgetTexts(tx, before(kept.textsDays))
    await forgetOpenings(tx, before(kept.openingsDays))
    await forgetCare(tx, before(CONSENT_YEARS * 365.25))
    await takeUpAgain(tx, practiceId)
  })
}

const FORGOTTEN = '[forgotten]'
/** Files that came with a deleted message and belong to nothing else. Their bytes are deleted a month later, like those of any removed file. */
const ONLY_OF_FORGOTTEN = sql`num_nonnulls(horse_id, appointment_id, work_entry_id, client_id, yard_id, expense_id) = 0
  and exists (select from messages m where m.practice_id = attachments.practice_id and m.id = message_id and m.deleted_at is not null)`

/** The blank values of columns of words; devices are notified that the record was deleted. */
const BLANK = {
  messages: { content: FORGOTTEN, provider_ref: null, delivery_note: null },
  threads: { subject: FORGOTTEN },
  attachments: { description: null },
  visit_answers: { words: null, horse_name: null, work: null },
  slot_offers: {},
  owner_asks: { words: null, facts: {}, person_id: null, reply: null, replied_at: null, replied_by: null },
} as const

async function forgetWords(tx: PracticeTx, actor: Actor, table: Words, isOld: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await sql<Row<Words>>`
    select * from ${sql.table(table)} where ${isOld} and deleted_at is null order by id limit ${MOST_A_NIGHT}`.execute(tx)
  for (const row of rows) {
    const emptied = await keepServerColumns(tx, row as Row<'messages'>, table as 'messages', BLANK[table] as object)
    await deleteRow(tx, actor, emptied, table as 'messages', { isPart: true })
  }
}

/** Content and recipient's number of each text: the number of texts sent each day stays counted in `sending_days`. */
const forgetTexts = (tx: PracticeTx, before: Date) =>
  tx.deleteFrom('notices').where('state_at', '<', before).where('state', 'not in', ['held', 'queued', 'sending']).execute()

/** What owners opened, invitations, links to horses that are over, and access and looks at horses that ended; who has it still stays, however long. */
async function forgetOpenings(tx: PracticeTx, before: Date): Promise<void> {
  await tx.deleteFrom('guest_log').where('at', '<', before).execute()
  await tx.deleteFrom('portal_invites').where('made_at', '<', before).execute()
  await sql`delete from horse_shares where coalesce(ended_at, until_at) < ${before}`.execute(tx)
  const ended = await tx.deleteFrom('client_access').where('until', '<', before).returning('person_id').execute()
  const looked = await tx.deleteFrom('horse_grants').where(sql`coalesce(ended_at, until_at)`, '<', before).returning('person_id').execute()
  await dropWays(tx, [...[...ended, ...looked].map(({ person_id }) => person_id), ...(await forgetYardAccess(tx, before))])
}

/** A restored backup has no jobs: everything that waits for one gets a new one. */
async function takeUpAgain(tx: PracticeTx, practiceId: string): Promise<void> {
  const over = await tx.selectFrom('exports').select('id').where('state', '=', 'done').where('dies_at', '<', currentTime()).execute()
  for (const { id } of over) await enqueue(tx, 'drop-export', { practiceId, exportId: id })
  const waiting = await tx.selectFrom('erasures').select('id').where('state', 'in', ['queued', 'running']).execute()
  for (const { id } of waiting) await enqueue(tx, 'erase-client', { practiceId, erasureId: id })
}
