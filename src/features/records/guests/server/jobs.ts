import { sql } from 'kysely'
import { ASK_AGAIN_DAYS } from '#features/records/guests/care-rules.ts'
import { indexClients } from '#features/records/guests/server/address-follower.ts'
import { askToGoOn } from '#features/records/guests/server/go-on-from.ts'
import { checkOf } from '#features/records/guests/server/list-holders.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Database } from '#platform/server/database/db.ts'
import { forEachPractice } from '#platform/server/database/each-practice.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import type { JobHandler } from '#platform/server/jobs/jobs.ts'
import type { KeyedHash } from '#platform/server/keyed-hash.ts'

const JOB = 'index-addresses'
const BATCH = 500

/**
 * Makes the index of addresses where it isn't whole: in an installation from before there was one, after a restore, and when its key was lost. It is
 * done once; a worker that is stopped goes on where it was, on the same day.
 */
export const indexAddresses = (db: Database, hash: KeyedHash): JobHandler => ({
  queue: JOB,
  // It is whole on any other night, and nothing is done.
  cron: '35 3 * * *',
  isDoneAtStart: true,
  async handle(_, log) {
    if (!(await begin(db, checkOf(hash)))) return
    const over = {
      job: JOB,
      asOf: currentTime(),
      withWork: (among: readonly string[]) => sql`unnest(${among}::uuid[])`,
      work: (id: string) => indexPractice(db, hash, id),
    }
    await forEachPractice(db, over, log)
    await db.withDirectory((tx) =>
      tx.updateTable('directory.address_index').set({ made_at: currentTime() }).where('key_check', '=', checkOf(hash)).execute(),
    )
  },
})

/** When people are up who may be texted: an owner gets a request in the morning. */
const IN_THE_MORNING = '15 9 * * *'

/** Two weeks before what a carer sees ends, requests of the owner whether it goes on: once each, so that it may run twice. */
export const askAboutCare = (db: Database, origin: string): JobHandler => ({
  queue: 'ask-about-care',
  cron: IN_THE_MORNING,
  handle: (_, log) =>
    forEachPractice(
      db,
      {
        job: 'ask-about-care',
        asOf: currentTime(),
        withWork: (among) => sql`directory.with_care_ending(${among}, ${addDays(dayOf(currentTime(), 'UTC'), ASK_AGAIN_DAYS + 1)})`,
        async work(id) {
          const actor = await actorOfPractice(db, id, { origin })
          await db.withPractice(id, (tx) => askToGoOn(tx, actor))
        },
      },
      log,
    ),
})

/** Whether there is something to do. What another key made goes first, and a run that began with it is not gone on with. */
const begin = (db: Database, check: Buffer): Promise<boolean> =>
  db.withDirectory(async (tx) => {
    await tx
      .insertInto('directory.address_index')
      .values({ key_check: check, made_at: null })
      .onConflict((clash) => clash.doNothing())
      .execute()
    const index = await tx.selectFrom('directory.address_index').selectAll().forUpdate().executeTakeFirstOrThrow()
    if (index.key_check.equals(check)) return index.made_at === null
    await tx.deleteFrom('directory.addresses').execute()
    await tx.updateTable('directory.job_runs').set({ is_over: true }).where('job', '=', JOB).execute()
    await tx.updateTable('directory.address_index').set({ key_check: check, made_at: null }).execute()
    return true
  })

async function indexPractice(db: Database, hash: KeyedHash, practiceId: string): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined; ) last = await indexSome(db, hash, practiceId, last)
}

/** Indexes the next clients of a practice, and returns the last of them; undefined: none were left. */
const indexSome = (db: Database, hash: KeyedHash, practiceId: string, after: string): Promise<string | undefined> =>
  db.withPractice(practiceId, async (tx) => {
    let next = tx.selectFrom('clients').select(['id', 'email', 'phone_e164', 'deleted_at']).where('deleted_at', 'is', null)
    if (after) next = next.where('id', '>', after)
    // Held, so that an address that changes this instant is not written over by what it was.
    const clients = await next.orderBy('id').limit(BATCH).forShare().execute()
    await indexClients(tx, hash, clients)
    return clients.length === BATCH ? clients.at(-1)?.id : undefined
  })
