import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobHandlers } from '#app/job-handlers.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database/db.ts'
import type { JobHandler } from '#platform/server/jobs/jobs.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer({ own: true })
  folder = await mkdtemp(join(tmpdir(), 'pritchel-jobs-'))
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A database in which every transaction of one practice fails; `asked` lists the other practices whose transactions were begun. */
function brokenFor(practiceId: string): { db: Database; asked: () => string[] } {
  const asked = new Set<string>()
  const withPractice: Database['withPractice'] = (id, work) => {
    if (id === practiceId) return Promise.reject(new Error('broken'))
    asked.add(id)
    return server.db.withPractice(id, work)
  }
  return { db: { ...server.db, withPractice }, asked: () => [...asked] }
}

/** The jobs of the clock, except the backup, which queries no practice. */
function jobsOfTheClock(db: Database): JobHandler[] {
  const config = readConfig({ PRITCHEL_DATA: folder, PRITCHEL_ORIGIN: 'http://localhost:3000' })
  return jobHandlers({ db, long: db, owner: {}, config }).filter(({ cron, queue }) => cron && queue !== 'back-up')
}

/** Gives every practice something to do for each of the jobs: a visit, a debt, an upload that came to nothing, an old change, an old answer, a calendar long off, road times of a day long over, a vet whose time is nearly over. */
async function fill() {
  const day = (days: number) => addDays(dayOf(currentTime(), 'Europe/London'), days)
  for (const { practiceId } of [server.gareth, server.other]) {
    const owned = `'${practiceId}', gen_random_uuid()`
    const ids = 'gen_random_uuid(), gen_random_uuid()'
    await server.asOwner(`begin; set local session_replication_role = replica;
      insert into appointments (practice_id, id, member_id, client_id, on_day, local_start, local_end, zone, starts_at, ends_at, rev, seq)
        values (${owned}, ${ids}, '${day(3)}', '09:00', '10:00', 'Europe/London', '${day(3)}', '${day(3)}', 1, 1);
      insert into directory.seats (id, practice_id, horse_id, service, from_on)
        values (gen_random_uuid(), '${practiceId}', gen_random_uuid(), 'vet-integration', '${day(-3)}');
      insert into money_settings (practice_id, id, fees, rev, seq) values (${owned}, '{"chases": true}', 1, 1);
      insert into invoices (practice_id, id, kind, payer_client_id, member_id, issued_on, due_on, series, number, as_was, net_pence,
          vat_pence, total_pence, rev, seq)
        values (${owned}, 'invoice', ${ids}, '${day(-9)}', '${day(-9)}', 'A', 1, '{}', 100, 0, 100, 1, 1);
      insert into files (practice_id, id, made_by_person, state_at) values (${owned}, gen_random_uuid(), '${day(-3)}');
      insert into sync_ops (practice_id, op_id, device_id, fingerprint, entity, entity_id, rev, applied_at)
        values (${owned}, gen_random_uuid(), '', 'clients', gen_random_uuid(), 1, '${day(-401)}');
      insert into notices (practice_id, id, event_id, kind, client_id, channel, address, body, state, created_at, state_at)
        values (${owned}, gen_random_uuid(), 'alert', gen_random_uuid(), 'sms', '', '', 'sent', '${day(-3660)}', '${day(-3660)}');
      insert into connections (practice_id, id, connector, member_id, enabled, off_at) values (${owned}, 'feed', gen_random_uuid(), false, '${day(-40)}');
      insert into care_consents (practice_id, id, client_id, role, horse_ids, to_name, to_address, until_on, words, asked_at, asked_person, agreed_at, agreed_how)
        values (${owned}, gen_random_uuid(), 'vet', array[gen_random_uuid()], '', '', '${day(9)}', '', '${day(-9)}', gen_random_uuid(), '${day(-9)}', 'portal');
      insert into travel_tables (practice_id, id, member_id, on_day, places, legs, made_at, rev, seq)
        values (${owned}, gen_random_uuid(), '${day(-40)}', '[]', '[]', '${day(-40)}', 1, 1);
      commit`)
  }
}

test('a practice in which there is nothing to do is not opened', async () => {
  const { db, asked } = brokenFor('')
  // The index of addresses is made of every practice, once.
  const notAsked = ['top-up-demo', 'index-addresses']
  for (const job of jobsOfTheClock(db)) if (!notAsked.includes(job.queue)) await job.handle({})
  expect(asked()).toEqual([])
  const runs = await server.asOwner('select job from directory.job_runs where is_over and done = 0 order by job')
  expect(runs.map(({ job }) => job)).toEqual([
    'ask-about-care',
    'carry-seats',
    'chase-debtors',
    'forget-connections',
    'forget-old',
    'forget-travel-tables',
    'forget-words',
    'plan-reminders',
    'service-notices',
    'sweep-files',
  ])
  await server.asOwner('delete from directory.job_runs')
})

test('a practice a job fails for keeps it from no other, and the job reports the failure', async () => {
  await fill()
  const { rows } = await server.db.withDirectory(async (tx) => ({
    rows: await tx.selectFrom('directory.practices').select('id').orderBy('id').execute(),
  }))
  const [first = '', ...others] = rows.map(({ id }) => id)
  const told: Record<string, unknown> = {}
  for (const { queue } of jobsOfTheClock(server.db)) {
    const { db, asked } = brokenFor(first)
    const handler = jobsOfTheClock(db).find((one) => one.queue === queue) as JobHandler
    const failed = await handler.handle({}, { error: () => {} }).then(
      () => 'nothing',
      (error: Error) => error.message,
    )
    told[queue] = { failed, others: asked().toSorted() }
  }
  const wentOn = { failed: `not done for 1 of ${rows.length} practices`, others }
  expect(told).toMatchObject({
    'carry-seats': wentOn,
    'plan-reminders': wentOn,
    'chase-debtors': wentOn,
    'ask-about-care': wentOn,
    'sweep-files': wentOn,
    'forget-old': wentOn,
    'forget-words': wentOn,
    'forget-connections': wentOn,
    'forget-travel-tables': wentOn,
  })
})
